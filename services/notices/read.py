"""What pages and the API ask of the notices: an account's latest, its home, its feeds, mails that were kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from engine.core.game import Json
from services.log import fair
from services.notices.feeds import atom_of, calendar_of
from services.notices.kept import KeptMail, kept_mail, kept_mails
from services.notices.models import Inbox, Notice, Outgoing
from services.readers.models import Frame

__all__ = [
    "KeptMail",
    "NumberedNotice",
    "Outgoing",
    "atom_of",
    "calendar_of",
    "failing_notices",
    "forget",
    "home_of",
    "kept_mail",
    "kept_mails",
    "last_number",
    "notices_after",
]
_FRAMES: Final = Frame._meta.db_table


def forget(account: UUID) -> None:
    """Of an account that leaves for good: its notices, and what waits to be sent. Call it in that transaction."""
    for table in (Inbox, Notice, Outgoing):
        table._default_manager.filter(account=account).delete()


@dataclass(frozen=True, slots=True)
class NumberedNotice:
    """A notice as streams send it: its number rises for each account."""

    number: int
    thing: str
    body: Json

    def as_event(self) -> str:
        data = json.dumps(self.body, ensure_ascii=False, separators=(",", ":"))
        return f"event: {self.thing}\nid: {self.number}\ndata: {data}\n\n"


def notices_after(account: UUID, number: int) -> list[NumberedNotice]:
    """Those for the account's pages, behind that number, as far as they are kept."""
    rows = Notice.objects.filter(account=account, number__gt=number, page=True).order_by("number")
    return [NumberedNotice(row.number, row.thing, row.body) for row in rows]


def last_number(account: UUID) -> int:
    return Inbox.objects.filter(account=account).values_list("last", flat=True).first() or 0


_ASKED: Final = """
    SELECT s.match_id, m.game, s.seat, s.deadline_at FROM store_seat s JOIN store_match m ON m.id = s.match_id
     WHERE s.account = %s AND s.bot = '' AND s.decision IS NOT NULL AND s.answered_seq IS NULL AND m.status = 'running'
     ORDER BY s.deadline_at NULLS LAST, s.asked_at
"""
_OFFERS: Final = f"""
    SELECT s.match_id, m.game, s.seat, f.body::jsonb->'offers' FROM store_seat s
      JOIN store_match m ON m.id = s.match_id JOIN {_FRAMES} f ON f.match_id = s.match_id AND f.eye = s.seat
     WHERE s.account = %s AND s.bot = '' AND m.status = 'running' AND f.body LIKE '%%"offers":[{{%%'
     ORDER BY m.started_at
"""


def home_of(account: UUID) -> dict[str, Json]:
    """Where the account is asked, the most urgent first, and which offers wait for its answer."""
    with connection.cursor() as cursor:
        cursor.execute(_ASKED, [account])
        asked: list[Json] = [
            {
                "match": str(match),
                "game": game,
                "seat": seat,
                "deadline": None if deadline is None else fair.time_text(deadline),
            }
            for match, game, seat, deadline in cursor.fetchall()
        ]
        cursor.execute(_OFFERS, [account])
        rows = cursor.fetchall()
    offers: list[Json] = [
        {"match": str(match), "game": game, **offer}
        for match, game, seat, texts in rows
        for offer in _open_offers(texts)
        if offer["seat"] != seat and seat not in offer["accepted"]
    ]
    return {"asked": asked, "offers": offers}


def _open_offers(texts: Any) -> list[dict[str, Any]]:
    offers: list[dict[str, Any]] = json.loads(texts) if isinstance(texts, str) else texts
    return offers


def failing_notices() -> QuerySet[Outgoing]:
    """What was given up, and what waits after a try that failed. What they say and where to is left out."""
    rows = Outgoing.objects.filter(Q(state=Outgoing.State.FAILED) | Q(state=Outgoing.State.WAITING, tries__gt=0))
    return rows.defer("body", "target").order_by("-at", "-id")
