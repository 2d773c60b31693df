"""Frozen dataclasses of a match as JSON and back, by their types: for snapshots, which hold whole positions."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

Convert = Callable[[Any], Any]
PLAIN = (int, str, bool, types.NoneType, typing.Any)


def to_json(value: Any) -> Any:
    """Mappings become lists of pairs, since their keys need not be texts."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: to_json(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return [[to_json(key), to_json(item)] for key, item in value.items()]
    if isinstance(value, frozenset):
        return sorted(to_json(item) for item in value)
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value.isoformat() if isinstance(value, datetime) else value


def from_json(kind: Any, data: Any) -> Any:
    """Raises TypeError, ValueError or LookupError for data that does not fit the type."""
    return _loader(kind)(data)


def _same(value: Any) -> Any:
    return value


@cache
def _loader(kind: Any) -> Convert:
    if kind in PLAIN:
        return _same
    if kind is datetime:
        return datetime.fromisoformat
    if dataclasses.is_dataclass(kind):
        return _fields_loader(kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        (inner,) = [_loader(arg) for arg in args if arg is not types.NoneType]
        return lambda data: None if data is None else inner(data)
    if origin is tuple:
        return _tuple_loader(args)
    item = _loader(args[0])
    if origin is frozenset:
        return lambda data: frozenset(item(value) for value in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        value_of = _loader(args[1])
        return lambda data: {item(key): value_of(value) for key, value in data}
    raise TypeError(f"no form for {kind}")


def _tuple_loader(args: tuple[Any, ...]) -> Convert:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _loader(args[0])
        return lambda data: tuple(item(value) for value in data)
    items = tuple(map(_loader, args))
    return lambda data: tuple(load(value) for load, value in zip(items, data, strict=True))


def _fields_loader(kind: Any) -> Convert:
    hints = typing.get_type_hints(kind)
    loaders = {item.name: _loader(hints[item.name]) for item in dataclasses.fields(kind)}
    return lambda data: kind(**{name: load(data[name]) for name, load in loaders.items()})
