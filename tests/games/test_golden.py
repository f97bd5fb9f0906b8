"""A game of each kind as the command tells it: what changes here has changed the rules, or the words for them.

A page is written anew by ``cardrules play GAME --auto --seed 0 OPTIONS > tests/games/golden/GAME.txt``, and then read.
"""

from pathlib import Path

import pytest

from cardrules.catalogue import NAMES
from cardrules.cli import main

SHORT = {
    "blackjack": ["-o", "players=2", "-o", "rounds=3"],
    "devils_hand": ["-o", "deals=4", "-o", "jokers=2"],
    "draw_poker": ["-o", "deals=2", "-o", "circles=1"],
    "klaberjass": ["-o", "max_deals=4"],
    "konchinka": ["-o", "max_packs=1"],
    "macao": ["-o", "players=8", "-o", "banks=1", "-o", "overdraw=bust", "-o", "zero_card=free"],
    "oh_hell": ["-o", "deals=3"],
    "polish_bank": ["-o", "max_deals=2", "-o", "side_bets=true", "-o", "early_exposure=true", "-o", "initial_bank=20"],
    "ruka_dyavola": ["-o", "deals=2", "-o", "betting=poker", "-o", "jokers=2"],
    "semerik": ["-o", "target=12"],
    "spades": ["-o", "max_deals=1"],
    "thirteen": ["-o", "packs=2", "-o", "max_rounds=4"],
}
"""Options that make a match short enough to be read."""


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_played_as_before(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", name, "--auto", "--seed", "0", *SHORT.get(name, [])]) == 0
    page = Path(__file__).with_name("golden") / f"{name}.txt"
    assert capsys.readouterr().out == page.read_text(encoding="utf-8")
