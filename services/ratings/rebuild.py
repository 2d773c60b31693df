"""All ratings again from the logs: the same digits."""

from __future__ import annotations

from django.db import transaction

from services.ratings.models import LeafProgress, PlayerRating, RatedMatch, RatingStep
from services.ratings.rating import take_leaves


def rebuild_ratings() -> int:
    """Drop and redraw them; readers see the old ones until it is done. How many rated matches there are."""
    with transaction.atomic():
        LeafProgress.objects.get_or_create(pk=1)
        LeafProgress.objects.select_for_update().filter(pk=1).update(next_leaf=0)
        for table in (RatingStep, PlayerRating, RatedMatch):
            table.objects.all().delete()
        while take_leaves():
            pass
        return RatedMatch.objects.filter(counted=True).count()
