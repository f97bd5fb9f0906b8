"""``cardrules serve``: play in the browser, with friends and against the computer."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Final

from cardrules.catalogue import NAMES
from cardrules.cli.arguments import GAME_HELP, integer
from cardrules.cli.lookup import ChosenGame, OwnGameError, find_game, registered_games
from cardrules.cli.opponents import budget
from cardrules.cli.screen import Screen
from cardrules.game import name_of

if TYPE_CHECKING:
    from cardrules.web import Offer

HELP: Final = "serve tables to play at in the browser"

HOST: Final = "127.0.0.1"
"""The address that only this computer reaches."""

PORT: Final = 8000

STORE: Final = "cardrules-tables.sqlite"
"""The file of tables if none is given."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"{GAME_HELP}; without one the library's games are offered"
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default=HOST,
        help=f"{HOST}, this computer alone, if not given; 0.0.0.0 for a network",
    )
    parser.add_argument(
        "--port", metavar="N", type=_port, default=PORT, help=f"{PORT} if not given; 0 for any free one"
    )
    parser.add_argument(
        "--think",
        metavar="BUDGET",
        type=budget,
        help="how long the computer thinks about a move: 0.5 is seconds, 500i iterations; half a second if not given",
    )
    parser.add_argument(
        "--store", metavar="FILE", default=STORE, help=f"keep the tables in this file, {STORE} if not given"
    )


def _port(text: str) -> int:
    port = integer(text)
    if port not in range(65_536):
        raise ArgumentTypeError(f"must be a whole number from 0 to 65535, not {port}")
    return port


def run(arguments: Namespace, screen: Screen) -> int:
    """Serve tables until Ctrl-C."""
    from cardrules.web import Robots, Store, application, library, serve  # noqa: PLC0415  # needs an extra

    own = [] if arguments.game in NAMES or arguments.game is None else [offered(find_game(arguments.game))]
    names = {offer.name for offer in own}
    others = [offered(find_game(name)) for name in registered_games() if name not in names]
    first = own[0].name if own else arguments.game
    store = Store(arguments.store)
    robots = Robots() if arguments.think is None else Robots(think=arguments.think)

    def ready(address: str) -> None:
        screen.say(f"{address}/games/{first}" if first else f"{address}/")
        screen.say(f"Open this address in a browser. The tables are kept in {arguments.store}; Ctrl-C ends the server.")
        screen.stream.flush()

    try:
        app = application([*own, *library(), *others], store, robots=robots)
        serve(app, arguments.host, arguments.port, ready)
    finally:
        store.close()
    return 0


def offered(chosen: ChosenGame) -> "Offer":
    """Return a game of one's own as a server offers it.

    Raises :class:`~cardrules.cli.lookup.OwnGameError` if it has no JSON, for which its functions need annotations.
    """
    from cardrules.web import Offer  # noqa: PLC0415  # needs an extra

    with chosen.describing_errors():
        name = name_of(chosen.game)
        try:
            book = chosen.rulebook
        except OwnGameError:
            book = None
        offer = Offer(
            f"own_{name}" if name in NAMES else name, chosen.game, chosen.title, book.summary if book else "", book
        )
        offer.json.dumps(chosen.game.Rules())
        return offer
