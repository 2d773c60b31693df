"""The tables of the ratings. All but GuestMatch follow from the logs: `rebuild` drops them and draws them again."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class LeafProgress(models.Model):
    """One row: the leaf that is to be read next. Whoever rates holds it locked."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    next_leaf = models.PositiveIntegerField(default=0)


class RatedMatch(models.Model):
    """A finished match whose event 0 says `rated`, at its place in the checkpoint log, with its result as it counts."""

    leaf = models.PositiveIntegerField(primary_key=True)
    match = models.UUIDField(unique=True)
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=4)
    at = models.DateTimeField()  # of its end
    public_at = models.DateTimeField()  # not rated before: until then spectators do not know how it ended
    accounts = models.JSONField()  # by seat
    places = models.JSONField(null=True)  # by seat; null: refused
    refusal = models.CharField(max_length=20, blank=True)  # why it is not rated after all
    counted = models.BooleanField(default=False)  # it is in the ratings

    class Meta:
        indexes = [
            models.Index(fields=["game", "kind", "leaf"], name="rated_match_counted", condition=Q(counted=True)),
            models.Index(fields=["public_at"], name="rated_match_waiting", condition=Q(counted=False, refusal="")),
        ]


class RatingStep(models.Model):
    """The rating of an account after one match, and its mu before."""

    pk = models.CompositePrimaryKey("leaf", "account")
    leaf = models.PositiveIntegerField()
    account = models.UUIDField()
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=4)
    match = models.UUIDField()
    at = models.DateTimeField()
    mu = models.BigIntegerField()  # in millionths, like the others
    sigma = models.BigIntegerField()
    mu_before = models.BigIntegerField()
    matches = models.PositiveIntegerField()  # so many rated ones with this

    class Meta:
        indexes = [
            models.Index(fields=["account", "game", "kind", "leaf"], name="rating_step_history"),
            models.Index(fields=["game", "kind", "leaf"], name="rating_step_since"),
            models.Index(fields=["match"], name="rating_step_match"),
        ]


class PlayerRating(models.Model):
    """The latest step of an account: what lists and expectations read."""

    pk = models.CompositePrimaryKey("game", "kind", "account")
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=4)
    account = models.UUIDField()
    mu = models.BigIntegerField()
    sigma = models.BigIntegerField()
    floor = models.BigIntegerField()  # mu - 3 sigma: the order of lists
    matches = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["game", "kind", "-floor", "account"], name="player_rating_list")]


class GuestMatch(models.Model):
    """A match with a guest at its end. Who was a guest stands in no log, so this is no projection and is kept."""

    match = models.UUIDField(primary_key=True)
