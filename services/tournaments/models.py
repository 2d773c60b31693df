"""The tables of the tournaments: what is listed and due, who is entered, and what stays outside the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from services.log.append import Head
from services.log.models import Stream
from services.log.read import head_of

KIND: Final = "tournament"  # of a tournament's stream


class Tournament(models.Model):
    """A tournament beside its log. Name and text stand here alone; everything else follows from the log."""

    stream = models.OneToOneField(
        Stream, models.PROTECT, primary_key=True, db_column="id", related_name="tournament", editable=False
    )
    name = models.CharField(max_length=80)
    text = models.TextField(blank=True)
    game = models.CharField(max_length=40)
    format = models.CharField(max_length=20)
    seats = models.PositiveSmallIntegerField()
    directors = models.JSONField(default=list)  # account ids, the list in force
    status = models.CharField(max_length=10)  # open, running, finished
    reason = models.CharField(max_length=20, blank=True)
    round = models.PositiveIntegerField(default=0)  # rounds paired so far
    entrants = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    revealed = models.BooleanField(default=False)
    due_at = models.DateTimeField(null=True)  # when to look at it again; None: never
    near_round = models.PositiveIntegerField(default=0)  # the last round whose deadline was said to be near
    outages = models.JSONField(default=list)  # [[began, ended], …]: deadlines move by them
    tries = models.PositiveSmallIntegerField(default=0)
    parked = models.CharField(max_length=200, blank=True)  # why the service gave up; empty: it did not

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="tournament_due", condition=Q(due_at__isnull=False, parked="")),
            models.Index(fields=["status", "game", "-opened_at"], name="tournament_listed"),
            models.Index(fields=["-opened_at"], name="tournament_newest"),
            GinIndex(fields=["directors"], name="tournament_directors"),
        ]

    @property
    def id(self) -> UUID:
        return self.stream_id

    @property
    def head(self) -> Head:
        return head_of(self.stream)

    @classmethod
    def columns(cls, table: str, stream: str) -> str:
        """All columns of both rows, for a statement that is written out; `from_row` reads what they give."""
        names = [f"{table}.{field.column}" for field in cls._meta.concrete_fields]
        return ", ".join(names + [f"{stream}.{field.column}" for field in Stream._meta.concrete_fields])

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> Tournament:
        names = [field.attname for field in cls._meta.concrete_fields]
        stream_names = [field.attname for field in Stream._meta.concrete_fields]
        tournament = cls.from_db("default", names, row[: len(names)])
        tournament.directors, tournament.outages = json.loads(tournament.directors), json.loads(tournament.outages)
        tournament.stream = Stream.from_db("default", stream_names, row[len(names) : len(names) + len(stream_names)])
        return tournament

    @classmethod
    def row_size(cls) -> int:
        return len(cls._meta.concrete_fields) + len(Stream._meta.concrete_fields)


class TournamentEntry(models.Model):
    """Who holds which entry: drawn from the log."""

    pk = models.CompositePrimaryKey("tournament", "entry")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", db_index=False)
    entry = models.PositiveIntegerField()
    account = models.UUIDField()
    status = models.CharField(max_length=10)  # in, withdrawn, refused, expelled

    class Meta:
        db_table = "tournaments_entry"
        indexes = [models.Index(fields=["account"], name="entry_account")]


class TournamentInvitation(models.Model):
    """Somebody may enter; never in the log. Without an account it is a code for a link."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations", db_index=False)
    account = models.UUIDField(null=True)
    invite = models.CharField(max_length=32)
    accepted = models.BooleanField(null=True)
    made_by = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        db_table = "tournaments_invitation"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "account"], name="tournament_invited_once"),
            models.UniqueConstraint(fields=["tournament", "invite"], name="tournament_invite_once"),
        ]


class Waiting(models.Model):
    """Who wants to enter while there is no room, in order of asking; outside the log."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="waiting", db_index=False)
    account = models.UUIDField()
    entropy = models.CharField(max_length=128, blank=True)
    invited = models.BooleanField(default=False)
    cmd = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "account"], name="tournament_waits_once")]


class Command(models.Model):
    """What a command was and what it was answered: the same body again gets the same answer."""

    pk = models.CompositePrimaryKey("tournament", "cmd")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="commands", db_index=False)
    cmd = models.CharField(max_length=64)
    account = models.UUIDField()
    opens = models.BooleanField(default=False)
    digest = models.CharField(max_length=64)  # of the body
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "cmd"], name="tournament_opened_once", condition=Q(opens=True))
        ]


class PairingClaim(models.Model):
    """Somebody is pairing this round; renewed while it lives, so that a dead worker's claim runs out."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="claim")
    round = models.PositiveIntegerField()
    began = models.DateTimeField()
    until = models.DateTimeField()
    holder = models.UUIDField()
