"""What people are to each other: follows, blocks, reports; finding somebody by name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Lower, Substr

from services.errors import BadRequest, Conflict, NotAllowed, NotFound, TooOften
from services.log import clock, fair
from services.people.models import Account
from services.people.social_models import Block, Follow, Report

MOST_KNOWN: Final = 500  # follows, and blocks
MOST_NAMES: Final = 20
LEAST_LETTERS: Final = 3
REPORTS_A_DAY: Final = 10
A_DAY: Final = timedelta(days=1)
REASONS: Final = ("stalling", "name", "cheating", "harassment", "other")
SHOWN_FORMERLY: Final = timedelta(days=30)


def other_account(me: UUID, other: UUID) -> Account:
    """Raises NotAllowed `yourself`, NotFound: no such account, or a closed one."""
    if me == other:
        raise NotAllowed("yourself")
    account = Account.objects.filter(pk=other, is_active=True).first()
    if account is None:
        raise NotFound
    return account


# -- follows ----------------------------------------------------------------------------------------------------------


def follow(me: UUID, other: UUID) -> None:
    """By whom they blocked, too: nobody learns that they are blocked. Raises Conflict `too-many`."""
    other_account(me, other)
    if Follow.objects.filter(account=me).exclude(followed=other).count() >= MOST_KNOWN:
        raise Conflict("too-many")
    Follow.objects.get_or_create(account=me, followed=other, defaults={"at": clock.now()})


def follows(me: UUID, other: UUID) -> bool:
    return Follow.objects.filter(account=me, followed=other).exists()


def unfollow(me: UUID, other: UUID) -> None:
    Follow.objects.filter(account=me, followed=other).delete()


def followed_by(me: UUID) -> list[Account]:
    """Newest first; closed accounts are absent."""
    ids = list(Follow.objects.filter(account=me).order_by("-at", "-id").values_list("followed", flat=True))
    accounts = {account.pk: account for account in Account.objects.filter(pk__in=ids, is_active=True)}
    return [accounts[key] for key in ids if key in accounts]


# -- blocks -----------------------------------------------------------------------------------------------------------


def block(me: UUID, other: UUID) -> None:
    """Whom somebody blocks they follow no more; that they are followed stays, or it would tell. Raises Conflict."""
    other_account(me, other)
    if Block.objects.filter(account=me).exclude(blocked=other).count() >= MOST_KNOWN:
        raise Conflict("too-many")
    Block.objects.get_or_create(account=me, blocked=other, defaults={"at": clock.now()})
    unfollow(me, other)


def unblock(me: UUID, other: UUID) -> None:
    Block.objects.filter(account=me, blocked=other).delete()


def blocked_by(me: UUID) -> list[Account]:
    ids = list(Block.objects.filter(account=me).order_by("-at", "-id").values_list("blocked", flat=True))
    accounts = Account.objects.in_bulk(ids)
    return [accounts[key] for key in ids if key in accounts]


def blocks(blocker: UUID, other: UUID | None) -> bool:
    """Whether the first wants to be left alone by the second."""
    return other is not None and Block.objects.filter(account=blocker, blocked=other).exists()


def blockers_of(account: UUID | None, among: Sequence[UUID]) -> set[UUID]:
    """Those of them who have blocked that account."""
    if account is None or not among:
        return set()
    return set(Block.objects.filter(blocked=account, account__in=among).values_list("account", flat=True))


def apart(account: UUID, others: Sequence[UUID]) -> set[UUID]:
    """Those with whom there is a block, from either side."""
    pairs = Block.objects.filter(Q(account=account, blocked__in=others) | Q(blocked=account, account__in=others))
    return {other for pair in pairs.values_list("account", "blocked") for other in pair if other != account}


def forget(account: UUID) -> None:
    """Of an account that leaves for good: whom it follows and blocks, and who does so with it."""
    Follow.objects.filter(Q(account=account) | Q(followed=account)).delete()
    Block.objects.filter(Q(account=account) | Q(blocked=account)).delete()


def reports_by(account: UUID) -> list[Report]:
    return list(Report.objects.filter(reporter=account).order_by("at"))


# -- reports ----------------------------------------------------------------------------------------------------------


def report(*, me: UUID, other: UUID, match: UUID | None, reason: str, text: str) -> UUID:
    """Raises BadRequest, NotFound, NotAllowed `yourself`, TooOften `too-many-reports`."""
    if reason not in REASONS:
        raise BadRequest({"reason": f"one of {', '.join(REASONS)}"})
    other_account(me, other)
    now = clock.now()
    latest = Report.objects.filter(reporter=me, at__gt=now - A_DAY).order_by("-at").values_list("at", flat=True)
    if len(ats := list(latest[:REPORTS_A_DAY])) == REPORTS_A_DAY:
        raise TooOften("too-many-reports", (ats[-1] + A_DAY - now).total_seconds())
    row = Report.objects.create(reporter=me, account=other, match=match, reason=reason, text=text, at=now)
    return row.id


# -- finding ----------------------------------------------------------------------------------------------------------


def find_by_name(me: UUID | None, start: str) -> list[dict[str, Any]]:
    """By the start of a name, in any case; no guests. Raises BadRequest under three characters."""
    letters = start.strip().lower()
    if len(letters) < LEAST_LETTERS:
        raise BadRequest({"name": f"at least {LEAST_LETTERS} characters"})
    rows = Account.objects.filter(guest=False, is_active=True)
    rows = rows.alias(start=Substr(Lower("name"), 1, len(letters))).filter(start=letters).order_by("name", "id")
    accounts = list(rows[:MOST_NAMES])
    hidden = blockers_of(me, [account.pk for account in accounts])
    return [account_row(account) for account in accounts if account.pk not in hidden]


def account_row(account: Account) -> dict[str, Any]:
    return {
        "account": str(account.pk),
        "name": account.name,
        "formerly": formerly(account),
        "bot": account.bot,
    }


def formerly(account: Account) -> str | None:
    """The name before the last change, for a while."""
    changed = account.renamed_at
    if not account.former_name or changed is None or clock.now() - changed > SHOWN_FORMERLY:
        return None
    return account.former_name


def rename_self(account: Account, name: str) -> None:
    """Once in thirty days; guests freely. Raises Conflict `name-too-soon` with `next_at`."""
    now = clock.now()
    if not account.guest and account.renamed_at is not None and now - account.renamed_at < SHOWN_FORMERLY:
        conflict = Conflict("name-too-soon")
        conflict.extra = {"next_at": fair.time_text(account.renamed_at + SHOWN_FORMERLY)}
        raise conflict
    if name == account.name:
        return
    former = "" if account.guest else account.name
    Account.objects.filter(pk=account.pk).update(
        former_name=former, renamed_at=None if account.guest else now, name=name
    )
    account.refresh_from_db(fields=["name", "former_name", "renamed_at"])
