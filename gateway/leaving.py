"""All that is kept of an account, for itself; and its leaving for good."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from engine.games import GAMES
from services.analysis.read import forget_tries, tries_of
from services.errors import NotFound
from services.log import fair
from services.people.bots import bots_of
from services.people.channels import pushes_of, webhooks_of
from services.people.preferences import settings_of
from services.people.tokens import account_of, granted_by
from services.people.vacations import vacation_of
from services.playing.erasing import erase
from services.ratings.read import KINDS, ratings_of
from services.readers.cards import seats_of
from services.records.read.people import forget, kept_of


def data_of(account: UUID) -> dict[str, Any]:
    """Secrets aside: of tokens, webhooks and browsers it is told that they are there."""
    row = account_of(account)
    if row is None:
        raise NotFound
    return {
        "account": {
            "id": str(row.pk), "name": row.name, "login": row.login, "guest": row.guest, "language": row.language,
            "theme": row.theme, "since": fair.time_text(row.created_at),
        },
        "settings": settings_of(account).as_json(),
        "vacation": vacation_of(account).as_json(),
        "bots": [{"id": str(bot.pk), "name": bot.name} for bot in bots_of(account)],
        "tokens": [granted.as_json() for granted in granted_by(account)],
        "push": [{"id": str(push.pk), "endpoint": push.endpoint} for push in pushes_of(account)],
        "webhooks": [{"id": str(hook.pk), "url": hook.url, "off": hook.off} for hook in webhooks_of(account)],
        "matches": [
            {"match": str(match), "game": game, "seat": seat, "status": status}
            for match, game, seat, status in seats_of(account)
        ],
        "ratings": _ratings(account),
        "puzzles": tries_of(account),
        **kept_of(account),
    }  # fmt: skip


def _ratings(account: UUID) -> list[dict[str, Any]]:
    rows = ((game, kind, ratings_of(game, kind, [account]).get(account)) for game in GAMES for kind in KINDS)
    return [{"game": game, "kind": kind, **row.as_json()} for game, kind, row in rows if row is not None]


def leave_for_good(account: UUID) -> None:
    erase(account, _forget)


def _forget(account: UUID) -> None:
    forget(account)
    forget_tries(account)
