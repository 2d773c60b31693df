"""Ratings of accounts as they are shown. The tables are those of the ratings; read here, written there alone."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.apps import apps
from django.db import connection

from services.pairings.ratings import Rating

TWO, MORE = "two", "more"


def shown_ratings(game: str, seats: int, accounts: Collection[UUID]) -> dict[UUID, int]:
    """Of those who have one, in one statement; none where this house rates nothing."""
    if not accounts or not apps.is_installed("services.ratings"):
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_RATINGS, [game, TWO if seats == 2 else MORE, list(accounts)])
        return {account: Rating(mu, sigma).shown for account, mu, sigma in cursor.fetchall()}


_RATINGS = "SELECT account, mu, sigma FROM ratings_playerrating WHERE game = %s AND kind = %s AND account = ANY(%s)"
