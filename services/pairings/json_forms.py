"""How frozen values become the JSON of an event's `pub` and come back: tuples for lists, dataclasses for objects."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Self

Json = Any
PLAIN = frozenset({str, int, bool, float, type(None)})
LISTS = (list, tuple)  # a union would be made anew at each call


def plain(value: Any) -> Json:
    """The JSON of a frozen value."""
    if isinstance(value, JsonForm):
        return value.as_json()
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def frozen(value: Json) -> Any:
    """JSON with its lists as tuples. Objects stay dictionaries: nobody changes them."""
    if isinstance(value, LISTS):
        return tuple([frozen(item) for item in value])
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


@dataclasses.dataclass(frozen=True, slots=True)
class JsonForm:
    """A frozen dataclass that is a JSON object with the same keys; keys in `optional` are left out when None."""

    optional: ClassVar[frozenset[str]] = frozenset()
    parts: ClassVar[Parts] = {}  # keys whose value is a list of such objects

    def as_json(self) -> dict[str, Json]:
        named = ((name, getattr(self, name)) for name in keys_of(type(self)))
        return {name: plain(value) for name, value in named if value is not None or name not in self.optional}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Self:
        """Raises KeyError for a missing key and TypeError for an unknown one."""
        keys = keys_of(cls)
        if not data.keys() <= keys.keys():
            raise TypeError(f"{cls.__name__} has no {', '.join(sorted(data.keys() - keys.keys()))}")
        values = {name: value if value.__class__ in PLAIN else cls._part(name, value) for name, value in data.items()}
        if len(values) < len(keys):
            values |= dict.fromkeys(cls._left_out(keys.keys() - values.keys()))
        return cls(**values)

    @classmethod
    def _left_out(cls, missing: set[str]) -> set[str]:
        if not missing <= cls.optional:
            raise KeyError(min(missing - cls.optional))
        return missing

    @classmethod
    def _part(cls, name: str, value: Json) -> Any:
        if name in cls.parts:
            return tuple([cls.parts[name].from_json(item) for item in value])
        return frozen(value)


def keys_of(form: type[JsonForm]) -> dict[str, None]:
    """The names of its fields in order, looked up once: thousands of events are read at a time."""
    keys = _keys.get(form)
    if keys is None:
        keys = _keys[form] = dict.fromkeys(field.name for field in dataclasses.fields(form))
    return keys


_keys: dict[type[Any], dict[str, None]] = {}
Parts = dict[str, type[JsonForm]]
