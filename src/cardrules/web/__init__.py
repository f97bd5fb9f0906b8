"""Tables in the browser: a server with pages for people and JSON for programs.

``cardrules serve`` runs it. To run it within a program of your own::

    from cardrules.web import Store, application, library, serve

    serve(application(library(), Store("tables.sqlite")), "127.0.0.1", 8000, print)

Nobody is sent what they may not know: all that a seat gets is made from its view, its events and its legal moves. Needs the
extra ``web``.
"""

from importlib.util import find_spec

from cardrules.errors import MissingExtraError

if not all(map(find_spec, ("starlette", "uvicorn", "markdown_it", "cattrs"))):
    raise MissingExtraError("cardrules.web", "web")

from cardrules.web.limits import Limits as Limits
from cardrules.web.offers import Offer as Offer
from cardrules.web.offers import library as library
from cardrules.web.robots import Robots as Robots
from cardrules.web.server import application as application
from cardrules.web.server import serve as serve
from cardrules.web.storage import IN_MEMORY as IN_MEMORY
from cardrules.web.storage import Store as Store
