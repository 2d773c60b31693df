"""Tables of the lobby: seeks, and invitations to tables."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q


class Seek(models.Model):
    """Somebody looks for another to play with. Its commitment was drawn before any entropy was heard."""

    class Status(models.TextChoices):
        OPEN = "open"
        PAIRED = "paired"
        GONE = "gone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.UUIDField()
    game = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField(null=True)
    terms = models.CharField(max_length=64)  # digest of game, options, clock and rated: two seeks fit only if equal
    rated = models.BooleanField()
    live = models.BooleanField()
    rating_from = models.IntegerField(null=True)
    rating_to = models.IntegerField(null=True)
    commitment = models.UUIDField()  # the id of the match to be
    seed_commit = models.CharField(max_length=64)
    asker = models.CharField(max_length=80)  # whose the commitment is
    entropy = models.CharField(max_length=128, blank=True)
    status = models.CharField(max_length=6, choices=Status, default=Status.OPEN)
    match = models.UUIDField(null=True)
    at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        app_label = "lobby"
        indexes = (
            models.Index(fields=["terms", "at"], name="seek_terms", condition=Q(status="open")),
            models.Index(fields=["account"], name="seek_account", condition=Q(status="open")),
            models.Index(fields=["expires_at"], name="seek_expiry", condition=Q(status="open")),
        )


class Invitation(models.Model):
    """Somebody at a table asks another to sit down. `silent`: it reaches nobody, the inviter does not learn it."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        GONE = "gone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.UUIDField()
    inviter = models.UUIDField()
    invited = models.UUIDField()
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    silent = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        app_label = "lobby"
        constraints = (models.UniqueConstraint(fields=["table", "invited"], name="invited_once_to_a_table"),)
        indexes = (
            models.Index(fields=["invited", "-at"], name="invitation_to", condition=Q(status="open")),
            models.Index(fields=["inviter", "-at"], name="invitation_from", condition=Q(status="open")),
        )
