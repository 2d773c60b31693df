"""The people of somebody's own page: open invitations, and whom they follow."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from gateway.clocks import words_of
from gateway.words import person
from services.lobby.read import open_to
from services.people.social import followed_by
from services.people.trail import trail_of
from services.readers.social import playing_now


def people_of(account: UUID, language: str) -> dict[str, Any]:
    follows = followed_by(account)
    playing = playing_now([row.pk for row in follows], account) if follows else {}
    return {
        "invitations": [item | {"time": words_of(item["clock"], language)} for item in open_to(account)],
        "trail": trail_of(account),
        "follows": [
            {"account": row.pk, "name": person(row.name, language), "playing": playing.get(row.pk)} for row in follows
        ],
    }
