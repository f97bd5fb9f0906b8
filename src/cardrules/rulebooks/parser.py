"""Parse rulebooks: Markdown pages with numbered rules, for people, for the documentation and for the tests.

The rulebooks of the library's games are in this package; :meth:`Rulebook.parse` also parses those of other games. A rule
is a list item that begins with its number in bold and ends with its sources in brackets::

    ## 3 Play

    - **3.2** Follow suit if possible; otherwise any card. [RU]
"""

import re
from collections import Counter
from importlib import resources

from attrs import frozen

from cardrules.errors import CardRulesError, RecordError

_HEAD = re.compile(r"# (?P<title>.+)\n\n(?P<summary>(?:[^#\n].*\n?)+)")
_ITEM = re.compile(r"- \*\*(?P<number>\d+\.\d+)\*\* (?P<text>.+) \[(?P<tags>[A-Z0-9-]+(?:[,;] *[A-Z0-9-]+)*)\]")
_INTENDED = re.compile(r" *[-+*](?: *\*\*\d| +\d+\.\d+ +[A-Z])")
"""A line that was meant to be a rule. Were it skipped for a slip, the rulebook would silently lose that rule."""


class NoSuchRuleError(CardRulesError, LookupError):
    """There is no rulebook ``name``, or it has no rule ``number``."""

    code = "no_such_rule"

    def __init__(self, name: str, number: str | None = None) -> None:
        super().__init__(name, number)
        self.name = name
        self.number = number

    def __str__(self) -> str:
        return f"no rulebook {self.name!r}" if self.number is None else f"{self.name} has no rule {self.number}"


@frozen
class Rule:
    """A numbered rule: its text, and the tags of its sources (``D`` is a decision of the library)."""

    number: str
    text: str
    sources: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number} {self.text} [{', '.join(self.sources)}]"


@frozen
class Rulebook:
    """A rulebook: its title, the summary below it, its rules in order, and the whole page."""

    name: str
    title: str
    summary: str
    rules: tuple[Rule, ...]
    page: str

    @property
    def numbers(self) -> frozenset[str]:
        """The numbers of all rules."""
        return frozenset(rule.number for rule in self.rules)

    def rule(self, number: str) -> Rule:
        """Return the rule with this number; raise :class:`NoSuchRuleError` if there is none."""
        for rule in self.rules:
            if rule.number == number:
                return rule
        raise NoSuchRuleError(self.name, number)

    def table(self, heading: str) -> tuple[tuple[str, ...], ...]:
        """Return the rows of cells of the table under ``heading``, without its head; no rows if there is no table."""
        sections = re.split(r"^## ", self.page, flags=re.MULTILINE)
        body = next((section for section in sections if section.startswith(heading + "\n")), "")
        rows = [line for line in body.splitlines() if line.startswith("|")]
        return tuple(map(_cells, rows[2:]))

    @classmethod
    def parse(cls, name: str, page: str) -> "Rulebook":
        """Return the rulebook on a Markdown page.

        Raises :class:`~cardrules.errors.RecordError` if the page does not begin with a title and a summary, if a rule has
        no source or another form than above, or if two rules have the same number.
        """
        head = _HEAD.match(page)
        if head is None:
            raise RecordError(f"rulebook {name}: it must begin with a heading '# Title' and a paragraph")
        summary = " ".join(head["summary"].split())
        rules = tuple(_rule(name, item) for item in _items(page))
        for number, times in Counter(rule.number for rule in rules).items():
            if times > 1:
                raise RecordError(f"rulebook {name}: {times} rules have the number {number}")
        return cls(name, head["title"], summary, rules, page)


def _cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1])


def _items(page: str) -> list[str]:
    """Return the list items of the page that are rules, or meant to be, each joined to one line."""
    joined = re.sub(rf"\n(?!{_INTENDED.pattern}) +(?=\S)", " ", page)
    return [line for line in joined.splitlines() if _INTENDED.match(line)]


def _rule(name: str, item: str) -> Rule:
    parts = _ITEM.fullmatch(item)
    if parts is None:
        raise RecordError(
            f"rulebook {name}: a rule is written '- **1.1** text [RU]', with its sources at the end, not {item!r}"
        )
    return Rule(parts["number"], parts["text"], tuple(re.split(r"[,;] *", parts["tags"])))


def rulebook(name: str) -> Rulebook:
    """Return the rulebook of one of the library's games; raise :class:`NoSuchRuleError` for any other name."""
    if name not in _names():  # a name is not a path: it must not reach the file system
        raise NoSuchRuleError(name)
    page = resources.files("cardrules.rulebooks") / f"{name}.md"
    return Rulebook.parse(name, page.read_text(encoding="utf-8"))


def _names() -> frozenset[str]:
    """Return the names of the games that have a rulebook in this package."""
    pages = (page.name for page in resources.files("cardrules.rulebooks").iterdir())
    return frozenset(page.removesuffix(".md") for page in pages if page.endswith(".md"))
