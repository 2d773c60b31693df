"""The form of typed events: fields that are keys of `pub`, who may write an event, how it becomes a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from datetime import datetime
from typing import Any, ClassVar

from engine.core.game import Json
from services.log.append import Draft

ACCOUNT, DIRECTOR, SERVER, SEAT, BOT = "acct", "director", "server", "seat", "bot"  # the kinds of actors
Record = Mapping[str, Json]  # an outcome of chance, or what is shown of it


class UnknownEvent(Exception):
    """A recorded event that is not in this catalogue, or has other keys."""


def opt(text: str = "") -> Any:
    """A key of `pub` that is left out when it has no value."""
    return field(default=None, metadata={"opt": True, "text": text})


def key(text: str) -> Any:
    """A key of `pub`, with a word on what it holds."""
    return field(metadata={"text": text})


def named(name: str, text: str) -> Any:
    """An optional key whose name is a word of Python's."""
    return field(default=None, metadata={"opt": True, "text": text, "name": name})


def column() -> Any:
    """Not in `pub`: it stands in the actor."""
    return field(metadata={"column": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEvent:
    """Base of the catalogue. The fields of a type are the keys of its `pub`, unless marked otherwise."""

    TYPE: ClassVar[str] = ""
    BY: ClassVar[tuple[str, ...]] = (SERVER,)
    SEALED: ClassVar[str] = ""  # what its sealed parts hold, for the documents
    DIGESTS: ClassVar[bool] = False  # whether it carries `dp` and `df`

    def pub(self) -> dict[str, Json]:
        pairs = ((key, getattr(self, name), optional) for name, key, optional in _keys(type(self)))
        return {key: value for key, value, optional in pairs if value is not None or not optional}

    def columns(self) -> dict[str, int | None]:
        """The columns by which the database keeps repeats out."""
        return {}

    def draft(
        self,
        actor: str,
        *,
        cmd: str | None = None,
        at: datetime | None = None,
        parts: Mapping[str, Json] | None = None,
        dp: str | None = None,
        df: str | None = None,
        once: str | None = None,
    ) -> Draft:
        """The event as it is appended. Raises ValueError for an actor that may not write it."""
        if actor.partition(":")[0] not in self.BY:
            raise ValueError(f"{self.TYPE} is not written by {actor}")
        return Draft(
            self.TYPE, actor, self.pub(), cmd=cmd, at=at, parts=parts or {}, dp=dp, df=df, once=once, **self.columns()
        )


_known_keys: dict[type[MatchEvent], tuple[tuple[str, str, bool], ...]] = {}


def _keys(kind: type[MatchEvent]) -> tuple[tuple[str, str, bool], ...]:
    """The fields, the keys of `pub` they stand for, and whether each may be left out."""
    if kind not in _known_keys:
        _known_keys[kind] = tuple(
            (item.name, key_of(item), bool(item.metadata.get("opt"))) for item in pub_fields(kind)
        )
    return _known_keys[kind]


def key_of(item: Field[Any]) -> str:
    """The key of `pub` that a field stands for."""
    return str(item.metadata.get("name", item.name))


def pub_fields(kind: type[MatchEvent]) -> list[Field[Any]]:
    return [item for item in fields(kind) if not item.metadata.get("column")]
