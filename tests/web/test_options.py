"""Options as a form, and back."""

from fractions import Fraction

import pytest

from cardrules import catalogue
from cardrules.cards import Hand
from cardrules.errors import RecordError
from cardrules.games import blackjack, draw_poker, konchinka, oh_hell
from cardrules.verify import variants_of
from cardrules.web.offers import library
from cardrules.web.options import Control, chosen_rules, controls

OFFERS = {offer.name: offer for offer in library()}


def control(game: str, name: str) -> Control:
    """Return the control of an option with its default."""
    offer = OFFERS[game]
    (found,) = (control for control in controls(offer, offer.game.Rules()) if control.name == name)
    return found


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_a_form_that_is_sent_as_it_is_gives_the_rules_that_it_shows(name: str) -> None:
    offer = OFFERS[name]
    for rules in (*variants_of(offer.game.Rules), *catalogue.presets(offer.game).values()):
        form = {control.name: control.value for control in controls(offer, rules)}
        assert chosen_rules(offer, form) == rules
    assert all(control.help for control in controls(offer, offer.game.Rules()))


def test_each_type_of_option_has_its_control() -> None:
    players = control("oh_hell", "players")
    assert (players.kind, players.value, players.minimum, players.maximum) == ("number", "4", 3, 7)
    deals = control("oh_hell", "deals")
    assert (deals.kind, deals.value, deals.optional) == ("number", "", True)
    order = control("oh_hell", "order")
    assert (order.kind, order.value, order.choices[2]) == ("choice", '"up"', ('"up_down"', "up down"))
    assert control("oh_hell", "last_turn_up").choices == (("false", "no"), ("true", "yes"))
    assert control("oh_hell", "last_turn_up").label == "last turn up"
    assert control("blackjack", "blackjack_pays").value == "3/2"
    assert control("draw_poker", "suit_order").kind == "text"


def test_what_is_typed_is_read_by_its_type() -> None:
    assert chosen_rules(OFFERS["oh_hell"], {}) == oh_hell.Rules()
    assert chosen_rules(OFFERS["oh_hell"], {"deals": " 3 ", "hook": "true", "other": "9"}) == oh_hell.Rules(
        deals=3, hook=True
    )
    poker = chosen_rules(OFFERS["draw_poker"], {"wild": "2C 2D", "suit_order": "C D H S"})
    assert poker.wild == Hand.parse("2C 2D")
    assert poker == draw_poker.Rules(wild=Hand.parse("2C 2D"), suit_order=poker.suit_order)
    assert chosen_rules(OFFERS["draw_poker"], {"players": "2", "betting": '"matching"', "stacks": "90 100"}).stacks == (
        90,
        100,
    )
    assert chosen_rules(OFFERS["draw_poker"], {"betting": '"matching"', "stacks": "90"}).stacks == 90
    assert chosen_rules(OFFERS["blackjack"], {"blackjack_pays": "6/5"}) == blackjack.Rules(
        blackjack_pays=Fraction(6, 5)
    )


def test_a_preset_is_the_default_of_what_is_not_chosen() -> None:
    kontsina = chosen_rules(OFFERS["konchinka"], {"preset": "kontsina"})
    assert kontsina == konchinka.KONTSINA
    assert chosen_rules(OFFERS["konchinka"], {"preset": "unknown"}) == konchinka.Rules()


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"players": "12"}, "players must be a whole number from 3 to 7, not 12"),
        ({"players": "many"}, "players must be a whole number from 3 to 7"),
        ({"players": ""}, "players must be a whole number from 3 to 7"),
        ({"order": "sideways"}, "order must be one of the values listed, not 'sideways'"),
        ({"order": '"sideways"'}, "order"),
        ({"hook": "1"}, "hook"),
        ({"deals": "9" * 200}, "deals"),
    ],
)
def test_wrong_values_are_refused_by_name(form: dict[str, str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        chosen_rules(OFFERS["oh_hell"], form)
