"""Tables of keeping order: closed accounts, appeals, and the trail of what operators did."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q


class Closing(models.Model):
    """An operator has closed an account. It is closed as long as a row of it has no `reopened_at`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.UUIDField()
    at = models.DateTimeField()
    reason = models.CharField(max_length=20)
    text = models.CharField(max_length=500, blank=True)
    reopened_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "gateway"
        constraints = (
            models.UniqueConstraint(fields=["account"], name="closed_once", condition=Q(reopened_at__isnull=True)),
        )
        indexes = (models.Index(fields=["at"], name="closing_at"),)


class Appeal(models.Model):
    """What the person of a closed account has to say to it, once a closing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    closing = models.OneToOneField(Closing, models.CASCADE, related_name="appeal")
    account = models.UUIDField()
    text = models.CharField(max_length=500)
    at = models.DateTimeField()
    done = models.BooleanField(default=False)

    class Meta:
        app_label = "gateway"
        indexes = (models.Index(fields=["account"], name="appeal_of"),)


class TrailEntry(models.Model):
    """What an operator did, and how things stood before and after. Inserted only: triggers refuse more."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField()
    operator = models.UUIDField()
    action = models.CharField(max_length=20)
    thing = models.CharField(max_length=10)  # account, match, report, appeal or follower
    subject = models.CharField(max_length=40)  # its id
    accounts = ArrayField(models.UUIDField())  # whom it concerns: they may read it, without the operator
    match = models.UUIDField(null=True)
    reason = models.CharField(max_length=20)
    text = models.CharField(max_length=500, blank=True)
    before = models.JSONField()
    after = models.JSONField()

    class Meta:
        app_label = "gateway"
        indexes = (
            GinIndex(fields=["accounts"], name="trail_of"),
            models.Index(fields=["-at", "-id"], name="trail_latest"),
        )
