"""The layout of the project: which module imports which, what is documented, and whether pages agree with the code."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import get_args

import attrs
import pytest

import cardrules
from cardrules import cards, catalogue
from cardrules.rulebooks import rulebook
from cardrules.zones import visibilities

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "cardrules"
MODULES = {
    ".".join(("cardrules", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}

ENGINE = (
    "game",
    "cardfields",
    "zones",
    "hints",
    "canonical",
    "renaming",
    "moves",
    "numbering",
    "options",
    "seats",
    "labels",
    "chance",
    "catalogue",
    "fastinit",
)
"""The modules at the top of the package, without ``errors``, which every module may import."""

MAY_IMPORT = {
    "cards": (),
    "engine": ("cards",),
    "rulebooks": (),
    "blocks": ("cards", "engine"),
    "games": ("cards", "engine", "blocks"),
    "play": ("cards", "engine"),
    "knowledge": ("cards", "engine", "play"),
    "thinking": ("cards", "engine", "play", "knowledge"),
    "serial": ("cards", "engine", "play", "knowledge"),
    "pictures": ("cards", "engine", "play"),
    "adapters": ("cards", "engine", "play", "knowledge"),
    "web": ("cards", "engine", "rulebooks", "play", "knowledge", "thinking", "serial", "pictures"),
    "exact": ("cards", "engine"),
    "verify": ("cards", "engine", "play", "knowledge", "serial"),
    "cli": ("cards", "engine", "rulebooks", "play", "knowledge", "thinking", "serial", "pictures", "web", "verify"),
}
"""The folders that each folder of the package may import besides itself and ``errors``."""

RULES = ("cards", "engine", "blocks", "games")
"""The folders that every game needs; they import nothing optional."""

OPTIONAL = {
    "hypothesis",
    "cattrs",
    "rich",
    "pytest",
    "_pytest",
    "sybil",
    "numpy",
    "pyspiel",
    "open_spiel",
    "pettingzoo",
    "gymnasium",
    "starlette",
    "uvicorn",
    "markdown_it",
}


def folder(module: str) -> str:
    """Return the folder of MAY_IMPORT to which a module belongs; ``errors`` is a folder of its own."""
    part = module.split(".")[1]
    return "engine" if part in ENGINE else part


def imported(module: str) -> Iterator[str]:
    """Yield the modules of the package that a module imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names}
            inside = submodules & MODULES.keys()
            yield from sorted(inside)
            if inside != submodules:
                yield node.module


@pytest.mark.parametrize("module", sorted(MODULES.keys() - {"cardrules", "cardrules.__main__"}))
def test_imports_go_one_way(module: str) -> None:
    own = folder(module)
    allowed = {"errors"} if own == "errors" else {own, "errors", *MAY_IMPORT[own]}
    assert {folder(other) for other in imported(module)} <= allowed


def test_contributing_shows_the_table_of_folders() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)(?:/`|\.py`.*?) +\|.*\| (.*?) +\|$", page, flags=re.MULTILINE)
    table = {name: tuple(re.findall(r"`(\w+)", allowed)) for name, allowed in rows}
    assert table.pop("game") == MAY_IMPORT["engine"]
    assert table == {name: allowed for name, allowed in MAY_IMPORT.items() if name != "engine"}


def test_imports_have_no_cycle() -> None:
    assert list(TopologicalSorter({module: set(imported(module)) for module in MODULES}).static_order())


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_games_do_not_import_each_other(name: str) -> None:
    own = f"cardrules.games.{name}"
    inside = [module for module in MODULES if module == own or module.startswith(own + ".")]
    others = {other for module in inside for other in imported(module) if other.startswith("cardrules.games.")}
    assert others <= set(inside)


def undocumented(node: ast.AST, name: str) -> Iterator[str]:
    """Yield the public functions and classes in ``node`` without a docstring, except bare signatures in protocols."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef) and not child.name.startswith("_"):
            inner = f"{name}.{child.name}"
            signature = isinstance(child.body[0], ast.Expr) and ast.unparse(child.body[0]) == "..."
            if ast.get_docstring(child) is None and not signature:
                yield inner
            if isinstance(child, ast.ClassDef):
                yield from undocumented(child, inner)


@pytest.mark.parametrize("module", MODULES)
def test_public_names_have_docstrings(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), f"{module} has no docstring"
    assert list(undocumented(tree, module)) == []


def python(code: str) -> str:
    """Run ``code`` in a new interpreter and return what it prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout  # noqa: S603


def test_importing_the_package_loads_nothing_optional() -> None:
    loaded = python("import sys, cardrules; print(*sys.modules)").split()
    assert {name.split(".")[0] for name in loaded} & OPTIONAL == set()


def test_the_rules_load_nothing_optional() -> None:
    rules = [module for module in MODULES if module != "cardrules" and folder(module) in RULES]
    loaded = python(f"import sys, {', '.join(rules)}; print(*sys.modules)").split()
    assert {name.split(".")[0] for name in loaded} & OPTIONAL == set()


def test_the_package_exports_names_of_its_modules() -> None:
    tree = ast.parse(MODULES["cardrules"].read_text(encoding="utf-8"))
    exports = {
        alias.name: node.module for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert sorted(exports) == sorted(cardrules.__all__)
    for name, module in exports.items():
        assert getattr(cardrules, name) is getattr(import_module(str(module)), name)
        assert folder(str(module)) in (*RULES, "errors"), f"{name} would be loaded with every game"


def test_each_game_has_a_module_and_a_rulebook() -> None:
    modules = {path.stem for path in (SOURCE / "games").iterdir()} - {"__init__", "__pycache__"}
    pages = {path.stem for path in (SOURCE / "rulebooks").glob("*.md")}
    assert modules == pages == set(catalogue.NAMES)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^\$ (.+pytest.+)$", readme, flags=re.MULTILINE)
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert [
        part for part in command.split(" && ") if not re.search(f"^{re.escape(part)}( \\| .*)?$", run, re.MULTILINE)
    ] == []


def test_the_readme_lists_the_games() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` +\| (.+?) +\|", readme, flags=re.MULTILINE)
    assert rows == [(name, rulebook(name).title) for name in catalogue.NAMES]


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_rulebook_lists_the_options_with_their_defaults_and_rules(name: str) -> None:
    book = rulebook(name)
    rows = book.table("Options")
    fields = attrs.fields(catalogue.game(name).Rules)
    defaults = [f"`{field.default!r}`".replace("'", '"') for field in fields]
    assert [(row[0], row[2]) for row in rows] == list(
        zip((f"`{field.name}`" for field in fields), defaults, strict=True)
    )
    assert {number for row in rows for number in re.findall(r"\d+\.\d+", row[3])} <= book.numbers
    assert all(re.search(r"\d+\.\d+", row[3]) for row in rows)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_docstring_of_each_option_names_its_rules(name: str) -> None:
    book = rulebook(name)
    kind = catalogue.game(name).Rules
    tree = ast.parse(MODULES[kind.__module__].read_text(encoding="utf-8"))
    (body,) = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Rules"]
    for option, docstring in pairwise(body):
        if isinstance(option, ast.AnnAssign):
            numbers = re.findall(r"\d+\.\d+", ast.unparse(docstring))
            assert numbers, ast.unparse(option)
            assert set(numbers) <= book.numbers, ast.unparse(option)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_rulebook_lists_the_presets_with_their_options(name: str) -> None:
    game = catalogue.game(name)
    names = vars(cards) | vars(game)
    listed = {preset: options for preset, options, _ in rulebook(name).table("Presets")}
    presets = {f"`{preset.upper()}`": rules for preset, rules in catalogue.presets(game).items()}
    assert {preset: eval(f"Rules({options.strip('`')})", names) for preset, options in listed.items()} == presets  # noqa: S307  # our own page


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_rulebook_lists_the_moves(name: str) -> None:
    move = catalogue.game(name).Move
    kinds = {kind.__name__ for kind in get_args(move) or (move,)}
    assert {re.findall(r"`(\w+)", row[0])[0] for row in rulebook(name).table("Moves")} == kinds


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_rulebook_says_who_sees_what(name: str) -> None:
    rows = rulebook(name).table("Who sees what")
    table = {zone: seen_by for zones, seen_by in rows for zone in re.findall(r"\w+", zones)}
    assert table == {zone: visibility.value for zone, visibility in visibilities(catalogue.game(name).State).items()}


def test_the_tutorial_shows_its_whole_game() -> None:
    pages = [(ROOT / "docs" / "tutorial" / name).read_text(encoding="utf-8") for name in ("write.md", "verify.md")]
    blocks = [block for page in pages for block in re.findall(r"```python\n(.*?)\n```", page, re.DOTALL)]
    code = (ROOT / "docs" / "tutorial" / "cuckoo.py").read_text(encoding="utf-8")
    shown = [block for block in blocks if block in code]
    assert "\n".join(shown).split() == code.split()


def test_the_page_on_hearts_quotes_its_module() -> None:
    page = (ROOT / "docs" / "howto" / "hearts.md").read_text(encoding="utf-8")
    code = (ROOT / "docs" / "howto" / "hearts.py").read_text(encoding="utf-8")
    quoted = [block for block in re.findall(r"```python\n(.*?)\n```", page, re.DOTALL) if not block.startswith(">>>")]
    assert len(quoted) == 7
    assert [block for block in quoted if block not in code] == []
