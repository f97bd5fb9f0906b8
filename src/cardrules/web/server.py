"""The application, made with Starlette, and the program that runs it, uvicorn."""

import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from cardrules.errors import CardRulesError
from cardrules.web import pages
from cardrules.web.api import Api
from cardrules.web.errors import status_of
from cardrules.web.limits import Limits
from cardrules.web.lobby import Lobby
from cardrules.web.messages import error_document
from cardrules.web.offers import Offer
from cardrules.web.robots import Robots
from cardrules.web.security import SecureHeaders
from cardrules.web.site import Site
from cardrules.web.storage import Store

DEFAULT_LIMITS: Final = Limits()


def application(
    offers: Sequence[Offer], store: Store, *, robots: Robots | None = None, limits: Limits = DEFAULT_LIMITS
) -> Starlette:
    """Return the application that serves tables of some games, kept in a store, which it closes at its end."""
    lobby = Lobby(offers, store, robots or Robots(), limits)
    api = Api(lobby)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await lobby.close()

    app = Starlette(
        routes=[*api.routes, *Site(api).routes],
        middleware=[Middleware(SecureHeaders)],
        exception_handlers={CardRulesError: _refused, HTTPException: _no_such_page},
        lifespan=lifespan,
    )
    app.state.lobby = lobby
    return app


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CardRulesError)
    status = status_of(error)
    if request.url.path.startswith("/api/"):
        return JSONResponse(error_document(error), status)
    return HTMLResponse(pages.error_page("That did not work", str(error)), status)


def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": {"code": "request", "message": error.detail}}, error.status_code)
    return HTMLResponse(pages.error_page(error.detail, "There is no such page here."), error.status_code)


class _Server(uvicorn.Server):
    """A server whose streams end when it does, so that it need not wait for the people at its tables."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.lobby.end_streams()
        await super().shutdown(sockets)


def serve(app: Starlette, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve an application until it is told to end; call ``ready`` with the address once it can be reached.

    Raises ``OSError`` if the address cannot be had.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # from now on a visitor waits until the server is there
        shown = f"[{host}]" if ":" in host else host
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, timeout_keep_alive=60)
        ready(f"http://{shown}:{listening.getsockname()[1]}")
        _Server(config, app).run([listening])
