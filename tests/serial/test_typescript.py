"""TypeScript: the types of the documents of a game."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cardrules import catalogue
from cardrules.serial import Json
from tests import bazaar

EXPECTED = """\
/** Pay an amount. */
export interface Raise {
  readonly is: "Raise";
  readonly by: number | Fraction;
}

/** Pay nothing. */
export interface Keep {
  readonly is: "Keep";
}

/** Throw cards away. */
export interface Throw {
  readonly is: "Throw";
  readonly cards: Cards;
  readonly first: Card | null;
}
"""


def test_each_definition_is_a_type() -> None:
    types = Json(bazaar).typescript()
    assert types.startswith("// The documents of tests.bazaar, made from its JSON Schema.\n\n")
    assert EXPECTED in types
    assert "\nexport type Move = Raise | Keep | Throw | Shuffled;\n" in types
    assert "\nexport type Card = string;\n" in types
    assert "  readonly rounds?: number;\n" in types
    assert '  readonly trump?: "none" | "C" | "D" | "H" | "S";\n' in types
    assert '  readonly to_act: number | "nature" | null;\n' in types
    assert "  readonly made: readonly (Raise | Keep)[];\n" in types
    assert '  readonly best: readonly [number, "2" | "3" | ' in types
    assert "  readonly hands: readonly Cards[];\n" in types
    assert "  readonly move: Raise | Keep | Throw | Shuffled;\n" in types
    assert "  readonly seed: number | string | null;\n" in types


@pytest.mark.skipif(shutil.which("tsc") is None, reason="the compiler of TypeScript is not installed")
@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_compiler_accepts_the_types(name: str, tmp_path: Path) -> None:
    path = tmp_path / "types.ts"
    path.write_text(Json(catalogue.game(name)).typescript(), encoding="utf-8")
    subprocess.run(["tsc", "--noEmit", "--strict", path], check=True)  # noqa: S603, S607  # our own file
