"""An export as the checks read it: events in order, opened parts by place, seed and table facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core import chance

Event = Mapping[str, Any]
ENDS = ("match.ended", "match.aborted")


@dataclass(frozen=True)
class Keys:
    """All that follows from the revealed seed."""

    match_seed: bytes
    chance: bytes
    seal: bytes
    state: bytes


class Log:
    """`bundle`: a running match as one seat may know it; the seed and the others' parts are not there.

    `seed`: what the house keeps of a match that has not revealed it.
    """

    def __init__(self, export: Mapping[str, Any], bundle: bool, seed: bytes | None = None) -> None:
        self.bundle, self.kept_seed = bundle, seed
        self.match = str(export.get("match"))
        self.receipt: Any = export.get("receipt")
        self.events: list[Event] = [event for event in _list(export.get("events")) if isinstance(event, dict)]
        self.opened: list[Mapping[str, Any]] = [part for part in _list(export.get("opened")) if isinstance(part, dict)]
        self.parts: dict[tuple[Any, Any], Any] = {
            (part.get("seq"), part.get("aud")): part.get("payload") for part in self.opened if _placed(part)
        }

    def part(self, event: Event, audience: str) -> Mapping[str, Any]:
        """The payload for that audience, empty if it is not opened."""
        return _object(self.parts.get((event.get("seq"), audience)))

    def move_text(self, made: Event) -> str | None:
        """The sealed text of a `move.made`, if it is opened."""
        text = self.part(made, mover_text(made)).get("move")
        return text if isinstance(text, str) else None

    def first(self, *types: str) -> Event | None:
        return next((event for event in self.events if event.get("type") in types), None)

    @cached_property
    def opening(self) -> Mapping[str, Any]:
        return pub(self.events[0]) if self.events else {}

    @cached_property
    def started(self) -> Event | None:
        return self.first("match.started")

    @cached_property
    def in_course(self) -> bool:
        """Whether async.md applies: event 0 has a clock, or the start says who is asked. Older logs have neither."""
        return "clock" in self.opening or (self.started is not None and "asked" in pub(self.started))

    @cached_property
    def owner(self) -> str:
        """Whose id the seed belongs to: a duplicate deal's, or the match's own."""
        return str(self.opening.get("deal", self.match))

    @cached_property
    def revealed(self) -> Event | None:
        return self.first("seed.revealed")

    @cached_property
    def seed(self) -> bytes | None:
        return self.kept_seed if self.revealed is None else bytes.fromhex(pub(self.revealed)["seed"])

    @cached_property
    def taken(self) -> dict[int, Mapping[str, Any]]:
        """Who had taken which seat when the match began, as `seat.taken` says."""
        taken: dict[int, Mapping[str, Any]] = {}
        for event in self.events:
            if event.get("type") == "match.started":
                break
            if event.get("type") == "seat.taken":
                taken[pub(event)["seat"]] = pub(event)
            elif event.get("type") == "seat.left":
                taken.pop(pub(event)["seat"], None)
        return taken

    @cached_property
    def keys(self) -> Keys | None:
        if self.seed is None:
            return None
        entropy = [(seat["account"], seat["entropy"]) for seat in self.taken.values() if "account" in seat]
        beacon = pub(self.started)["beacon"] if self.started is not None else ""
        of_match = chance.match_seed(self.seed, self.owner, [] if "deal" in self.opening else entropy, beacon)
        return Keys(
            match_seed=of_match,
            chance=chance.chance_key(of_match),
            seal=chance.seal_key(self.seed, self.match),
            state=chance.state_key(self.seed, self.match),
        )


def pub(event: Event) -> Mapping[str, Any]:
    return _object(event.get("pub"))


def sealed(event: Event) -> Mapping[str, Any]:
    return _object(event.get("sealed"))


def seat_text(event: Event) -> str:
    """The seat of an actor `seat:N` or `bot:N`, as text."""
    return str(event.get("actor")).partition(":")[2]


def mover_text(made: Event) -> str:
    """The seat that a `move.made` answers for, as text; an idle move of the server names it by its only audience."""
    return seat_text(made) or next(iter(sealed(made)), "")


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _placed(part: Mapping[str, Any]) -> bool:
    return isinstance(part.get("seq"), int) and isinstance(part.get("aud"), str)
