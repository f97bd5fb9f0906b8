"""The tables of all games: what is drawn, where, and what is not."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import cuckoo
import hearts
import pytest
from attrs import field, frozen

from cardrules import catalogue
from cardrules.blocks.tricks import Playing
from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Deck, Hand, Ranking, Suit
from cardrules.errors import ViewError
from cardrules.game import playout, replay, states
from cardrules.games import blackjack, devils_grip, draw_poker, klaberjass, oh_hell, spades
from cardrules.labels import UNTOLD, told
from cardrules.pictures import Layout, Theme, picture
from cardrules.play.facts import seat_count
from cardrules.play.table import Table
from cardrules.play.text import format_state
from cardrules.seats import NOT_BY_SEAT, Seat
from cardrules.zones import Closed, Known, Open, Own, Visibility, determinize, hidden_cards, view, zones
from tests.pictures.reading import SVG, cards_shown, corners, ids, parsed, references, symbol, texts, words
from tests.sheets import card, hand, hands
from tests.variants import short_variants
from tests.verify import little

FACE_DOWN_ZONES = ("gone", "taken", "used", "redealt")
"""The zones of the library's games whose cards everybody knows and that lie face down."""

OWN_GAMES: dict[str, Any] = {"cuckoo": cuckoo, "hearts": hearts, "little": little}


def phases(game: Any, rules: Any, seed: int = 1) -> Iterator[Any]:
    """Yield a state in the middle and the last state of each phase of a random game."""
    found: dict[type, list[Any]] = {}
    for state in states(game, playout(game, rules, Random(seed), 600)):
        found.setdefault(type(state), []).append(state)
    for same in found.values():
        yield from {id(state): state for state in (same[len(same) // 2], same[-1])}.values()


@cache
def all_phases(name: str) -> tuple[Any, ...]:
    """Return states of all phases of a game by its default rules, and by some others."""
    game = OWN_GAMES.get(name) or catalogue.game(name)
    variants = [] if name in OWN_GAMES else [*short_variants(name)][::5]
    return tuple(state for rules in (game.Rules(), *variants) for state in phases(game, rules))


def visible(state: Any) -> Counter[str]:
    """The cards of a state that lie face up, but for the lower cards of a waste."""
    found: Counter[str] = Counter()
    for zone in zones(state):
        name = zone.name.split(".")[-1]
        if zone.visibility is not Visibility.CLOSED and not (
            name in FACE_DOWN_ZONES and zone.visibility is Visibility.OPEN
        ):
            found.update(card.ascii for card in (zone.cards[-3:] if name == "waste" else zone.cards))
    del found["??"]
    return found


GAMES = (*catalogue.NAMES, *OWN_GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_of_every_game_is_drawn(name: str) -> None:
    for state in all_phases(name):
        for svg in (picture(state), picture(state, width=390), picture(view(state, None))):
            root = parsed(svg)
            assert len(ids(svg)) == len(set(ids(svg)))
            assert references(svg) <= set(ids(svg))
            assert {element.tag.removeprefix(SVG) for element in root.iter()}.isdisjoint(
                {"script", "image", "a", "foreignObject"}
            )
            assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
            assert len(svg) < 100_000


@pytest.mark.parametrize("name", GAMES)
def test_all_cards_that_lie_face_up_are_drawn_once(name: str) -> None:
    for state in all_phases(name):
        for shown in (state, view(state, None), *(view(state, seat) for seat in range(seat_count(state)))):
            assert cards_shown(picture(shown)) == visible(shown), format_state(shown)


@pytest.mark.parametrize("width", [None, 390, 640])
@pytest.mark.parametrize("name", GAMES)
def test_everything_lies_within_the_picture(name: str, width: int | None) -> None:
    for state in all_phases(name):
        svg = picture(state, width=width)
        _, _, right, bottom = map(float, parsed(svg).get("viewBox", "").split())
        for x, y in corners(svg):
            assert -0.01 <= x <= right + 0.01, format_state(state)
            assert -0.01 <= y <= bottom + 0.01, format_state(state)


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_of_a_view_names_no_hidden_card(name: str) -> None:
    for state in all_phases(name):
        for seat in (None, *range(seat_count(state))):
            seen = view(state, seat)
            assert named(picture(seen, you=seat)) <= {card for zone in zones(seen) for card in zone.cards}, seat


def named(svg: str) -> set[Card]:
    """All cards that a picture names anywhere: by letters, by symbols or in words."""
    text = re.sub(' d="[^"]*"', "", svg)  # shapes, which depend on no card
    letters = re.findall(r"(?<![0-9A-Za-z])(10|[2-9JQKA])([CDHS♣♦♥♠])s?(?![0-9A-Za-z])", text)
    spelt = re.findall(r"(10|[2-9]|jack|queen|king|ace) of ([cdhs])[a-z]+s", text)
    jokers = re.findall(r"\bJKs?\b|\bjoker\b", text)
    return {Card.parse(f"{rank if rank.isdigit() else rank[0]}{suit}") for rank, suit in [*letters, *spelt]} | {
        JOKER for _ in jokers
    }


def test_a_card_is_found_by_each_of_its_names() -> None:
    assert named("10H Q♠ #c01-KDs 3C, ace of clubs. JK 7Sx x2C") == set(hand("10H QS KD 3C AC JK"))
    assert named(picture(hand("10H QS JK"))) == set(hand("10H QS JK"))


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_of_a_view_is_the_same_whatever_it_hides(name: str) -> None:
    rng = Random(5)
    for state in all_phases(name):
        pack = Hand(one for zone in zones(state) for one in zone.cards)
        for seat in (None, *range(seat_count(state))):
            seen = view(state, seat)
            if hidden_cards(seen, pack):
                other = determinize(seen, pack, rng)
                assert picture(view(other, seat), you=seat) == picture(seen, you=seat)


def test_pictures_are_the_same_bytes_on_every_run() -> None:
    code = (
        "from random import Random; from hashlib import sha256; from cardrules import *; from cardrules import catalogue\n"
        "from cardrules.pictures import picture\n"
        "for name in catalogue.NAMES:\n"
        "    game = catalogue.game(name)\n"
        "    record = playout(game, game.Rules(), Random(1), 60)\n"
        "    print(sha256(picture(replay(game, record)).encode()).hexdigest())\n"
    )
    runs = set()
    for seed in ("0", "1"):
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)  # noqa: S603  # our own code
        runs.add(done.stdout)
    assert len(runs) == 1


def trick(players: int = 4, you: Seat = 0, **options: Any) -> str:
    """The picture of a trick in Oh Hell in which two seats have played."""
    rules = oh_hell.Rules(players=players)
    played = states(oh_hell, playout(oh_hell, rules, Random(3)))
    state = next(
        state for state in played if isinstance(state, Playing) and (state.table.size, len(state.trick)) == (5, 2)
    )
    return picture(view(state, you), you=you, **options)


def test_seats_have_names_and_marks_and_facts() -> None:
    svg = trick(names=["Ann", "Bo"])
    shown = texts(svg)
    assert {"Ann (you)", "Bo", "seat 2", "seat 3", "dealer", "trick", "trump", "turn-up", "hands of", "5"} <= set(shown)
    assert sum(text.startswith("score ") for text in shown) == 4
    assert "to act" in shown[0]
    title, description = words(svg).split(" | ")
    assert title == shown[0]
    assert description.startswith("hands of 5. trump ")
    assert "Ann (you): " in description
    assert description.count("cards face down") == 4  # three hands and the stock
    assert not set(svg) & set("♣♦♥♠")


def test_the_seat_to_act_has_a_pointer_and_an_edge() -> None:
    svg = trick(theme=Theme(mode="light"))
    assert svg.count('d="M0 0 10 6.5 0 13Z"') == 1
    assert svg.count('stroke="#ffd257"') == 1


def test_the_seat_in_front_sits_below_and_the_others_clockwise() -> None:
    svg = trick(you=1)
    places = {text: seat_place(svg, text) for text in ("seat 1 (you)", "seat 2", "seat 3", "seat 0")}
    front, left, top, right = places.values()
    assert front[1] > left[1] > top[1]
    assert right[1] == pytest.approx(left[1], abs=5)
    assert left[0] < top[0] < right[0]
    assert front[0] == pytest.approx(top[0], abs=20)


def seat_place(svg: str, name: str) -> tuple[float, float]:
    """Return where a text of a picture stands."""
    found: list[tuple[float, float]] = []

    def search(element: Any, x: float, y: float) -> None:
        move = element.get("transform", "")
        if move.startswith("translate"):
            across, down = map(float, move.removeprefix("translate(").removesuffix(")").split())
            x, y = x + across, y + down
        if element.text == name:
            found.append((x + float(element.get("x")), y))
        for child in element:
            search(child, x, y)

    for part in parsed(svg):
        if part.tag == f"{SVG}g":
            search(part, 0, 0)
    (place,) = found
    return place


@pytest.mark.parametrize("players", range(2, 11))
def test_tables_of_up_to_ten_seats(players: int) -> None:
    rules = cuckoo.Rules(players=players)
    state = replay(cuckoo, playout(cuckoo, rules, Random(0), 1))
    for width in (None, 390, 1_600):
        svg = picture(state, width=width)
        assert sum(cards_shown(svg).values()) == players
        assert all(f"seat {seat}" in texts(svg) for seat in range(players))
        assert parsed(svg).get("width") == str(width or {2: 720, 3: 920, 4: 920}.get(players, 1000))


@frozen
class Crowd:
    """A state with many seats, and facts of all kinds."""

    hands: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    board: Open[tuple[Hand, ...]]
    gone: Known[tuple[Hand, ...]]
    shown: Open[Card | None] = None
    dealer: Seat = 0
    partner: tuple[Seat, ...] = ()
    """By seat, though the name says one."""
    waiting: tuple[Seat | None, ...] = field(default=(), metadata=NOT_BY_SEAT)
    doubled: bool = False
    trump: Suit | None = None
    note: str = ""
    to_act: Seat | None = 0


def crowd(seats: int, **facts: Any) -> Crowd:
    dealt, stock = Deck(PACK_52).deal(seats, 3)
    return Crowd(dealt, stock, (), (), **facts)


def test_more_than_ten_seats_sit_in_rows() -> None:
    svg = picture(crowd(13))
    assert sum(cards_shown(svg).values()) == 39
    assert {f"seat {seat}" for seat in range(13)} <= set(texts(svg))


def test_empty_facts_are_left_out_and_flags_are_their_names() -> None:
    bare = texts(picture(crowd(3)))
    assert {"board", "shown", "partner", "waiting", "doubled", "trump", "gone"}.isdisjoint(bare)
    full = crowd(
        3, partner=(1, 2, 0), waiting=(2, None), doubled=True, trump=Suit.HEARTS, shown=card("QS"), note="Q♠ or ♥"
    )
    svg = picture(full, names=["Ann", "Bo"])
    assert {"doubled", "Ann", "seat 2", "seat 2, -", "shown", "queen of spades or hearts"} <= set(texts(svg))
    assert {"partner Bo", "partner seat 2", "partner Ann"} <= set(texts(svg))
    assert "trump hearts. " in words(svg)
    assert "hearts" not in texts(svg)  # it is drawn


def test_open_hands_of_no_seat_are_piles_and_empty_ones_are_places() -> None:
    piles = (*hands("2C 3D | 9H"), Hand(), hand("2S 3S 4S 5S 6S 7S 8S"))
    svg = picture(Crowd((), Deck(), piles, ()))
    assert [text for text in texts(svg) if text.isdigit()] == ["0", "1", "2", "3"]
    assert svg.count("stroke-dasharray") == 1
    assert "board: 2 of clubs, 3 of diamonds; 9 of hearts; empty; 2 of spades" in words(svg)


def test_a_single_seat_needs_no_name_unless_it_has_facts() -> None:
    state = replay(devils_grip, playout(devils_grip, devils_grip.Rules(), Random(1), 30))
    assert texts(picture(state)).count("seat 0") == 0
    assert "2 5 8 J" in texts(picture(state))
    assert picture(state, names=["Ann"]).count("Ann to act") == 2  # drawn, and the title


def test_a_waste_shows_its_upper_cards_and_says_how_many_it_has() -> None:
    state = replay(devils_grip, playout(devils_grip, devils_grip.Rules(swaps="none"), Random(1), 12))
    svg = picture(state)
    waste = next(zone.cards for zone in zones(state) if zone.name.endswith("waste"))
    assert len(waste) > 3
    assert f"3 of {len(waste)} cards" in texts(svg)


def test_the_boxes_of_blackjack_sit_in_a_row_opposite_the_dealer() -> None:
    rules = blackjack.Rules(players=3)
    state = next(
        state for state in states(blackjack, playout(blackjack, rules, Random(2))) if type(state).__name__ == "Playing"
    )
    svg = picture(state)
    dealer, *boxes = (seat_place(svg, f"seat {seat}") for seat in (3, 0, 1, 2))
    assert len({y for _, y in boxes}) == 1
    assert [x for x, _ in boxes] == sorted(x for x, _ in boxes)
    assert dealer[1] < boxes[0][1]
    assert sum(text.startswith("bet ") for text in texts(svg)) >= 3


def test_hands_are_sorted_by_suit_and_as_the_game_ranks_them() -> None:
    def order(svg: str) -> list[str]:
        return [name for use in parsed(svg).iter(f"{SVG}use") if (name := use.get("data-card"))]

    cards = hand("2H AS 10C JK KC 9C 3D")
    assert order(picture(cards)) == ["9C", "10C", "KC", "3D", "AS", "2H", "JK"]
    jass = Layout(ranking=Ranking.parse("7 8 9 J Q K 10 A"))
    assert order(picture(cards, layout=jass)) == ["9C", "KC", "10C", "3D", "AS", "2H", "JK"]
    assert order(picture(cards, layout=Layout(keep_order=True))) == ["2H", "AS", "10C", "JK", "KC", "9C", "3D"]
    dealt = replay(klaberjass, playout(klaberjass, klaberjass.Rules(), Random(1), 1))
    held = [[name for name in order(picture(dealt)) if Card.parse(name) in hand] for hand in dealt.hands]  # type: ignore[union-attr]  # a state with hands
    assert all(
        names == sorted(names, key=lambda name: ("CDSH".index(name[-1]), "789JQKTA".index(name[0].replace("1", "T"))))
        for names in held
    )


def test_a_game_may_have_a_layout_of_its_own() -> None:
    class Game:
        LAYOUT = Layout(left_out=("note", "stock"))

    state = crowd(3, note="a note")
    assert "a note" in texts(picture(state, game=cuckoo))
    assert {"a note", "stock"}.isdisjoint(texts(picture(state, game=Game())))
    assert {"a note", "stock"}.isdisjoint(texts(picture(state, layout=Game.LAYOUT)))


def test_money_on_the_table_is_a_stack_of_coins() -> None:
    pot = Layout(stakes=("note",))
    assert picture(crowd(2, note="7"), layout=pot).count("<ellipse") == 3
    assert picture(crowd(2, note="7")).count("<ellipse") == 0


def test_a_table_is_drawn_by_its_state_and_its_game() -> None:
    table = Table(oh_hell, oh_hell.Rules(), seed=1)
    assert picture(table) == picture(table.state) == table._repr_svg_()


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(ViewError, match="there is no seat 4 at a table of 4"):
        picture(oh_hell.start(oh_hell.Rules()), you=4)


def test_unsorted_hands_of_many_cards_lie_in_rows() -> None:
    svg = picture(Crowd((Hand(PACK_52), Hand()), Deck(), (), ()), width=390)
    assert sum(cards_shown(svg).values()) == 52
    backs = picture(Crowd((Hand([FACE_DOWN] * 40), Hand()), Deck(), (), ()), width=390)
    assert "40" in texts(backs)


def test_a_table_of_52_cards_is_small() -> None:
    dealt = next(
        state for state in states(spades, playout(spades, spades.Rules(), Random(1))) if isinstance(state, Playing)
    )
    assert sum(cards_shown(picture(dealt)).values()) == 52
    assert len(picture(dealt)) < 60_000
    assert symbol(picture(dealt), "QSs") is not None


def test_a_zone_is_found_by_its_field_whatever_it_is_called() -> None:
    svg = picture(replay(oh_hell, playout(oh_hell, oh_hell.Rules(players=3), Random(0), 1)))
    assert "turn-up" in texts(svg)
    assert {zone.get("data-zone") for zone in parsed(svg).iter() if zone.get("data-zone")} == {
        "turn_up",
        "stock",
        "hands",
    }


def test_what_a_note_says_of_a_seat_has_its_name() -> None:
    rules = draw_poker.Rules(players=2)
    over = replay(draw_poker, playout(draw_poker, rules, Random(0)))
    outcome = draw_poker.outcome(over)
    assert outcome is not None
    (winner,) = outcome.winners
    svg = picture(over, names=["Ann", "Bo"])
    assert any(text.startswith(f"by {('Ann', 'Bo')[winner]}") for text in texts(svg))


def test_scripts_find_seats_zones_piles_and_cards_by_attributes() -> None:
    state = replay(cuckoo, playout(cuckoo, cuckoo.Rules(players=3), Random(0), 1))
    root = parsed(picture(view(state, 1)))
    seats = {seat.get("data-seat"): seat for seat in root.iter(f"{SVG}g") if seat.get("data-seat")}
    assert sorted(map(str, seats)) == ["0", "1", "2"]
    for number, seat in seats.items():
        (zone,) = [zone for zone in seat.iter(f"{SVG}g") if zone.get("data-zone")]
        (drawn,) = [use.get("data-card") for use in zone.iter(f"{SVG}use")]
        assert (zone.get("data-zone"), drawn) == ("hands", state.hands[1][0].ascii if number == "1" else "??")  # type: ignore[union-attr]  # cards are dealt
    piles = [
        pile.get("data-pile")
        for pile in parsed(picture(Crowd((), Deck(), hands("2C | 3C 4C"), ()))).iter()
        if pile.get("data-pile")
    ]
    assert piles == ["0", "1"]


@frozen
class Naming:
    """A phase with labels."""

    pot: int = field(default=5, metadata=told("in all"))
    trump: Suit | None = field(default=None, metadata=told(empty="no trump"))
    maker: Seat = field(default=1, metadata=told("by", joined=True))
    royal: int = field(default=7, metadata=UNTOLD)
    hands: Own[tuple[Hand, ...]] = field(default=hands("2C | 3C"), metadata=told("hand"))
    to_act: int = 0
    phase = "naming trump"


def test_facts_have_the_labels_of_texts() -> None:
    shown = texts(picture(Naming()))
    assert shown[0] == "naming trump, seat 0 to act"
    assert {"in all", "no trump", "maker"} <= set(shown)
    assert not {"by", "royal", "hand"} & set(shown)
