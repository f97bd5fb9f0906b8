"""Players: functions that pick a move, given what a seat sees, its legal moves, and random numbers.

:func:`random_player` picks at random, and a :func:`terminal_player` asks a person. Write your own like this::

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
from cardrules.play.text import WIDTH, align_columns, format_state, no_break, wrap_lines
from cardrules.seats import Seat
from cardrules.zones import zones

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Player: TypeAlias = Callable[[S, tuple[M, ...], Random], M]
"""A function that picks one of the legal moves of a seat, given the seat's view of the state."""


def random_player(_view: object, moves: tuple[T, ...], rng: Random) -> T:
    """Return one of the moves, each as likely as any other."""
    return choice(moves, rng)


def take_turn(table: Table[R, S, M], player: Player[S, M]) -> None:
    """Let a player make the move of the seat to act; it sees the view of that seat only.

    To play a game to its end::

        while table.to_act is not None:
            take_turn(table, players[table.to_act])

    Raises :class:`~cardrules.moves.IllegalMoveError` if the game is over, and whatever :meth:`Table.play
    <cardrules.play.table.Table.play>` raises.
    """
    if table.to_act is None:
        raise IllegalMoveError(None, "the game is over")
    seat, epoch = table.to_act, table.epoch
    table.play(player(table.view(seat), table.legal_moves, table.rng), seat=seat, epoch=epoch)


def terminal_player(  # noqa: PLR0913  # keywords with defaults
    game: Game[R, S, M],
    seat: Seat,
    *,
    names: Sequence[str] = (),
    width: int = WIDTH,
    commands: Mapping[str, Callable[[str], None]] | None = None,
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> Player[S, M]:
    """Return a player that shows a person the view of ``seat`` and the legal moves, and asks for a move.

    ``names`` are those of the seats, and lines are wrapped at ``width``.

    ``commands`` maps words to functions that the person can call by typing them. Each gets the rest of the line, may
    raise an exception to end the asking, and has the first line of its docstring as help. The end of input raises
    ``EOFError``.
    """
    known = dict(commands or {})

    def pick(view: S, legal: tuple[M, ...], _rng: Random) -> M:
        moves = sort_moves(legal)
        shown = format_state(view, game=game, you=seat, names=names, width=width)
        say(f"\n{shown}\n\n{format_menu(moves, most=MENU, width=width)}")
        while True:
            try:
                line = ask("> ").strip()
                word, _, rest = line.partition(" ")
                if word in ("?", "help"):
                    say(_help(moves, known, width))
                elif word in known:
                    known[word](rest.strip())
                elif not word and len(moves) == 1:
                    return moves[0]
                else:
                    return _allowed(game, view, parse_attempt(line, moves), moves)
            except CardRulesError as error:
                say("\n".join(wrap_lines(str(error), width=width)))

    return pick


def sort_moves(moves: tuple[M, ...]) -> tuple[M, ...]:
    """Return the moves by kind, those of cards by the number of cards and in the order in which hands are shown."""
    kinds = list(dict.fromkeys(map(type, moves)))
    cards = {move: [card.index for zone in zones(move) for card in zone.cards] for move in moves}
    return tuple(sorted(moves, key=lambda move: (kinds.index(type(move)), len(cards[move]), cards[move])))


def _allowed(game: Game[R, S, M], view: S, move: M, moves: tuple[M, ...]) -> M:
    """Return the move if it is one of ``moves``; otherwise let the game say why it is not."""
    if move not in moves:
        game.apply(view, move)
    return move


def _help(moves: tuple[object, ...], commands: Mapping[str, Callable[[str], None]], width: int) -> str:
    rows = [(word, (getdoc(command) or "").partition("\n")[0]) for word, command in commands.items()]
    return "\n".join(
        [
            f"Type {'an amount' if has_amounts(moves) else 'the number of a move'} or the words of a move;",
            "you may shorten the words as long as only one move fits. Enter alone makes the only move.",
            *align_columns([("?", "This help; so does help."), *rows]),
            format_menu(moves, width=width),
        ]
    )


MENU: Final = 24
"""The number of moves of one kind that a menu shows before it is shortened."""


def format_menu(moves: Sequence[object], most: int | None = None, width: int = WIDTH) -> str:
    """Return a menu of the moves: a line for each kind, with the numbers by which moves can be picked.

    A kind with more than ``most`` moves is shortened to its first moves and its last.
    """
    amounts = has_amounts(moves)
    kinds: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        kind = kind_name(type(move))
        details = words(move).removeprefix(kind).lstrip()
        item = [details or kind] if amounts else [f"{number})", details or kind]
        kinds.setdefault(kind if details else "", []).append(no_break(" ".join(item)))
    indent = max(map(len, kinds), default=0)
    lines = []
    for kind, items in sorted(kinds.items(), key=lambda pair: not pair[0]):
        if most is not None and len(items) > most:
            items[6:] = ["...", items[-1], no_break(f"({len(items)} moves; type ? to see them all)")]
        lines += wrap_lines(f"{kind:<{indent}}  {'   '.join(items)}".lstrip(), indent + 2 if kind else 0, width)
    return "\n".join(lines)
