"""How frozen values become the JSON of an event's `pub` and come back: tuples for lists, dataclasses for objects."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Self

Json = Any


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
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


@dataclasses.dataclass(frozen=True, slots=True)
class JsonForm:
    """A frozen dataclass that is a JSON object with the same keys; keys in `optional` are left out when None."""

    optional: ClassVar[frozenset[str]] = frozenset()
    parts: ClassVar[Parts] = {}  # keys whose value is a list of such objects

    def as_json(self) -> dict[str, Json]:
        named = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self))
        return {name: plain(value) for name, value in named if value is not None or name not in self.optional}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Self:
        """Raises KeyError for a missing key and TypeError for an unknown one."""
        unknown = set(data) - {field.name for field in dataclasses.fields(cls)}
        if unknown:
            raise TypeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
        return cls(**{field.name: cls._part(field.name, data) for field in dataclasses.fields(cls)})

    @classmethod
    def _part(cls, name: str, data: dict[str, Json]) -> Any:
        value = data.get(name) if name in cls.optional else data[name]
        if name in cls.parts and value is not None:
            return tuple(cls.parts[name].from_json(item) for item in value)
        return frozen(value)


Parts = dict[str, type[JsonForm]]
