"""Rulebooks as HTML: each rule can be linked to, and the table of options shows those of a table."""

import re
from typing import Any, Final

from markdown_it import MarkdownIt

from cardrules.play.text import format_value
from cardrules.rulebooks import Rulebook
from cardrules.web.html import Html, join, tag

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image"])

_EXAMPLE: Final = re.compile(r"^## Example\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
"""The part of a rulebook that is for programmers."""

_ITEM: Final = re.compile(r"<li>(\s*(?:<p>)?)<strong>(\d+\.\d+)</strong>")
_OPTION_ROW: Final = re.compile(r"<tr>\n<td><code>(\w+)</code></td>.*?</tr>", re.DOTALL)
_LINK: Final = re.compile(r'<a href="(?!https?:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
_NUMBER: Final = re.compile(r"\b\d+\.\d+\b")


def rule_id(number: str) -> str:
    """Return the id of a rule in the page, to which links refer."""
    return f"rule-{number}"


def rulebook_html(book: Rulebook, rules: Any) -> Html:
    """Return a rulebook as HTML, with the options of ``rules`` filled in and those that differ from the usual ones marked."""
    page = _MARKDOWN.render(_EXAMPLE.sub("", book.page.partition("\n")[2]))
    page = _LINK.sub(r"\1", page)  # pages of the documentation are not here
    page = page.replace('<a href="', '<a target="_blank" rel="noopener noreferrer" href="')
    page = _ITEM.sub(
        lambda found: f'<li id="{rule_id(found[2])}" tabindex="-1">{found[1]}<strong>{found[2]}</strong>', page
    )
    head, heading, rest = page.partition("<h2>Options</h2>")
    if heading:
        table, end, others = rest.partition("</table>")
        table = table.replace("</tr>", "<th>this table</th></tr>", 1)
        table = _OPTION_ROW.sub(lambda row: _with_value(row, rules), table)
        page = f'{head}<h2 id="options">Options</h2>{table}{end}{others}'
    return Html(page.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>"))


def _with_value(row: re.Match[str], rules: Any) -> str:
    """Return a row of the table of options with the value of an option at a table."""
    name = row[1]
    value = getattr(rules, name, None)
    usual = value == getattr(type(rules)(), name, None)
    cell = tag("td", tag("strong" if not usual else "span", _in_words(value)), class_=None if usual else "changed")
    return row[0].removesuffix("</tr>") + f"{cell}</tr>"


def _in_words(value: object) -> str:
    return format_value(value).replace("_", " ") if value is not None else "none"


def with_links(text: str, book: Rulebook | None) -> Html:
    """Return a text in which the numbers of rules are links to them."""
    numbers = frozenset() if book is None else book.numbers
    parts: list[str] = []
    end = 0
    for found in _NUMBER.finditer(text):
        if found[0] in numbers:
            parts += text[end : found.start()], tag("a", found[0], href=f"#{rule_id(found[0])}")
            end = found.end()
    return join(*parts, text[end:])
