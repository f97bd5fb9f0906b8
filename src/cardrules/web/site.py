"""The pages as routes."""

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cardrules.errors import CardRulesError, RecordError
from cardrules.pictures import style_sheet
from cardrules.web import pages
from cardrules.web.api import Api, clean_name
from cardrules.web.lobby import Lobby, Sitter
from cardrules.web.options import chosen_rules
from cardrules.web.requests import form_of
from cardrules.web.security import require_own_page

STATIC: Final = Path(__file__).with_name("static")
"""The folder of styles and scripts."""

_SEE_OTHER: Final = 303


class Site:
    """The pages of a server."""

    def __init__(self, api: Api) -> None:
        """Show the rooms for which an API answers."""
        self.api = api
        self.lobby: Lobby = api.lobby

    @property
    def routes(self) -> list[Route | Mount]:
        """The routes."""
        return [
            Route("/", self.games),
            Route("/games/{game:str}", self.game),
            Route("/games/{game:str}", self.deal, methods=["POST"]),
            Route("/join/{code:str}", self.invitation),
            Route("/join/{code:str}", self.join, methods=["POST"]),
            Route("/table/{token:str}", self.table),
            Route("/static/cards.css", self.card_styles),
            Route("/static/icon.svg", self.icon),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]

    async def games(self, _request: Request) -> Response:
        """Show the games."""
        return HTMLResponse(pages.games_page(self.lobby.offers.values()))

    async def game(self, request: Request) -> Response:
        """Show the options and the seats of a game, filled in as the address says."""
        return self._setup(request.path_params["game"], dict(request.query_params))

    async def deal(self, request: Request) -> Response:
        """Open a table, and go to it."""
        require_own_page(request.headers)
        offer = self.lobby.offer(request.path_params["game"])
        form = await form_of(request, self.lobby.limits.body)
        if "only" in form:
            return self._setup(offer.name, form)
        self.api.count_opening(request)
        try:
            rules = chosen_rules(offer, form)
            name = clean_name(form.get("your-name", ""))
            sitters = [Sitter(who=who, name=name) for who in pages.chosen_sitters(offer, rules, form)]
            opened = self.lobby.open(offer, rules, sitters)
        except CardRulesError as error:
            return self._setup(offer.name, form, str(error))
        return RedirectResponse(f"/table/{opened.token}", _SEE_OTHER)

    def _setup(self, name: str, form: dict[str, str], error: str = "") -> Response:
        offer = self.lobby.offer(name)
        try:
            rules = chosen_rules(offer, form)
        except RecordError as wrong:
            error = error or str(wrong)
            rules = offer.game.Rules()
        return HTMLResponse(pages.game_page(offer, rules, form, error), 422 if error else 200)

    async def invitation(self, request: Request) -> Response:
        """Show an invitation."""
        code = request.path_params["code"]
        room, seat = self.lobby.invited(code)
        return HTMLResponse(pages.invitation_page(room, code, seat))

    async def join(self, request: Request) -> Response:
        """Take the seat of an invitation, and go to the table. A preview of the link takes nothing."""
        require_own_page(request.headers)
        room, seat = self.lobby.invited(request.path_params["code"])
        form = await form_of(request, self.lobby.limits.body)
        token = room.take(seat, clean_name(form.get("your-name", "")))
        return RedirectResponse(f"/table/{token}", _SEE_OTHER)

    async def table(self, request: Request) -> Response:
        """Show a table."""
        token = request.path_params["token"]
        room, seat = self.lobby.find(token)
        return HTMLResponse(pages.table_page(room, token, seat))

    async def card_styles(self, _request: Request) -> Response:
        """Return the colours of pictures."""
        return Response(style_sheet(), media_type="text/css")

    async def icon(self, _request: Request) -> Response:
        """Return the picture beside the title."""
        return Response(pages.icon(), media_type="image/svg+xml")
