"""Worlds: each is possible, all are found, and each is as likely as any other."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import hearts
import pytest
from attrs import evolve

from cardrules import catalogue
from cardrules.cards import FACE_DOWN, PACK_52, Hand
from cardrules.chance import shuffled
from cardrules.game import Record, Shuffled, playout, shuffle, states
from cardrules.games import blackjack, draw_poker, konchinka, oh_hell, polish_bank, semerik, spades
from cardrules.knowledge import building, sampling
from cardrules.knowledge import worlds as found_worlds
from cardrules.knowledge.building import Builder
from cardrules.knowledge.evidence import Evidence
from cardrules.knowledge.information import InformationSet, first_information, information
from cardrules.knowledge.places import filled, places
from cardrules.knowledge.worlds import NoWorldError, Tracker, World, find, is_possible, worlds
from cardrules.play.transcript import steps
from cardrules.seats import partner
from cardrules.zones import cards_in, determinize, view
from tests.knowledge.possible import Small, chi_square, known_after, possible_worlds
from tests.sheets import hand
from tests.variants import SHORT, short_variants
from tests.verify import little

every_game = pytest.mark.parametrize("name", catalogue.NAMES)


def decisions(game: Any, rules: Any, seed: object, count: int) -> Iterator[tuple[Record[Any, Any], Any]]:
    """Yield records of a random game up to some of its decisions, each with the state there."""
    rng = Random(str(seed))
    record = playout(game, rules, rng, max_moves=300)
    played = list(states(game, record))
    acting = [place for place, state in enumerate(played) if isinstance(state.to_act, int)]
    for place in shuffled(acting, rng)[:count]:
        yield evolve(record, moves=record.moves[:place]), played[place]


def check_worlds(game: Any, rules: Any, seed: object, count: int) -> None:
    """Check that worlds are found at some decisions, that they are possible, and that so is the game that was played."""
    for record, state in decisions(game, rules, seed, count):
        known = information(game, record, state.to_act)
        assert is_possible(game, known, truth(game, record))
        for world in islice(worlds(game, rules, known, Random(str(seed))), 2):
            assert is_possible(game, known, world)


def truth(game: Any, record: Record[Any, Any]) -> World[Any, Any]:
    """Return a game that was played as a world."""
    played = list(states(game, record))
    size = len(cards_in(played[0]))
    full = [place for place, move in enumerate(record.moves) if isinstance(move, Shuffled) and len(move.cards) == size]
    start = full[-1] if full else 0
    return World(played[start], record.moves[start:], played[-1])


@every_game
def test_worlds_are_found_and_possible(name: str) -> None:
    game = catalogue.game(name)
    check_worlds(game, game.Rules(**SHORT.get(name, {})), name, 4)


@every_game
@pytest.mark.deep
def test_worlds_are_found_with_every_option(name: str) -> None:
    game = catalogue.game(name)
    for number, rules in enumerate(short_variants(name)):
        check_worlds(game, rules, number, 6)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("polish_bank", {"side_bets": True, "early_exposure": True, "max_deals": 20}),
        ("draw_poker", {"players": 8}),
        ("draw_poker", {"packs": 2, "jokers": 2}),
        ("ruka_dyavola", {"exchange": "one_by_one", "hands": 2}),
        ("blackjack", {"players": 3, "decks": 1, "hole_card": True, "peek": True, "reshuffle_at": 0, "rounds": 20}),
        ("macao", {"overdraw": "bust", "banks": 2}),
    ],
)
def test_worlds_are_found_with_options_that_hide_more(name: str, options: dict[str, Any]) -> None:
    game = catalogue.game(name)
    check_worlds(game, game.Rules(**options), name, 8)


@pytest.mark.parametrize(
    ("game", "rules", "seed", "moves"),
    [
        (hearts, hearts.Rules(passed=0), "leads", 30),
        (blackjack, blackjack.Rules(players=4, decks=2, rounds=20, reshuffle_at=0), "boxes", 194),
        (polish_bank, polish_bank.Rules(reveal="winning_card"), "polish_bank:11:9", 142),
        (semerik, semerik.Rules(target=1), "semerik:8:40", 4),
    ],
    ids=["who leads tells who holds a card", "many copies are dealt", "few cards are shown", "a rare announcement"],
)
def test_worlds_are_found_where_they_are_hard_to_find(game: Any, rules: Any, seed: str, moves: int) -> None:
    known = known_after(game, playout(game, rules, Random(seed), max_moves=moves))
    assert is_possible(game, known, find(game, rules, known, Random(0)).draw())


def small_bank() -> Small:
    """Return Polish Bank with eight cards, two of them twice."""
    return Small(polish_bank, (*PACK_52[:3], *PACK_52[:3], *PACK_52[13:15]))


def small_oh_hell() -> Small:
    return Small(oh_hell, (*PACK_52[:4], *PACK_52[13:17]))


@pytest.mark.parametrize(
    ("game", "rules", "seed", "moves", "count"),
    [
        (little, little.Rules(), 0, 5, 192),
        (little, little.Rules(), 1, 6, 24),
        (little, little.Rules(), 0, 6, 48),
        (little, little.Rules(players=3, referee=True), 4, 7, None),
        (small_oh_hell(), oh_hell.Rules(players=3, deals=2), 0, 5, 120),
        (small_oh_hell(), oh_hell.Rules(players=3, deals=2), 0, 13, 144),
        (small_bank(), polish_bank.Rules(players=2), 0, 5, 216),
        (small_bank(), polish_bank.Rules(players=2), 0, 8, 648),
    ],
)
def test_all_worlds_are_drawn_and_none_more_often(
    game: Any, rules: Any, seed: int, moves: int, count: int | None
) -> None:
    """The chi-square statistic of the draws lies within four standard deviations of what chance would make it."""
    rng = Random(seed)
    known = known_after(game, playout(game, rules, rng, max_moves=moves))
    evidence = Evidence(game, known)
    start = game.start(rules)
    before = determinize(evidence.first, cards_in(start), rng) if evidence.full else start
    weights = possible_worlds(game, known, before)
    assert count in (None, len(weights))
    drawn = Counter(world.moves for world in islice(worlds(game, rules, known, rng), 15 * len(weights)))
    assert drawn.keys() == weights.keys()
    assert chi_square(drawn, weights) < 4


def test_the_cards_given_to_the_partner_are_with_the_partner() -> None:
    """Seat 0 bids nil at once and lays down three cards for seat 2, who gives three after bidding."""
    start = spades.start(spades.Rules())
    record: Any = Record(spades.Rules(), (shuffle(start, Random(0)), spades.Look(), spades.Nil()))
    exchanging = list(states(spades, record))[-1]
    assert isinstance(exchanging, spades.Exchanging)
    own = exchanging.bidding.hands[0].sorted()[:3]
    record = evolve(record, moves=(*record.moves, *map(spades.LayDown, own)))
    rng = Random(1)
    while len(record.moves) < 26:
        state = list(states(spades, record))[-1]
        legal = spades.legal_moves(state)
        record = evolve(record, moves=(*record.moves, legal[0] if spades.Look() in legal else legal[-1]))
    last = list(states(spades, record))[-1]
    assert isinstance(last, spades.Playing)
    gone = set(last.gone + last.trick)
    known = information(spades, record, 0)
    for world in islice(worlds(spades, spades.Rules(), known, rng), 50):
        assert isinstance(world.state, spades.Playing)
        assert set(own) - gone <= set(world.state.hands[partner(0)])


def dealt() -> tuple[InformationSet[Any, Any], World[Any, Any], oh_hell.Rules]:
    """Return a possible world after the first bid of a match."""
    rules = oh_hell.Rules(players=3, deals=3)
    record: Any = Record(rules, (Shuffled(Hand(PACK_52)), oh_hell.Bid(1)))
    return information(oh_hell, record, 0), truth(oh_hell, record), rules


def test_what_is_not_possible() -> None:
    known, world, rules = dealt()
    assert is_possible(oh_hell, known, world)
    bid = world.moves[1]
    high = Shuffled(Hand((*PACK_52[3:], *PACK_52[:3])))
    for moves in (
        world.moves[:1],
        (world.moves[0], oh_hell.Bid(0)),
        (high, bid),
        (Shuffled(Hand(PACK_52[1:])), bid),
        (Shuffled(Hand(PACK_52[:1] * 52)), bid),
        (world.moves[0], oh_hell.Bid(7)),
    ):
        assert not is_possible(oh_hell, known, evolve(world, moves=moves))
    assert not is_possible(oh_hell, known, evolve(world, state=world.before))
    assert not is_possible(oh_hell, known, evolve(world, before=world.state))
    assert not is_possible(oh_hell, information(oh_hell, Record(rules, (high, oh_hell.Bid(1))), 0), world)


def test_there_is_no_world_for_what_nobody_can_have_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 sees a card in its hand that seat 1 plays."""
    monkeypatch.setattr(found_worlds, "STIRS", 50)
    known, world, rules = dealt()
    played: Any = Record(rules, (*world.moves, oh_hell.Bid(0), oh_hell.Bid(0)))
    last = list(states(oh_hell, played))[-1]
    (own,) = view(last, 0).hands[0]  # type: ignore[union-attr]  # Playing
    known = information(oh_hell, played, 0).observe(oh_hell.Play(own), view(last, 0))
    with pytest.raises(NoWorldError, match="no world was found in which <InformationSet of seat 0 after 5 moves"):
        find(oh_hell, rules, known, Random(0))


@pytest.mark.parametrize("wrong", ["another hand", "another phase", "another seat"])
def test_there_is_no_world_for_a_view_that_cannot_follow(wrong: str) -> None:
    """Seat 0 bids, and then its hand is another; or the game is back before the first shuffle."""
    known, _, rules = dealt()
    shown = known.view
    assert isinstance(shown, oh_hell.Bidding)
    changed = evolve(shown, hands=(hand("9H"), *shown.hands[1:]))
    later: dict[str, Any] = {
        "another hand": changed,
        "another phase": view(oh_hell.start(rules), 0),
        "another seat": evolve(shown, bids=(None, 1, 0), to_act=1),
    }
    with pytest.raises(NoWorldError):
        find(oh_hell, rules, known.observe(oh_hell.Bid(0), later[wrong]), Random(0))


def test_there_is_no_world_in_which_a_shuffle_changes_nothing() -> None:
    rules = oh_hell.Rules(players=3)
    known = first_information(oh_hell, rules, 0)
    with pytest.raises(NoWorldError):
        find(oh_hell, rules, known.observe(Shuffled(Hand([FACE_DOWN] * 52)), known.view), Random(0))


def test_there_is_no_world_for_an_announcement_that_no_hand_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "TRIES", 2)
    rules = semerik.Rules()
    start = semerik.start(rules)
    known = information(semerik, Record[Any, Any](rules, (shuffle(start, Random(0)),)), 0)
    with pytest.raises(NoWorldError):
        find(semerik, rules, known.observe(semerik.Announce(99), known.view), Random(0))


def test_a_card_that_is_put_back_into_the_stock_and_one_that_is_turned_up() -> None:
    """In Konchinka the first table is cleaned; this one takes many cards before play begins."""
    rules = konchinka.Rules(must_capture="any", max_packs=10)
    record = playout(konchinka, rules, Random("1:4"), max_moves=400)
    known = known_after(konchinka, evolve(record, moves=record.moves[:141]))
    for seed in range(4):
        assert is_possible(konchinka, known, next(worlds(konchinka, rules, known, Random(seed))))


def test_a_sampler_tells_which_states_explain_what_was_seen() -> None:
    """The first world explains itself; with hidden cards dealt at random it does so now and then."""
    rules = oh_hell.Rules(players=3)
    pack, rng = cards_in(oh_hell.start(rules)), Random(1)
    explained: list[bool] = []
    for moves in (150, 200, 250):
        known = known_after(oh_hell, playout(oh_hell, rules, Random(8), max_moves=moves))
        sampler = find(oh_hell, rules, known, Random(0))
        state = sampler.world.state
        assert sampler.explains(state)
        assert not sampler.explains(filled(state, [place.card for place in places(state)][::-1]))
        explained += [sampler.explains(determinize(known.view, pack, rng)) for _ in range(20)]
    assert 0 < sum(explained) < 60


def test_where_deals_are_too_rarely_possible_a_few_cards_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "TRIES", 0)
    monkeypatch.setattr(sampling, "RARE", 0)
    cases: list[tuple[Any, Any, int]] = [
        (oh_hell, oh_hell.Rules(players=3), 80),
        (polish_bank, polish_bank.Rules(), 40),
    ]
    for game, rules, moves in cases:
        known = known_after(game, playout(game, rules, Random(8), max_moves=moves))
        drawn = list(islice(worlds(game, rules, known, Random(0)), 5))
        assert all(is_possible(game, known, world) for world in drawn)
        assert len({world.moves for world in drawn}) > 1


@pytest.mark.parametrize(
    ("name", "seed", "moves"), [("oh_hell", 1, 60), ("konchinka", 2, 40), ("macao", 1, 30), ("draw_poker", 3, 20)]
)
def test_a_seat_that_watches_a_game_finds_worlds_at_every_decision(name: str, seed: int, moves: int) -> None:
    game = catalogue.game(name)
    rules = game.Rules()
    tracker: Tracker[Any, Any, Any] = Tracker(game, rules)
    known, rng = first_information(game, rules, 0), Random(seed)
    for step in steps(game, playout(game, rules, Random(seed), max_moves=moves)):
        known = known.after(step)
        if step.after.to_act == 0:
            assert is_possible(game, known, tracker.find(known, rng).draw())


def test_a_tracker_goes_on_with_its_last_draft_until_all_cards_are_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three players bid in a deal of one card each; then come the plays, and the shuffle of the next deal."""
    made: list[object] = []
    begin = Builder.__init__

    def counted(builder: Any, *arguments: Any) -> None:
        made.append(builder)
        begin(builder, *arguments)

    monkeypatch.setattr(Builder, "__init__", counted)
    rules = oh_hell.Rules(players=3, deals=2)
    tracker: Tracker[Any, Any, Any] = Tracker(oh_hell, rules)
    known = first_information(oh_hell, rules, 0)
    for step in steps(oh_hell, playout(oh_hell, rules, Random(1), max_moves=9)):
        known = known.after(step)
        assert is_possible(oh_hell, known, tracker.find(known, Random(0)).draw())
    assert len(made) == 2


def test_a_tracker_whose_draft_comes_to_a_dead_end_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    record = playout(oh_hell, oh_hell.Rules(players=3), Random(1), max_moves=41)
    tracker: Tracker[Any, Any, Any] = Tracker(oh_hell, record.rules)
    last = known_after(oh_hell, record)
    assert last.before is not None
    tracker.find(last.before, Random(0))
    build, ends = Builder.build, [True]

    def stuck_once(builder: Builder[Any, Any]) -> Any:
        if ends:
            ends.pop()
            raise building.StuckError
        return build(builder)

    monkeypatch.setattr(Builder, "build", stuck_once)
    assert is_possible(oh_hell, last, tracker.find(last, Random(0)).draw())


def test_cards_take_no_stories_of_others_that_they_cannot_have() -> None:
    """Cards were exchanged between partners, and later plays tell what some seats do not hold."""
    rules = spades.Rules(max_deals=1)
    known = known_after(spades, playout(spades, rules, Random(6), max_moves=40))
    for world in islice(worlds(spades, rules, known, Random(0)), 60):
        assert is_possible(spades, known, world)


def test_a_tracker_begins_anew_for_what_another_seat_knows() -> None:
    record = playout(oh_hell, oh_hell.Rules(players=3), Random(1), max_moves=40)
    tracker: Tracker[Any, Any, Any] = Tracker(oh_hell, record.rules)
    for seat in (0, 1):
        known = information(oh_hell, record, seat)
        assert is_possible(oh_hell, known, tracker.find(known, Random(0)).draw())


def test_before_the_first_shuffle_there_is_one_world() -> None:
    rules = oh_hell.Rules(players=3)
    known = first_information(oh_hell, rules, 0)
    assert next(worlds(oh_hell, rules, known, Random(0))) == World(oh_hell.start(rules), (), oh_hell.start(rules))


def test_a_spectator_may_wonder_too() -> None:
    rules = oh_hell.Rules(players=3, deals=3)
    known = information(oh_hell, playout(oh_hell, rules, Random(2), max_moves=20), None)
    for world in islice(worlds(oh_hell, rules, known, Random(0)), 3):
        assert is_possible(oh_hell, known, world)


def test_worlds_that_are_rare_change_in_a_few_cards() -> None:
    """An announcement that few hands allow; deals at random would hardly ever hit it."""
    rules = semerik.Rules()
    announced = 0
    for seed in range(40):
        record = playout(semerik, rules, Random(seed), max_moves=12)
        known = known_after(semerik, record)
        points = [step.move.points for step in known.steps if isinstance(step.move, semerik.Announce)]
        if sum(points) > 7:
            announced += 1
            drawn = list(islice(worlds(semerik, rules, known, Random(0)), 6))
            assert all(is_possible(semerik, known, world) for world in drawn)
            assert len({world.state for world in drawn}) > 1
    assert announced


@pytest.mark.parametrize("seed", [155, 246, 409])
def test_what_was_thrown_away_is_shuffled_and_dealt_again(seed: int) -> None:
    """With eight players the stock of draw poker may run out, as it does in these games, and there is a third shuffle."""
    rules = draw_poker.Rules(players=8)
    record = playout(draw_poker, rules, Random(seed))
    third = [place for place, move in enumerate(record.moves) if isinstance(move, Shuffled)][2]
    for place in range(third + 1, len(record.moves)):
        known = known_after(draw_poker, evolve(record, moves=record.moves[:place]))
        for world in islice(worlds(draw_poker, rules, known, Random(0)), 2):
            assert is_possible(draw_poker, known, world)


def test_equal_seeds_give_equal_worlds() -> None:
    rules = blackjack.Rules()
    known = known_after(blackjack, playout(blackjack, rules, Random(3), max_moves=4))
    one, other = (list(islice(worlds(blackjack, rules, known, Random(7)), 3)) for _ in range(2))
    assert one == other
