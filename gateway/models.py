"""Accounts: who somebody is. The log knows only their ids, so a name can be erased without breaking a chain."""

from __future__ import annotations

import uuid

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


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
    objects = BaseUserManager()
