"""Operators: kept accounts that keep order."""

from __future__ import annotations

from django.db.models import Value
from django.db.models.functions import Lower

from services.people.models import Account


def make_operator(login: str, on: bool) -> bool:
    """By login, in any case; False: no kept account has it."""
    rows = Account.objects.filter(guest=False, login__isnull=False).alias(lower=Lower("login"))
    return bool(rows.filter(lower=Lower(Value(login))).update(is_staff=on))
