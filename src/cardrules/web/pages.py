"""The pages: the games, a game with its options and seats, an invitation, a table, and what is said when one is missing."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from attrs import evolve

from cardrules.cards import Card, Hand
from cardrules.catalogue import presets
from cardrules.pictures import Theme, picture
from cardrules.seats import Seat
from cardrules.web.books import rulebook_html, with_links
from cardrules.web.html import Html, join, tag
from cardrules.web.offers import Offer
from cardrules.web.options import Control, controls
from cardrules.web.rooms import HOUSE, Room

LONGEST_NAME: Final = 24
"""The most characters of a person's name."""

YOU, FRIEND = "you", "friend"

WHO: Final = {
    YOU: "you",
    FRIEND: "a friend, by invitation",
    "thinking": "the computer, thinking",
    "random": "the computer, at random",
}
"""Who may sit at a seat, in words."""

_PAGE: Final = Theme(mode="page")


def page(title: str, *content: str, scripts: Sequence[str] = (), kind: str = "plain") -> Html:
    """Return a whole page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} · cardrules"),
        tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/cards.css"),
        tag("link", rel="stylesheet", href="/static/style.css"),
        *(tag("script", type="module", src=f"/static/{script}") for script in scripts),
    )
    return join(Html("<!doctype html>\n"), tag("html", head, tag("body", *content, class_=kind), lang="en"))


def _bar(*content: str) -> Html:
    return tag("header", tag("a", "cardrules", href="/", class_="home"), *content, class_="bar")


@cache
def _cards(text: str, width: int) -> Html:
    return Html(picture(Hand.parse(text), theme=_PAGE, width=width))


@cache
def icon() -> str:
    """Return the picture that browsers show beside the title."""
    return picture(Card.parse("AS"), theme=Theme(mode="light"), width=64)


def games_page(offers: Iterable[Offer]) -> Html:
    """Return the first page, with all games."""
    listed = [
        tag("li", tag("a", tag("strong", offer.title), tag("span", offer.summary), href=f"/games/{offer.name}"))
        for offer in offers
    ]
    hero = tag(
        "div",
        tag("div", _cards("10S JS QS KS AS", 260), class_="fan", aria_hidden="true"),
        tag(
            "div",
            tag("h1", "Sit down and play"),
            tag("p", "Choose a game. The computer takes the seats that you leave it."),
        ),
        class_="hero",
    )
    return page("Games", _bar(), tag("main", hero, tag("ul", *listed, class_="games")))


def game_page(offer: Offer, rules: Any, form: Mapping[str, str], error: str = "") -> Html:
    """Return the page on which the options and seats of a new table are chosen, filled in with ``form``."""
    chosen = [
        evolve(control, value=form[control.name]) if control.name in form else control
        for control in controls(offer, rules)
    ]
    shown_error = tag("p", error, role="alert", id="error", class_="error", hidden=not error)
    form_parts = [
        tag("p", tag("label", "Your name", for_="your-name"), _name_input(form.get("your-name", "")), class_="field"),
        seats_fieldset(offer, rules, form),
        tag("p", tag("button", "Deal", class_="main"), class_="field"),
        tag(
            "details",
            tag("summary", "Options"),
            _presets(offer),
            *(_option(control, offer) for control in chosen),
            tag("button", "Apply", name="only", value="look", class_="quiet"),
            open=bool(error or form),
            id="options-of-the-game",
        ),
    ]
    parts = [tag("h1", offer.title), tag("p", offer.summary, class_="summary"), shown_error]
    parts.append(tag("form", *form_parts, method="post", action=f"/games/{offer.name}", id="setup", autocomplete="off"))
    if offer.rulebook is not None:
        book = tag("div", rulebook_html(offer.rulebook, rules), class_="book")
        parts.append(tag("details", tag("summary", "Rules"), book, id="rules"))
    return page(offer.title, _bar(), tag("main", *parts, class_="setup"), scripts=["setup.js"])


def _name_input(value: str) -> Html:
    return tag(
        "input",
        id="your-name",
        name="your-name",
        value=value,
        maxlength=LONGEST_NAME,
        placeholder="what the others call you",
    )


def chosen_sitters(offer: Offer, rules: Any, form: Mapping[str, str]) -> list[str]:
    """Return who is to sit at each seat by a form; what it does not say is the usual: you first, and robots that think."""
    first = min(offer.deciding(rules), default=0)
    return [form.get(f"who-{seat}", YOU if seat == first else "thinking") for seat in range(offer.seats(rules))]


def seats_fieldset(offer: Offer, rules: Any, form: Mapping[str, str]) -> Html:
    """Return the part of the form in which the seats are given to people and robots."""
    deciding = offer.deciding(rules)
    rows = []
    for seat, chosen in enumerate(chosen_sitters(offer, rules, form)):
        name = f"who-{seat}"
        if seat not in deciding:
            rows.append(tag("p", tag("span", f"Seat {seat}", class_="label"), tag("span", "the house"), class_="field"))
            continue
        options = [tag("option", text, value=who, selected=who == chosen) for who, text in WHO.items()]
        rows.append(
            tag(
                "p",
                tag("label", f"Seat {seat}", for_=name),
                tag("select", *options, id=name, name=name),
                class_="field",
            )
        )
    return tag("fieldset", tag("legend", "Who sits where"), *rows, id="seats")


def _presets(offer: Offer) -> Html:
    links = [
        tag("a", name.replace("_", " "), href=f"/games/{offer.name}?preset={name}") for name in presets(offer.game)
    ]
    if not links:
        return Html("")
    return tag(
        "p",
        "Well-known forms: ",
        join(*(join(link, " ") for link in links)),
        tag("a", "the usual one", href=f"/games/{offer.name}"),
    )


def _option(control: Control, offer: Offer) -> Html:
    about = f"{control.name}-help"
    common: dict[str, str] = {"id": control.name, "name": control.name, "aria_describedby": about}
    if control.kind == "choice":
        field = tag(
            "select",
            *(tag("option", text, value=value, selected=value == control.value) for value, text in control.choices),
            **common,
        )
    else:
        numeric = control.kind == "number"
        field = tag(
            "input",
            type="number" if numeric else "text",
            value=control.value,
            min=control.minimum,
            max=control.maximum,
            placeholder="not set" if control.optional else None,
            **common,
        )
    return tag(
        "div",
        tag("label", control.label, for_=control.name),
        field,
        tag("p", with_links(control.help, offer.rulebook), id=about, class_="help"),
        class_="field",
    )


def invitation_page(room: Room, code: str, seat: Seat, error: str = "") -> Html:
    """Return the page on which somebody takes the seat of an invitation."""
    taken = room.seats[seat].token is not None
    others = ", ".join(
        name for place, name in enumerate(room.names) if place != seat and room.seats[place].kind != HOUSE
    )
    parts = [
        tag("h1", room.offer.title),
        tag("p", f"Seat {seat} is for you. With you at the table: {others or 'nobody'}."),
    ]
    if taken:
        parts[1:] = [
            tag("p", "Somebody has taken this seat already. Ask for another link, or watch the table.", role="alert")
        ]
    else:
        parts.append(tag("p", error, role="alert", class_="error", hidden=not error))
        parts.append(
            tag(
                "form",
                tag("p", tag("label", "Your name", for_="your-name"), _name_input(""), class_="field"),
                tag("p", tag("button", "Take the seat", class_="main"), class_="field"),
                method="post",
                action=f"/join/{code}",
                autocomplete="off",
            )
        )
    return page(room.offer.title, _bar(), tag("main", *parts, class_="setup"))


def table_page(room: Room, token: str, seat: Seat | None) -> Html:
    """Return the page of a table; a script shows what happens."""
    head = _bar(
        tag("h1", room.offer.title),
        tag("span", "watching" if seat is None else "", class_="watching", hidden=seat is not None),
    )
    main = tag(
        "main",
        tag("section", tag("div", id="picture", class_="picture"), aria_label="The table", class_="board"),
        _turn(seat),
        _around(room),
        tag("noscript", "This page needs JavaScript, which comes from this server alone."),
        id="table",
        class_="table",
        data_api=f"/api/seats/{token}",
    )
    return page(room.offer.title, head, main, scripts=["table.js"], kind="playing")


def _turn(seat: Seat | None) -> Html:
    """Return the place for who is to act, and for the moves of a seat."""
    return tag(
        "section",
        tag("h2", "One moment …", id="status", role="status"),
        tag("p", id="refusal", role="alert", class_="error", hidden=True),
        tag("div", id="result", class_="result", hidden=True),
        tag("div", id="undo-request", class_="notice", hidden=True),
        tag("div", id="moves", class_="moves", role="group", aria_label="Your moves"),
        _typed() if seat is not None else "",
        class_="turn",
        aria_label="Your turn",
    )


def _typed() -> Html:
    return join(
        tag(
            "form",
            tag("label", "Or type a move", for_="words"),
            tag(
                "input",
                id="words",
                name="words",
                list="known-moves",
                maxlength=200,
                enterkeyhint="go",
                spellcheck="false",
            ),
            tag("datalist", id="known-moves"),
            tag("button", "Play", class_="quiet"),
            id="typed",
            class_="typed",
            autocomplete="off",
        ),
        tag("p", tag("button", "Take back", id="undo", type="button", class_="quiet"), class_="tools"),
    )


def _around(room: Room) -> Html:
    """Return the places for what happened, the rules, and the seats with their links."""
    book = Html("")
    if room.offer.rulebook is not None:
        book = tag(
            "div",
            rulebook_html(room.offer.rulebook, room.table.rules),
            class_="book",
            tabindex="0",
            role="region",
            aria_label="Rulebook",
        )
    return tag(
        "section",
        tag("details", tag("summary", "What happened"), tag("ol", id="log", role="log", aria_live="polite"), open=True),
        tag("details", tag("summary", "Rules"), book, id="rules") if book else "",
        tag(
            "details",
            tag("summary", "Seats and links"),
            tag("ul", id="people"),
            tag("div", id="links"),
            id="seats-and-links",
        ),
        class_="side",
        aria_label="Around the table",
    )


def error_page(title: str, message: str) -> Html:
    """Return a page that says what is wrong."""
    return page(
        title,
        _bar(),
        tag("main", tag("h1", title), tag("p", message), tag("p", tag("a", "All games", href="/")), class_="setup"),
    )
