"""Where the command prints: in colour if rich is there to do it and somebody looks on, else as plain text."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Final, TextIO

from cardrules.play.text import align_columns, to_ascii

if TYPE_CHECKING:
    from rich.console import Console

SIGNS: Final = "♣♦♥♠·"
"""What an encoding must have for texts to be printed as they are."""


class Screen:
    """The output of the command: text, tables and pages, and questions to whoever sits there."""

    stream: TextIO
    ascii_only: bool
    console: "Console | None"

    def __init__(self, stream: TextIO, *, ascii_only: bool = False) -> None:
        """A screen on ``stream``, with signs for the suits unless its encoding lacks them or ``ascii_only`` says so."""
        self.stream = stream
        self.ascii_only = ascii_only or not _has_signs(stream)
        self.console = _console(stream) if stream.isatty() else None

    def text(self, text: str) -> str:
        """The text as it can be printed here."""
        return to_ascii(text).encode("ascii", "replace").decode() if self.ascii_only else text

    def say(self, text: str = "", *, prose: bool = False) -> None:
        """Print a text of one or more lines; ``prose`` may be broken between words where somebody looks."""
        if self.console is None:
            print(self.text(text), file=self.stream)
        else:
            from rich.text import Text  # noqa: PLC0415  # an extra

            coloured = Text(self.text(text))
            coloured.highlight_regex(RED, "red")
            self.console.print(coloured, soft_wrap=not prose)

    def table(self, rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> None:
        """Print a table; without ``heads`` its columns have none."""
        if self.console is None:
            self.say("\n".join(align_columns([heads, *rows] if heads else rows)))
        else:
            from rich.table import Table  # noqa: PLC0415  # an extra

            table = Table(*heads, box=None, show_header=bool(heads), pad_edge=False, padding=(0, 2, 0, 0))
            for row in rows:
                table.add_row(*map(self.text, row))
            self.console.print(table)

    def page(self, page: str) -> None:
        """Print a page of Markdown."""
        if self.console is None:
            self.say(page.rstrip())
        else:
            from rich.markdown import Markdown  # noqa: PLC0415  # an extra

            self.console.print(Markdown(self.text(page)))

    @contextmanager
    def progress(self, total: int) -> Iterator[Callable[[int], None]]:
        """Something to tell how many of ``total`` are done: a bar where somebody looks, while it lasts."""
        if self.console is None:
            yield lambda _: None
            return
        from rich.progress import Progress  # noqa: PLC0415  # an extra

        with Progress(console=self.console, transient=True) as bar:
            task = bar.add_task("", total=total)
            yield lambda done: bar.update(task, completed=done)

    def ask(self, question: str) -> str:
        """A line that is typed; raises ``EOFError`` where the input ends or is no text."""
        try:
            line = input(question)
        except (EOFError, RuntimeError):  # the latter where there is no input at all
            self.say()
            raise EOFError("the input ended before the game did") from None
        except UnicodeDecodeError as error:
            raise EOFError(f"the input is no text in {error.encoding}") from None
        if not sys.stdin.isatty():
            self.say(line)  # so that what was read from a file or a pipe stands where it would have been typed
        return line

    def complete(self, completions: Callable[[str], Iterable[str]]) -> None:
        """Let the tabulator complete lines that are typed; ``completions`` gives those that begin with a text."""
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
"""The red cards and suits in a text."""


def _has_signs(stream: TextIO) -> bool:
    try:
        SIGNS.encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _console(stream: TextIO) -> "Console | None":
    try:
        from rich.console import Console  # noqa: PLC0415  # an extra
    except ImportError:
        return None
    return Console(file=stream, highlight=False)
