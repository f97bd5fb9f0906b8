"""What protects people from other sites and from each other: headers of every answer, and refusals of foreign requests."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardrules.web.errors import ForeignPageError

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""The Content-Security-Policy of every answer: nothing is loaded from elsewhere, and nothing in a page is run or styled."""

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # the address of a page is the link to a seat
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
"""The headers of every answer."""


class SecureHeaders:
    """Middleware that adds the headers; what is not a static file is not kept by any cache."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


def require_own_page(headers: Headers) -> None:
    """Raise :class:`~cardrules.web.errors.ForeignPageError` for a request that another site's page makes.

    Programs that are no browsers send neither of these headers, and act for nobody else.
    """
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    foreign = site not in (None, "same-origin", "none")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        foreign = True
    if foreign:
        raise ForeignPageError("this request comes from a page of another site; open the table itself")
