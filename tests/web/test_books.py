"""Rulebooks as HTML."""

import re

import pytest

from cardrules import catalogue
from cardrules.games import oh_hell
from cardrules.rulebooks import Rulebook, rulebook
from cardrules.web.books import rulebook_html, with_links


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_each_rule_can_be_linked_to(name: str) -> None:
    book = rulebook(name)
    rules = catalogue.game(name).Rules()
    page = rulebook_html(book, rules)
    assert "&gt;&gt;&gt;" not in page  # the example is for programmers
    assert set(re.findall(r'<li id="rule-([\d.]+)"', page)) == book.numbers
    cells = re.findall(r"<tr>\n<td><code>(\w+)</code></td>.*?<td><span>(.*?)</span></td></tr>", page, re.DOTALL)
    assert [option for option, _ in cells] == [row[0].strip("`") for row in book.table("Options")]


def test_the_options_of_the_table_are_filled_in_and_changes_are_marked() -> None:
    page = rulebook_html(rulebook("oh_hell"), oh_hell.Rules(players=5, order="up_down"))
    assert page.count("this table") == 1
    row = r'<code>(\w+)</code>(?:(?!</tr>).)*?((?:<td class="changed">)?<(?:strong|span)>[^<]*)<'
    found = dict(re.findall(row, page, re.DOTALL))
    assert found["players"] == '<td class="changed"><strong>5'
    assert found["order"] == '<td class="changed"><strong>up down'
    assert found["deals"] == "<span>none"
    assert found["hook"] == "<span>no"


PAGE = """# Hearts <b>

A game.

- **1.1** Follow suit. See [Oh Hell](oh_hell.md#x) and [a book](https://example.org/). [EN]

![a picture](https://example.org/x.png) <script>alert(1)</script> [bad](javascript:alert)
"""


def test_a_page_holds_nothing_but_text_and_links_elsewhere() -> None:
    page = rulebook_html(Rulebook.parse("hearts", PAGE), oh_hell.Rules())
    assert "<script" not in page
    assert "<img" not in page
    links = [
        f'<a target="_blank" rel="noopener noreferrer" href="https://example.org/{name}">' for name in ("", "x.png")
    ]
    assert re.findall(r"<a [^>]*>", page) == links
    assert "See Oh Hell and" in page
    assert '<li id="rule-1.1" tabindex="-1"><strong>1.1</strong>' in page


def test_numbers_of_rules_become_links() -> None:
    book = rulebook("oh_hell")
    assert with_links("a < b (2.3, 9.9)", book) == 'a &lt; b (<a href="#rule-2.3">2.3</a>, 9.9)'
    assert with_links("see 2.3", None) == "see 2.3"
