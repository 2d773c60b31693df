"""What is seen of people at matches: who plays right now, and who has sat at a table together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db.models import Q

from services.matches.models import Match, Seat
from services.people.preferences import hides_playing
from services.people.social import apart

DAY_MS: Final = 86_400_000


def playing_now(accounts: Sequence[UUID], me: UUID) -> dict[UUID, str]:
    """The public running live match of each, if there is one and they let it be seen."""
    hidden = apart(me, accounts) | hides_playing(accounts)
    seats = Seat.objects.filter(account__in=accounts, match__status=Match.Status.RUNNING, match__private=False)
    rows = seats.order_by("match__started_at").values_list("account", "match_id", "match__clock")
    return {
        account: str(match) for account, match, clock in rows if account and account not in hidden and _is_live(clock)
    }


def _is_live(clock: dict[str, int] | None) -> bool:
    """A clock of less than a day; none counts as live, too: both sit there."""
    if clock is None:
        return True
    first = clock.get("ms", clock.get("start_ms", clock.get("main_ms", 0)))
    return first + clock.get("periods", 0) * clock.get("period_ms", 0) < DAY_MS


def sat_together(match: UUID, account: UUID, other: UUID) -> bool:
    seats = Seat.objects.filter(Q(account__in=(account, other)) | Q(former__in=(account, other)), match_id=match)
    people = {person for seat in seats for person in (seat.account, seat.former)}
    return {account, other} <= people


def have_played(account: UUID, other: UUID) -> bool:
    """Whether they have sat at one match that began."""
    mine = Seat.objects.filter(account=account, match__started_at__isnull=False).values("match_id")
    return Seat.objects.filter(account=other, match_id__in=mine).exists()
