"""The rulebooks, a Markdown page for each game; their parser; and a pytest plugin that reports rules without a test."""

from cardrules.rulebooks.parser import NoSuchRuleError as NoSuchRuleError
from cardrules.rulebooks.parser import Rule as Rule
from cardrules.rulebooks.parser import Rulebook as Rulebook
from cardrules.rulebooks.parser import rulebook as rulebook
