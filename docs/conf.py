"""The configuration of Sphinx.

It generates the pages that follow a template: one for each game, which includes its rulebook, and one for each module.
The build fails if the reference lacks a module or one of its public names.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

import attrs
from docutils.nodes import Element, Text, document, inline, literal_block
from sphinx.addnodes import desc, desc_annotation, desc_signature, pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import stringify_annotation

from cardrules import catalogue
from cardrules.zones import resolve_hints

HERE = Path(__file__).parent
sys.path += [str(HERE / "tutorial"), str(HERE / "pictures")]
pictures = import_module("pages")
SOURCE = HERE.parent / "src" / "cardrules"

project = "cardrules"
author = "The cardrules developers"
project_copyright = f"2026, {author}"
version = release = version_of("cardrules")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"cardrules {version}"
html_copy_source = False
html_show_sphinx = False

add_module_names = False
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
myst_heading_anchors = 3
python_display_short_literal_types = True

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", rf"({'|'.join(sys.stdlib_module_names)})\..*"),  # no inventories: the build needs no network
    (
        "py:.*",
        r"(attrs?|cattrs|gymnasium|hypothesis|markdown_it|numpy|pettingzoo|pyspiel|_?pytest|rich|starlette|uvicorn)\..*",
    ),
    ("py:class", "[SM]"),  # type variables in the alias of a player
    ("py:class", "P"),  # the parameters of a constructor, in `fastinit.unchecked`
    ("py:class", r"spaces\.Space"),  # Gymnasium's, under the name by which it is imported
    ("py:class", "Console"),  # rich's, which is imported only for type checkers
    ("py:.*", r"cardrules\.([a-z_]+\.)+([A-Z]|Options|[A-Z][a-z]+(?=_co))(_co|_contra)?"),  # type variables
]

ZONES = {"Visibility.OPEN": "Open", "Visibility.OWNER": "Own", "Visibility.CLOSED": "Closed"}
LONG = 100

GAME = """\
```{{include}} ../../src/cardrules/rulebooks/{name}.md
:end-line: {head}
```

What seat 0 sees after a deal:

![{dealt}](../pictures/{name}_dealt.svg)

The whole table some moves later:

![{later}](../pictures/{name}_later.svg)

```{{include}} ../../src/cardrules/rulebooks/{name}.md
:start-line: {head}
```

## In code

{{py:mod}}`cardrules.games.{name}` has the options, moves and phases, and the functions of the game.
"""

MODULE = """\
# `{module}`

```{{eval-rst}}
.. automodule:: {module}
   :ignore-module-all:
{rest}
```
"""

RE_EXPORTS = """
.. rubric:: Re-exported here

{links}
"""

TYPE = """
.. py:type:: {name}
   :canonical: {value}
"""

CONSTANT = """
.. py:data:: {name}
   :value: {value}
"""


def modules() -> Iterator[str]:
    """Yield the full names of the public modules of the package."""
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        if not any(part.startswith("_") for part in name.split(".")):
            yield name


def body(module: str) -> list[ast.stmt]:
    """Return the statements of a module."""
    path = SOURCE.parent.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8")).body


def public_names(module: str) -> Iterator[str]:
    """Yield the names of the public functions, classes and constants that a module defines."""
    for node in body(module):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                if not name.startswith("_"):
                    yield name


def without_docstring(module: str) -> str:
    """Return directives for the constants and type aliases without a docstring, which autodoc leaves out."""
    nodes = body(module)
    found = ""
    for node, after in zip_longest(nodes, nodes[1:]):
        if isinstance(node, ast.AnnAssign) and node.value is not None and not is_docstring(after):
            name = ast.unparse(node.target)
            if name.startswith("_"):
                continue
            if ast.unparse(node.annotation) == "TypeAlias":
                value = getattr(import_module(module), name)
                found += TYPE.format(name=name, value=stringify_annotation(value, "smart", short_literals=True))
            else:
                found += CONSTANT.format(name=name, value=ast.unparse(node.value))
    return found


def re_exports(module: str) -> str:
    """Return links to the names that a module re-exports."""
    links = [f"- :py:obj:`~{source}`" for source in sources(module).values()]
    return RE_EXPORTS.format(links="\n".join(links)) if links else ""


@cache
def sources(module: str) -> Mapping[str, str]:
    """Map the names that a module re-exports to their full names where they are defined."""
    return {
        name.name: sources(str(node.module)).get(name.name, f"{node.module}.{name.name}")
        for node in body(module)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.asname == name.name
    }


def is_docstring(node: ast.stmt | None) -> bool:
    """Return whether a statement is a string literal."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def write_pages(_app: object) -> None:
    """Write the generated pages that have changed, and delete those that are no longer generated."""
    pictures.write()
    pages = {HERE / "games" / f"{name}.md": game_page(name) for name in catalogue.NAMES}
    for module in modules():
        pages[HERE / "reference" / f"{module}.md"] = MODULE.format(
            module=module, rest=without_docstring(module) + re_exports(module)
        )
    for path in {*HERE.glob("games/*.md"), *HERE.glob("reference/*.md")} - pages.keys():
        if path.stem != "index":
            path.unlink()
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def game_page(name: str) -> str:
    """Return the page of a game: its rulebook, with pictures below the introduction."""
    rulebook = (SOURCE / "rulebooks" / f"{name}.md").read_text(encoding="utf-8")
    head = rulebook[: rulebook.index("\n## ")].count("\n") + 1
    return GAME.format(name=name, head=head, **{when: alternative(f"{name}_{when}.svg") for when in ("dealt", "later")})


def alternative(file: str) -> str:
    """Return the title of a picture, for readers who do not see it."""
    (title,) = re.findall("<title.*?>(.*?)</title>", (HERE / "pictures" / file).read_text(encoding="utf-8"))
    return str(title)


def skip_type_variables(_app: object, _what: str, _name: str, found: object, skip: bool, _options: object) -> bool:
    """Leave type variables out of the reference."""
    return skip or isinstance(found, TypeVar)


def describe_property(  # the parameters that Sphinx passes
    _app: object, what: str, name: str, _found: object, _options: object, lines: list[str]
) -> None:
    """Give a cached property the docstring from its source: attrs turns it into a slot without one."""
    if what == "attribute" and not any(lines):
        lines[:] = properties(name.rpartition(".")[0]).get(name, "").splitlines()


@cache
def properties(kind: str) -> Mapping[str, str]:
    """Map the full names of the methods and properties of a class to their docstrings."""
    module, _, name = kind.rpartition(".")
    return {
        f"{kind}.{node.name}": ast.get_docstring(node) or ""
        for cls in body(module)
        if isinstance(cls, ast.ClassDef) and cls.name == name
        for node in cls.body
        if isinstance(node, ast.FunctionDef)
    }


def skip_signature(  # the parameters that Sphinx passes
    _app: object, what: str, _name: str, found: object, _options: object, signature: str, returns: str
) -> tuple[str, str]:
    """Leave out the constructors of protocols and enumerations; replace the type variables of phases."""
    if what != "class" or not isinstance(found, type):
        return signature, returns
    if getattr(found, "_is_protocol", False) or isinstance(found, EnumMeta):
        return "", returns
    for name, hint in (resolve_hints(found) if attrs.has(found) else {}).items():
        if isinstance(hint, type):
            signature = re.sub(rf"\b{name}: [\w.~]+_co\b", f"{name}: {stringify_annotation(hint, 'smart')}", signature)
    return signature, returns


def reword(_app: object, _domain: str, _kind: str, content: Element) -> None:
    """Link names to where they are defined, write zones by their names, and leave out long values."""
    assert isinstance(content.parent, desc)
    for signature in content.parent.findall(desc_signature):
        for link in signature.findall(pending_xref):
            if module := link.get("py:module"):
                link["reftarget"] = sources(module).get(link["reftarget"], link["reftarget"])
        for mark in [node for node in signature.findall(pending_xref) if node.astext() in ZONES]:
            name_zone(mark)
        for chance in [node for node in signature.findall(desc_annotation) if node.astext() == " = 'nature'"]:
            chance.parent.replace(chance, Text(" = NATURE"))
        for value in list(signature.findall(is_long_value)):
            value.parent.replace(value, Text(" = …" if value.astext().startswith(" = ") else "…"))


def name_zone(mark: pending_xref) -> None:
    """Turn ``Annotated[Hand, Visibility.OPEN]`` into ``Open[Hand]``, or with a second mark into ``Known[Hand]``."""
    parts = mark.parent
    assert isinstance(parts, Element)
    place = parts.index(mark)
    start = max(at for at in range(place) if parts[at].astext() == "Annotated")
    end = min(at for at in range(place, len(parts)) if parts[at].astext() == "]")
    word = ZONES[mark.astext()] if end == place + 1 else "Known"
    link = {**mark.attributes, "reftarget": f"cardrules.zones.{word}", "reftype": "obj"}
    del parts[place - 2 : end]
    parts[start] = pending_xref("", Text(word), **link)


def is_long_value(node: object) -> bool:
    """Return whether a node of a signature is a default or the value of a constant, and too long to read there."""
    if not isinstance(node, desc_annotation | inline) or len(node.astext()) <= LONG:
        return False
    return node.astext().startswith(" = ") or "default_value" in node["classes"]


def trim_code(_app: object, doctree: document) -> None:
    """Drop the blank line that ends each code block that runs as a test."""
    for code in doctree.findall(literal_block):
        code.rawsource = code.astext().rstrip()
        code[:] = [Text(code.rawsource)]


def check_names(_app: object, env: BuildEnvironment) -> None:
    """Warn about public names that the reference lacks."""
    listed = env.domains.python_domain.objects
    for module in modules():
        for name in public_names(module):
            if f"{module}.{name}" not in listed:
                logging.getLogger(__name__).warning("the reference lacks %s.%s", module, name)


def setup(app: Sphinx) -> None:
    """Connect the functions above to Sphinx."""
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-skip-member", skip_type_variables)
    app.connect("autodoc-process-docstring", describe_property)
    app.connect("autodoc-process-signature", skip_signature)
    app.connect("object-description-transform", reword)
    app.connect("doctree-read", trim_code)
    app.connect("env-check-consistency", check_names)
