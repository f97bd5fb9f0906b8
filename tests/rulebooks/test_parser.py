"""The parser of rulebooks, and the mistakes in them that it reports."""

from pathlib import Path

import pytest

from cardrules import catalogue
from cardrules.errors import RecordError
from cardrules.rulebooks import NoSuchRuleError, Rule, Rulebook, rulebook

PAGE = """# Whist

A game for four,
two against two.

Sources: **EN**.

## 1 Deal

- **1.1** Thirteen cards each. [EN]
- Whoever deals cuts nothing.

## 2 Play

- **2.1** Follow suit
  if possible; a card
    of [any] suit otherwise. [EN, RU-A; D]
- **2.2** Points:
  - one a trick
  - two for all [D]

## Options

| option | values |
| --- | --- |
| `players` | 4 |
| `honours` | `bool \\| None` |

Nothing else.

## Options of old

| option |
| --- |
| `none` |
"""


def test_what_is_read_from_a_page() -> None:
    book = Rulebook.parse("whist", PAGE)
    assert (book.name, book.title, book.summary, book.page) == (
        "whist",
        "Whist",
        "A game for four, two against two.",
        PAGE,
    )
    assert book.rules == (
        Rule("1.1", "Thirteen cards each.", ("EN",)),
        Rule("2.1", "Follow suit if possible; a card of [any] suit otherwise.", ("EN", "RU-A", "D")),
        Rule("2.2", "Points: - one a trick - two for all", ("D",)),
    )
    assert book.numbers == {"1.1", "2.1", "2.2"}
    assert str(book.rules[1]) == "2.1 Follow suit if possible; a card of [any] suit otherwise. [EN, RU-A, D]"


def test_a_page_may_end_with_its_summary() -> None:
    assert Rulebook.parse("whist", "# Whist\n\nA game.").summary == "A game."
    assert Rulebook.parse("whist", "# Whist\n\nA game.\n").rules == ()


def test_a_rule_by_its_number() -> None:
    book = Rulebook.parse("whist", PAGE)
    assert book.rule("1.1").text == "Thirteen cards each."
    with pytest.raises(NoSuchRuleError, match=r"whist has no rule 3\.1") as caught:
        book.rule("3.1")
    assert (caught.value.name, caught.value.number) == ("whist", "3.1")


def test_the_cells_of_a_table() -> None:
    book = Rulebook.parse("whist", PAGE)
    assert book.table("Options") == (("`players`", "4"), ("`honours`", "`bool | None`"))
    assert book.table("Options of old") == (("`none`",),)
    assert book.table("1 Deal") == book.table("Moves") == ()


def test_lines_that_begin_with_a_number_need_not_be_rules() -> None:
    page = "# Whist\n\nA game.\n\n- **1.1** A trick costs\n  -0.5 points, and\n  + 1.5 is\n  the rest. [RU]\n\n    -1.5 points\n\n- 1.5 times\n"
    (rule,) = Rulebook.parse("whist", page).rules
    assert rule.text == "A trick costs -0.5 points, and + 1.5 is the rest."


@pytest.mark.parametrize(
    "page",
    ["", "Whist", "# Whist", "# Whist\n", "# Whist\nA game.\n", "# Whist\n\n## 1 Deal\n", "\n# Whist\n\nA game.\n"],
)
def test_a_page_begins_with_its_title_and_a_paragraph(page: str) -> None:
    with pytest.raises(RecordError, match="rulebook whist: it must begin with a heading '# Title' and a paragraph"):
        Rulebook.parse("whist", page)


@pytest.mark.parametrize(
    "item",
    [
        "- **1.2** Follow suit.",
        "- **1.2** Follow suit. []",
        "- **1.2** Follow suit. [, EN]",
        "- **1.2** Follow suit. [EN,]",
        "- **1.2** Follow suit. [EN] or not",
        "- **1.2** Follow suit. (EN)",
        "- **1.2** [EN]",
        "- **1.2**Follow suit. [EN]",
        "- **1.2.** Follow suit. [EN]",
        "- **1** Follow suit. [EN]",
        "- 1.2 Follow suit. [EN]",
        "- **1.2.1** Follow suit. [EN]",
        "* **1.2** Follow suit. [EN]",
        "-  **1.2** Follow suit. [EN]",
        " - **1.2** Follow suit. [EN]",
        "-**1.2** Follow suit. [EN]",
        "- **1.2 Follow** suit. [EN]",
        "- **1.2** Follow suit.\nOtherwise not. [EN]",
    ],
)
def test_a_misspelt_rule_is_refused(item: str) -> None:
    """Otherwise it would not count as a rule, and nobody would miss its test."""
    with pytest.raises(RecordError, match=r"rulebook whist: a rule is written '- \*\*1.1\*\* text \[RU\]'") as caught:
        Rulebook.parse("whist", f"# Whist\n\nA game.\n\n- **1.1** Deal. [EN]\n{item}\n- **1.3** Score. [EN]\n")
    assert repr(item.split("\n", maxsplit=1)[0]) in str(caught.value)


def test_a_number_belongs_to_one_rule() -> None:
    with pytest.raises(RecordError, match=r"rulebook whist: 2 rules have the number 2\.1"):
        Rulebook.parse("whist", PAGE.replace("2.2", "2.1"))


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_game_has_a_rulebook(name: str) -> None:
    book = rulebook(name)
    assert book.name == name
    assert book.rules


@pytest.mark.parametrize(
    "name", ["whist", "", "oh_hell.md", "Oh_Hell", "../rulebooks/oh_hell", str(Path("README").resolve())]
)
def test_any_other_name_is_refused_and_is_never_a_path(name: str) -> None:
    with pytest.raises(NoSuchRuleError, match=f"no rulebook '{name}'") as caught:
        rulebook(name)
    assert caught.value.number is None
