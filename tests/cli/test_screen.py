"""The screen: text, colours, pages, and what is typed."""

import sys
from io import BytesIO, StringIO, TextIOWrapper
from types import ModuleType
from typing import ClassVar

import pytest

from cardrules.cli.screen import Screen
from tests.cli.screen import Tty


class Ascii(StringIO):
    """A stream that has letters only."""

    encoding = "ascii"


class Nameless(StringIO):
    """A stream of an encoding that nobody knows."""

    encoding = "klingon"


def test_text_is_printed_as_it_is() -> None:
    stream = StringIO()
    Screen(stream).say("trump ♥ · Q♠")
    assert stream.getvalue() == "trump ♥ · Q♠\n"


@pytest.mark.parametrize("screen", [Screen(Ascii()), Screen(Nameless()), Screen(StringIO(), ascii_only=True)])
def test_letters_stand_for_signs_where_these_cannot_be_printed(screen: Screen) -> None:
    screen.say("trump ♥ · Q♠ é")
    assert isinstance(screen.stream, StringIO)
    assert screen.stream.getvalue() == "trump H | QS ?\n"


def test_red_cards_are_red_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Tty()
    Screen(stream).say("10♥ Q♠ [bold]♦[/bold]")
    assert stream.getvalue() == "\x1b[31m10♥\x1b[0m Q♠ [bold]\x1b[31m♦\x1b[0m[/bold]\n"


def test_without_rich_there_are_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    stream = Tty()
    Screen(stream).say("10♥ Q♠")
    assert stream.getvalue() == "10♥ Q♠\n"


def test_a_page_is_markdown_or_set_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    plain, looked_at = StringIO(), Tty()
    page = "# Title\n\n- **1.1** Text. [RU]\n"
    Screen(plain).page(page)
    assert plain.getvalue() == page
    Screen(looked_at).page(page)
    assert "**" not in looked_at.getvalue()
    assert "Text. [RU]" in looked_at.getvalue()


def test_prose_is_broken_between_words_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("TERM", "xterm")
    said = "words " * 8
    for prose, lines in [(True, 3), (False, 1)]:
        stream = Tty()
        Screen(stream).say(said, prose=prose)
        assert len(stream.getvalue().splitlines()) == lines
        plain = StringIO()
        Screen(plain).say(said, prose=prose)
        assert plain.getvalue() == said + "\n"


@pytest.mark.parametrize("stream", [StringIO(), Tty()])
def test_a_table_has_columns(stream: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    screen = Screen(stream)
    screen.table([("long", "x"), ("y", "z")], heads=("a", "b"))
    screen.table([("long", "x")])
    assert [line.split() for line in stream.getvalue().splitlines()] == [
        ["a", "b"],
        ["long", "x"],
        ["y", "z"],
        ["long", "x"],
    ]
    assert {line[:4] + line[6:7] for line in stream.getvalue().splitlines()} == {"a   b", "longx", "y   z"}


def test_what_is_read_from_a_pipe_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("bid 1\n"))
    assert Screen(sys.stdout).ask("> ") == "bid 1"
    assert capsys.readouterr().out == "> bid 1\n"
    with pytest.raises(EOFError, match="the input ended before the game did"):
        Screen(sys.stdout).ask("> ")


def test_what_is_typed_is_seen_anyway(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Tty("bid 1\n"))
    assert Screen(sys.stdout).ask("> ") == "bid 1"
    assert capsys.readouterr().out == "> "


def test_an_input_that_is_not_there_or_no_text_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(EOFError, match="the input ended"):
        Screen(StringIO()).ask("> ")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xff\n"), encoding="utf-8"))
    with pytest.raises(EOFError, match="the input is no text in utf-8"):
        Screen(StringIO()).ask("> ")


class Readline(ModuleType):
    """What the screen uses of readline."""

    bound: ClassVar[list[str]] = []

    def set_completer_delims(self, delims: str) -> None:
        assert delims == ""

    def set_completer(self, completer: object) -> None:
        self.completer = completer

    def parse_and_bind(self, line: str) -> None:
        self.bound.append(line)


@pytest.mark.parametrize(("doc", "bound"), [(None, "tab: complete"), ("uses libedit", "bind ^I rl_complete")])
def test_the_tabulator_completes(doc: str | None, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    readline = Readline("readline", doc)
    monkeypatch.setitem(sys.modules, "readline", readline)
    Screen(StringIO(), ascii_only=True).complete(lambda text: [text + "♠", text + "♥"])
    assert readline.bound.pop() == bound
    assert callable(readline.completer)
    assert [readline.completer("q", number) for number in range(3)] == ["qS", "qH", None]


def test_without_readline_nothing_completes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    Screen(StringIO()).complete(lambda text: [text])


def test_a_bar_shows_what_is_done_while_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    plain, looked_at = StringIO(), Tty()
    for stream in (plain, looked_at):
        with Screen(stream).progress(10) as done:
            done(5)
    assert plain.getvalue() == ""
    assert "50%" in looked_at.getvalue()
