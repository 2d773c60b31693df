"""Passwords and sessions: keeping an account, changing a password, ending everything that is signed in."""

from __future__ import annotations

import re
from typing import Final
from uuid import UUID

from django.contrib.auth import password_validation
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from knox.models import AuthToken

from services.errors import BadRequest, BadTable, Conflict, NotYours
from services.people.accounts import keep_account
from services.people.models import Account, ReturnLink, SignInLink
from services.people.tokens import new_token

LOGIN: Final = re.compile(r"[\w.@+-]{3,30}")


def keep(account: Account, login: str, password: str) -> None:
    """Raises BadRequest, BadTable `weak-password`, Conflict `login-taken`, `already-kept`."""
    if not account.guest:
        raise Conflict("already-kept")
    _check_login(login)
    keep_account(account, login, password)


def change_password(account: Account, *, password: str, old: str | None, login: str | None, trusted: bool) -> str:
    """A new token; everything else that was signed in ends. Raises what `set_password` does."""
    set_password(account, password=password, old=old, login=login, trusted=trusted)
    return new_token(account)


def set_password(account: Account, *, password: str, old: str | None, login: str | None, trusted: bool) -> None:
    """All that was signed in ends, and all links. `trusted`: a link of the last minutes stands for `old`.

    Raises BadTable `weak-password`, NotYours `wrong-password`, Conflict `login-taken`, BadRequest.
    """
    asked_for = account.has_usable_password() and not trusted
    if asked_for and (old is None or not account.check_password(old)):
        raise NotYours("wrong-password")
    if account.login is None and login is None:
        raise BadRequest({"login": "needed where there is none"})
    if login is not None:
        _check_login(login)
        account.login = login
    try:
        password_validation.validate_password(password, account)
    except ValidationError as error:
        raise BadTable("weak-password", why=" ".join(error.messages)) from None
    if login is not None and Account.objects.filter(login__iexact=login).exclude(pk=account.pk).exists():
        raise Conflict("login-taken")
    _store(account, password)


def _store(account: Account, password: str) -> None:
    account.guest = False
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save(update_fields=["login", "guest", "password"])
            end_everything(account.pk)
            SignInLink.objects.filter(account=account).delete()
    except IntegrityError:
        raise Conflict("login-taken") from None


def _check_login(login: str) -> None:
    if not LOGIN.fullmatch(login):
        raise BadRequest({"login": "3 to 30 letters, digits and . @ + - _"})


def end_everything(account: UUID) -> None:
    """All sessions and tokens of an account, the link that leads back, and the tokens of its bots."""
    AuthToken.objects.filter(user_id=account).delete()
    AuthToken.objects.filter(user__owner_id=account).delete()
    ReturnLink.objects.filter(account_id=account).delete()
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(account):
            session.delete()
