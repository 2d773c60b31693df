"""Canonical JSON (fair1: RFC 8785 over a subset), digests, and frozen dataclasses <-> JSON.

The subset: null, true, false, integers up to 2^53-1, strings without lone surrogates, arrays, objects.
Anything else is refused, never rounded.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

MOST = 2**53 - 1
T = TypeVar("T")


class NotCanonical(ValueError):
    """A value outside the subset of JSON that the log may hold."""


def canonical(value: Any) -> bytes:
    """The one byte form of a value."""
    if _survey(value):
        return canonical_trusted(value)
    return json.dumps(_sorted(value), separators=(",", ":"), ensure_ascii=False).encode()


def canonical_trusted(value: Any) -> bytes:
    """The same for values that were made by our own code from the subset: not checked again."""
    return _sorting(value).encode()


_sorting = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    return value


def _survey(value: Any) -> bool:
    """Refuse what lies outside the subset; True when sorting keys by code point equals sorting by UTF-16 unit."""
    if isinstance(value, str):
        if not value.isascii():
            _check_text(value)
        return True
    if value is None or value is True or value is False:
        return True
    if isinstance(value, int):
        if abs(value) > MOST:
            raise NotCanonical(f"integer out of range: {value}")
        return True
    plain = True
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotCanonical(f"key that is no string: {key!r}")
            if not key.isascii():
                _check_text(key)
                plain = False
            plain &= _survey(item)
    elif isinstance(value, list | tuple):
        for item in value:
            plain &= _survey(item)
    else:
        raise NotCanonical(f"{type(value).__name__} is outside the subset")
    return plain


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotCanonical("lone surrogate in a string") from None


def parse(text: str | bytes) -> Any:
    """Read JSON strictly: floats, repeated keys, big integers and lone surrogates are refused."""
    try:
        value = json.loads(
            text, parse_float=_refuse_number, parse_constant=_refuse_number, object_pairs_hook=_object_once
        )
    except RecursionError:
        raise NotCanonical("nested too deeply") from None
    _survey(value)
    return value


def _refuse_number(text: str) -> Any:
    raise NotCanonical(f"number form not allowed: {text}")


def _object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise NotCanonical("repeated key")
    return data


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


# -- dataclasses ------------------------------------------------------------------------------------------------------

Convert = Callable[[Any], Any]


def dump(value: Any) -> Any:
    """A frozen dataclass (with tuples, frozensets, enums inside) as JSON."""
    return _dumper(typing.cast(Any, type(value)))(value)


def load(kind: type[T], data: Any) -> T:
    return typing.cast(T, _loader(typing.cast(Any, kind))(data))


def _same(value: Any) -> Any:
    return value


@cache
def _dumper(kind: Any) -> Convert:
    if kind in (int, str, bool, types.NoneType, typing.Any):
        return _same
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return _same
    if origin in (types.UnionType, typing.Union):
        return _dump_union(args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            item = _dumper(args[0])
            return list if item is _same else lambda value: [item(part) for part in value]
        items = tuple(map(_dumper, args))
        return lambda value: [item(part) for item, part in zip(items, value, strict=True)]
    if origin is frozenset:
        item = _dumper(args[0])
        return lambda value: sorted(item(part) for part in value)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return lambda value: value.value
    if dataclasses.is_dataclass(kind):
        return _dump_fields(typing.cast(type, kind))
    raise TypeError(f"codec knows no {kind}")


def _dump_fields(kind: type) -> Convert:
    hints = typing.get_type_hints(kind)
    fields = [(field.name, _dumper(hints[field.name])) for field in dataclasses.fields(kind)]
    return lambda value: {name: item(getattr(value, name)) for name, item in fields}


def _dump_union(args: tuple[Any, ...]) -> Convert:
    """Dataclasses in a union carry their class name under `is`; at most one class may go without."""
    tagged = _tagged(args)
    plain = [option for option in args if option not in tagged.values()]

    def convert(value: Any) -> Any:
        name = type(value).__name__
        if name in tagged:
            return {"is": name} | _dumper(tagged[name])(value)
        if isinstance(value, tuple | frozenset):
            (kind,) = [option for option in plain if typing.get_origin(option) in (tuple, frozenset)]
            return _dumper(kind)(value)
        return value.value if isinstance(value, enum.Enum) else value

    return convert


def _tagged(args: tuple[Any, ...]) -> dict[str, type]:
    tagged = {kind.__name__: kind for kind in args if isinstance(kind, type) and dataclasses.is_dataclass(kind)}
    return typing.cast(dict[str, type], tagged)


@cache
def _loader(kind: Any) -> Convert:
    if kind in (int, str, bool, types.NoneType, typing.Any):
        return _same
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return _same
    if origin in (types.UnionType, typing.Union):
        return _load_union(args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            item = _loader(args[0])
            return tuple if item is _same else lambda data: tuple(item(part) for part in data)
        items = tuple(map(_loader, args))
        return lambda data: tuple(item(part) for item, part in zip(items, data, strict=True))
    if origin is frozenset:
        item = _loader(args[0])
        return lambda data: frozenset(item(part) for part in data)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind
    if dataclasses.is_dataclass(kind):
        return _load_fields(typing.cast(type, kind))
    raise TypeError(f"codec knows no {kind}")


def _load_fields(kind: type) -> Convert:
    hints = typing.get_type_hints(kind)
    fields = [(field.name, _loader(hints[field.name])) for field in dataclasses.fields(kind)]
    return lambda data: kind(**{name: item(data[name]) for name, item in fields})


def _load_union(args: tuple[Any, ...]) -> Convert:
    tagged = _tagged(args)
    plain = [option for option in args if option not in tagged.values()]

    def convert(data: Any) -> Any:
        if isinstance(data, dict):
            return _loader(tagged[data["is"]])(data)
        if isinstance(data, list):
            (kind,) = [option for option in plain if typing.get_origin(option) in (tuple, frozenset)]
            return _loader(kind)(data)
        for kind in plain:
            if isinstance(kind, type) and issubclass(kind, enum.Enum):
                return kind(data) if data is not None else None
        return data

    return convert
