"""What comes in: bodies of requests, their fields, and the numbers in queries, all checked."""

import json
from urllib.parse import parse_qsl

from starlette.requests import Request

from cardrules.web.errors import TooLargeError, WebError


async def body_of(request: Request, limit: int) -> bytes:
    """Return the body of a request; raise :class:`~cardrules.web.errors.TooLargeError` as soon as it is too long."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > limit:
            raise TooLargeError(f"a message may have {limit} bytes at most")
    return bytes(found)


async def json_of(request: Request, limit: int) -> dict[str, object]:
    """Return the object of JSON in a request.

    The type must say that it is JSON: the forms of other sites' pages cannot send that.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise WebError("the message must be JSON, with the header Content-Type: application/json")
    try:
        data: object = json.loads(await body_of(request, limit) or b"{}")
    except (ValueError, RecursionError):
        raise WebError("the message is no JSON") from None
    if not isinstance(data, dict):
        raise WebError("the message must be an object of JSON")
    return data


async def form_of(request: Request, limit: int) -> dict[str, str]:
    """Return the fields of a form."""
    body = await body_of(request, limit)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=500))


def text_in(data: dict[str, object], name: str, default: str | None = None) -> str:
    """Return a string in a message; raise :class:`~cardrules.web.errors.WebError` if it is something else."""
    value = data.get(name, default)
    if not isinstance(value, str):
        raise WebError(f'"{name}" must be a string')
    return value


def number_in(data: dict[str, object], name: str) -> int | None:
    """Return a whole number in a message, ``None`` if it is missing or null."""
    value = data.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise WebError(f'"{name}" must be a whole number')
    return value


def flag_in(data: dict[str, object], name: str) -> bool | None:
    """Return a flag in a message, ``None`` if it is missing or null."""
    value = data.get(name)
    if value is not None and not isinstance(value, bool):
        raise WebError(f'"{name}" must be true or false')
    return value


def queried_number(request: Request, name: str) -> int | None:
    """Return a whole number from 0 in the query of an address, ``None`` if it is not there."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise WebError(f"{name} must be a whole number from 0 up")
    return int(text)
