"""What operators do to accounts, reports and appeals: each leaves a line in the trail, and nothing without it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from services.bus.telling import tell
from services.errors import BadRequest, Conflict, NotAllowed, NotFound
from services.facts import AccountRuled
from services.log import clock
from services.people.accounts import plain_name
from services.people.models import Account
from services.people.order_models import Appeal, Closing
from services.people.social_models import Report
from services.people.trail import Order, check_order, note

CLOSE, REOPEN, RENAME, DONE = "close", "reopen", "rename", "done"
ACCOUNT, REPORT, APPEAL = "account", "report", "appeal"


def close_account(account: UUID, order: Order) -> None:
    """Its bots are closed with it. Raises NotFound, NotAllowed `yourself`, Conflict `already-closed`, BadRequest."""
    check_order(order)
    if account == order.operator:
        raise NotAllowed("yourself")
    with transaction.atomic():
        row = _account(account)
        if not row.is_active:
            raise Conflict("already-closed")
        for closed in (row, *Account.objects.filter(owner=row, is_active=True)):
            Closing.objects.create(account=closed.pk, at=clock.now(), reason=order.reason, text=order.text)
            Account.objects.filter(pk=closed.pk).update(is_active=False)
        _noted(order, row, {"closed": False}, {"closed": True})


def reopen_account(account: UUID, order: Order) -> None:
    """With the bots that were closed with it. Raises NotFound, Conflict `not-closed`, BadRequest."""
    check_order(order)
    with transaction.atomic():
        row = _account(account)
        if row.is_active or closing_of(account) is None:
            raise Conflict("not-closed")
        bots = Account.objects.filter(owner=row).values_list("pk", flat=True)
        open_rows = Closing.objects.filter(account__in=[account, *bots], reopened_at__isnull=True)
        Account.objects.filter(pk__in=list(open_rows.values_list("account", flat=True))).update(is_active=True)
        open_rows.update(reopened_at=clock.now())
        _noted(order, row, {"closed": True}, {"closed": False})


def rename_account(account: UUID, name: str, order: Order) -> None:
    """`name`: as it is to be kept. What it was called before is shown to nobody. Raises NotFound, BadRequest."""
    check_order(order)
    if not plain_name(name):
        raise BadRequest({"name": "a name that can be seen"})
    with transaction.atomic():
        row = _account(account)
        before = row.name
        Account.objects.filter(pk=account).update(name=name, former_name="", renamed_at=clock.now())
        _noted(order, row, {"name": before}, {"name": name})


def _account(account: UUID) -> Account:
    row = Account.objects.select_for_update().filter(pk=account).first()
    if row is None:
        raise NotFound
    return row


def _noted(order: Order, row: Account, before: dict[str, Any], after: dict[str, Any]) -> None:
    entry = note(order, thing=ACCOUNT, subject=row.pk, accounts=[row.pk], before=before, after=after)
    tell([AccountRuled(str(row.pk), str(entry.pk))], entry.at)


# -- reports and appeals ----------------------------------------------------------------------------------------------


def settle_report(report: UUID, order: Order) -> None:
    """Whoever reported reads that it was dealt with; the other learns nothing. Raises NotFound, Conflict."""
    check_order(order)
    with transaction.atomic():
        row = Report.objects.select_for_update().filter(pk=report).first()
        if row is None:
            raise NotFound
        if row.done:
            raise Conflict("already-done")
        Report.objects.filter(pk=report).update(done=True)
        note(
            order, thing=REPORT, subject=report, accounts=[row.reporter], match=row.match, before={"done": False},
            after={"done": True},
        )  # fmt: skip


def settle_appeal(appeal: UUID, order: Order) -> None:
    """Raises NotFound, Conflict `already-done`, BadRequest."""
    check_order(order)
    with transaction.atomic():
        row = Appeal.objects.select_for_update().filter(pk=appeal).first()
        if row is None:
            raise NotFound
        if row.done:
            raise Conflict("already-done")
        Appeal.objects.filter(pk=appeal).update(done=True)
        before, after = {"done": False}, {"done": True}
        note(order, thing=APPEAL, subject=appeal, accounts=[row.account], before=before, after=after)


# -- closed accounts --------------------------------------------------------------------------------------------------


def closing_of(account: UUID) -> Closing | None:
    return Closing.objects.filter(account=account, reopened_at__isnull=True).first()
