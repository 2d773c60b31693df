"""The tables of the records: what came from elsewhere and who brought it; the index of everything that is over."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

HOUSE, COLLECTION, IMPORTED = "house", "records", "import"  # where an entry of the index belongs


class Record(models.Model):
    """A play without a log: its moves, folded when somebody looks. The id is the digest of the play."""

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    moves = models.TextField()  # in core form, one a line
    result = models.CharField(max_length=3)
    reason = models.CharField(max_length=20)
    final = models.TextField()
    scores = models.JSONField()
    year = models.PositiveSmallIntegerField(null=True)
    tags = models.JSONField(default=list)
    added_at = models.DateTimeField()


class ForeignLog(models.Model):
    """An export of another house, byte for byte; its events are a stream of that origin."""

    stream = models.UUIDField(primary_key=True, editable=False)
    body = models.BinaryField()  # packed with zlib
    key = models.CharField(max_length=64, blank=True)  # the public key of that house, if the receipt has one
    added_at = models.DateTimeField()
    version = models.CharField(max_length=20, blank=True)  # of the verifier that checked it then


class ImportJob(models.Model):
    """What somebody has sent, and how far it is read. The body goes when all of it is."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.UUIDField()
    form = models.CharField(max_length=8)  # records, sgf, export
    body = models.BinaryField(null=True)  # packed with gzip
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    line = models.PositiveIntegerField(default=0)  # the last one that was read
    at = models.DateTimeField()
    claim = models.UUIDField(null=True)  # whoever reads it
    claimed_until = models.DateTimeField(null=True)  # after this anybody may

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="import_waiting", condition=~Q(status="done")),
            models.Index(fields=["account"], name="import_account"),
        ]


class ImportLine(models.Model):
    """What became of one record of an import."""

    pk = models.CompositePrimaryKey("job", "line")
    job = models.ForeignKey(ImportJob, models.CASCADE, related_name="lines", db_index=False)
    line = models.PositiveIntegerField()
    outcome = models.CharField(max_length=8)  # added, known, refused
    subject = models.UUIDField(null=True)  # the record or match
    ply = models.PositiveSmallIntegerField(null=True)
    seq = models.IntegerField(null=True)
    error = models.CharField(max_length=40, blank=True)
    rule = models.CharField(max_length=40, blank=True)
    detail = models.CharField(max_length=300, blank=True)


class Holding(models.Model):
    """An account has brought this record or log: it is in its list."""

    pk = models.CompositePrimaryKey("account", "subject")
    account = models.UUIDField()
    subject = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["account", "-at", "-subject"], name="holding_list")]


class Entry(models.Model):
    """A match or record that is over and has a result, as it is searched for."""

    id = models.UUIDField(primary_key=True, editable=False)
    shelf = models.CharField(max_length=8)  # see above
    game = models.CharField(max_length=40)
    ended_at = models.DateTimeField()  # of what was brought: when it came
    public_at = models.DateTimeField()  # from then on for everybody
    private = models.BooleanField(default=False)
    opened_by = models.UUIDField(null=True)
    reason = models.CharField(max_length=40)
    outcome = models.CharField(max_length=5)  # of seat 0: won, lost, drawn
    moves = models.PositiveIntegerField()
    rating = models.IntegerField(null=True)  # the least of its seats
    tournament = models.UUIDField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["shelf", "-ended_at", "-id"], name="entry_newest"),
            models.Index(fields=["shelf", "game", "-ended_at", "-id"], name="entry_game"),
            models.Index(fields=["tournament"], name="entry_tournament", condition=Q(tournament__isnull=False)),
        ]


class EntrySeat(models.Model):
    """Who sat at a match of this house, and how it went for them."""

    pk = models.CompositePrimaryKey("entry", "seat")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    who = models.CharField(max_length=50)  # an account id, or bot:KEY
    outcome = models.CharField(max_length=5)
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["who", "-ended_at", "-entry"], name="entry_of_player")]


class Visit(models.Model):
    """A position, by the digest of its key, that a match or record passes through."""

    pk = models.CompositePrimaryKey("position", "entry")
    position = models.UUIDField()
    entry = models.UUIDField()


class Explored(models.Model):
    """What was played from a position, and how it went for seat 0; an empty move: nothing, it ended there."""

    pk = models.CompositePrimaryKey("position", "shelf", "move")
    position = models.UUIDField()
    shelf = models.CharField(max_length=36)  # house, records, or the account that brought it
    move = models.CharField(max_length=80)  # turned as the key is
    next = models.CharField(max_length=120)  # the key of the position after it
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    examples = ArrayField(models.UUIDField())


class Analysis(models.Model):
    """A tree of moves that somebody has made of a match, a record or a position."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.UUIDField(db_index=True)
    match = models.UUIDField(null=True)
    position = models.CharField(max_length=300, blank=True)
    seq = models.PositiveIntegerField(null=True)
    name = models.CharField(max_length=100)
    shared = models.BooleanField(default=False)
    tree = models.JSONField()
    at = models.DateTimeField()


class Dump(models.Model):
    """The exports of all public matches of one day: made once the day is over, and never again."""

    day = models.DateField(primary_key=True)
    matches = models.PositiveIntegerField()
    bytes = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)


class DumpPart(models.Model):
    """A part of a day's dump; there are some before all of it is packed."""

    pk = models.CompositePrimaryKey("day", "number")
    day = models.DateField()
    number = models.PositiveIntegerField()  # from 0
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField()  # when the seed of its last match was revealed
    last = models.UUIDField()
    body = models.BinaryField()


class Packing(models.Model):
    """The claim of whoever packs the days that are over: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
