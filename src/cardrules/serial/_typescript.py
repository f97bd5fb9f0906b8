"""TypeScript types from the JSON Schema of a game."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from cardrules.serial._schema import Schema

_PLAIN: Final[Mapping[object, str]] = {
    "integer": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}


def typescript(schema: Schema) -> str:
    """Return the TypeScript types of the definitions of a schema that :meth:`Json.schema` has returned."""
    blocks = [f"// The documents of {schema['title']}, made from its JSON Schema."]
    blocks += [_declaration(name, definition) for name, definition in _members(schema["$defs"]).items()]
    return "\n\n".join(blocks) + "\n"


def _members(value: object) -> dict[str, Schema]:
    """Return an object of schemas."""
    assert isinstance(value, dict)
    return value


def _schemas(value: object) -> list[Schema]:
    assert isinstance(value, list)
    return value


def _declaration(name: str, schema: Schema) -> str:
    comment = "".join(_comment(schema, ""))
    if "properties" in schema:
        return f"{comment}export interface {name} {_interface(schema)}"
    return f"{comment}export type {name} = {_type(schema)};"


def _interface(schema: Schema) -> str:
    required = schema["required"]
    assert isinstance(required, list)
    lines: list[str] = []
    for name, inner in _members(schema["properties"]).items():
        lines += _comment(inner, "  ")
        lines.append(f"  readonly {name}{'' if name in required else '?'}: {_type(inner)};\n")
    return f"{{\n{''.join(lines)}}}" if lines else "{}"


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    if "description" in schema:
        yield f"{indent}/** {str(schema['description']).replace('*/', '* /')} */\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _alternatives(map(json.dumps, _schemas(schema["enum"])))
    if "anyOf" in schema:
        return _alternatives(map(_type, _schemas(schema["anyOf"])))
    if schema["type"] == "array":
        return _array(schema)
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return _alternatives(_PLAIN[kind] for kind in kinds)


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"readonly [{', '.join(map(_type, _schemas(schema['prefixItems'])))}]"
    items = schema["items"]
    assert isinstance(items, dict)
    inner = _type(items)
    return f"readonly ({inner})[]" if re.search(r"[ |]", inner) else f"readonly {inner}[]"


def _alternatives(types: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(types))
