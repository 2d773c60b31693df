"""The trail: what operators did, kept for good, readable by whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from services.errors import BadRequest
from services.log import clock, fair
from services.people.order_models import TrailEntry
from services.people.social import REASONS

RULING_REASONS: Final = ("absent", "conduct", "error", "outage", "agreement", "other")  # tournaments.md 1
WHY: Final = tuple(dict.fromkeys((*REASONS, *RULING_REASONS)))
LONGEST: Final = 500
SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class Order:
    """What an operator asked for: by which command, and why."""

    operator: UUID
    action: str
    command: str
    reason: str
    text: str = ""


def check_order(order: Order) -> None:
    """Raises BadRequest."""
    wrong = {}
    if order.reason not in WHY:
        wrong["reason"] = f"one of {', '.join(WHY)}"
    if len(order.text) > LONGEST or "\0" in order.text:
        wrong["text"] = f"up to {LONGEST} characters of text"
    if wrong:
        raise BadRequest(wrong)


def note(
    order: Order,
    *,
    thing: str,
    subject: object,
    accounts: Iterable[UUID],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    match: UUID | None = None,
) -> TrailEntry:
    """In the transaction of what was done."""
    return TrailEntry.objects.create(
        at=clock.now(), operator=order.operator, action=order.action, thing=thing, subject=str(subject),
        accounts=sorted(set(accounts)), match=match, reason=order.reason, text=order.text, before=dict(before),
        after=dict(after),
    )  # fmt: skip


def trail_of(account: UUID) -> list[dict[str, Any]]:
    """What concerns an account, the latest first. The operator is not named."""
    rows = TrailEntry.objects.filter(accounts__contains=[account]).order_by("-at", "-id")[:SHOWN]
    return [
        {
            "at": fair.time_text(row.at),
            "action": row.action,
            "reason": row.reason,
            "text": row.text,
            "match": None if row.match is None else str(row.match),
            "before": row.before,
            "after": row.after,
        }
        for row in rows
    ]


def entry_of(entry: UUID) -> TrailEntry | None:
    return TrailEntry.objects.filter(pk=entry).first()
