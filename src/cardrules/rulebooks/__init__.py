"""The rulebooks, a Markdown page for each game; their parser; and the pytest plugin that reports untested rules."""

from cardrules.rulebooks.parser import NoSuchRuleError as NoSuchRuleError
from cardrules.rulebooks.parser import Rule as Rule
from cardrules.rulebooks.parser import Rulebook as Rulebook
from cardrules.rulebooks.parser import rulebook as rulebook
