"""Rulebooks: Markdown pages with numbered rules, for people, for the documentation and for the tests.

The rulebooks of the library's games lie beside their modules; :meth:`Rulebook.parse` reads those of other games as
well. A rule is a list item with its number in bold and its sources in brackets at the end::

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
_MEANT = re.compile(r" *[-+*](?: *\*\*\d| +\d+\.\d+ +[A-Z])")
"""What begins like a rule: if it is none, a slip would silently take it out of the rulebook."""


class NoSuchRuleError(CardRulesError, LookupError):
    """A rulebook ``name`` that is not there, or one that has no rule ``number``."""

    code = "no_such_rule"

    def __init__(self, name: str, number: str | None = None) -> None:
        super().__init__(name, number)
        self.name = name
        self.number = number

    def __str__(self) -> str:
        return f"no rulebook {self.name!r}" if self.number is None else f"{self.name} has no rule {self.number}"


@frozen
class Rule:
    """A numbered rule: its text, and the tags of the sources it comes from (``D`` is a decision of the library)."""

    number: str
    text: str
    sources: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number} {self.text} [{', '.join(self.sources)}]"


@frozen
class Rulebook:
    """The rules of a game: its title, the paragraph that says what it is, its rules in order, and the whole page."""

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
        """The rule with this number; raises :class:`NoSuchRuleError` if there is none."""
        for rule in self.rules:
            if rule.number == number:
                return rule
        raise NoSuchRuleError(self.name, number)

    def table(self, heading: str) -> tuple[tuple[str, ...], ...]:
        """The cells of the table under ``heading``, row by row without its head; empty if there is none."""
        sections = re.split(r"^## ", self.page, flags=re.MULTILINE)
        body = next((section for section in sections if section.startswith(heading + "\n")), "")
        rows = [line for line in body.splitlines() if line.startswith("|")]
        return tuple(map(_cells, rows[2:]))

    @classmethod
    def parse(cls, name: str, page: str) -> "Rulebook":
        """The rulebook on a Markdown page.

        Raises :class:`~cardrules.errors.RecordError` for a page that does not begin with its title and summary, a rule
        that is not written as above or has no source, and a number that stands there twice; it says which.
        """
        head = _HEAD.match(page)
        if head is None:
            raise RecordError(f"rulebook {name}: it must begin with a heading '# Title' and a paragraph")
        summary = " ".join(head["summary"].split())
        rules = tuple(_rule(name, item) for item in _items(page))
        for number, times in Counter(rule.number for rule in rules).items():
            if times > 1:
                raise RecordError(f"rulebook {name}: rule {number} stands there {times} times")
        return cls(name, head["title"], summary, rules, page)


def _cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1])


def _items(page: str) -> list[str]:
    """The list items of the page that are rules, or meant to be, each on one line."""
    joined = re.sub(rf"\n(?!{_MEANT.pattern}) +(?=\S)", " ", page)
    return [line for line in joined.splitlines() if _MEANT.match(line)]


def _rule(name: str, item: str) -> Rule:
    parts = _ITEM.fullmatch(item)
    if parts is None:
        raise RecordError(
            f"rulebook {name}: a rule is written '- **1.1** text [RU]', with its sources at the end, not {item!r}"
        )
    return Rule(parts["number"], parts["text"], tuple(re.split(r"[,;] *", parts["tags"])))


def rulebook(name: str) -> Rulebook:
    """The rulebook of one of the library's games; raises :class:`NoSuchRuleError` for any other name."""
    page = resources.files("cardrules.rulebooks") / f"{name}.md"
    if not page.is_file():
        raise NoSuchRuleError(name)
    return Rulebook.parse(name, page.read_text(encoding="utf-8"))
