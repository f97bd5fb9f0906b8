"""Mutants: copies of a module with one small fault each."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from attrs import field, frozen

SOURCE: Final = Path(__file__).parents[1] / "src" / "cardrules"
"""The package."""

Change: TypeAlias = tuple[ast.AST, str]
"""A part of a module, and the text that takes its place."""

COMPARISONS: Final[Mapping[type[ast.cmpop], ast.cmpop]] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
}
"""Each comparison and the one that takes its place."""

ARITHMETIC: Final[Mapping[type[ast.operator], ast.operator]] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Div: ast.Mult(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.FloorDiv(),
    ast.BitOr: ast.BitAnd(),
    ast.BitAnd: ast.BitOr(),
}
"""The same of arithmetic and sets."""

LEFT_OUT: Final = frozenset({"validator", "key"})
"""The arguments that become ``None``."""

WHOLE: Final = frozenset({"strict"})
"""The arguments that stay: the code itself says what it takes for granted."""

TYPES: Final = frozenset({"TypeVar", "NewType", "isinstance", "issubclass", "cast", "assert_never"})
"""The functions whose later arguments are types, or whose calls are for type checkers."""


@frozen
class Mutant:
    """A module with one fault."""

    module: str
    """The path below ``src/cardrules``."""
    where: str
    """The qualified name of the function or class, empty at the top of the module."""
    change: str
    """The part before and after, on one line: ``a < b -> a <= b``."""
    lines: tuple[int, int]
    """The first line of the statement, and the last of the part."""
    line: str
    """The line that changes."""
    text: str = field(repr=False)
    """The module with the fault."""

    def __str__(self) -> str:
        return f"{self.module}:{self.lines[1]} {self.where}: {self.change}"


def mutants_of(module: str, source: str) -> list[Mutant]:
    """Return all mutants of a module that differ from it, in the order of the places that they change."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    whole = b"".join(lines)
    found: dict[str, Mutant] = {}
    for where, first, (part, new) in _in_block(ast.parse(source).body, ""):
        assert isinstance(part, ast.expr | ast.stmt)
        assert part.end_lineno is not None
        assert part.end_col_offset is not None
        start, end = starts[part.lineno - 1] + part.col_offset, starts[part.end_lineno - 1] + part.end_col_offset
        old = " ".join(whole[start:end].decode().split())
        put = new if isinstance(part, ast.stmt) else f"({new})"
        text = (whole[:start] + put.encode() + whole[end:]).decode()
        mutant = Mutant(
            module, where, f"{old} -> {new}", (first, part.end_lineno), lines[part.lineno - 1].decode().strip(), text
        )
        found.setdefault(text, mutant)
    return list(found.values())


def _in_block(body: Sequence[ast.stmt], where: str) -> Iterator[tuple[str, int, Change]]:
    """Yield the changes in some statements, each with the function or class and the first line of its statement."""
    for statement in body:
        match statement:
            case ast.FunctionDef() | ast.ClassDef():
                inside = f"{where}.{statement.name}".lstrip(".")
                if isinstance(statement, ast.FunctionDef):
                    defaults = [*statement.args.defaults, *filter(None, statement.args.kw_defaults)]
                    yield from ((inside, statement.lineno, change) for part in defaults for change in _in_value(part))
                yield from _in_block(statement.body, inside)
            case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Assert() | ast.Import() | ast.ImportFrom():
                pass
            case _:
                yield from ((where, statement.lineno, change) for change in _in_statement(statement))
                for block in _blocks(statement):
                    yield from _in_block(block, where)


def _blocks(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """Yield the blocks of statements inside a statement."""
    for part in (statement, *getattr(statement, "cases", ()), *getattr(statement, "handlers", ())):
        for name in ("body", "orelse", "finalbody"):
            yield getattr(part, name, ())


def _in_statement(statement: ast.stmt) -> Iterator[Change]:
    """Yield the changes of a statement itself, without those in the blocks inside it."""
    match statement:
        case ast.Expr(ast.Constant()) | ast.AnnAssign(annotation=ast.Name("TypeAlias")):
            return
        case ast.Expr() | ast.AugAssign() | ast.Return() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
            yield statement, "pass"
        case ast.If(test) if not isinstance(test, ast.Compare | ast.UnaryOp):  # which have their own opposites
            yield test, f"not ({ast.unparse(test)})"
        case ast.Match():
            for guard in filter(None, (case.guard for case in statement.cases)):
                yield guard, "True"
    if not isinstance(statement, ast.Raise):
        for value in _values(statement):
            yield from _in_value(value)


def _values(part: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions of a statement, without annotations and without those in the blocks inside it."""
    for name, child in ast.iter_fields(part):
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.expr) and name not in {"annotation", "targets", "target", "cls"}:
                yield one
            elif isinstance(one, ast.match_case | ast.pattern | ast.withitem):
                yield from _values(one)


def _in_value(value: ast.expr) -> Iterator[Change]:
    """Yield the changes of an expression and of its parts."""
    yield from _of_value(value)
    match value:
        case ast.JoinedStr():
            return
        case ast.Call(func=ast.Name(name)) if name in TYPES:
            parts: list[ast.expr] = value.args[:1] if name == "isinstance" else []
        case ast.Call():
            arguments = [keyword.value for keyword in value.keywords if keyword.arg not in WHOLE]
            parts = [value.func, *value.args, *arguments]
        case ast.Lambda():
            parts = [value.body]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            items = [value.key, value.value] if isinstance(value, ast.DictComp) else [value.elt]
            sources = [part for made in value.generators for part in (made.iter, *made.ifs)]
            parts = [*items, *sources]
        case _:
            parts = [part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr)]
    for part in parts:
        yield from _in_value(part)


def _of_value(value: ast.expr) -> Iterator[Change]:
    """Yield the changes of an expression as a whole."""
    match value:
        case ast.Constant(bool() as truth):
            yield value, str(not truth)
        case ast.Constant(int() as number):
            yield from ((value, str(number + by)) for by in (1, -1))
        case ast.IfExp(test, body, orelse):
            yield value, ast.unparse(ast.IfExp(test, orelse, body))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from ((condition, "True") for made in value.generators for condition in made.ifs)
        case ast.Call(keywords=keywords):
            yield from ((keyword.value, "None") for keyword in keywords if keyword.arg in LEFT_OUT)
        case _:
            yield from ((value, ast.unparse(new)) for new in _operations(value))


def _operations(value: ast.expr) -> Iterator[ast.expr]:
    """Yield an operation with other operators, and with an operand left out."""
    match value:
        case ast.Compare(left, operators, others):
            for place, operator in enumerate(operators):
                yield ast.Compare(
                    left, [*operators[:place], COMPARISONS[type(operator)], *operators[place + 1 :]], others
                )
        case ast.BoolOp(operator, parts):
            yield ast.BoolOp(ast.And() if isinstance(operator, ast.Or) else ast.Or(), parts)
            for place in range(len(parts)):
                rest = [*parts[:place], *parts[place + 1 :]]
                yield ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0]
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(operator)], right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
