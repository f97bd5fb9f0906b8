"""The screen: text, colours, pages, prompts."""

import sys
from io import BytesIO, StringIO, TextIOWrapper
from types import ModuleType
from typing import ClassVar

import pytest

from cardrules.cli.screen import Screen
from tests.cli.screen import Tty


class Ascii(StringIO):
    """A stream that can encode only ASCII."""

    encoding = "ascii"


class Nameless(StringIO):
    """A stream with an unknown encoding."""

    encoding = "klingon"


def test_text_is_printed_as_it_is() -> None:
    stream = StringIO()
    Screen(stream).say("trump ♥ · Q♠")
    assert stream.getvalue() == "trump ♥ · Q♠\n"


@pytest.mark.parametrize("screen", [Screen(Ascii()), Screen(Nameless()), Screen(StringIO(), ascii_only=True)])
def test_letters_replace_symbols_that_cannot_be_printed(screen: Screen) -> None:
    screen.say("trump ♥ · Q♠ é")
    assert isinstance(screen.stream, StringIO)
    assert screen.stream.getvalue() == "trump H | QS ?\n"


def test_a_prompt_is_printed_like_other_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Tty("\n"))
    Screen(sys.stdout, ascii_only=True).ask("0: Q♠ > ")
    assert capsys.readouterr().out == "0: QS > "


def test_half_a_character_is_replaced() -> None:
    """File names with bytes that are not UTF-8 have such characters, which cannot be encoded."""
    stream = StringIO()
    Screen(stream).say("saved in \udcff.json")
    assert stream.getvalue() == "saved in ?.json\n"


def test_rich_draws_nothing_at_a_terminal_without_its_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "12")
    stream = Tty()
    stream.encoding = "cp437"  # it has the suits
    screen = Screen(stream)
    screen.page("# Title\n\n- an item\n")
    screen.table([("a long word", "another one")])
    with screen.progress(10) as done:
        done(5, "fast")
    text = stream.getvalue()
    assert text.startswith("# Title\n\n- an item\na long word  another one\n")
    assert "50%" in text
    assert text.isascii()


def test_red_cards_are_red_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_page_is_formatted_at_a_terminal_and_markdown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    plain, terminal = StringIO(), Tty()
    page = "# Title\n\n- **1.1** Text. [RU]\n"
    Screen(plain).page(page)
    assert plain.getvalue() == page
    Screen(terminal).page(page)
    assert "**" not in terminal.getvalue()
    assert "Text. [RU]" in terminal.getvalue()


def test_prose_is_wrapped_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("TERM", "xterm")
    text = "words " * 8
    for prose, lines in [(True, 3), (False, 1)]:
        stream = Tty()
        Screen(stream).say(text, prose=prose)
        assert len(stream.getvalue().splitlines()) == lines
        plain = StringIO()
        Screen(plain).say(text, prose=prose)
        assert plain.getvalue() == text + "\n"


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


def test_lines_from_a_pipe_are_echoed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("bid 1\n"))
    assert Screen(sys.stdout).ask("> ") == "bid 1"
    assert capsys.readouterr().out == "> bid 1\n"
    with pytest.raises(EOFError, match="the input ended before the game did"):
        Screen(sys.stdout).ask("> ")


def test_typed_lines_are_not_echoed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Tty("bid 1\n"))
    assert Screen(sys.stdout).ask("> ") == "bid 1"
    assert capsys.readouterr().out == "> "


def test_an_input_that_is_missing_or_cannot_be_decoded_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(EOFError, match="the input ended"):
        Screen(StringIO()).ask("> ")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xff\n"), encoding="utf-8"))
    with pytest.raises(EOFError, match="the input cannot be decoded as utf-8"):
        Screen(StringIO()).ask("> ")


class Readline(ModuleType):
    """The part of readline that the screen uses."""

    bound: ClassVar[list[str]] = []

    def set_completer_delims(self, delims: str) -> None:
        assert delims == ""

    def set_completer(self, completer: object) -> None:
        self.completer = completer

    def parse_and_bind(self, line: str) -> None:
        self.bound.append(line)


@pytest.mark.parametrize(("doc", "bound"), [(None, "tab: complete"), ("uses libedit", "bind ^I rl_complete")])
def test_tab_completes(doc: str | None, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    readline = Readline("readline", doc)
    monkeypatch.setitem(sys.modules, "readline", readline)
    Screen(StringIO(), ascii_only=True).complete(lambda text: [text + "♠", text + "♥"])
    assert readline.bound.pop() == bound
    assert callable(readline.completer)
    assert [readline.completer("q", number) for number in range(3)] == ["qS", "qH", None]


def test_without_readline_nothing_completes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    Screen(StringIO()).complete(lambda text: [text])


def test_a_progress_bar_is_shown_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    plain, terminal = StringIO(), Tty()
    for stream in (plain, terminal):
        with Screen(stream).progress(10) as done:
            done(5, "fast")
    assert plain.getvalue() == ""
    assert "50%" in terminal.getvalue()


@pytest.mark.parametrize(("columns", "width"), [("20", 30), ("60", 60), ("300", 120)])
def test_lines_are_as_wide_as_the_terminal_within_bounds(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", columns)
    assert Screen(Tty()).width == width
    assert Screen(StringIO()).width == 80
