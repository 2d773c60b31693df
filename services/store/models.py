"""The tables of the log. Events, sealed parts and seeds are inserted only; triggers refuse anything else."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import Q

UNAUDITED, HOLDS, NOT_REFOLDED = "", "holds", "not-refolded"  # what a match's row tells of its audit


class Match(models.Model):
    """A table and, once started, its match. Holds the head of its log and what is due; the log is the truth."""

    class Status(models.TextChoices):
        OPEN = "open"
        STARTING = "starting"  # the last seat is taken; the referee is to start it
        RUNNING = "running"
        ENDED = "ended"
        ABORTED = "aborted"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    lot = models.BooleanField(default=False)
    move_seconds = models.PositiveIntegerField(null=True)
    private = models.BooleanField(default=False)
    invite = models.CharField(max_length=32, blank=True)
    opened_by = models.UUIDField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    head_seq = models.IntegerField()
    head_hash = models.CharField(max_length=64)
    head_at = models.DateTimeField()
    judged_seq = models.IntegerField(default=-1)  # frames stand at this seq; less than head_seq: work is due
    due_at = models.DateTimeField(null=True)  # when the game's own timer runs out
    clock_at = models.DateTimeField(null=True)  # when the thinking time of the seats to act runs out
    seal_key = models.BinaryField()
    revealed = models.BooleanField(default=False)
    tries = models.PositiveSmallIntegerField(default=0)
    audit = models.CharField(max_length=40, blank=True)  # see above, or the first code found
    parked = models.CharField(max_length=200, blank=True)  # why the referee gave up; empty: it did not

    class Meta:
        indexes = [
            models.Index(fields=["status", "game", "-opened_at"], name="match_lobby"),
            models.Index(fields=["head_at"], name="match_lagging", condition=Q(head_seq__gt=models.F("judged_seq"))),
            models.Index(fields=["ended_at"], name="match_unaudited", condition=Q(revealed=True, audit="")),
            models.Index(fields=["due_at"], name="match_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["clock_at"], name="match_clock", condition=Q(clock_at__isnull=False)),
        ]

    @classmethod
    def columns(cls, table: str) -> str:
        """All columns, for a statement that is written out; `from_row` reads what they give."""
        return ", ".join(f"{table}.{one.attname}" for one in cls._meta.concrete_fields)

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> Match:
        names = [one.attname for one in cls._meta.concrete_fields]
        match = cls.from_db("default", names, row[: len(names)])
        match.options = json.loads(match.options)
        return match


class Event(models.Model):
    """One recorded fact: the public envelope, and the keys that make repeats impossible."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="events", db_index=False)  # event_seq_once is one
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["match", "cmd"], name="event_command_once"),
            models.UniqueConstraint(
                fields=["match", "seat", "decision"], name="event_decision_once", condition=Q(type="move.made")
            ),
            models.UniqueConstraint(fields=["match", "of"], name="event_judged_once"),
        ]


class SealedPart(models.Model):
    """What an envelope only commits to. The salt follows from the match's seal key."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="parts", db_index=False)  # part_once is one
    seq = models.IntegerField()
    audience = models.CharField(max_length=4)
    payload = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seq", "audience"], name="part_once")]


class Seed(models.Model):
    """The server's secret of a match, apart from the log until it is revealed."""

    match = models.OneToOneField(Match, models.PROTECT, primary_key=True)
    seed = models.BinaryField()


class BotKey(models.Model):
    """All the randomness that the bot on one seat gets."""

    match = models.ForeignKey(Match, models.PROTECT)
    seat = models.PositiveSmallIntegerField()
    key = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="bot_key_once")]


class Snapshot(models.Model):
    """A folded position; only saves time."""

    match = models.ForeignKey(Match, models.CASCADE)
    seq = models.IntegerField()
    data = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="snapshot_once")]


class Pulse(models.Model):
    """When the sweep last ran: a gap is an outage, and an outage costs no player the match."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    longest_ms = models.BigIntegerField(default=0)  # the longest outage so far


class Leaf(models.Model):
    """A finished match in the checkpoint log, in order of finishing. Inserted only."""

    number = models.PositiveIntegerField(primary_key=True)  # 0, 1, 2, … without gaps
    match = models.OneToOneField(Match, models.PROTECT, related_name="leaf")
    body = models.TextField()  # canonical JSON of the receipt body


class Checkpoint(models.Model):
    """A signed root over all leaves so far. Inserted only; never shrinks."""

    size = models.PositiveIntegerField()
    root = models.CharField(max_length=64)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, blank=True)
    sig = models.CharField(max_length=128, blank=True)
