"""How frozen values become the JSON of an event's `pub` and come back: tuples for lists, dataclasses for objects."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Self

Json = Any
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
        unknown = data.keys() - keys
        if unknown:
            raise TypeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
        return cls(**{name: cls._part(name, data) for name in keys})

    @classmethod
    def _part(cls, name: str, data: dict[str, Json]) -> Any:
        value = data.get(name) if name in cls.optional else data[name]
        if name in cls.parts and value is not None:
            return tuple(cls.parts[name].from_json(item) for item in value)
        return frozen(value)


def keys_of(form: type[JsonForm]) -> dict[str, None]:
    """The names of its fields in order, looked up once: thousands of events are read at a time."""
    keys = _keys.get(form)
    if keys is None:
        keys = _keys[form] = dict.fromkeys(field.name for field in dataclasses.fields(form))
    return keys


_keys: dict[type[Any], dict[str, None]] = {}
Parts = dict[str, type[JsonForm]]
