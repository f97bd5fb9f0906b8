"""SVG as text."""

import pytest

from cardrules.pictures.svg import (
    Drawing,
    beside,
    document,
    element,
    escape,
    number,
    shortened_to,
    stacked,
    text_line,
    text_lines,
    text_width,
    wrapped,
)
from cardrules.pictures.theme import Theme
from tests.pictures.reading import parsed, texts

BOX = Drawing(10, 4, "<rect/>")


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (-2.0, "-2"), (1 / 3, "0.33"), (1234.567, "1234.57")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_an_element_has_its_attributes_in_order() -> None:
    assert element("g") == "<g/>"
    assert element("g", "x", stroke_width=2.5, fill="none", d=None) == '<g stroke-width="2.5" fill="none">x</g>'


def test_any_name_may_be_written() -> None:
    name = "<b> & \"x\" 'y' \x00\x1b\x01\ud800 \uffff ж 🂡"
    drawn = text_line(name, 10, "red")
    root = parsed(document(drawn, Theme(mode="light"), lambda _name, _theme: "", (name, name), 100))
    (shown,) = texts(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn.body}</svg>')
    assert shown == "<b> & \"x\" 'y' \ufffd\ufffd\ufffd\ufffd \ufffd ж 🂡"
    assert [child.text for child in root[:2]] == [shown, shown]
    assert escape("a") == "a"


def test_drawings_are_stacked_and_put_beside_each_other() -> None:
    tall = Drawing(2, 8, "<path/>")
    assert stacked([BOX, Drawing(), tall], 1) == Drawing(10, 13, '<rect/><g transform="translate(4 5)"><path/></g>')
    assert beside([BOX, Drawing(), tall], 1) == Drawing(
        13, 8, '<g transform="translate(0 2)"><rect/></g><g transform="translate(11 0)"><path/></g>'
    )
    assert stacked([]) == beside([]) == Drawing()
    assert BOX.padded(1, 2) == Drawing(12, 8, '<g transform="translate(1 2)"><rect/></g>')


def test_drawings_are_wrapped_at_a_width() -> None:
    assert (wrapped([BOX] * 4, 32, 1).width, wrapped([BOX] * 4, 32, 1).height) == (32, 9)
    assert wrapped([BOX, BOX], 5, 1, 3).height == 11
    assert wrapped([Drawing()], 5, 1) == Drawing()


def test_texts_are_cut_and_broken_where_they_would_be_too_wide() -> None:
    assert shortened_to("seat 0", 10, 100) == "seat 0"
    assert shortened_to("a long name", 10, text_width("a long…", 10)) == "a long…"
    assert shortened_to("a long name", 10, 0) == "…"
    assert text_width("жжж", 10) == text_width("abc", 10) < text_width("名前名", 10)
    lines = text_lines(["one", "two", "three"], 10, "red", text_width("one, two,", 10), ", ")
    assert texts(f'<svg xmlns="http://www.w3.org/2000/svg">{lines.body}</svg>') == ["one, two", "three"]
    assert text_line("", 10, "red").body == ""
