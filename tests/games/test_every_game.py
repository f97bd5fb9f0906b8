"""What holds for every game of the library: the laws, and counts that a change of the rules would change."""

from contextlib import suppress
from itertools import chain
from random import Random
from typing import Any, get_args, get_origin

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.catalogue import NAMES, AnyGame, game
from cardrules.chance import choice
from cardrules.errors import RulesError, ViewError, WrongGameError
from cardrules.game import NATURE, playout, shuffle, start_game, states
from cardrules.games import blackjack
from cardrules.options import MAX_AMOUNTS, Range
from cardrules.play.text import seat_count
from cardrules.rulebooks import rulebook
from cardrules.verify import LAWS, NotPromisedError, first_failure, perft, rules_of, traces, variants_of, verify
from cardrules.zones import cards_in, determinize, view
from tests.sheets import refusal
from tests.test_determinism import digest
from tests.variants import short_variants

PERFT = {
    "blackjack": (1, 1, 10, 50, 90, 190, 400, 830, 1520, 2760, 4650),
    "devils_grip": (1, 1, 314, 98_174),
    "devils_hand": (1, 1, 8, 15, 71, 176, 667, 1726),
    "draw_poker": (1, 1, 1, 11, 76, 416, 1955, 8107),
    "klaberjass": (1, 1, 3, 8, 19, 50, 196, 874, 4236, 21135),
    "konchinka": (1, 1, 1, 4, 17, 63, 327, 838, 3420),
    "macao": (1, 1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024),
    "oh_hell": (1, 1, 2, 4, 8, 16, 16, 16, 16, 16, 16, 48),
    "polish_bank": (1, 1, 1, 60, 60, 5430, 5430),
    "ruka_dyavola": (1, 1, 1, 8, 64, 512, 4096),
    "semerik": (1, 1, 1, 1, 1, 1, 10, 26, 60, 144, 1296),
    "spades": (1, 1, 2, 27, 195, 2223, 7683),
    "thirteen": (1, 1, 1, 10, 100, 1000, 1000, 10_000),
}
"""The numbers of lines of play by their length, from the start by default rules, with sorted packs."""

PLAYED = {
    "blackjack": "a7da851f9f339246",
    "devils_grip": "0212f89b29eadbc2",
    "devils_hand": "32ca2fec79abca34",
    "draw_poker": "7512f25289bf4080",
    "klaberjass": "2575f36c02f007f1",
    "konchinka": "27a8b853daabee85",
    "macao": "be969aab7326455d",
    "oh_hell": "bcc5bcbcc0b647c9",
    "polish_bank": "0ea4cb7fc8607452",
    "ruka_dyavola": "81e7193e017feac3",
    "semerik": "4f7db2cf829513c5",
    "spades": "3d4fe300143121d9",
    "thirteen": "6e223b5fd6567817",
}
"""The digests of a random game, the same on every version of Python; the order of legal moves changes them too."""

every_game = pytest.mark.parametrize("name", NAMES)


@every_game
def test_the_laws_hold(name: str) -> None:
    verify(game(name), game(name).Rules(), examples=4)


@every_game
def test_the_laws_hold_with_every_option_changed(name: str) -> None:
    for rules in short_variants(name):
        verify(game(name), rules, examples=1, laws=LAWS[:-1])


@every_game
def test_the_laws_hold_whatever_the_options(name: str) -> None:
    rules_of_the_game = rules_of(game(name).Rules)

    @settings(max_examples=max(3, settings().max_examples // 50))
    @given(st.data())
    def hold(data: st.DataObject) -> None:
        trace = data.draw(traces(game(name), data.draw(rules_of_the_game)))
        for law in LAWS[:-1]:
            with suppress(NotPromisedError):
                assert first_failure(law, trace) is None, law.name

    hold()


@pytest.mark.deep
@every_game
def test_the_laws_hold_in_many_games(name: str) -> None:
    """A leak of one bit that rarely shows takes some hundred games to find."""
    for rules in variants_of(game(name).Rules):
        verify(game(name), rules, examples=300)


@every_game
def test_a_view_lists_the_legal_moves_or_is_refused(name: str) -> None:
    """A view of any seat, or of a spectator, that hides the cards on which the moves depend raises ``ViewError``."""
    module = game(name)
    for rules in variants_of(module.Rules):
        for state in states(module, playout(module, rules, Random(0), max_moves=200)):
            legal = module.legal_moves(state)
            for seat in (*range(seat_count(state)), None):
                seen = view(state, seat)
                with suppress(ViewError):
                    assert module.legal_moves(seen) == legal, (seat, state)


@every_game
def test_a_refusal_names_its_rules_and_follows_from_the_view_of_the_mover(name: str) -> None:
    """A move of a kind that is legal now is refused by a rule of the rulebook; a move of another kind needs none."""
    module, rng, known = game(name), Random(0), rulebook(name).numbers
    for rules in variants_of(module.Rules):
        line = states(module, playout(module, rules, rng, max_moves=60))
        moments = [state for state in line if module.legal_moves(state)]
        tried = list(dict.fromkeys(chain.from_iterable(map(module.legal_moves, moments))))
        for state in moments:
            legal = module.legal_moves(state)
            for move in {choice(tried, rng) for _ in range(8)}.difference(legal):
                numbers = refusal(module, state, move).rules
                assert set(numbers) <= known
                assert bool(numbers) == (type(move) in set(map(type, legal))), (move, state)


@every_game
def test_no_option_makes_a_move_large_work(name: str) -> None:
    """A client may choose the rules: a number that sets how many cards or moves there are has an upper limit."""
    module = game(name)
    for field in attrs.fields(module.Rules):
        if isinstance(field.validator, Range) and field.validator.maximum is None:
            with suppress(RulesError):
                rules = module.Rules(**{field.name: 20_000})
                assert len(cards_in(module.start(rules))) <= 1_000, field.name
                for state in states(module, playout(module, rules, Random(0), max_moves=20)):
                    assert len(module.legal_moves(state)) <= MAX_AMOUNTS, field.name


@every_game
def test_a_game_tells_all_facts_and_starts_with_the_pack_that_it_is_given(name: str) -> None:
    rules = game(name).Rules()
    promises = game(name).promises(rules)
    assert None not in (promises.seats, promises.standing, promises.reached, promises.moves)
    usual = game(name).start(rules)
    assert start_game(game(name), rules, cards_in(usual)) == usual


@every_game
def test_a_game_states_the_version_of_its_rules(name: str) -> None:
    assert getattr(game(name), "RULES_VERSION", None) == 1


@every_game
def test_perft(name: str) -> None:
    state = game(name).start(game(name).Rules())
    assert perft(game(name), state, len(PERFT[name]) - 1) == PERFT[name]


@every_game
def test_a_seed_always_plays_the_same_game(name: str) -> None:
    assert digest(name) == PLAYED[name]


@every_game
def test_a_determinized_state_plays_on_in_every_phase(name: str) -> None:
    found, rng, phases = game(name), Random(0), set[type]()
    peeking = [blackjack.Rules(players=3, decks=1, hole_card=True, peek=True, reshuffle_at=0, rounds=20)]
    presets = [value for value in vars(found).values() if isinstance(value, found.Rules)]
    for rules in [*variants_of(found.Rules), *(peeking if name == "blackjack" else []), *presets]:
        played = list(states(found, playout(found, rules, rng, max_moves=300)))
        first_of_phase = {type(state): state for state in reversed(played)}
        phases |= first_of_phase.keys()
        for state in first_of_phase.values():
            for seat in (None, 0, 1)[: getattr(rules, "players", 1) + 1]:
                play_on(found, determinize(view(state, seat), cards_in(played[0]), rng), rng)
    assert phases == {get_origin(phase) or phase for phase in get_args(found.State)}


def play_on(found: AnyGame, state: Any, rng: Random) -> None:
    """Play the next moves of a state at random."""
    for _ in range(6):
        if state.to_act is None:
            assert found.outcome(state)
            return
        move = shuffle(state, rng) if state.to_act is NATURE else choice(found.legal_moves(state), rng)
        state = found.apply(state, move)


@every_game
def test_states_and_rules_of_other_games_are_refused(name: str) -> None:
    found = game(name)
    for other in map(game, NAMES):
        if other is found:
            continue
        rules = other.Rules()
        for function in (found.start, found.promises):
            with pytest.raises(WrongGameError):
                function(rules)
        played = states(other, playout(other, rules, Random(1), max_moves=400))
        for state in {type(state): state for state in played}.values():
            move = shuffle(state, Random(1)) if state.to_act is NATURE else next(iter(other.legal_moves(state)), None)
            with pytest.raises(WrongGameError):
                found.legal_moves(state)
            with pytest.raises(WrongGameError):
                found.apply(state, move)
            with pytest.raises(WrongGameError):
                found.outcome(state)
