"""The tables of the log. Events, parts, seeds, leaves and checkpoints are inserted only: triggers refuse more."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q


class Stream(models.Model):
    """A log and where it ends. No index but its keys, so that moving the head touches no index (HOT updates).

    Whatever an append is conditional on changes only in a statement that moves this head. What is due, parked or
    audited stands in the row of the kind: a match, a tournament, an imported record.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20)
    origin = models.CharField(max_length=200, blank=True)  # the house it comes from; empty: this one
    log_id = models.UUIDField()  # the id in the envelopes; for streams of this house the same as `id`
    head_seq = models.IntegerField()
    head_hash = models.CharField(max_length=64)
    head_at = models.DateTimeField()
    seal_key = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["origin", "log_id"], name="stream_log_once")]


class Event(models.Model):
    """One recorded fact: the public envelope, and the keys that make repeats impossible."""

    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.ForeignKey(Stream, models.PROTECT, related_name="events", db_index=False)
    seq = models.IntegerField()
    type = models.CharField(max_length=20)
    actor = models.CharField(max_length=60)
    cmd = models.CharField(max_length=64, null=True)
    at = models.DateTimeField()
    pub = models.JSONField()
    sealed = models.JSONField(default=dict)
    dp = models.CharField(max_length=64, null=True)
    df = models.CharField(max_length=64, null=True)
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    seat = models.PositiveSmallIntegerField(null=True)
    decision = models.PositiveIntegerField(null=True)
    of = models.IntegerField(null=True)
    once = models.CharField(max_length=80, null=True)  # not hashed: makes an event of the server's own idempotent

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stream", "cmd"], name="event_command_once", condition=Q(cmd__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["stream", "seat", "decision"], name="event_decision_once", condition=Q(type="move.made")
            ),
            models.UniqueConstraint(fields=["stream", "of"], name="event_judged_once", condition=Q(of__isnull=False)),
            models.UniqueConstraint(fields=["stream", "once"], name="event_once", condition=Q(once__isnull=False)),
        ]


class SealedPart(models.Model):
    """What an envelope only commits to. The salt follows from the stream's seal key."""

    pk = models.CompositePrimaryKey("stream", "seq", "audience")
    stream = models.ForeignKey(Stream, models.PROTECT, related_name="parts", db_index=False)
    seq = models.IntegerField()
    audience = models.CharField(max_length=4)
    payload = models.JSONField()


class Seed(models.Model):
    """The server's secret of a stream, apart from the log until it is revealed."""

    stream = models.OneToOneField(Stream, models.PROTECT, primary_key=True)
    seed = models.BinaryField()


class Commitment(models.Model):
    """A seed that is bound before any entropy is heard: for a stream that is still to be opened. Deletable."""

    stream = models.UUIDField(primary_key=True)  # the id of the stream to be
    seed = models.BinaryField()
    # Whose it is: an account, a session, or a browser; empty: anybody's.
    asker = models.CharField(max_length=100, blank=True)
    expires_at = models.DateTimeField(db_index=True)


class Leaf(models.Model):
    """A finished stream in the checkpoint log, in order of finishing. Inserted only."""

    number = models.PositiveIntegerField(primary_key=True)  # 0, 1, 2, … without gaps
    stream = models.OneToOneField(Stream, models.PROTECT, related_name="leaf")
    body = models.TextField()  # canonical JSON of the receipt body


class TreeNode(models.Model):
    """The hash of a full subtree over 2**level leaves: with these a proof costs a few dozen rows. Inserted only."""

    pk = models.CompositePrimaryKey("level", "index")
    level = models.PositiveSmallIntegerField()
    index = models.PositiveIntegerField()
    hash = models.BinaryField()


class Checkpoint(models.Model):
    """A signed root over all leaves so far. Inserted only; never shrinks."""

    origin = models.CharField(max_length=200, default="bazigah/matches")  # the house's name when it was signed
    size = models.PositiveIntegerField()
    root = models.CharField(max_length=64)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, blank=True)
    sig = models.CharField(max_length=128, blank=True)

    class Meta:
        indexes = [models.Index(fields=["size", "at", "id"], name="checkpoint_feed")]


class Outbox(models.Model):
    """A fact on its way to one follower. The follower's effects and the deletion of the row commit together."""

    follower = models.CharField(max_length=40)
    stream = models.ForeignKey(Stream, models.PROTECT, null=True, db_index=False, db_constraint=False)
    fact = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    body = models.JSONField()
    at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()  # not before this; later after each failure
    parked = models.CharField(max_length=200, blank=True)  # why the follower gave up; empty: it did not

    class Meta:
        indexes = [
            models.Index(fields=["follower", "id"], name="outbox_waiting", condition=Q(parked="")),
            models.Index(fields=["follower"], name="outbox_parked", condition=~Q(parked="")),
        ]
