"""The errors of the server, each with the status of HTTP that goes with it."""

from typing import ClassVar

from cardrules.errors import CardRulesError


class WebError(CardRulesError):
    """A request that the server refuses."""

    code = "request"
    status: ClassVar[int] = 400
    """The status of the answer."""


class NoSuchLinkError(WebError, LookupError):
    """A link to a seat or an invitation that no table has."""

    code = "no_such_link"
    status = 404


class SeatTakenError(WebError):
    """An invitation that somebody has accepted already."""

    code = "seat_taken"
    status = 410


class WatchingError(WebError):
    """An act at a table by somebody who only watches it."""

    code = "watching"
    status = 403


class ForeignPageError(WebError):
    """A request that a page of another site makes in the name of its reader."""

    code = "foreign_page"
    status = 403


class NotOverError(WebError):
    """A wish for another game while this one goes on."""

    code = "not_over"
    status = 409


class TooLargeError(WebError):
    """A body of a request that is larger than any message has to be."""

    code = "too_large"
    status = 413


class TooManyRequestsError(WebError):
    """More requests in a short time than anybody needs to play."""

    code = "too_many_requests"
    status = 429


class FullError(WebError):
    """A table more than the server keeps."""

    code = "full"
    status = 503


class StoreError(WebError):
    """A file of tables that cannot be read or written."""

    code = "store"
    status = 500


STATUSES = {"not_your_turn": 409, "stale_move": 409, "undo_request": 409, "nothing_to_undo": 409, "no_such_game": 404}
"""The statuses of errors of the library by their code; that of the others is 422: the request was read and refused."""


def status_of(error: CardRulesError) -> int:
    """Return the status of the answer that reports an error."""
    return error.status if isinstance(error, WebError) else STATUSES.get(error.code, 422)
