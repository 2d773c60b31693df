"""The tables of the analysis. All of it can be worked out again from logs and records."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q


class ComputerView(models.Model):
    """What a bot thinks of a match or record, and how far it has come with it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    subject = models.UUIDField()  # a match or a record
    bot = models.CharField(max_length=40)
    bot_version = models.CharField(max_length=20)
    budget = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    of = models.PositiveIntegerField(default=0)  # moves that stand; known once it runs
    done = models.PositiveIntegerField(default=0)  # so many of them
    at = models.DateTimeField()
    claim = models.UUIDField(null=True)  # whoever works at it
    claimed_until = models.DateTimeField(null=True)  # after this anybody may

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "bot", "bot_version", "budget"], name="computer_view_once")
        ]
        indexes = [models.Index(fields=["at"], name="computer_view_waiting", condition=~Q(status="done"))]


class ComputerStep(models.Model):
    """What it thinks of one move."""

    pk = models.CompositePrimaryKey("of_view", "number")
    of_view = models.ForeignKey(ComputerView, models.CASCADE, related_name="steps", db_index=False)
    number = models.PositiveIntegerField()  # from 0, in the order of play
    seq = models.IntegerField()
    seat = models.PositiveSmallIntegerField()
    value = models.PositiveSmallIntegerField()  # per mille
    played = models.TextField()
    best = models.TextField()
    line = models.JSONField()
    lost = models.PositiveSmallIntegerField()


class Puzzle(models.Model):
    """A position in which one first move wins by force."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=200, unique=True)  # goal and key of the position
    position = models.CharField(max_length=200)
    goal = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField()
    plies = models.PositiveSmallIntegerField()
    line = models.JSONField()
    subject = models.UUIDField()  # the match or record it comes from
    seq = models.IntegerField()
    day = models.DateField(null=True, unique=True)  # on which it was last shown


class PuzzleTry(models.Model):
    """Somebody has answered a puzzle: an account, or a digest of the address of somebody who is not signed in."""

    pk = models.CompositePrimaryKey("puzzle", "who")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="tries", db_index=False)
    who = models.CharField(max_length=40)
    solved = models.BooleanField(default=False)
    gave_up = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["who"], name="puzzle_try_who")]


class Searched(models.Model):
    """A match or record that was searched for puzzles."""

    subject = models.UUIDField(primary_key=True)
    at = models.DateTimeField()


class PuzzleSearch(models.Model):
    """The claim of whoever searches: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
