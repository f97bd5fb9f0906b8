"""Hands and piles, notebooks, and what is refused."""

import subprocess
import sys

import pages
import pytest

from cardrules.cards import PACK_52, Card, Deck, Hand
from cardrules.pictures import picture, pile
from tests.pictures.reading import SVG, cards_shown, ids, parsed, texts, words
from tests.sheets import card, hand


def test_a_hand_is_a_fan_with_its_cards_in_words() -> None:
    svg = picture(hand("QS 2H QS"))
    assert cards_shown(svg) == {"QS": 2, "2H": 1}
    assert words(svg) == "3 cards | queen of spades, queen of spades, 2 of hearts"
    turns = [use.get("transform") for use in parsed(svg).iter(f"{SVG}use") if use.get("data-card")]
    assert [str(turn)[:9] for turn in turns] == ["rotate(-4", "None", "rotate(4 "]


def test_hands_of_no_card_and_of_one() -> None:
    assert words(picture(hand(""))) == "0 cards | "
    assert cards_shown(picture(hand("2C"))) == {"2C": 1}
    assert texts(picture(hand("?? ??"))) == ["2"]
    assert texts(picture(hand("??"))) == []


def test_a_deck_is_a_pile_with_its_number() -> None:
    svg = picture(Deck(PACK_52))
    assert texts(svg) == ["52"]
    assert words(svg) == "pile of 52 cards | "
    assert not cards_shown(svg)
    assert svg == pile(Hand(PACK_52))
    assert parsed(picture(Deck(PACK_52), width=60)).get("width") == "60"


def test_a_pile_may_show_its_top_card() -> None:
    svg = pile(hand("QS 2C"), face_up=True)
    assert cards_shown(svg) == {"QS": 1}
    assert words(svg) == "pile of 2 cards | queen of spades on top"
    assert words(pile(hand(""), face_up=True)) == "pile of 0 cards | "
    assert texts(pile(hand("QS"))) == []


def test_several_pictures_stand_in_one_page() -> None:
    page = [picture(card("QS")), picture(card("QH")), picture(hand("QS")), picture(card("QS"), width=60)]
    names = [name for svg in page for name in ids(svg)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("shown", [card("QS"), card("??"), hand("QS 2C"), Deck(PACK_52)])
def test_notebooks_show_pictures(shown: Card | Hand) -> None:
    assert shown._repr_svg_() == picture(shown)


def test_pictures_are_loaded_when_they_are_shown() -> None:
    code = (
        "import sys, cardrules, cardrules.play.table; print('cardrules.pictures' in sys.modules);"
        "cardrules.Card.parse('QS')._repr_svg_(); print('cardrules.pictures' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603  # our own code
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("shown", [3, "QS", None, (card("QS"),)])
def test_what_is_not_drawn(shown: object) -> None:
    with pytest.raises(TypeError, match="shows cards, hands, and the states and tables of games, not"):
        picture(shown)  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize("width", [0, -3, 0.5, 1e9, float("nan")])
def test_a_picture_has_a_width(width: float) -> None:
    for draw in (picture, pile):
        with pytest.raises(ValueError, match="must be 1 to 100000 pixels wide, not "):
            draw(hand("QS"), width=width)


@pytest.mark.parametrize("name", pages.COMMITTED)
def test_the_pictures_of_the_readme_are_those_that_the_library_draws(name: str) -> None:
    committed = (pages.HERE / name).read_text(encoding="utf-8")
    assert committed == pages.pictures()[name], "run: PYTHONPATH=docs/tutorial python docs/pictures/pages.py"
