"""The output and the prompts of the command: in colour at a terminal if rich is installed, else plain text."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Final, TextIO

from cardrules.play.text import WIDTH, align_columns, to_ascii

if TYPE_CHECKING:
    from rich.console import Console

SYMBOLS: Final = "♣♦♥♠·•━…"
"""The characters that an encoding must have; the last three are those that rich draws with."""


WIDEST: Final = 120
"""The most characters on a line, for longer ones are hard to read."""

NARROWEST: Final = 30
"""The least width that lines are wrapped for."""


class Screen:
    """A stream to which the command prints text, tables and pages, and the keyboard that answers its prompts."""

    def __init__(self, stream: TextIO, *, ascii_only: bool = False) -> None:
        """Print to ``stream``: only ASCII if ``ascii_only`` is set or the encoding of the stream lacks the symbols."""
        self.stream = stream
        self.ascii_only: bool = ascii_only or not _has_symbols(stream)
        self.encoding: str = "ascii" if self.ascii_only else stream.encoding or "utf-8"
        self.console: Console | None = _console(stream) if stream.isatty() else None
        self.names: tuple[str, ...] = ()
        """The names of the seats in what is printed; none if the command gives none."""

    @property
    def width(self) -> int:
        """The width of its lines: that of the terminal up to :data:`WIDEST`, or that of texts in a file or a pipe."""
        return WIDTH if self.console is None else max(NARROWEST, min(self.console.width, WIDEST))

    def text(self, text: str) -> str:
        """Return the text with other characters for those that cannot be printed here."""
        plain = to_ascii(text) if self.ascii_only else text
        return plain.encode(self.encoding, "replace").decode(self.encoding)

    def say(self, text: str = "", *, prose: bool = False) -> None:
        """Print lines of text; at a terminal ``prose`` is wrapped between words."""
        if self.console is None:
            print(self.text(text), file=self.stream)
        else:
            from rich.text import Text  # noqa: PLC0415  # an extra

            coloured = Text(self.text(text))
            coloured.highlight_regex(RED, "red")
            self.console.print(coloured, soft_wrap=not prose)

    def table(self, rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> None:
        """Print a table, with ``heads`` above its columns if they are given."""
        if self.console is None or self.ascii_only:
            self.say("\n".join(align_columns([heads, *rows] if heads else rows)))
        else:
            from rich.table import Table  # noqa: PLC0415  # an extra

            table = Table(*heads, box=None, show_header=bool(heads), pad_edge=False, padding=(0, 2, 0, 0))
            for row in rows:
                table.add_row(*map(self.text, row))
            self.console.print(table)

    def page(self, page: str) -> None:
        """Print a page of Markdown."""
        if self.console is None or self.ascii_only:  # rich draws its bullets and rules with other characters
            self.say(page.rstrip())
        else:
            from rich.markdown import Markdown  # noqa: PLC0415  # an extra

            self.console.print(Markdown(self.text(page)))

    @contextmanager
    def progress(self, total: int) -> Iterator[Callable[[int, str], None]]:
        """Return a function to call with how many of ``total`` are done, and words: at a terminal it moves a progress bar."""
        if self.console is None:
            yield lambda _done, _words: None
            return
        from rich.progress import Progress, TaskProgressColumn  # noqa: PLC0415  # an extra

        columns = (TaskProgressColumn(),) if self.ascii_only else Progress.get_default_columns()
        with Progress(*columns, console=self.console, transient=True) as bar:
            task = bar.add_task("", total=total)
            yield lambda done, words: bar.update(task, completed=done, description=self.text(words))

    def ask(self, question: str) -> str:
        """Return the line that is typed; raise ``EOFError`` if the input has ended or cannot be decoded."""
        try:
            line = input(self.text(question))
        except (EOFError, RuntimeError):  # the latter if there is no input at all
            self.say()
            raise EOFError("the input ended before the game did") from None
        except UnicodeDecodeError as error:
            raise EOFError(f"the input cannot be decoded as {error.encoding}") from None
        if not sys.stdin.isatty():
            self.say(line)  # what is read from a file or a pipe stands where it would have been typed
        return line

    def complete(self, completions: Callable[[str], Iterable[str]]) -> None:
        """Let the Tab key complete typed lines; ``completions`` returns those that begin with a text."""
        try:
            import readline  # noqa: PLC0415  # not on every system
        except ImportError:
            return

        def nth(text: str, number: int) -> str | None:
            return next(islice(map(self.text, completions(text)), number, None), None)

        readline.set_completer_delims("")
        readline.set_completer(nth)
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


RED: Final = r"\w*[♥♦]"
"""A pattern of the red cards and suits in a text."""


def _has_symbols(stream: TextIO) -> bool:
    try:
        SYMBOLS.encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _console(stream: TextIO) -> "Console | None":
    try:
        from rich.console import Console  # noqa: PLC0415  # an extra
    except ImportError:
        return None
    return Console(file=stream, highlight=False)
