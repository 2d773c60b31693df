"""The lists that operators look through, as querysets: Django's admin pages, filters and counts them.

Nothing here loads a seed, a sealed part, an invitation's word, a password or a token.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from services.log.models import Checkpoint, Commitment, Outbox
from services.matches.models import Match, Seat
from services.people.models import Account, Appeal, Closing, Report, TrailEntry

_PEOPLE = Exists(Seat.objects.filter(match=OuterRef("pk"), account__isnull=False))
LIVING = (Match.Status.STARTING, Match.Status.RUNNING)
MOST = 50


def all_accounts() -> QuerySet[Account]:
    return Account.objects.defer("password").order_by("-created_at", "-id")


def named(accounts: QuerySet[Account], term: str) -> QuerySet[Account]:
    """By how a name or a login begins, in any case, or by id."""
    if (key := _uuid(term)) is not None:
        return accounts.filter(pk=key)
    rows = accounts.alias(lower_name=Lower("name"), lower_login=Lower("login"))
    return rows.filter(Q(lower_name__startswith=term.lower()) | Q(lower_login__startswith=term.lower()))


def all_reports() -> QuerySet[Report]:
    return Report.objects.order_by("done", "-at", "-id")


def all_appeals() -> QuerySet[Appeal]:
    return Appeal.objects.select_related("closing").order_by("done", "-at", "-id")


def the_trail() -> QuerySet[TrailEntry]:
    return TrailEntry.objects.order_by("-at", "-id")


def all_matches() -> QuerySet[Match]:
    return Match.objects.defer("invite").order_by("-opened_at", "-pk")


def with_id(matches: QuerySet[Match], term: str) -> QuerySet[Match]:
    """The match of that id, or the matches at which the account of that id sits."""
    key = _uuid(term)
    if key is None:
        return matches.none()
    sits = Exists(Seat.objects.filter(Q(account=key) | Q(former=key), match=OuterRef("pk")))
    return matches.filter(Q(pk=key) | sits)


def parked_matches() -> QuerySet[Match]:
    return all_matches().exclude(parked="")


def bot_tables() -> QuerySet[Match]:
    """Tables that run with bots alone."""
    return all_matches().filter(status__in=LIVING).exclude(_PEOPLE)


def parked_facts() -> QuerySet[Outbox]:
    return Outbox.objects.exclude(parked="").order_by("-at", "-id")


def all_commitments() -> QuerySet[Commitment]:
    return Commitment.objects.defer("seed").order_by("-expires_at", "stream")


def all_checkpoints() -> QuerySet[Checkpoint]:
    return Checkpoint.objects.defer("key", "sig").order_by("-size", "-at", "-id")


def reports_about(account: UUID) -> list[Report]:
    return list(all_reports().filter(account=account)[:MOST])


def closings_of(account: UUID) -> list[Closing]:
    return list(Closing.objects.filter(account=account).order_by("-at")[:MOST])


def trail_about(account: UUID | None = None, match: UUID | None = None) -> list[TrailEntry]:
    rows = the_trail()
    rows = rows.filter(match=match) if account is None else rows.filter(accounts__contains=[account])
    return list(rows[:MOST])


def matches_of(account: UUID) -> list[Match]:
    return list(with_id(all_matches(), str(account))[:MOST])


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text.strip())
    except ValueError:
        return None
