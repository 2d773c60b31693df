"""Accounts: who somebody is. The log knows only their ids, so a name can be erased without breaking a chain."""

from __future__ import annotations

import uuid

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Value
from django.db.models.functions import Lower


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> Account:
        """Phones write a capital where none was meant, so a login is found in any case."""
        return self.alias(lower=Lower("login")).get(lower=Lower(Value(username)))


class Account(AbstractBaseUser):
    """A guest until a password is chosen."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40)
    login = models.CharField(max_length=40, unique=True, null=True)  # chosen together with a password
    guest = models.BooleanField(default=True)
    language = models.CharField(max_length=2, blank=True)
    theme = models.CharField(max_length=5, blank=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "login"
    objects = AccountManager()

    class Meta:
        app_label = "gateway"
        constraints = (models.UniqueConstraint(Lower("login"), name="one_login_in_any_case"),)
