"""Rulebooks: Markdown pages with numbered rules, for people, for the documentation and for the tests.

The rulebooks of the library's games lie beside their modules; :meth:`Rulebook.parse` reads those of other games as
well. A rule is a list item with its number in bold and its sources in brackets at the end::

    ## 3 Play

    - **3.2** Follow suit if possible; otherwise any card. [RU]
"""

import re
from importlib import resources

from attrs import frozen

from cardrules.errors import RecordError

_ITEM = re.compile(r"- \*\*(?P<number>\d+\.\d+)\*\* (?P<text>.+)")
_SOURCES = re.compile(r"\s*\[(?P<tags>[A-Z0-9 ,;-]+)\]$")


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
        """The rule with this number; raises ``KeyError`` if there is none."""
        for rule in self.rules:
            if rule.number == number:
                return rule
        raise KeyError(f"{self.name} has no rule {number}")

    def table(self, heading: str) -> tuple[tuple[str, ...], ...]:
        """The cells of the table under ``heading``, row by row without its head; empty if there is none."""
        section = re.split(r"^## ", self.page, flags=re.MULTILINE)
        body = next((part for part in section if part.startswith(heading + "\n")), "")
        rows = [line for line in body.splitlines() if line.startswith("|")]
        return tuple(tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]) for row in rows[2:])

    @classmethod
    def parse(cls, name: str, page: str) -> "Rulebook":
        """The rulebook on a Markdown page; raises :class:`~cardrules.errors.RecordError` where it is not one."""
        title = re.match(r"# (.+)\n\n((?:.+\n)+)\n", page)
        if title is None:
            raise RecordError(f"rulebook {name}: it must begin with a heading '# Title' and a paragraph")
        summary = " ".join(title[2].split())
        rules = tuple(_rule(name, item) for item in _items(page))
        numbers = [rule.number for rule in rules]
        for number in numbers:
            if numbers.count(number) > 1:
                raise RecordError(f"rulebook {name}: rule {number} stands there twice")
        return cls(name, title[1], summary, rules, page)


def _items(page: str) -> list[str]:
    """The list items of the page that begin with a number, each on one line."""
    joined = re.sub(r"\n +(?=\S)", " ", page)
    return [line for line in joined.splitlines() if _ITEM.match(line)]


def _rule(name: str, item: str) -> Rule:
    parts = _ITEM.fullmatch(item)
    assert parts is not None
    tags = _SOURCES.search(parts["text"])
    if tags is None:
        raise RecordError(f"rulebook {name}: rule {parts['number']} must end with its sources, such as [RU] or [D]")
    sources = tuple(re.split(r"[,;]\s*", tags["tags"]))
    return Rule(parts["number"], _SOURCES.sub("", parts["text"]), sources)


def rulebook(name: str) -> Rulebook:
    """The rulebook of one of the library's games; raises ``LookupError`` for any other name."""
    page = resources.files("cardrules.rulebooks") / f"{name}.md"
    if not page.is_file():
        raise LookupError(f"no rulebook {name!r}")
    return Rulebook.parse(name, page.read_text(encoding="utf-8"))
