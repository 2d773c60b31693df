"""Appeals: a closed account says something to that, once a closing; by its session, its token or the mailed link.

Who is closed, and since when, is asked here by streams and pages, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.backends import AllowAllUsersModelBackend
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare

from services.errors import BadRequest, Conflict, NotYours
from services.log import clock, fair
from services.people.models import Account
from services.people.order import closing_of
from services.people.order_models import Appeal, Closing

_SALT: Final = "bazigah.appeal"
LONGEST: Final = 500
CLOSED: Final = "account-closed"


def must_be_open(account: Account) -> None:
    """Raises NotYours `account-closed`."""
    if not account.is_active:
        raise NotYours(CLOSED)


def closed_json(account: Account) -> dict[str, Any] | None:
    """What somebody learns of the closing of their account; None: it is open."""
    row = None if account.is_active else closing_of(account.pk)
    if row is None:
        return None
    return {"at": fair.time_text(row.at), "reason": row.reason, "text": row.text}


# -- who is closed ----------------------------------------------------------------------------------------------------


def account_by_password(request: Any, login: str, password: str) -> Account | None:
    """Closed accounts too: whoever has their password may hear that they are closed. One hash, known or not."""
    if not login:
        return None
    user: Any = AllowAllUsersModelBackend().authenticate(request, username=login, password=password)
    return user  # type: ignore[no-any-return]


def closed_account_of(account: str, password_mark: str) -> Account | None:
    """Whose session it is, if that account is closed and has the password that the session was opened with."""
    try:
        row = Account.objects.filter(pk=UUID(account), is_active=False).first()
    except ValueError:
        return None
    if row is None or not constant_time_compare(password_mark, row.get_session_auth_hash()):
        return None
    return row


def closed_lately(span: timedelta) -> set[UUID]:
    """The accounts that were closed in the time up to now, and still are."""
    rows = Closing.objects.filter(at__gt=clock.now() - span, reopened_at__isnull=True)
    return set(rows.values_list("account", flat=True))


def closed_among(accounts: Iterable[UUID]) -> set[UUID]:
    return set(Account.objects.filter(pk__in=list(accounts), is_active=False).values_list("pk", flat=True))


# -- appeals ----------------------------------------------------------------------------------------------------------


def appeal_token(account: UUID) -> str | None:
    """For the mail, and for whoever has shown the password; None: the account is open."""
    closing = closing_of(account)
    return None if closing is None else signing.dumps(str(closing.pk), salt=_SALT)


def account_of_appeal(token: str) -> UUID:
    """Whose appeal a link is for. Raises Conflict `link-gone`, `not-closed`."""
    try:
        closing = Closing.objects.filter(pk=UUID(signing.loads(token, salt=_SALT))).first()
    except (signing.BadSignature, ValueError, TypeError, AttributeError):
        closing = None
    if closing is None:
        raise Conflict("link-gone")
    if closing.reopened_at is not None:
        raise Conflict("not-closed" if closing_of(closing.account) is None else "link-gone")
    return closing.account


def appeal(account: UUID, text: str) -> UUID:
    """Raises BadRequest, Conflict `not-closed`, `already-appealed`."""
    if not text.strip() or len(text) > LONGEST or "\0" in text:
        raise BadRequest({"text": f"1 to {LONGEST} characters of text"})
    closing = closing_of(account)
    if closing is None:
        raise Conflict("not-closed")
    row = Appeal(closing=closing, account=account, text=text.strip(), at=clock.now())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise Conflict("already-appealed") from None
    return row.pk


def has_appealed(account: UUID) -> bool:
    return Appeal.objects.filter(account=account, closing__reopened_at__isnull=True).exists()
