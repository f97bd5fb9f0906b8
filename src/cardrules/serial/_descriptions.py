"""The docstrings of classes and their fields as descriptions. Python does not keep those of fields."""

import ast
import inspect
import re
import textwrap
from functools import cache


def plain_text(docstring: str) -> str:
    """Return the first paragraph of a docstring on one line, without the markup of Sphinx."""
    line = " ".join(inspect.cleandoc(docstring).partition("\n\n")[0].split())
    return re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"\1", line).replace("``", "`")


@cache
def field_descriptions(kind: type) -> dict[str, str]:
    """Return the docstrings of the fields of a class, inherited ones included; none if its source is not at hand."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        found |= _own_descriptions(base)
    return found


def _own_descriptions(kind: type) -> dict[str, str]:
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return {}
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.ClassDef)
    return {
        field.target.id: plain_text(text.value.value)
        for field, text in zip(definition.body, definition.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }
