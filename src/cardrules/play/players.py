"""What picks a move: a function of what a seat sees, what it may do, and random numbers.

:func:`random_player` is one, a :func:`terminal_player` a person who types; programs that play better are others::

    def lowest(view: oh_hell.State, moves: tuple[oh_hell.Move, ...], rng: Random) -> oh_hell.Move:
        return moves[0]
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import getdoc
from random import Random
from typing import Final, TypeAlias, TypeVar

import attrs

from cardrules.chance import choice
from cardrules.errors import CardRulesError
from cardrules.game import Game, StateLike
from cardrules.moves import IllegalMoveError, kind_name, words
from cardrules.play.parsing import has_amounts, parse_attempt
from cardrules.play.table import Table
from cardrules.play.text import align_columns, format_state, no_break, wrap_lines
from cardrules.seats import Seat
from cardrules.zones import zones

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Player: TypeAlias = Callable[[S, tuple[M, ...], Random], M]
"""Picks one of the moves that a seat may make, given its view of the state."""


def random_player(_view: object, moves: tuple[T, ...], rng: Random) -> T:
    """One of the moves, each as likely as any other."""
    return choice(moves, rng)


def take_turn(table: Table[R, S, M], player: Player[S, M]) -> None:
    """Let a player make the move of the seat to act; it sees the view of that seat only.

    To play a game to its end::

        while table.to_act is not None:
            take_turn(table, players[table.to_act])

    Raises :class:`~cardrules.moves.IllegalMoveError` when the game is over, and as :meth:`Table.play
    <cardrules.play.table.Table.play>` does.
    """
    if table.to_act is None:
        raise IllegalMoveError(None, "the game is over")
    table.play(player(table.view(table.to_act), table.legal_moves, table.rng))


def terminal_player(
    game: Game[R, S, M],
    seat: Seat,
    *,
    commands: Mapping[str, Callable[[str], None]] | None = None,
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> Player[S, M]:
    """A person at a terminal, who is shown the view of ``seat`` and what may be done, and asked until a move is told.

    ``commands`` are words that do something else when they are typed. Each is called with the rest of the line and may
    raise what ends the asking; the first line of its docstring is its help. Where the input ends, ``EOFError`` is raised.
    """
    told = dict(commands or {})

    def picked(view: S, legal: tuple[M, ...], _rng: Random) -> M:
        moves = sort_moves(legal)
        say(f"\n{format_state(view, game=game, you=seat)}\n\n{format_menu(moves, most=MENU)}")
        while True:
            try:
                line = ask("> ").strip()
                word, _, rest = line.partition(" ")
                if word in ("?", "help"):
                    say(_help(moves, told))
                elif word in told:
                    told[word](rest.strip())
                elif not word and len(moves) == 1:
                    return moves[0]
                else:
                    return _allowed(game, view, parse_attempt(line, moves), moves)
            except CardRulesError as error:
                say("\n".join(wrap_lines(str(error))))

    return picked


def sort_moves(moves: tuple[M, ...]) -> tuple[M, ...]:
    """The moves by kind, and those with cards by their number and sorted, as hands are where they are shown."""
    kinds = list(dict.fromkeys(map(type, moves)))
    cards = {move: [card.index for zone in zones(move) for card in zone.cards] for move in moves}
    return tuple(sorted(moves, key=lambda move: (kinds.index(type(move)), len(cards[move]), cards[move])))


def _allowed(game: Game[R, S, M], view: S, move: M, moves: tuple[M, ...]) -> M:
    """The move, if it is one of those; if it is not, the game says why."""
    if move not in moves:
        game.apply(view, move)
    return move


def _help(moves: tuple[object, ...], commands: Mapping[str, Callable[[str], None]]) -> str:
    rows = [(word, (getdoc(command) or "").partition("\n")[0]) for word, command in commands.items()]
    return "\n".join(
        [
            f"Type {'an amount' if has_amounts(moves) else 'the number of a move'}, the words of a move,",
            "or as much of them as fits no other; Enter alone makes a move that is the only one.",
            *align_columns([("?", "This help; so does help."), *rows]),
            format_menu(moves),
        ]
    )


MENU: Final = 24
"""How many moves of a kind a menu shows before it is shortened."""


def format_menu(moves: Sequence[object], most: int | None = None) -> str:
    """The moves by kind, a line each, with the numbers by which they can be told.

    Of a kind with more than ``most`` moves it shows the first and the last.
    """
    amounts = has_amounts(moves)
    kinds: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        kind = kind_name(type(move))
        details = words(move).removeprefix(kind).lstrip()
        told = [details or kind] if amounts else [f"{number})", details or kind]
        kinds.setdefault(kind if details else "", []).append(no_break(" ".join(told)))
    width = max(map(len, kinds), default=0)
    lines = []
    for kind, told in sorted(kinds.items(), key=lambda item: not item[0]):
        if most is not None and len(told) > most:
            told[6:] = ["...", told[-1], no_break(f"({len(told)} moves; type ? to see them all)")]
        lines += wrap_lines(f"{kind:<{width}}  {'   '.join(told)}".lstrip(), indent=width + 2 if kind else 0)
    return "\n".join(lines)
