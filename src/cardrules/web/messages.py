"""What the server sends about a table: documents of JSON, pictures and transcripts, each for one seat or for spectators.

All of it is made from the view of the seat, its events and, if it is to act, its legal moves. Nothing else of the table is
read here, and nothing depends on the seed: :func:`cardrules.verify.audit` checks that.
"""

import json
from collections.abc import Sequence
from itertools import count
from typing import Final, Literal, TypeAlias

import attrs

from cardrules.errors import CardRulesError
from cardrules.moves import IllegalMoveError, kind_name, words
from cardrules.pictures import Theme, picture
from cardrules.play.players import sort_moves
from cardrules.play.text import format_outcome, format_state
from cardrules.play.transcript import transcript
from cardrules.seats import Seat
from cardrules.web.offers import AnyTable, Offer
from cardrules.zones import zones

Document: TypeAlias = dict[str, object]
"""An object of JSON."""

WIDTHS: Final = range(320, 1601)
"""The widths of a picture that may be asked for, in pixels."""

LATEST: Final = 60
"""The number of events that are sent to those who know none."""

Told: TypeAlias = dict[int, object]
"""Events as documents, by number: to make one takes half a millisecond."""


def table_document(  # noqa: PLR0913  # what is known before has a name
    offer: Offer,
    table: AnyTable,
    seat: Seat | None,
    names: Sequence[str],
    *,
    since: int | None = None,
    told: Told | None = None,
) -> Document:
    """Return what a seat, or a spectator (``None``), may know of a table whose seats have names.

    It has the events from number ``since`` on, or the :data:`LATEST` ones. Those that the seat was ``told`` before, since
    moves were taken back last, are not made again, and new ones are added there.
    """
    first = max(len(table) - LATEST, 0) if since is None or since > len(table) else since
    told = {} if told is None else told
    unknown = next(number for number in count(first) if number not in told)
    told |= {event.number: _data(offer, event) for event in table.events(seat, unknown, names=names)}
    view = table.view(seat)
    outcome = table.outcome
    request = table.undo_request
    legal = sort_moves(table.legal_moves) if seat is not None and seat == table.to_act else ()
    return {
        "you": seat,
        "epoch": table.epoch,
        "moves": len(table),
        "phase": kind_name(type(view)),
        "to_act": table.to_act,
        "view": _data(offer, view),
        "since": first,
        "events": [told[number] for number in range(first, len(table))],
        "legal": [_legal_move(offer, move) for move in legal],
        "undo": None if request is None else {"seat": request.seat, "waiting": request.waiting},
        "outcome": None if outcome is None else _data(offer, outcome),
        "notes": [] if outcome is None else format_outcome(outcome, names=names).split("\n")[1:],
    }


def _data(offer: Offer, value: object) -> object:
    data: object = json.loads(offer.json.dumps(value))
    return data


def _legal_move(offer: Offer, move: attrs.AttrsInstance) -> Document:
    """Return a legal move with what a page needs to show it: its words, the cards that it names, and its amount if it is one."""
    kind, text = kind_name(type(move)), words(move)
    details = text.removeprefix(kind).strip()
    return {
        "move": _data(offer, move),
        "kind": kind,
        "words": text,
        "details": details,
        "cards": [card.ascii for zone in zones(move) for card in zone.cards],
        "amount": int(details) if details.isdecimal() else None,
    }


def table_picture(  # noqa: PLR0913  # what a page may choose has a name
    offer: Offer,
    table: AnyTable,
    seat: Seat | None,
    names: Sequence[str],
    *,
    width: int,
    colours: Literal[2, 4] = 2,
    mode: Literal["auto", "light", "dark", "page"] = "auto",
) -> str:
    """Return the picture of what a seat sees."""
    theme = Theme(colours=colours, mode=mode)
    return picture(table.view(seat), names=names, you=seat, game=offer.game, theme=theme, width=width)


def table_transcript(table: AnyTable, seat: Seat | None, names: Sequence[str]) -> str:
    """Return the game so far as text, as a seat saw it."""
    seen = (step.seen_by(seat) for step in table.steps())
    lines = [*transcript(seen, lambda state: format_state(state, game=table.game, you=seat, names=names), names=names)]
    if table.outcome is not None:
        lines += ["", format_outcome(table.outcome, names=names)]
    return "\n".join(lines).strip() + "\n"


def error_document(error: CardRulesError) -> Document:
    """Return an error: its ``code``, its message and, of a refused move, the reason and the numbers of the rules."""
    if isinstance(error, IllegalMoveError):
        return {
            "error": {
                "code": error.code,
                "message": str(error),
                "reason": f"{words(error.move)}: {error.reason}",
                "rules": error.rules,
            }
        }
    return {"error": {"code": error.code, "message": str(error), "reason": str(error), "rules": ()}}
