"""The harness that checks the laws of card games: one call verifies anybody's game.

>>> from cardrules.games import oh_hell
>>> verdicts = verify(oh_hell, oh_hell.Rules(players=3, deals=1), examples=3)
>>> print(verdicts[0])
kept     games start

Needs hypothesis, the extra ``verify``.
"""

from cardrules.errors import MissingExtraError

try:
    import hypothesis as _hypothesis  # noqa: F401  # names the extra at once if it is missing
except ImportError as _error:
    raise MissingExtraError("cardrules.verify", "verify") from _error

from cardrules.verify.audit import audit as audit
from cardrules.verify.explore import Explored as Explored
from cardrules.verify.explore import explore as explore
from cardrules.verify.explore import perft as perft
from cardrules.verify.harness import EXAMPLES as EXAMPLES
from cardrules.verify.harness import Verdict as Verdict
from cardrules.verify.harness import verdicts as verdicts
from cardrules.verify.harness import verify as verify
from cardrules.verify.laws import LAWS as LAWS
from cardrules.verify.laws import Law as Law
from cardrules.verify.shrinking import first_failure as first_failure
from cardrules.verify.strategies import cards as cards
from cardrules.verify.strategies import packs as packs
from cardrules.verify.strategies import playouts as playouts
from cardrules.verify.strategies import rules_of as rules_of
from cardrules.verify.strategies import shuffles as shuffles
from cardrules.verify.strategies import states as states
from cardrules.verify.strategies import traces as traces
from cardrules.verify.strategies import variants_of as variants_of
from cardrules.verify.trace import BrokenLawError as BrokenLawError
from cardrules.verify.trace import Moment as Moment
from cardrules.verify.trace import NotPromisedError as NotPromisedError
from cardrules.verify.trace import Trace as Trace
from cardrules.verify.unseen import never_seen as never_seen
