"""A notice to an account before it has a channel: who, which thing, about what; and its form for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.conf import settings

from engine.core.game import Json
from services.log import fair
from services.people.things import Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """`key` names the occasion: whoever gets it again by the same channel knows it by that."""

    account: UUID
    thing: Thing
    key: str
    subject: UUID  # what one looks at to have seen it: a match, a table or a tournament
    game: str
    at: datetime
    path: str  # of the page the link leads to
    match: UUID | None = None
    seat: int | None = None
    decision: int | None = None
    deadline: datetime | None = None
    more: Mapping[str, Json] = field(default_factory=dict)

    def body(self) -> dict[str, Json]:
        """As a webhook gets it; further fields depend on the thing."""
        return {
            "key": self.key,
            "thing": str(self.thing),
            "match": None if self.match is None else str(self.match),
            "game": self.game,
            "seat": self.seat,
            "deadline": None if self.deadline is None else fair.time_text(self.deadline),
            "link": settings.PUBLIC_URL + self.path,
            "at": fair.time_text(self.at),
            **self.more,
        }


def match_path(match: UUID | str) -> str:
    return f"/matches/{match}"


def table_path(match: UUID | str, invite: str) -> str:
    return f"/tables/{match}?invite={invite}" if invite else f"/tables/{match}"


def tournament_path(tournament: UUID | str) -> str:
    return f"/tournaments/{tournament}"
