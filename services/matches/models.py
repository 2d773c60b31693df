"""The tables of a match beside its log: what was agreed, who sits where and is asked what, what is due."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import models
from django.db.models import Q

from services.log.append import Head
from services.log.models import Stream
from services.log.read import head_of

KIND: Final = "match"  # of a match's stream
UNAUDITED, HOLDS, NOT_REFOLDED = "", "holds", "not-refolded"  # what a match's row says of its audit


class Match(models.Model):
    """A table and, once started, its match. The log is the truth; status changes only together with its head."""

    class Status(models.TextChoices):
        OPEN = "open"
        STARTING = "starting"  # the last seat is taken; the referee is to start it
        RUNNING = "running"
        ENDED = "ended"
        ABORTED = "aborted"

    stream = models.OneToOneField(
        Stream, models.PROTECT, primary_key=True, db_column="id", related_name="match", editable=False
    )
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    lot = models.BooleanField(default=False)
    move_seconds = models.PositiveIntegerField(null=True)  # of tables opened before clocks stood in event 0
    clock = models.JSONField(null=True)  # as event 0 has it
    delay = models.JSONField(null=True)
    rated = models.BooleanField(default=False)
    tournament = models.UUIDField(null=True)
    rematch = models.UUIDField(null=True)  # the table of the return match
    rematch_of = models.UUIDField(null=True)
    vacation = models.BooleanField(default=False)  # its clock stands while the account of a seat is on vacation
    agreed_pause = models.BooleanField(default=False)  # all clocks stand; bots and plans wait
    private = models.BooleanField(default=False)
    invite = models.CharField(max_length=32, blank=True)
    opened_by = models.UUIDField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    judged_seq = models.IntegerField(default=-1)  # seats and frames stand at this seq
    due_at = models.DateTimeField(null=True)  # when the game's own timer runs out
    clock_at = models.DateTimeField(null=True)  # the earliest deadline of a seat
    revealed = models.BooleanField(default=False)
    tries = models.PositiveSmallIntegerField(default=0)
    audit = models.CharField(max_length=40, blank=True)  # see above, or the first code of a failed one
    audited_at = models.DateTimeField(null=True)  # of verdicts from before it was kept: None
    audit_version = models.CharField(max_length=20, blank=True, default="", db_default="")  # of the verifier
    parked = models.CharField(max_length=200, blank=True)  # why the referee gave up; empty: it did not

    class Meta:
        app_label = "store"
        indexes = [
            models.Index(fields=["status", "game", "-opened_at"], name="match_lobby"),
            models.Index(fields=["ended_at"], name="match_unaudited", condition=Q(revealed=True, audit="")),
            models.Index(
                fields=["ended_at"],
                name="match_unrevealed",
                condition=Q(revealed=False, status__in=["ended", "aborted"]),
            ),
            models.Index(fields=["opened_by"], name="match_of_opener", condition=Q(status__in=["starting", "running"])),
            models.Index(fields=["due_at"], name="match_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["clock_at"], name="match_clock", condition=Q(clock_at__isnull=False)),
        ]

    past = False  # put back to an earlier seq, for readers who are behind (services/readers/public.py)

    @property
    def id(self) -> UUID:
        return self.stream_id

    @property
    def head(self) -> Head:
        return head_of(self.stream)

    @property
    def over(self) -> bool:
        return self.status in (Match.Status.ENDED, Match.Status.ABORTED)

    @classmethod
    def columns(cls, table: str, stream: str) -> str:
        """All columns of both rows, for a statement that is written out; `from_row` reads what they give."""
        names = [f"{table}.{field.column}" for field in cls._meta.concrete_fields]
        return ", ".join(names + [f"{stream}.{field.column}" for field in Stream._meta.concrete_fields])

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> Match:
        names = [field.attname for field in cls._meta.concrete_fields]
        match = cls.from_db("default", names, row[: len(names)])
        match.options = json.loads(match.options)
        match.clock = None if match.clock is None else json.loads(match.clock)
        match.delay = None if match.delay is None else json.loads(match.delay)
        stream_names = [field.attname for field in Stream._meta.concrete_fields]
        match.stream = Stream.from_db("default", stream_names, row[len(names) : len(names) + len(stream_names)])
        return match

    @classmethod
    def row_size(cls) -> int:
        return len(cls._meta.concrete_fields) + len(Stream._meta.concrete_fields)


class Seat(models.Model):
    """Who holds a seat and what it is asked: the authority for intake, bots, clocks and notices.

    Before the start: as taken. It changes only in statements that move the match's head.
    """

    pk = models.CompositePrimaryKey("match", "seat")
    match = models.ForeignKey(Match, models.CASCADE, related_name="holders", db_index=False)
    seat = models.PositiveSmallIntegerField()
    account = models.UUIDField(null=True)
    bot = models.CharField(max_length=40, blank=True)
    decision = models.PositiveIntegerField(null=True)  # the open question; None: it is asked nothing
    asked_at = models.DateTimeField(null=True)  # since when that question is open
    answered_seq = models.IntegerField(null=True)  # what was said for this seat and nobody has judged yet
    deadline_at = models.DateTimeField(null=True)
    former = models.UUIDField(null=True)  # whose seat it was before a bot took it over: keeps its eye
    may_return = models.BooleanField(default=False)
    on_vacation = models.BooleanField(default=False)  # its clock stands for a vacation of its account

    class Meta:
        app_label = "store"
        constraints = [
            # Checked at the end of a statement: the lot exchanges accounts between seats.
            models.UniqueConstraint(
                fields=["account", "match"], name="seat_account_once", deferrable=models.Deferrable.IMMEDIATE
            ),
        ]
        indexes = [
            models.Index(fields=["match"], name="seat_unjudged", condition=Q(answered_seq__isnull=False)),
            models.Index(
                fields=["asked_at"],
                name="seat_bot_asked",
                condition=Q(decision__isnull=False, answered_seq__isnull=True) & ~Q(bot=""),
            ),
            models.Index(fields=["match"], name="seat_on_vacation", condition=Q(on_vacation=True)),
            models.Index(fields=["former"], name="seat_former", condition=Q(former__isnull=False)),
        ]


class BotKey(models.Model):
    """All the randomness that the bot on one seat gets."""

    match = models.ForeignKey(Match, models.PROTECT)
    seat = models.PositiveSmallIntegerField()
    key = models.BinaryField()

    class Meta:
        app_label = "store"
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="bot_key_once")]


class Snapshot(models.Model):
    """A folded position; only saves time. Believed only if everything in it fits (snapshots.py)."""

    match = models.ForeignKey(Match, models.CASCADE)
    seq = models.IntegerField()
    rules_version = models.PositiveSmallIntegerField()
    checksum = models.CharField(max_length=64)
    data = models.TextField()

    class Meta:
        app_label = "store"
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="snapshot_once")]


class ParkedMatch(Match):
    """A match that the referee has put aside. A second name, so that operators have a list of it; no table."""

    class Meta:
        proxy = True
        app_label = "store"


class BotTable(Match):
    """A table at which only bots of the house sit. A second name, so that operators have a list of it; no table."""

    class Meta:
        proxy = True
        app_label = "store"
