"""The tables readers read. Every row follows from the log and can be redrawn by `manage.py rebuild`."""

from __future__ import annotations

from django.db import models

from services.matches.models import Match

GALLERY = -1  # the eye of everybody, as a number


class Frame(models.Model):
    """What one eye may know now: one row per match and eye, whole."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="frames", db_index=False)  # frame_once
    eye = models.SmallIntegerField()
    seq = models.IntegerField()
    decision = models.PositiveIntegerField(null=True)
    moves = models.TextField(null=True)  # one a line; null: not that eye's turn, or not to be listed
    body = models.TextField()  # the frame as JSON, without moves and news

    class Meta:
        app_label = "projections"
        constraints = [models.UniqueConstraint(fields=["match", "eye"], name="frame_once")]


class NewsLine(models.Model):
    """The news of one event, by eye: {"all": [...]} where every eye reads the same, else {"-1": [...], "0": [...]}."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="news", db_index=False)  # news_once
    seq = models.IntegerField()
    lines = models.JSONField()

    class Meta:
        app_label = "projections"
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="news_once")]


class MatchCard(models.Model):
    """The face of a match in lists."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="card")
    scores = models.JSONField(default=list)
    winners = models.JSONField(null=True)
    reason = models.CharField(max_length=40, null=True)
    to_act = models.JSONField(default=list)
    ply = models.PositiveIntegerField(default=0)
    moved_at = models.DateTimeField()

    class Meta:
        app_label = "projections"
        indexes = [models.Index(fields=["-moved_at"], name="card_recent")]
