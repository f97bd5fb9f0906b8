"""The faces of cards: suits, ranks, pips, courts, the joker and the back."""

import re
from typing import Literal

import pytest

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Rank, Suit
from cardrules.pictures import picture
from cardrules.pictures.faces import pips
from cardrules.pictures.theme import Theme
from tests.pictures.reading import SVG, ids, parsed, references, symbol, texts, words
from tests.sheets import card

CARDS = (*PACK_52, JOKER, FACE_DOWN)
FULL, SMALL = 200, 50


def faces(width: int, theme: Theme) -> list[str]:
    """All cards, without the names that differ from picture to picture."""
    return [
        re.sub(r"\bc[0-9a-f]{10}-|<title.*</desc>|data-card=\"..?.?\"", "", picture(one, width=width, theme=theme))
        for one in CARDS
    ]


@pytest.mark.parametrize("width", [FULL, SMALL])
@pytest.mark.parametrize("colours", [2, 4])
def test_every_card_is_distinct(width: int, colours: int) -> None:
    theme = Theme(colours=2 if colours == 2 else 4, mode="light")
    without_ids = [re.sub(r'(id|href)="[^"]*"', "", face) for face in faces(width, theme)]
    assert len(set(without_ids)) == len(CARDS)


@pytest.mark.parametrize("width", [40, FULL, 400])
@pytest.mark.parametrize("shown", CARDS, ids=str)
def test_a_card_is_well_formed_and_complete(shown: Card, width: int) -> None:
    svg = picture(shown, width=width)
    assert (parsed(svg).get("width"), parsed(svg).get("height")) == (str(width), f"{width * 1.4:g}")
    assert len(ids(svg)) == len(set(ids(svg)))
    assert references(svg) <= set(ids(svg))
    assert len(svg) < 16_000


@pytest.mark.parametrize("shown", CARDS, ids=str)
def test_no_font_is_needed_for_a_card(shown: Card) -> None:
    svg = picture(shown)
    assert texts(svg) == []
    assert not set(svg) & set("♣♦♥♠")


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank.value.isdigit()], ids=str)
def test_a_card_has_as_many_pips_as_its_rank_says(rank: Rank) -> None:
    count = int(rank.value)
    places = pips(rank.value)
    assert len(set(places)) == count
    assert {(round(1 - x, 3), y) for x, y in places} == {(round(x, 3), y) for x, y in places}
    for suit in Suit:
        shape = symbol(picture(Card(rank, suit), width=FULL), f"{rank.value}{suit.value}")
        drawn = [use for use in shape.iter(f"{SVG}use") if str(use.get("href")).endswith(f"-{suit.value}")]
        assert len(drawn) == count + 2  # those in the corners
        upright = [use for use in drawn if use.get("transform") is None]
        assert len(upright) == 2 + sum(y <= 0.5 for _, y in places)  # the corners are turned together with the ranks


@pytest.mark.parametrize("rank", ["8", "9", "10", "2", "3", "4", "5", "6"])
def test_pips_look_the_same_upside_down(rank: str) -> None:
    assert {(round(1 - x, 3), round(1 - y, 3)) for x, y in pips(rank)} == {
        (round(x, 3), round(y, 3)) for x, y in pips(rank)
    }


def test_the_single_pip_of_a_seven_lies_in_the_upper_half() -> None:
    assert [y < 0.5 for x, y in pips("7") if x == 0.5] == [True]


@pytest.mark.parametrize("rank", [Rank.JACK, Rank.QUEEN, Rank.KING], ids=str)
def test_a_court_card_has_its_figure_twice_and_its_suit_at_both_ends(rank: Rank) -> None:
    face = symbol(picture(Card(rank, Suit.HEARTS), width=FULL), f"{rank.value}H")
    names = [str(use.get("href")).partition("-")[2] for use in face.iter(f"{SVG}use")]
    assert names.count(rank.value) == 2
    assert names.count("H") == 6  # in the corners, beside the heads and before the chests


def test_a_theme_has_two_or_four_colours_of_suits() -> None:
    two, four = ({Theme(colours=count).suit(suit.value) for suit in Suit} for count in (2, 4))
    assert (len(two), len(four)) == (2, 4)
    with pytest.raises(ValueError, match="colours"):
        Theme(colours=3)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(ValueError, match="mode"):
        Theme(mode="sepia")  # type: ignore[arg-type]  # what is refused


def test_light_and_dark_are_chosen_by_the_reader_or_fixed() -> None:
    auto, light, dark, page = (
        picture(card("QS"), theme=Theme(mode=mode)) for mode in ("auto", "light", "dark", "page")
    )
    assert auto.count("<style>") == auto.count("prefers-color-scheme:dark") == 1
    assert "var(" in auto
    assert "style" not in light + dark + page
    assert "var(" not in light + dark
    assert light != dark
    assert re.sub("<style>.*</style>", "", auto.replace(ids(auto)[0][:12], "")) == page.replace(ids(page)[0][:12], "")


def test_each_picture_colours_only_itself() -> None:
    svg = picture(card("QS"))
    (style,) = re.findall("<style>(.*)</style>", svg)
    assert re.findall(r"([^{}]+)\{--", style) == [f"#{ids(svg)[0]}"] * 2


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        ("QS", "queen of spades"),
        ("10H", "10 of hearts"),
        ("AD", "ace of diamonds"),
        ("JK", "joker"),
        ("??", "a card face down"),
    ],
)
def test_the_title_of_a_card_is_its_name(shown: str, title: str) -> None:
    assert words(picture(card(shown))) == f"{title} | "


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as the guidelines for accessible web content define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_texts_and_suits_stand_out_from_their_ground(mode: Literal["light", "dark"]) -> None:
    theme = Theme(colours=4, mode=mode)
    on = {
        "felt": ("text", "faint", "accent"),
        "plate": ("text", "faint", "accent"),
        "paper": ("red", "black", "green", "blue"),
    }
    for ground, colours in on.items():
        for colour in colours:
            darker, lighter = sorted((luminance(theme[ground]), luminance(theme[colour])))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (colour, ground)  # what the guidelines ask of small texts
