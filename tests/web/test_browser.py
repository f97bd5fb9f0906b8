"""Whole games in a real browser: two people and a spectator, reloads, a server that is killed, and the wire."""

import json
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from cardrules.cards import PACK_52
from tests.web.processes import Server

try:
    from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
except ImportError:  # no wheel for this system
    pytest.skip("Playwright is not installed", allow_module_level=True)

CHROMIUM: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; apt-get install chromium"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server."""
    found = Server(tmp_path / "tables.sqlite")
    yield found
    found.end(signal.SIGINT)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


class Person:
    """Somebody with a browser of their own, whose whole traffic is kept."""

    def __init__(self, browser: Browser) -> None:
        self.context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 800})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.faults: list[str] = []
        self.received: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if "Security Policy" in said.text else None)
        self.page.on("response", self._keep)

    def _keep(self, response: Any) -> None:
        if re.search(r"/api/seats/[^/]+(/picture|/transcript|/moves|/undo)?(\?|$)", response.url) and response.ok:
            self.received.append(response.text())

    def go(self, address: str) -> None:
        """Go to an address."""
        self.page.goto(address)

    def deal(self, server: Server, game: str, options: dict[str, str], seats: dict[int, str]) -> None:
        """Set up a table by the form, as a person does."""
        self.go(f"{server.address}/games/{game}")
        self.page.get_by_label("Your name").fill("Ann")
        self.page.locator("#options-of-the-game > summary").click()
        for name, value in options.items():
            field = self.page.locator(f"#{name}")
            field.select_option(value) if field.evaluate("field => field.tagName") == "SELECT" else field.fill(value)
            self.page.locator("#seats").evaluate("seats => seats.dataset.old = true")
            field.dispatch_event("change")
            self.page.wait_for_selector("#seats:not([data-old])")
        for seat, who in seats.items():
            self.page.locator(f"#who-{seat}").select_option(who)
        self.page.get_by_role("button", name="Deal").click()
        self.page.wait_for_selector("#picture svg")

    def links(self) -> tuple[str, list[str]]:
        """Return the link for those who watch, and those of open invitations."""
        self.page.locator("#seats-and-links").evaluate("box => box.open = true")
        watch = self.page.get_by_label("Anybody may watch with this link:").input_value()
        invitations = self.page.get_by_label("Send this link to a friend:")
        invitations.first.wait_for()
        return watch, [field.input_value() for field in invitations.all()]

    def join(self, invitation: str, name: str) -> None:
        """Take the seat of an invitation."""
        self.go(invitation)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take the seat").click()
        self.page.wait_for_selector("#picture svg")

    @property
    def turn(self) -> bool:
        """Whether the person is to act."""
        return bool(self.page.evaluate("document.body.classList.contains('your-turn')"))

    @property
    def over(self) -> bool:
        """Whether the game is over, as the page says."""
        return self.page.locator("#status").text_content() == "The game is over"

    @property
    def log(self) -> list[str]:
        """What happened, as the page says."""
        return self.page.locator("#log li").all_text_contents()

    def move(self, place: int) -> None:
        """Make a legal move: by clicking a card, by its button, or by the keyboard, in turn."""
        before = len(self.log)
        card = self.page.locator("#picture [data-card][role=button]")
        if place % 3 == 0 and card.count():
            card.first.focus()
            self.page.keyboard.press("Enter")
            if not self.page.locator(".choice").count():
                self.wait(before)
                return
        button = self.page.locator("#moves button.move").first
        if place % 3 == 1:
            words = button.get_attribute("aria-label") or button.text_content()
            field = self.page.locator("#moves .amount input[type=number]")
            if field.count():
                words = f"{words} {field.input_value()}"
            self.page.get_by_label("Or type a move").fill(str(words))
            self.page.keyboard.press("Enter")
        else:
            button.click()
        self.wait(before)

    def wait(self, before: int) -> None:
        """Wait until more has happened."""
        self.page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=before)


def play_on(people: list[Person], moves: int | None = None) -> None:
    """Let the people move, each when the page says so, until the game is over or so many moves are made."""
    made = 0
    while made != moves and not people[0].over:
        mover = next((person for person in people if person.turn), None)
        if mover is None:
            people[0].page.wait_for_timeout(20)
            continue
        mover.move(made)
        made += 1


GAMES: Final[dict[str, tuple[dict[str, str], dict[int, str]]]] = {
    "oh_hell": ({"players": "3", "deals": "3"}, {0: "you", 1: "friend", 2: "random"}),
    "klaberjass": ({"max_deals": "1"}, {0: "you", 1: "friend"}),
    "blackjack": ({"players": "2", "rounds": "2"}, {0: "you", 1: "friend"}),
}
"""The options and the seats of each game."""


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_spectator_see_a_whole_game(server: Server, browser: Browser, game: str) -> None:
    ann, bo, eve = Person(browser), Person(browser), Person(browser)
    ann.deal(server, game, *GAMES[game])
    watch, (invitation,) = ann.links()
    eve.go(watch)
    bo.join(invitation, "Bo")
    expect(ann.page.locator("#people")).to_contain_text("Bo")
    assert eve.page.locator("#typed").count() == 0

    play_on([ann, bo], 3)
    bo.page.reload()
    bo.page.wait_for_selector("#picture svg")
    server.end(signal.SIGKILL)
    expect(ann.page.locator("#status")).to_have_text("No connection; trying again …")
    server.start()
    expect(ann.page.locator("#status")).not_to_have_text("No connection; trying again …")
    play_on([ann, bo])

    for person, you in [(ann, "You"), (bo, "You"), (eve, None)]:
        expect(person.page.locator("#status")).to_have_text("The game is over")
        expect(person.page.locator("#result h3")).to_contain_text(re.compile("wins?$"))
        names = person.page.locator("#result th").all_text_contents()
        assert names[:2] == (["You", "Bo"] if person is ann else ["Ann", "You" if you else "Bo"])
        expect(person.page.locator("#log li")).to_have_count(len(ann.log))
        assert person.faults == []
    _check_the_wire(ann, bo, eve)

    ann.page.get_by_role("button", name="Play again").click()
    ann.page.wait_for_selector("#picture svg")
    bo.page.get_by_role("link", name="To the next game").click()
    bo.page.wait_for_selector("#picture svg")
    expect(bo.page.locator("#people")).to_contain_text("Ann")
    for person in (ann, bo, eve):
        person.context.close()


def _check_the_wire(ann: Person, bo: Person, eve: Person) -> None:
    """Check that nobody received a card before the views and events of the seat have it."""
    for person, seat in [(ann, 0), (bo, 1), (eve, None)]:
        seen: set[str] = set()
        for text in person.received:
            if not text.startswith("{"):
                cards = set(re.findall(r'data-card="(\w+)"', text))
            else:
                table = json.loads(text)
                assert table["you"] == seat
                assert not table["legal"] or table["to_act"] == seat
                hands = table["view"].get("hands", [])
                if table["outcome"] is None and not isinstance(hands[0] if hands else None, list | dict):
                    assert all(set(hand.split()) <= {"??"} for place, hand in enumerate(hands) if place != seat)
                cards = set(re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b", text))
            seen |= cards
        assert seen <= {card.ascii for card in PACK_52}
        assert seen


def test_refusals_say_the_rule_and_open_the_rulebook(server: Server, browser: Browser) -> None:
    ann = Person(browser)
    ann.deal(server, "oh_hell", {"players": "3"}, {0: "friend", 1: "you", 2: "random"})
    ann.page.get_by_label("Or type a move").fill("bid 7")
    ann.page.keyboard.press("Enter")
    refusal = ann.page.get_by_role("alert")
    expect(refusal).to_contain_text("a bid is a whole number from 0 to 1 · rule 2.1")
    refusal.get_by_role("link", name="rule 2.1").click()
    expect(ann.page.locator("#rule-2\\.1")).to_be_focused()
    expect(ann.page.locator("#rules")).to_have_attribute("open", "")
    expect(ann.page.locator("#rules .changed")).to_have_text("3")  # the option of this table
    ann.context.close()


def test_arrow_keys_move_between_moves_and_enter_makes_one(server: Server, browser: Browser) -> None:
    ann = Person(browser)
    ann.deal(server, "oh_hell", {"players": "3"}, {0: "friend", 1: "you", 2: "friend"})
    ann.page.locator("#moves button.move").first.focus()
    ann.page.keyboard.press("ArrowRight")
    assert ann.page.evaluate("document.activeElement.getAttribute('aria-label')") == "bid 1"
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#log li").last).to_have_text("You: bid 1")
    ann.context.close()


def test_a_card_keeps_the_focus_when_the_picture_is_drawn_anew(server: Server, browser: Browser) -> None:
    ann = Person(browser)
    ann.deal(server, "oh_hell", {"players": "3"}, {0: "random", 1: "you", 2: "random"})
    ann.page.locator("#moves button.move").first.click()
    ann.page.locator("#picture [data-card][role=button]").first.focus()
    drawn = ann.page.locator("#picture svg").get_attribute("width")
    ann.page.set_viewport_size({"width": 900, "height": 700})
    expect(ann.page.locator("#picture svg")).not_to_have_attribute("width", str(drawn))
    assert ann.page.evaluate("document.activeElement.getAttribute('data-card')") is not None
    ann.context.close()


def test_people_take_moves_back_by_agreement(server: Server, browser: Browser) -> None:
    ann, bo = Person(browser), Person(browser)
    ann.deal(server, "oh_hell", {"players": "3"}, {0: "friend", 1: "you", 2: "friend"})
    _, (first, _) = ann.links()
    bo.join(first, "Bo")
    ann.page.locator("#moves button.move").first.click()
    expect(bo.page.locator("#log li").last).to_have_text("Ann: bid 0")
    ann.page.get_by_role("button", name="Take back").click()
    expect(ann.page.locator("#undo-request")).to_contain_text("Waiting for Bo")
    bo.page.get_by_role("button", name="Agree").click()
    expect(ann.page.locator("#log li")).to_have_count(1)
    expect(ann.page.locator("#status")).to_contain_text("Your turn")
    expect(bo.page.locator("#log li")).to_have_count(1)
    for person in (ann, bo):
        assert person.faults == []
        person.context.close()


def test_a_page_fits_a_telephone(server: Server, browser: Browser) -> None:
    ann = Person(browser)
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.deal(server, "oh_hell", {"players": "5"}, {0: "friend", 1: "you"})
    width = ann.page.evaluate(
        "[document.documentElement.scrollWidth, document.querySelector('#picture svg').clientWidth]"
    )
    assert width[0] <= 390
    assert width[1] >= 320
    assert ann.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") is False
    ann.context.close()
