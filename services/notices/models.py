"""The tables of the notices: the notices of each account, what is on its way, and what each seat was called for."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Inbox(models.Model):
    """The number of an account's last notice. Its row is locked until that commits, so numbers rise in order."""

    account = models.UUIDField(primary_key=True)
    last = models.BigIntegerField(default=0)


class Notice(models.Model):
    """A notice to an account. The latest of each account are kept, for streams that come back and for feeds."""

    pk = models.CompositePrimaryKey("account", "number")
    account = models.UUIDField()
    number = models.BigIntegerField()
    key = models.CharField(max_length=120)
    thing = models.CharField(max_length=12)
    page = models.BooleanField()  # whether it goes to the account's pages
    subject = models.UUIDField()  # the match, table or tournament
    body = models.JSONField()  # as a webhook gets it
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="notice_once")]


class CalledSeat(models.Model):
    """What a seat was last called for: a decision, and how far its time had run."""

    pk = models.CompositePrimaryKey("match", "seat")
    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    decision = models.PositiveIntegerField()
    stint = models.PositiveIntegerField(default=0)
    mark = models.PositiveSmallIntegerField(default=0)  # the last notified per cent of the stint's time
    look_at = models.DateTimeField(null=True)  # when its clock is to be looked at again

    class Meta:
        indexes = [models.Index(fields=["look_at"], name="called_look", condition=Q(look_at__isnull=False))]


class Outgoing(models.Model):
    """A message on its way to one target by one channel. Kept for a while after it left, so that repeats are known."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"  # there was no need any more
        FAILED = "failed"

    account = models.UUIDField()
    channel = models.CharField(max_length=8)
    target = models.CharField(max_length=40, blank=True)  # of a webhook or push subscription its id
    key = models.CharField(max_length=120)
    thing = models.CharField(max_length=12)
    subject = models.UUIDField(null=True)
    decision = models.PositiveIntegerField(null=True)
    body = models.JSONField()
    at = models.DateTimeField()
    due_at = models.DateTimeField()
    digest = models.BooleanField(default=False)
    tries = models.PositiveSmallIntegerField(default=0)  # that failed
    claimed_until = models.DateTimeField(null=True)  # somebody is sending it; after this anybody may
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    why = models.CharField(max_length=200, blank=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "channel", "target", "key"], name="outgoing_once")]
        indexes = [
            models.Index(fields=["channel", "due_at"], name="outgoing_due", condition=Q(state="waiting")),
            models.Index(fields=["subject"], name="outgoing_confirm", condition=Q(thing="confirm")),
            models.Index(fields=["done_at"], name="outgoing_done", condition=Q(done_at__isnull=False)),
        ]
