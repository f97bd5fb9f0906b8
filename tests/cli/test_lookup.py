"""Find the game that a command line names."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cardrules.catalogue import NAMES
from cardrules.cli.lookup import ChosenGame, NoSuchChoiceError, OwnGameError, find_game, registered_games
from cardrules.errors import RulesError
from cardrules.games import oh_hell
from tests.cli.own_games import FAILING, GAME, PAGE, PARTS
from tests.cli.screen import carry_out, refused


def register(directory: Path, **games: str) -> None:
    """Install a package in a directory on the path that registers these games."""
    info = directory / "my_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    lines = "\n".join(f"{name} = {value}" for name, value in games.items())
    (info / "entry_points.txt").write_text(f"[cardrules.games]\n{lines}\n")


def test_a_game_of_the_library_is_found_by_its_name() -> None:
    assert find_game("oh_hell") == ChosenGame("oh_hell", oh_hell)
    with pytest.raises(NoSuchChoiceError, match=r"^no game 'ohell'; did you mean oh_hell\?$"):
        find_game("ohell")
    with pytest.raises(NoSuchChoiceError, match=r"^no game 'x{60}… \(40 more characters\)'; there are blackjack"):
        find_game("x" * 100)


@pytest.mark.parametrize("name", ["./reversis.py", "reversis.py"])
def test_a_file_is_a_game(name: str, own: Path) -> None:
    (own / "reversis.py").write_text(GAME)
    chosen = find_game(name)
    assert chosen.game.Rules is oh_hell.Rules
    assert (chosen.name, chosen.file, chosen.title) == (name, own / "reversis.py", "reversis")


def test_a_file_of_a_package_and_a_dotted_module_are_the_same_game(own: Path) -> None:
    (own / "games" / "tricks").mkdir(parents=True)
    for directory in (own / "games", own / "games" / "tricks"):
        (directory / "__init__.py").touch()
    (own / "games" / "tricks" / "reversis.py").write_text("from . import parts\n" + GAME)
    (own / "games" / "tricks" / "parts.py").touch()
    by_path, by_name = find_game("games/tricks/reversis.py"), find_game("games.tricks.reversis")
    assert by_path.game is by_name.game
    assert by_path.game.__name__ == "games.tricks.reversis"  # type: ignore[attr-defined]  # it is a module


def test_a_directory_is_the_package_in_it(own: Path) -> None:
    (own / "reversis").mkdir()
    (own / "reversis" / "__init__.py").write_text(GAME)
    assert find_game("./reversis").game.Rules is oh_hell.Rules


def test_registered_games_are_found_and_listed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sys.path.append(str(own))
    (own / "my_reversis.py").write_text(GAME)
    (own / "my_reversis.md").write_text(PAGE)
    (own / "my_whist.py").write_text(GAME)
    (own / "my_skat.py").write_text("import nothing_like_this\n")
    register(own, whist="my_whist", reversis="my_reversis", skat="my_skat", oh_hell="my_whist")
    assert list(registered_games()) == ["reversis", "skat", "whist"]
    assert find_game("reversis").title == "Hearts"
    assert find_game("oh_hell").game is oh_hell
    done = carry_out(capsys, "games")
    assert done.code == 0
    assert [" ".join(line.split()) for line in done.lines[len(NAMES) :]] == [
        "reversis Hearts A game of tricks.",
        "skat cannot be listed: skat: ModuleNotFoundError: No module named 'nothing_like_this'",
        "whist my_whist Hearts as we play it.",
    ]
    with pytest.raises(NoSuchChoiceError, match="did you mean reversis"):
        find_game("reversi")


def test_an_object_may_be_registered(own: Path) -> None:
    sys.path.append(str(own))
    source = "class Game:\n    RULEBOOK = 'rules/h.md'\n" + f"    from cardrules.games.oh_hell import {PARTS}\n"
    (own / "my_object.py").write_text(source + "\n\ngame = Game()\n")
    (own / "rules").mkdir()
    (own / "rules" / "h.md").write_text(PAGE)
    register(own, reversis="my_object:game")
    assert (find_game("reversis").file, find_game("reversis").title) == (own / "my_object.py", "Hearts")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("./nothing.py", "./nothing.py: there is no such Python file"),
        ("./reversis.txt", "./reversis.txt: there is no such Python file"),
        ("empty/", "empty/: there is no such Python file"),
        ("no.such.game", "no.such.game: there is no module 'no.such.game'"),
        ("part.reversis", "part.reversis: there is no module 'part.reversis'"),
        ("__main__.game", "__main__.game: there is no module '__main__.game'"),
        ("part.py", f"part.py is not a game: it has no {PARTS.removeprefix('Rules, ')}"),
        ("random.py", "random.py: 'import random' does not import this file; rename it"),
        ("h.2.py", "h.2.py: 'import h.2' does not import this file; rename it"),
        ("wrong.py", "wrong.py: NameError: name 'reversis' is not defined (line 2)"),
        ("wrong.game", "wrong.game: NameError: name 'reversis' is not defined (line 2)"),
        ("syntax.py", "syntax.py: SyntaxError: invalid syntax (line 1)"),
        ("leave.py", "leave.py: SystemExit: 3 (line 1)"),
        ("silent.py", "silent.py: ValueError (line 1)"),
        ("needs.py", "needs.py: ModuleNotFoundError: No module named 'nothing_like_this' (line 1)"),
        ("pack/reversis.py", "pack/reversis.py: ModuleNotFoundError: No module named 'nothing_like_this' (line 1)"),
    ],
)
def test_a_bad_game_is_refused_in_a_sentence(name: str, sentence: str, own: Path) -> None:
    (own / "empty").mkdir()
    (own / "pack").mkdir()
    for file, source in {
        "reversis.txt": GAME,
        "part.py": "Rules = 1",
        "random.py": GAME,
        "h.2.py": GAME,
        "wrong.py": "\nreversis",
        "syntax.py": "def",
        "leave.py": "raise SystemExit(3)",
        "silent.py": "raise ValueError",
        "needs.py": "import nothing_like_this",
        "pack/__init__.py": "import nothing_like_this",
        "pack/reversis.py": GAME,
    }.items():
        (own / file).write_text(source)
    with pytest.raises(OwnGameError) as caught:
        find_game(name)
    assert str(caught.value) == sentence


def test_a_module_that_was_not_imported_from_a_file_is_not_taken_for_one(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own / "nowhere.py").write_text(GAME)
    monkeypatch.setitem(sys.modules, "nowhere", ModuleType("nowhere"))
    with pytest.raises(OwnGameError, match=r"^nowhere.py: 'import nowhere' does not import this file; rename it$"):
        find_game("nowhere.py")


def test_errors_in_a_game_of_the_librarys_own_are_raised_as_they_are() -> None:
    """They are bugs of the library, and want their traceback."""
    with pytest.raises(KeyError), find_game("oh_hell").describing_errors():
        raise KeyError


def test_errors_that_are_sentences_already_are_raised_as_they_are() -> None:
    other: Any = SimpleNamespace()
    with pytest.raises(RulesError, match=r"^players$"), ChosenGame("./reversis.py", other).describing_errors():
        raise RulesError("players")
    with (
        pytest.raises(OwnGameError, match=r"^\./reversis.py: KeyError: 1$"),
        ChosenGame("./reversis.py", other).describing_errors(),
    ):
        raise KeyError(1)


def test_the_rulebook_is_beside_the_module_or_named_in_it(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "reversis.py").write_text(GAME)
    assert refused(capsys, "rules", "./reversis.py") == (
        "./reversis.py has no rulebook: write a page beside its module, or name one in RULEBOOK"
    )
    (own / "reversis.md").write_text(PAGE)
    assert carry_out(capsys, "rules", "./reversis.py").out.rstrip() == PAGE.rstrip()
    assert carry_out(capsys, "rules", "reversis.py", "1.2").lines == ["1.2 Or not. [EN]"]
    assert refused(capsys, "rules", "reversis.py", "1.3") == "reversis has no rule 1.3"
    (own / "whist.py").write_text(GAME + 'RULEBOOK = "reversis.md"\n')
    assert find_game("whist.py").title == "Hearts"
    (own / "skat.py").write_text(GAME + 'RULEBOOK = "skat.txt"\n')
    assert find_game("skat.py").title == "skat"
    assert refused(capsys, "rules", "skat.py") == f"{own / 'skat.txt'}: No such file or directory"
    (own / "skat.txt").write_text("Skat")
    assert find_game("skat.py").title == "skat"
    assert "it must begin with a heading" in refused(capsys, "rules", "skat.py")


def test_a_game_without_a_module_names_its_rulebook_in_full(own: Path) -> None:
    (own / "reversis.md").write_text(PAGE)
    game: Any = SimpleNamespace(RULEBOOK=own / "reversis.md")
    assert ChosenGame("reversis", game).title == "Hearts"
    unnamed: Any = SimpleNamespace()
    assert ChosenGame("reversis", unnamed).title == "SimpleNamespace"


def test_every_command_takes_a_file(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "reversis.py").write_text(GAME)
    options = ("./reversis.py", "--seed", "1", "-o", "players=3", "-o", "deals=1")
    for command, more in [("play", ["--auto"]), ("simulate", ["-n", "9"]), ("verify", ["--examples", "1"])]:
        theirs, ours = (
            carry_out(capsys, command, name, *options[1:], *more).lines for name in ("./reversis.py", "oh_hell")
        )
        assert theirs[0] == ours[0].replace("Oh Hell", "reversis")
        if command == "play":
            assert theirs[1:] == ours[1:]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_error_in_a_game_is_printed_with_its_line(jobs: str, own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line is known too if another process played."""
    (own / "failing.py").write_text(FAILING)
    done = carry_out(capsys, "simulate", "failing.py", "--jobs", jobs)
    assert (done.code, done.err) == (2, "cardrules: failing.py: KeyError: 'trick' (line 10)\n")


def test_a_file_may_break_a_law(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "broken.py").write_text(GAME + "\n\ndef legal_moves(state):\n    return ()\n")
    done = carry_out(capsys, "verify", "broken.py", "--examples", "1", "-o", "deals=1")
    assert done.code == 1
    assert any(line.startswith("  broken   ") for line in done.lines)


def test_rules_that_fail_are_refused_before_any_game_is_verified(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "rules.py").write_text(GAME + "\n\nRules = 3\n")
    assert refused(capsys, "verify", "oh_hell", "rules.py").startswith("rules.py: TypeError: ")
