"""Zones: views, the cards of a state, and filling in hidden cards."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import comb
from random import Random
from typing import Annotated, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, TypeVarTuple, final

import pytest
from attrs import evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import TypeAliasType

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Deck, Hand, pack
from cardrules.errors import ViewError
from cardrules.game import NATURE, shuffle, shuffled_deck
from cardrules.zones import (
    Closed,
    Known,
    Open,
    Own,
    Visibility,
    Zone,
    card_fields,
    cards_in,
    determinize,
    hidden_cards,
    map_zones,
    resolve_hints,
    view,
    view_of_move,
    visibilities,
    zone_errors,
    zones,
)
from tests.sheets import card, hand, hands

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@frozen
class Dealt:
    """A state with a zone of each kind."""

    hands: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    trick: Open[Hand]
    turn_up: Open[Card | None] = None
    hole: Closed[Card] | None = None
    points: tuple[int, ...] = (0, 0)
    to_act = 0


DEALT = Dealt(hands("QS 10H | 2C 3C"), Deck.parse("AH AD AC"), hand("KS"), card("7D"), card("8D"))


def test_a_seat_sees_its_own_cards_and_open_cards() -> None:
    assert view(DEALT, 1) == Dealt(hands("?? ?? | 2C 3C"), Deck.parse("?? ?? ??"), hand("KS"), card("7D"), FACE_DOWN)
    assert view(DEALT, 0).hands == hands("QS 10H | ?? ??")


@pytest.mark.parametrize("seat", [2, -1, "0"])
def test_a_seat_that_is_not_at_the_table_has_no_view(seat: int) -> None:
    with pytest.raises(ViewError, match=f"there is no seat {seat!r} at a table of 2; None is a spectator"):
        view(DEALT, seat)


def test_a_spectator_sees_only_open_cards() -> None:
    assert view(DEALT, None) == Dealt(hands("?? ?? | ?? ??"), Deck.parse("?? ?? ??"), hand("KS"), card("7D"), FACE_DOWN)


def test_a_view_has_the_same_class_and_is_its_own_view() -> None:
    seen = view(DEALT, 0)
    assert [type(seen), type(seen.stock), type(seen.hands[1])] == [Dealt, Deck, Hand]
    assert view(seen, 0) == seen
    assert seen.points is DEALT.points


def test_empty_zones_stay_empty() -> None:
    bare = Dealt((Hand(), Hand()), Deck(), Hand())
    assert view(bare, 0) == bare
    assert view(bare, None) == bare


@given(st.permutations(PACK_52[:9]))
def test_states_that_differ_only_in_hidden_cards_have_the_same_view(order: list[Card]) -> None:
    hidden = Deck(order)
    (own, *_), stock = hidden.deal(1, 2)
    other = Dealt((hand("QS 10H"), own), stock, hand("KS"))
    sorted_one = Dealt((hand("QS 10H"), hand("2C 3C")), Deck(PACK_52[2:9]), hand("KS"))
    assert view(other, 0) == view(sorted_one, 0)
    assert hash(view(other, 0)) == hash(view(sorted_one, 0))


@frozen
class Pile:
    """A nested object: a card that nobody sees under cards that everybody sees."""

    base: Closed[Card]
    above: Open[tuple[Hand, ...]]


@frozen
class Wrapped(Generic[T]):
    """A phase that wraps another, with objects that have zones in tuples and by a type variable."""

    inside: "Wrapped[Pile] | Dealt | None"
    piles: tuple[Pile, ...] = ()
    rows: tuple[tuple[Pile, ...], ...] = ()
    other: T | None = None
    thrown: Own[tuple[tuple[Hand, ...], ...]] = ()
    shown: Own[tuple[Card | None, ...]] = ()
    _secret: Closed[Hand] = field(default=Hand(), alias="secret")
    to_act = None


PILE = Pile(card("2S"), hands("3S | 4S 5S"))
INSIDE: Wrapped[Pile] = Wrapped(DEALT, piles=(PILE,), other=PILE)
WRAPPED: Wrapped[Hand] = Wrapped(
    INSIDE,
    piles=(PILE, Pile(card("2H"), ())),
    rows=((), (PILE,)),
    other=hand("JC"),
    thrown=(hands("6S | 7S 8S"), hands("9S | 10S")),
    shown=(card("JS"), None),
    secret=hand("QC KC"),
)


@final
@frozen
class Note:
    """A final class without cards."""

    text: str
    before: "Note | None" = None


@final
@frozen
class Stack:
    """A final class with a zone in a nested object."""

    note: Note
    pile: Pile


@frozen
class Remark:
    """A class without cards, whose subclasses may have some."""

    text: str


@frozen
class Shown(Remark):
    """A subclass with a card."""

    card: Closed[Card]


@frozen
class Noted:
    """A phase with records."""

    notes: tuple[Note, ...]
    stacks: tuple[Stack, ...]
    remarks: tuple[Remark, ...]


def test_only_final_classes_are_known_to_have_no_zones() -> None:
    assert [part.name for part in card_fields(Noted)] == ["stacks", "remarks"]
    note = Note("bid", Note("pass"))
    noted = Noted((note,), (Stack(note, PILE),), (Shown("shown", card("2H")),))
    assert cards_in(noted) == hand("2H 2S 3S 4S 5S")
    assert view(noted, 0).remarks == (Shown("shown", FACE_DOWN),)


def test_views_hide_cards_in_nested_objects() -> None:
    backs = Pile(FACE_DOWN, hands("3S | 4S 5S"))
    assert view(WRAPPED, 0) == Wrapped(
        Wrapped(view(DEALT, 0), piles=(backs,), other=backs),
        piles=(backs, Pile(FACE_DOWN, ())),
        rows=((), (backs,)),
        other=hand("JC"),
        thrown=(hands("6S | 7S 8S"), hands("?? | ??")),
        shown=(card("JS"), None),
        secret=hand("?? ??"),
    )
    assert view(WRAPPED, 1).shown == (FACE_DOWN, None)


def test_map_zones_returns_the_same_object_if_nothing_changes() -> None:
    assert map_zones(WRAPPED, lambda _, held: held) is WRAPPED
    assert map_zones(DEALT, lambda part, held: hand("AC") if part.name == "trick" else held) == evolve(
        DEALT, trick=hand("AC")
    )


class Shape:
    """A class without zones."""


@frozen
class Round(Shape):
    """A subclass with cards."""

    cards: Closed[Hand]


@frozen
class Laid:
    """A state whose types do not say which classes its objects have."""

    shape: Shape
    anything: object
    several: tuple[Shape, ...]


def test_zones_are_found_where_types_do_not_reveal_them() -> None:
    state = Laid(Round(hand("QS")), Round(hand("KS")), (Round(hand("AS")), Shape()))
    seen = view(state, 0)
    assert (seen.shape, seen.anything, seen.several[0]) == (Round(hand("??")),) * 3
    assert cards_in(state) == hand("QS KS AS")


def test_objects_without_zones_stay_the_same() -> None:
    seen = view(WRAPPED, 0)
    assert type(seen.other) is Hand
    assert seen.other is WRAPPED.other
    assert view(Wrapped(None, other=(1, "x")), 0) == Wrapped(None, other=(1, "x"))


def test_the_zones_of_a_state_by_name() -> None:
    assert list(zones(DEALT)) == [
        Zone("hands", Visibility.OWNER, hand("QS 10H 2C 3C")),
        Zone("stock", Visibility.CLOSED, hand("AH AD AC")),
        Zone("trick", Visibility.OPEN, hand("KS")),
        Zone("turn_up", Visibility.OPEN, hand("7D")),
        Zone("hole", Visibility.CLOSED, hand("8D")),
    ]
    named = {zone.name: zone.cards for zone in zones(WRAPPED)}
    assert named["inside.inside.stock"] == hand("AH AD AC")
    assert named["inside.piles.above"] == hand("3S 4S 5S")
    assert named["rows.base"] == hand("2S")
    assert named["thrown"] == hand("6S 7S 8S 9S 10S")
    assert named["_secret"] == hand("QC KC")


def test_all_the_cards_of_a_state_sorted() -> None:
    assert cards_in(DEALT) == hand("2C 3C AC 7D 8D AD 10H AH QS KS").sorted()
    inside = [*cards_in(DEALT), *hand("2S 3S 4S 5S") * 2]
    outside = hand("2S 3S 4S 5S 2H 2S 3S 4S 5S JC 6S 7S 8S 9S 10S JS QC KC")
    assert cards_in(WRAPPED) == Hand((*inside, *outside)).sorted()


Phases: TypeAlias = Dealt | Wrapped[int]


def test_visibilities_by_the_name_of_the_field() -> None:
    expected = {
        "hands": Visibility.OWNER,
        "stock": Visibility.CLOSED,
        "trick": Visibility.OPEN,
        "turn_up": Visibility.OPEN,
        "hole": Visibility.CLOSED,
        "base": Visibility.CLOSED,
        "above": Visibility.OPEN,
        "thrown": Visibility.OWNER,
        "shown": Visibility.OWNER,
        "_secret": Visibility.CLOSED,
    }
    assert visibilities(Phases) == visibilities(Wrapped) == visibilities(Dealt, Wrapped[int]) == expected
    assert visibilities(int, None) == {}


def test_zones_of_the_same_name_must_have_the_same_visibility() -> None:
    @frozen
    class Other:
        stock: Open[Hand]

    with pytest.raises(ViewError, match=r"Other\.stock is seen by everybody, elsewhere by nobody"):
        visibilities(Dealt | Other)


@frozen
class Thrown:
    """Zones whose cards lie face down, even if everybody knows them, and others."""

    gone: Known[Hand]
    maybe: Known[Hand] | None
    stock: Closed[Hand]
    shown: Open[Hand]
    kept: Own[tuple[Hand, ...]]
    inner: Pile
    count: int


def test_views_show_known_cards_though_they_lie_face_down() -> None:
    state = Thrown(hand("QS"), hand("KS"), hand("2C"), hand("7D"), hands("8H | 9H"), PILE, 3)
    seen = view(state, None)
    assert (seen.gone, seen.maybe, seen.stock) == (hand("QS"), hand("KS"), hand("??"))


def test_the_fields_that_can_hold_cards() -> None:
    fields = [(part.name, part.visibility, part.face_down) for part in card_fields(Thrown)]
    assert fields == [
        ("gone", Visibility.OPEN, True),
        ("maybe", Visibility.OPEN, True),
        ("stock", Visibility.CLOSED, True),
        ("shown", Visibility.OPEN, False),
        ("kept", Visibility.OWNER, False),
        ("inner", None, False),
    ]


Hidden = TypeAliasType("Hidden", Closed[Hand])  # as ``type Hidden = Closed[Hand]`` from Python 3.12 on
Inner = TypeAliasType("Inner", Pile)


@frozen
class Aliased:
    """A state whose types are named by ``type`` statements."""

    hidden: Hidden
    maybe: Hidden | None
    inner: tuple[Inner, ...] = ()
    to_act = None


AliasedPhases = TypeAliasType("AliasedPhases", Aliased | Dealt)


def test_types_may_be_named_by_type_statements() -> None:
    state = Aliased(hand("QS"), hand("KS"), (PILE,))
    assert view(state, 0) == Aliased(hand("??"), hand("??"), (Pile(FACE_DOWN, PILE.above),))
    assert visibilities(AliasedPhases) == visibilities(Aliased | Dealt)
    assert visibilities(Aliased) == {
        "hidden": Visibility.CLOSED,
        "maybe": Visibility.CLOSED,
        "base": Visibility.CLOSED,
        "above": Visibility.OPEN,
    }


@frozen
class Around(Generic[T]):
    """A generic class whose fields use its type variable in several ways."""

    one: T
    row: tuple[T, ...]
    maybe: T | None
    noted: Annotated[int, []]  # cannot be hashed


@frozen
class AroundNumbers(Around[int], Generic[T]):
    """A subclass that fills in the type variable and uses the same one for another field."""

    more: T


@frozen
class AroundPiles(AroundNumbers[Pile]):
    """A subclass that fills in both."""


@frozen
class PlainAroundPiles(AroundPiles):
    """A subclass that fills in nothing."""


@pytest.mark.parametrize("kind", [AroundPiles, PlainAroundPiles])
def test_type_variables_are_substituted_for_each_base_separately(kind: type) -> None:
    assert resolve_hints(kind) == {
        "one": int,
        "row": tuple[int, ...],
        "maybe": int | None,
        "noted": Annotated[int, []],
        "more": Pile,
    }
    assert resolve_hints(AroundNumbers)["more"] is T


def test_cards_are_hidden_where_a_type_variable_is_used_twice() -> None:
    state: AroundNumbers[Pile] = AroundNumbers(1, (), None, 0, PILE)
    assert view(state, 0).more == Pile(FACE_DOWN, PILE.above)


class Named(Protocol[T]):
    """A generic protocol."""

    name: T


@frozen
class Fan(Sequence[Card], Named[str]):
    """A class derived from a sequence and a protocol."""

    cards: Closed[Hand]
    name: str = ""

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, place: int) -> Card:  # type: ignore[override]  # no slices
        return self.cards[place]


@frozen
class Several(Generic[*Ts]):
    """A variadic generic class."""

    values: tuple[*Ts]


@frozen
class Piles(Several[Pile, Pile]):
    """Two piles."""


class Pair(NamedTuple):
    """Two piles."""

    left: Pile
    right: Pile


def test_zones_are_found_with_bases_of_every_kind() -> None:
    assert resolve_hints(Pair) == {"left": Pile, "right": Pile}
    assert view(Fan(hand("QS")), 0) == Fan(hand("??"))
    backs = Pile(FACE_DOWN, PILE.above)
    assert view(Piles((PILE, PILE)), 0) == Piles((backs, backs))


@frozen
class InnerVisibility:
    """A visibility that is not outermost and would hide nothing."""

    hands: tuple[Own[Hand], ...]


@frozen
class TwoVisibilities:
    """Two visibilities for one zone."""

    stock: Open[Own[Hand]]


@frozen
class TwoVisibilitiesInAUnion:
    """Two visibilities for one zone."""

    stock: Open[Hand] | Closed[Card]


@frozen
class NestedVisibilities:
    """A visibility inside another."""

    hands: Open[tuple[Open[Hand], ...]]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (InnerVisibility, "hands"),
        (TwoVisibilities, "stock"),
        (TwoVisibilitiesInAUnion, "stock"),
        (NestedVisibilities, "hands"),
    ],
)
def test_a_visibility_that_would_hide_nothing_is_refused(kind: type, name: str) -> None:
    with pytest.raises(TypeError, match=f"{kind.__name__}.{name}: the type of a zone has one visibility, outermost"):
        view(kind(()), 0)
    with pytest.raises(TypeError, match="the type of a zone has one visibility"):
        visibilities(kind)


@frozen
class OwnHand:
    """An ``Own`` zone that is not a tuple by seat."""

    hand: Own[Hand | Card | None]


@pytest.mark.parametrize("held", [hand("QS KS"), card("QS"), Hand()])
def test_an_own_zone_of_a_state_is_a_tuple_by_seat(held: Hand | Card) -> None:
    with pytest.raises(TypeError, match="hand: an Own zone of a state is a tuple by seat, not "):
        view(OwnHand(held), 0)
    assert view(OwnHand(None), 0) == OwnHand(None)


@frozen
class Odd:
    """A zone that can hold anything."""

    stock: Closed[object]


@frozen
class Loose:
    """A state with cards in ordinary fields."""

    lead: Card | None = None
    kept: Hand | None = None
    known: object = None
    of_seats: Own[tuple[Hand, ...] | Hand | None] = ()
    inner: "Loose | None" = None
    rules: object = None


@frozen
class Fluxx:
    """An object whose ``rules`` are cards."""

    rules: Closed[Hand]


@final
@frozen
class Ended:
    """A final class whose ``rules`` are cards."""

    rules: Closed[Hand]


@frozen
class Table:
    """A state with such objects, and options that name cards."""

    rules: Loose
    now: Fluxx
    before: tuple[Ended, ...]


def test_rules_are_hidden_if_they_are_a_zone_and_cards_named_by_options_do_not_count() -> None:
    table = Table(Loose(lead=card("QS"), of_seats=hands("2D | 3D")), Fluxx(hand("2C")), (Ended(hand("3C")),))
    assert cards_in(table) == hand("2C 3C")
    seen = view(table, 0)
    assert (seen.rules, seen.now.rules, seen.before[0].rules) == (table.rules, hand("??"), hand("??"))
    assert zone_errors(table) == []


@pytest.mark.parametrize(
    ("state", "wrong"),
    [
        (Loose(), []),
        (Loose(of_seats=hands("QS | KS")), []),
        (Loose(of_seats=None), []),
        (Loose(rules=Loose(lead=card("QS"))), []),
        (DEALT, []),
        (WRAPPED, ["other holds cards but is not a zone"]),
        (Loose(lead=card("QS")), ["lead holds cards but is not a zone"]),
        (Loose(kept=Hand()), ["kept holds cards but is not a zone"]),
        (Loose(known=(1, (card("QS"),))), ["known holds cards but is not a zone"]),
        (Loose(known=frozenset([card("QS")])), ["known holds cards but is not a zone"]),
        (Loose(known=[hand("QS")]), ["known holds cards but is not a zone"]),
        (Loose(inner=Loose(lead=card("QS"))), ["inner.lead holds cards but is not a zone"]),
        (Loose(of_seats=hand("QS")), ["of_seats is an Own zone but not a tuple by seat"]),
    ],
)
def test_faults_of_the_zones_of_a_state(state: Loose, wrong: list[str]) -> None:
    assert zone_errors(state) == wrong


@pytest.mark.parametrize("held", [[card("QS")], {card("QS")}, 3, "QS", PILE, (PILE,)])
def test_a_zone_that_holds_anything_else_is_refused(held: object) -> None:
    """A view cannot hide such objects, so it must not show them."""
    with pytest.raises(TypeError, match="stock: a zone holds cards, hands, None and tuples of these, not "):
        view(Odd(held), 0)


def test_types_in_quotes_must_be_defined_at_the_top_level_of_a_module() -> None:
    @frozen
    class Local:
        inner: "Nested | None"  # this is refused

    @frozen
    class Nested:
        stock: Closed[Hand]

    @frozen
    class Plain:
        inner: Nested | None

    with pytest.raises(TypeError, match=r"Local: name 'Nested' is not defined; a type in quotes must be defined"):
        view(Local(Nested(hand("QS"))), 0)
    assert view(Plain(Nested(hand("QS"))), 0) == Plain(Nested(hand("??")))


@frozen
class Exchange:
    """A move with a zone of each kind."""

    thrown: Own[Hand]
    to: int
    shown: Open[Card | None] = None
    under: Closed[tuple[Card, ...]] = ()


@pytest.mark.parametrize(
    ("mover", "seat", "thrown"),
    [(1, 1, "QS KS"), (1, 0, "?? ??"), (1, None, "?? ??"), (None, None, "?? ??"), (None, 0, "?? ??")],
)
def test_a_move_is_seen_by_its_mover_and_others(mover: int | None, seat: int | None, thrown: str) -> None:
    move = Exchange(hand("QS KS"), 2, card("7D"), (card("2C"),))
    assert view_of_move(move, mover, seat) == Exchange(hand(thrown), 2, card("7D"), (FACE_DOWN,))


def fillings(seen: Dealt, cards: Hand, times: int) -> Counter[Dealt]:
    """Determinize a view a number of times; count the states."""
    rng = Random(2024)
    return Counter(determinize(seen, cards, rng) for _ in range(times))


def chi_square(counts: Counter[Dealt]) -> float:
    expected = counts.total() / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values())


def test_a_determinized_state_has_the_same_view_and_all_the_cards() -> None:
    everything = cards_in(DEALT)
    for seat in (0, 1, None):
        seen = view(DEALT, seat)
        for state in fillings(seen, everything, 20):
            assert view(state, seat) == seen
            assert cards_in(state) == everything


def test_all_determinized_states_are_equally_likely() -> None:
    """Chi-square over the 24 ways to place four cards: 49.7 is exceeded once in a thousand at 23 degrees of freedom."""
    state = Dealt((hand("QS"), hand("2C 3C")), Deck.parse("4C 5C"), hand("KS"))
    counts = fillings(view(state, 0), cards_in(state), 24_000)
    laid = {(*filled.hands[1], *filled.stock) for filled in counts}
    assert laid == set(permutations(hand("2C 3C 4C 5C")))
    assert chi_square(counts) < 49.7


def test_equal_cards_and_jokers_are_filled_in_with_the_right_frequency() -> None:
    """Six places for three queens of spades, two jokers and a two: 60 ways; 98.3 is exceeded once in a thousand at 59."""
    state = Dealt((hand("QS"), hand("QS JK 2C")), Deck.parse("QS JK QS"), hand("JK"))
    counts = fillings(view(state, 0), cards_in(state), 6_000)
    assert len(counts) == comb(6, 3) * comb(3, 2)
    assert chi_square(counts) < 98.3


def test_every_unseen_card_can_be_filled_in_even_the_true_one() -> None:
    rest = Deck(PACK_52).minus(hand("QS KS 7D 8H"))
    state = Dealt((hand("QS"), Hand()), rest, hand("KS"), card("7D"), card("8H"))
    holes = Counter(filled.hole for filled in fillings(view(state, 0), Hand(PACK_52), 2_000))
    assert set(holes) == {*rest, card("8H")}


def test_determinizing_with_two_packs_and_jokers() -> None:
    cards = Hand(pack(copies=2, jokers=3))
    state = Dealt((Hand(cards[:20]), Hand(cards[20:60])), Deck(cards[60:]), Hand())
    (filled,) = fillings(view(state, 1), cards, 1)
    assert cards_in(filled) == cards
    assert cards.count(JOKER) == 3


def test_the_cards_that_a_view_hides() -> None:
    assert hidden_cards(view(DEALT, 0), cards_in(DEALT)) == hand("2C 3C AC 8D AD AH")
    assert hidden_cards(view(DEALT, None), cards_in(DEALT)) == hand("2C 3C AC 8D AD 10H AH QS")
    assert hidden_cards(DEALT, cards_in(DEALT)) == Hand()


def test_determinizing_a_whole_state_changes_nothing() -> None:
    assert determinize(DEALT, cards_in(DEALT), Random(0)) == DEALT


@frozen
class Dealing:
    """A state whose pack is a zone."""

    pack: Closed[Hand]
    held: Own[tuple[Hand, ...]]
    to_act = None


def test_a_pack_is_filled_in_sorted() -> None:
    state = Dealing(hand("2C 3C 4C 5C 6C"), hands("QS | KS"))
    packs = {determinize(view(state, 0), cards_in(state), Random(seed)).pack for seed in range(50)}
    assert len(packs) == 6
    assert all(filled == filled.sorted() for filled in packs)


@frozen
class Opening:
    """A phase of chance whose pack is a zone of another name, in a nested object."""

    table: Dealing
    to_act = NATURE

    @property
    def pack(self) -> Hand:
        """The stock."""
        return self.table.pack


@frozen
class Reshuffling:
    """A phase of chance whose pack is part of a zone."""

    stock: Closed[Hand]
    to_act = NATURE

    @property
    def pack(self) -> Hand:
        """All cards but the first."""
        return Hand(self.stock[1:])


def test_a_pack_that_is_a_nested_zone_is_filled_in_sorted() -> None:
    state = Opening(Dealing(hand("2C 3C 4C 5C 6C"), hands("QS | KS")))
    packs = {determinize(view(state, 0), cards_in(state), Random(seed)).pack for seed in range(50)}
    assert len(packs) == 6
    assert all(filled == filled.sorted() for filled in packs)


def test_a_pack_that_is_part_of_a_determinized_zone_can_be_shuffled() -> None:
    state = Reshuffling(hand("2C 3C 3C 4C 4C 5C 6C"))
    filled = determinize(view(state, 0), cards_in(state), Random(0))
    assert filled.pack != filled.pack.sorted()
    move = shuffle(filled, Random(1))
    assert shuffled_deck(filled.pack, move) == move.cards


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("2C 3C AH AD AC KS 7D QS 10H", "the view hides 6 cards; the pack has 5 that it does not show"),
        ("2C 3C AH AD AC KS 7D 8D QS 10H 9H", "the view hides 6 cards; the pack has 7 that it does not show"),
        ("2C 3C AH AD AC KS 7D 8D QS JH", "the view shows more copies of 10♥ than the pack has"),
        ("", "the view shows more copies of 7♦ 10♥ Q♠ K♠ than the pack has"),
        ("2C 3C ?? AD AC KS 7D 8D QS 10H", "this pack was taken from a view"),
    ],
)
def test_a_pack_that_does_not_fit_the_view_is_refused(cards: str, wrong: str) -> None:
    with pytest.raises(ViewError, match=wrong):
        determinize(view(DEALT, 0), hand(cards), Random(0))


def test_a_view_with_more_copies_than_the_pack_is_refused() -> None:
    twice = evolve(DEALT, turn_up=card("KS"))
    with pytest.raises(ViewError, match="the view shows more copies of K♠ than the pack has"):
        determinize(view(twice, 0), Hand(PACK_52), Random(0))
