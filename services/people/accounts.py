"""Making and keeping accounts: guests at once, kept by choosing a login and a password."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from services.errors import BadTable, Conflict
from services.people.models import Account, ReturnLink

KEPT = "\u200c\n\t "  # the half-space, and what becomes a space


def plain_name(text: str, most: int = 40) -> str:
    """A name on one line, without signs that are not seen or turn the line around; half-spaces stay."""
    seen = (sign for sign in text if sign in KEPT or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join("".join(seen).split())[:most]


def new_guest(name: str = "", language: str = "") -> Account:
    account = Account(name=plain_name(name) or f"Guest {secrets.randbelow(9000) + 1000}", guest=True, language=language)
    account.set_unusable_password()
    account.save(force_insert=True)
    return account


def keep_account(account: Account, login: str, password: str) -> None:
    """A guest becomes a lasting account. Raises Conflict `login-taken`, BadTable `weak-password`.

    Nothing is hashed for a login that is taken.
    """
    account.login, account.guest = login, False
    try:
        password_validation.validate_password(password, account)
    except ValidationError as error:
        raise BadTable("weak-password", why=" ".join(error.messages)) from None
    if Account.objects.filter(login__iexact=login).exists():
        raise Conflict("login-taken")
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save(update_fields=["login", "guest", "password"])
            ReturnLink.objects.filter(account=account).delete()  # the password leads back now
    except IntegrityError:
        raise Conflict("login-taken") from None


def fresh_account(account: UUID) -> Account:
    """As it is stored: what a refusal left half done in memory is gone."""
    return Account.objects.get(pk=account)


def names_of(ids: Iterable[UUID | None]) -> Mapping[UUID, str]:
    wanted = {account for account in ids if account is not None}
    return dict(Account.objects.filter(pk__in=wanted).values_list("pk", "name")) if wanted else {}


def is_guest(account: UUID) -> bool:
    return Account.objects.filter(pk=account, guest=True).exists()


def is_active(account: UUID) -> bool:
    return Account.objects.filter(pk=account, is_active=True).exists()


def prefer(account: Account, language: str | None, theme: str | None) -> None:
    """Keep language and colours with the account; None leaves one as it is."""
    account.language = account.language if language is None else language
    account.theme = account.theme if theme is None else theme
    account.save(update_fields=["language", "theme"])
