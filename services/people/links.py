"""Links that sign in: asked for by address, mailed, used once. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Lower
from knox.crypto import hash_token

from services.bus.telling import tell
from services.errors import BadRequest, Conflict, NotYours
from services.facts import RecoveryAsked
from services.log import clock
from services.people.models import Account, Preferences, SignInLink
from services.people.preferences import is_mail
from services.people.tokens import new_token

_BYTES: Final = 24  # 192 bits


def ask_for_link(mail: str) -> None:
    """Known or not, the same statements run and a fact is said, so that neither answer nor time tells which.

    Raises BadRequest.
    """
    if not is_mail(mail):
        raise BadRequest({"mail": "a mail address"})
    rows = Preferences.objects.alias(lower=Lower("link_mail")).exclude(link_mail="")
    holder = rows.filter(lower=Lower(Value(mail))).values_list("account_id", flat=True).first()
    with transaction.atomic():
        tell([RecoveryAsked(str(holder or uuid4()))], clock.now())


def new_link(account: UUID) -> str:
    """The secret of a new link, for the mail alone. Links that are too old go."""
    now = clock.now()
    token = secrets.token_urlsafe(_BYTES)
    SignInLink.objects.filter(account_id=account, made_at__lte=now - 2 * _life()).delete()
    SignInLink.objects.create(digest=_digest(token), account_id=account, made_at=now)
    return token


def use_link(token: str) -> Account:
    """The account it signs in. The link and all others of the account end.

    Raises Conflict `link-gone`, NotYours `account-closed`, by which nothing ends.
    """
    with transaction.atomic():
        return _use(token)[0]


def token_for_link(token: str) -> tuple[Account, str]:
    """As `use_link`, with a token of the API, which is trusted for some minutes."""
    with transaction.atomic():
        account, link = _use(token)
        text = new_token(account)
        link.holder = hash_token(text)
        link.save(update_fields=["holder"])
    return account, text


def _use(token: str) -> tuple[Account, SignInLink]:
    """Two links of an account that are used at once wait for each other at its row, and one is gone."""
    digest, now = _digest(token), clock.now()
    owner = SignInLink.objects.filter(digest=digest).values_list("account_id", flat=True).first()
    account = owner and Account.objects.select_for_update().filter(pk=owner).first()
    link = SignInLink.objects.filter(digest=digest, used_at__isnull=True, made_at__gt=now - _life()).first()
    if not account or link is None:
        raise Conflict("link-gone")
    if not account.is_active:
        raise NotYours("account-closed")
    link.used_at = now
    link.save(update_fields=["used_at"])
    SignInLink.objects.filter(account=account, used_at__isnull=True).delete()
    return account, link


def is_trusted_token(account: UUID, digest: str) -> bool:
    """Whether the token was given for a link of the last minutes."""
    since = clock.now() - _life()
    return SignInLink.objects.filter(account_id=account, holder=digest, used_at__gt=since).exists()


def is_recent(used_at: datetime) -> bool:
    """Whether a link used then still stands for the old password."""
    return clock.now() - used_at < _life()


def _life() -> timedelta:
    return timedelta(seconds=settings.LINK_SECONDS)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
