"""Tables of what people are to each other: follows, blocks, reports; links that sign in or lead back; commands."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Follow(models.Model):
    """Somebody wants to see what another plays. Nobody learns who follows them."""

    account = models.UUIDField()
    followed = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        app_label = "gateway"
        constraints = (models.UniqueConstraint(fields=["account", "followed"], name="follow_once"),)


class Block(models.Model):
    """Somebody wants to be left alone by another, who does not learn of it."""

    account = models.UUIDField()
    blocked = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        app_label = "gateway"
        constraints = (models.UniqueConstraint(fields=["account", "blocked"], name="block_once"),)
        indexes = (models.Index(fields=["blocked"], name="block_of"),)


class Report(models.Model):
    """Somebody tells those who keep order about another."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    reporter = models.UUIDField()
    account = models.UUIDField()
    match = models.UUIDField(null=True)
    reason = models.CharField(max_length=20)
    text = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()
    done = models.BooleanField(default=False)

    class Meta:
        app_label = "gateway"
        indexes = (models.Index(fields=["reporter", "at"], name="report_of"),)


class AskedCommand(models.Model):
    """What a command was answered, so that the same one again gets the same answer and does nothing."""

    account = models.UUIDField()
    command = models.UUIDField()
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        app_label = "gateway"
        constraints = (models.UniqueConstraint(fields=["account", "command"], name="command_of_account_once"),)
        indexes = (models.Index(fields=["at"], name="command_at"),)


class SignInLink(models.Model):
    """A link that was mailed to sign in: its secret is kept as a hash alone."""

    digest = models.CharField(max_length=64, primary_key=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    holder = models.CharField(max_length=128, blank=True)  # the digest of the token it was given for

    class Meta:
        app_label = "gateway"


class ReturnLink(models.Model):
    """A link that leads a guest back to the account from any device until it is revoked; one an account, hashed."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "gateway"
