"""Reading leaves in order and rating what they hold; every change is a recomputation from one leaf on.

Leaves are numbered without gaps under a lock that is held until the commit: whoever sees leaf n sees all before it.
So a fact is only a reason to look, in whatever order facts come; where to go on stands in LeafProgress.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from services.log import clock
from services.matches.models import KIND
from services.pairings.ratings import NEW, Rating, rate
from services.ratings.models import LeafProgress, PlayerRating, RatedMatch, RatingStep
from services.ratings.results import result_of

logger = logging.getLogger(__name__)
BATCH: Final = 500  # leaves in one transaction
Board = tuple[str, str]  # game, kind


# A finished stream, and whether it is a match of this house whose event 0 says that it is rated.
_NEXT_LEAVES: Final = """
    SELECT l.number, l.stream_id, coalesce(e.pub->'rated' = 'true', false)
      FROM store_leaf l LEFT JOIN store_stream s ON s.id = l.stream_id
      LEFT JOIN store_event e ON e.stream_id = s.id AND e.seq = 0 AND s.kind = %s AND s.origin = ''
     WHERE l.number >= %s ORDER BY l.number LIMIT %s
"""


def take_leaves() -> int:
    """Read the leaves that come next, and rate them. How many there were; call it again until there are none."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NEXT_LEAVES, [KIND, _lock_progress(), BATCH])
        rows = cursor.fetchall()
        if not rows:
            return 0
        matches = [
            matched
            for number, stream, is_rated in rows
            if is_rated and (matched := _read_match(number, stream)) is not None
        ]
        RatedMatch.objects.bulk_create(matches)
        LeafProgress.objects.filter(pk=1).update(next_leaf=rows[-1][0] + 1)
        if matches:
            _count_waiting(clock.now())
        return len(rows)


def read_again(match: UUID) -> None:
    """A ruling speaks of a match: its result is replaced at its own place, and everything behind it follows."""
    with transaction.atomic():
        _lock_progress()
        before = RatedMatch.objects.filter(match=match).first()
        after = None if before is None else _read_match(before.leaf, match)
        if before is None or after is None or (before.places, before.refusal) == (after.places, after.refusal):
            return
        after.save()
        if before.counted:
            recompute((before.game, before.kind), before.leaf)
        _count_waiting(clock.now())


def count_public(now: datetime) -> None:
    """Rate the matches whose end everybody may know by now."""
    if _waiting(now).exists():
        with transaction.atomic():
            _lock_progress()
            _count_waiting(now)


def _waiting(now: datetime) -> QuerySet[RatedMatch]:
    return RatedMatch.objects.filter(counted=False, refusal="", public_at__lte=now)


def _count_waiting(now: datetime) -> None:
    """Call it with the progress locked."""
    first: dict[Board, int] = defaultdict(lambda: 2**31)
    for leaf, game, kind in _waiting(now).values_list("leaf", "game", "kind"):
        first[game, kind] = min(first[game, kind], leaf)
    if first:
        _waiting(now).update(counted=True)
    for board, leaf in sorted(first.items()):
        recompute(board, leaf)


def _lock_progress() -> int:
    """The leaf that is to be read next."""
    rows = LeafProgress.objects.select_for_update()
    if (progress := rows.first()) is None:
        LeafProgress.objects.get_or_create(pk=1)
        progress = rows.get(pk=1)
    return progress.next_leaf


def _read_match(leaf: int, match: UUID) -> RatedMatch | None:
    """None: it was not opened as rated, or its log cannot be read, which must not hold up all the others."""
    try:
        result = result_of(match)
    except (LookupError, TypeError, ValueError):
        logger.exception("leaf %s: the log of match %s cannot be read", leaf, match)
        return None
    if result is None:
        return None
    places = None if result.places is None else list(result.places)
    if result.refusal:
        logger.info("match %s is not rated: %s", match, result.refusal)
    return RatedMatch(
        leaf=leaf, match=match, game=result.game, kind=result.kind, at=result.at, public_at=result.public_at,
        accounts=list(result.accounts), places=places, refusal=result.refusal,
    )  # fmt: skip


def recompute(board: Board, leaf: int) -> None:
    """All steps of a game and kind from a leaf on, again."""
    game, kind = board
    since = RatingStep.objects.filter(game=game, kind=kind, leaf__gte=leaf)
    touched = set(since.values_list("account", flat=True))
    since.delete()
    matches = list(RatedMatch.objects.filter(game=game, kind=kind, leaf__gte=leaf, counted=True).order_by("leaf"))
    touched |= {UUID(account) for match in matches for account in match.accounts}
    steps = _replay(matches, _latest_steps(board, touched))
    RatingStep.objects.bulk_create(steps, batch_size=1000)
    _redraw_players(board, touched)


def _replay(matches: Iterable[RatedMatch], latest: dict[UUID, RatingStep]) -> list[RatingStep]:
    """The steps that these matches bring, in order; `latest` holds each account's step before them."""
    steps: list[RatingStep] = []
    for match in matches:
        accounts = [UUID(account) for account in match.accounts]
        before = [_rating(latest.get(account)) for account in accounts]
        for account, old, new in zip(accounts, before, rate(before, match.places or ()), strict=True):
            played = latest[account].matches if account in latest else 0
            latest[account] = RatingStep(
                leaf=match.leaf, account=account, game=match.game, kind=match.kind, match=match.match, at=match.at,
                mu=new.mu, sigma=new.sigma, mu_before=old.mu, matches=played + 1,
            )  # fmt: skip
            steps.append(latest[account])
    return steps


def _rating(step: RatingStep | None) -> Rating:
    return NEW if step is None else Rating(step.mu, step.sigma)


def _latest_steps(board: Board, accounts: Iterable[UUID]) -> dict[UUID, RatingStep]:
    game, kind = board
    steps = RatingStep.objects.filter(game=game, kind=kind, account__in=list(accounts))
    return {step.account: step for step in steps.order_by("account", "-leaf").distinct("account")}


_PLAYERS: Final = f"""
    INSERT INTO {PlayerRating._meta.db_table} (game, kind, account, mu, sigma, floor, matches)
    SELECT DISTINCT ON (account) game, kind, account, mu, sigma, mu - 3 * sigma, matches
      FROM {RatingStep._meta.db_table} WHERE game = %s AND kind = %s AND account = ANY(%s) ORDER BY account, leaf DESC
"""


def _redraw_players(board: Board, accounts: Iterable[UUID]) -> None:
    game, kind = board
    wanted = list(accounts)
    PlayerRating.objects.filter(game=game, kind=kind, account__in=wanted).delete()
    with connection.cursor() as cursor:
        cursor.execute(_PLAYERS, [game, kind, wanted])
