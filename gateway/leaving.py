"""All that is kept of an account, for itself; and its leaving for good."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import services.lobby.read as lobby
import services.notices.read as notices
import services.records.read.people as records
import services.tournaments.read as tournaments
from engine.games import GAMES
from services.analysis.read import forget_tries, tries_of
from services.errors import NotFound
from services.log import fair
from services.people import social
from services.people.bots import bots_of
from services.people.channels import pushes_of, webhooks_of
from services.people.notes import notes_by
from services.people.preferences import settings_of
from services.people.social import account_row
from services.people.tokens import account_of, granted_by
from services.people.vacations import vacation_of
from services.playing.erasing import accounts_of, erase
from services.ratings.read import KINDS, history, ratings_of
from services.readers.cards import seats_of


def data_of(account: UUID) -> dict[str, Any]:
    """Secrets aside: of tokens, webhooks and browsers it says only that they exist."""
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
        "tournaments": tournaments.entries_of(account),
        "notes": [{"match": str(match), "text": text} for match, text in notes_by(account).items()],
        "follows": [account_row(other) for other in social.followed_by(account)],
        "blocks": [account_row(other) for other in social.blocked_by(account)],
        "reports": [
            {"account": str(made.account), "reason": made.reason, "text": made.text, "at": fair.time_text(made.at)}
            for made in social.reports_by(account)
        ],
        "seeks": lobby.my_seeks(account),
        "invitations": [*lobby.open_from(account), *lobby.open_to(account)],
        "puzzles": tries_of(account),
        **records.kept_of(account),
    }  # fmt: skip


def _ratings(account: UUID) -> list[dict[str, Any]]:
    rows = ((game, kind, ratings_of(game, kind, [account]).get(account)) for game in GAMES for kind in KINDS)
    return [
        {
            "game": game,
            "kind": kind,
            **row.as_json(),
            "history": [step.as_json() for step in _steps(account, game, kind)],
        }
        for game, kind, row in rows
        if row is not None
    ]


def _steps(account: UUID, game: str, kind: str) -> list[Any]:
    steps, _ = history(account, game, kind)
    return list(steps)


def leave_for_good(account: UUID) -> None:
    """First what is recorded for others to read, then the account with all that is kept of it."""
    for held in accounts_of(account):
        tournaments.leave_all(held)
    erase(account, _forget)


def _forget(account: UUID) -> None:
    for forget in (records.forget, forget_tries, social.forget, lobby.forget, notices.forget, tournaments.forget):
        forget(account)
