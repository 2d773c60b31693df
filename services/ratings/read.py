"""What pages and the API ask of the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank

from services.log import fair
from services.pairings.ratings import NEW, Rating, expected_first, is_provisional
from services.people.accounts import is_guest, names_of
from services.people.models import Account
from services.ratings.models import PlayerRating, RatedMatch, RatingStep
from services.ratings.results import KINDS, kind_of
from services.readers.cards import PAGE

__all__ = ["KINDS", "kind_of"]


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """An account in a list, the best floor first; equal floors share a rank."""

    rank: int
    account: UUID
    name: str
    rating: Rating
    matches: int

    def as_json(self) -> dict[str, int | str | bool]:
        return {
            "rank": self.rank,
            "account": str(self.account),
            "name": self.name,
            "mu": self.rating.mu,
            "sigma": self.rating.sigma,
            "shown": self.rating.shown,
            "range": self.rating.range,
            "provisional": is_provisional(self.matches),
            "matches": self.matches,
        }


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one match did to a rating."""

    account: UUID
    leaf: int
    match: UUID
    at: datetime
    rating: Rating
    change: int  # of the number that is shown
    matches: int

    def as_json(self) -> dict[str, int | str]:
        return {
            "leaf": self.leaf,
            "match": str(self.match),
            "at": fair.time_text(self.at),
            "mu": self.rating.mu,
            "sigma": self.rating.sigma,
            "shown": self.rating.shown,
            "change": self.change,
        }


def leaderboard(game: str, kind: str, page: int = 1) -> tuple[list[RatedPlayer], bool]:
    """A page of the list of a game and kind, and whether there is another."""
    rows = PlayerRating.objects.filter(game=game, kind=kind)
    ranked = rows.annotate(rank=Window(Rank(), order_by=F("floor").desc())).order_by("-floor", "account")
    first = (page - 1) * PAGE
    listed_rows = list(ranked[first : first + PAGE + 1])
    shown = listed_rows[:PAGE]
    names = names_of(row.account for row in shown)
    listed = [
        RatedPlayer(row.rank, row.account, names.get(row.account, ""), Rating(row.mu, row.sigma), row.matches)
        for row in shown
    ]
    return listed, len(listed_rows) > PAGE


def boards() -> list[tuple[str, str, int]]:
    """Games and kinds that have ratings, with how many accounts."""
    counted: dict[tuple[str, str], int] = {}
    for game, kind in PlayerRating.objects.values_list("game", "kind"):
        counted[game, kind] = counted.get((game, kind), 0) + 1
    return sorted((game, kind, number) for (game, kind), number in counted.items())


def is_known(account: UUID) -> bool:
    return Account.objects.filter(pk=account).exists() or RatingStep.objects.filter(account=account).exists()


def history(account: UUID, game: str = "", kind: str = "", page: int = 1) -> tuple[list[RatingChange], bool]:
    """A page of what an account's rated matches did, oldest first; a guest has none."""
    if is_guest(account):
        return [], False
    first = (page - 1) * PAGE
    steps = [_step(row) for row in _steps(account, game, kind)[first : first + PAGE + 1]]
    return steps[:PAGE], len(steps) > PAGE


def whole_history(account: UUID, game: str, kind: str, most: int) -> list[RatingChange]:
    """The latest steps, oldest first, for a plot."""
    latest = _steps(account, game, kind).reverse()[:most]
    return [_step(row) for row in latest][::-1]


def _steps(account: UUID, game: str, kind: str) -> QuerySet[RatingStep]:
    steps = RatingStep.objects.filter(account=account)
    steps = steps.filter(game=game) if game else steps
    steps = steps.filter(kind=kind) if kind else steps
    return steps.order_by("leaf")


def _step(row: RatingStep) -> RatingChange:
    rating = Rating(row.mu, row.sigma)
    change = rating.shown - Rating(row.mu_before, row.sigma).shown
    return RatingChange(row.account, row.leaf, row.match, row.at, rating, change, row.matches)


def ratings_of(game: str, kind: str, accounts: Sequence[UUID]) -> dict[UUID, RatedPlayer]:
    """Those of the accounts that have a rating; their rank is not counted and is 0."""
    rows = PlayerRating.objects.filter(game=game, kind=kind, account__in=accounts)
    return {row.account: RatedPlayer(0, row.account, "", Rating(row.mu, row.sigma), row.matches) for row in rows}


def shown_rating(game: str, kind: str, account: UUID) -> int | None:
    """The number that is shown; None: it has no rated match yet."""
    row = ratings_of(game, kind, [account]).get(account)
    return None if row is None else row.rating.shown


def expected(game: str, accounts: Sequence[UUID]) -> tuple[int, ...]:
    """Each one's chance of the first place in thousandths; who has no rating counts as new."""
    known = ratings_of(game, kind_of(len(accounts)), accounts)
    return expected_first([known[account].rating if account in known else NEW for account in accounts])


@dataclass(frozen=True, slots=True)
class RatedOutcome:
    """What a finished match did: a step for each seat that was rated, or why there is none."""

    steps: dict[UUID, RatingChange]
    refusal: str = ""


def outcome_of(match: UUID) -> RatedOutcome | None:
    """None: not known (yet) to the ratings, or not known to everybody yet."""
    row = RatedMatch.objects.filter(match=match).only("refusal", "counted").first()
    if row is None or not (row.counted or row.refusal):
        return None
    return RatedOutcome({step.account: _step(step) for step in RatingStep.objects.filter(match=match)}, row.refusal)


def rated_name(account: UUID) -> str | None:
    """The name of an account that is no guest; None: there is none."""
    return Account.objects.filter(pk=account, guest=False).values_list("name", flat=True).first()
