"""Seeks: somebody looks for another to play with. Two that fit are claimed by one statement and become one match."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db import OperationalError, connection, transaction
from django.db.models import Q

from engine.core.codec import canonical
from engine.core.errors import BadOptions
from engine.core.game import Json, complete_options
from engine.games import GAMES
from services.bus import presence
from services.errors import BadTable, Conflict, NotAllowed, NotFound, NotYours
from services.lobby.models import Seek
from services.log import clock
from services.log.commitments import bound_seed, commit_to_seed
from services.log.models import Commitment
from services.matches.clock_form import read_clock
from services.matches.position import usual_substitute
from services.pairings.ratings import Rating
from services.people.accounts import is_guest, names_of
from services.people.social import apart
from services.playing.tables import Wish, check_wish, open_table, take_seat

MOST_OPEN: Final = 3
LIVE_FOR, DAYS_FOR = timedelta(minutes=10), timedelta(days=7)
NO_RATING: Final = 1500
DAY_MS: Final = 86_400_000
LISTED: Final = 200
COUNTED: Final = 1000
SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for."""

    game: str
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Mapping[str, Json] | None = None
    rated: bool = False
    rating_from: int | None = None
    rating_to: int | None = None
    match: UUID | None = None  # of a commitment
    entropy: str = ""


# -- making and ending ------------------------------------------------------------------------------------------------


def make_seek(*, account: UUID, wanted: Wanted, asker: str) -> dict[str, Any]:
    """The seek, paired at once if another fits. Raises as opening a table does; Conflict `too-many-seeks`."""
    options = _checked(account, wanted)
    if Seek.objects.filter(account=account, status=Seek.Status.OPEN, expires_at__gt=clock.now()).count() >= MOST_OPEN:
        raise Conflict("too-many-seeks")
    bound = commit_to_seed(asker) if wanted.match is None else bound_seed(wanted.match, asker)
    live = _is_live(wanted)
    terms = [wanted.game, dict(options), _clock_terms(wanted), wanted.rated]
    seek = Seek(
        account=account, game=wanted.game, options=options, clock=wanted.clock, rated=wanted.rated, live=live,
        terms=hashlib.sha256(canonical(terms)).hexdigest(), rating_from=wanted.rating_from,
        rating_to=wanted.rating_to, commitment=bound.stream, seed_commit=bound.seed_commit, asker=asker,
        entropy=wanted.entropy, at=bound.at, expires_at=bound.at + (LIVE_FOR if live else DAYS_FOR),
    )  # fmt: skip
    with transaction.atomic():
        Commitment.objects.filter(stream=bound.stream).update(expires_at=seek.expires_at)
        seek.save(force_insert=True)
    presence.mark_here(account)
    pair(seek)
    seek.refresh_from_db()
    return seek_json(seek)


def _checked(account: UUID, wanted: Wanted) -> Mapping[str, Json]:
    game = GAMES.get(wanted.game)
    if game is None:
        raise BadTable("unknown-game", game=wanted.game)
    if SEATS not in game.info.seats:
        raise NotAllowed("bad-seats")
    try:
        options = complete_options(game, SEATS, wanted.options)
    except BadOptions as error:
        raise BadTable(error.code, game=wanted.game, **error.params) from None
    check_wish(game, Wish(wanted.game, SEATS, options, clock=wanted.clock, rated=wanted.rated))
    if wanted.rated and is_guest(account):
        raise NotYours("guests-kept-out")
    if wanted.entropy and wanted.match is None:
        raise BadTable("no-commitment")
    return options


def _clock_terms(wanted: Wanted) -> Any:
    """With its defaults filled in, so that two clocks that say the same are the same."""
    if wanted.clock is None:
        return None
    given = read_clock(wanted.clock, SEATS, usual_substitute(GAMES[wanted.game]))
    return repr(given)


def _is_live(wanted: Wanted) -> bool:
    if wanted.clock is None:
        return True
    given = read_clock(wanted.clock, SEATS, usual_substitute(GAMES[wanted.game]))
    return given.first < DAY_MS


def end_seek(*, account: UUID, seek: UUID) -> None:
    """Raises NotFound, Conflict `seek-gone` once it is paired."""
    row = own_seek(account, seek)
    Seek.objects.filter(pk=row.pk, status=Seek.Status.OPEN).update(status=Seek.Status.GONE)
    row.refresh_from_db()
    if row.status == Seek.Status.PAIRED:
        raise Conflict("seek-gone")


def own_seek(account: UUID, seek: UUID) -> Seek:
    row = Seek.objects.filter(pk=seek, account=account).first()
    if row is None:
        raise NotFound
    return row


# -- pairing ----------------------------------------------------------------------------------------------------------


def pair(seek: Seek) -> bool:
    """With the oldest that fits. Whoever claims first has it; who is overtaken tries the next."""
    for older in fitting(seek):
        first, second = sorted((seek, older), key=lambda row: (row.at, row.id))
        if _open_match(first, second):
            return True
    return False


def fitting(seek: Seek) -> Iterator[Seek]:
    """Open seeks that fit this one, oldest first; read a page at a time, as the first usually does."""
    now = clock.now()
    if seek.status != Seek.Status.OPEN or seek.expires_at <= now:
        return
    if seek.live and seek.account not in presence.who_is_here([seek.account]):
        return
    rows = Seek.objects.filter(terms=seek.terms, status=Seek.Status.OPEN, expires_at__gt=now)
    rows = rows.exclude(account=seek.account).order_by("at", "id")
    page = list(rows[:LISTED])
    while page:
        yield from _fit(seek, page)
        last = page[-1]
        page = list(rows.filter(Q(at__gt=last.at) | Q(at=last.at, id__gt=last.id))[:LISTED])


def _fit(seek: Seek, others: Sequence[Seek]) -> list[Seek]:
    accounts = [row.account for row in others]
    strangers = apart(seek.account, accounts)
    ratings = shown_ratings(seek.game, [seek.account, *accounts])
    here = presence.who_is_here([row.account for row in others if row.live])
    return [
        row
        for row in others
        if row.account not in strangers
        and (not row.live or row.account in here)
        and _in_range(ratings.get(row.account), seek)
        and _in_range(ratings.get(seek.account), row)
    ]


def _in_range(rating: int | None, seek: Seek) -> bool:
    shown = NO_RATING if rating is None else rating
    low, high = seek.rating_from, seek.rating_to
    return (low is None or shown >= low) and (high is None or shown <= high)


# Both are claimed by one statement, locked in the order of their ids; fewer than two: somebody was quicker.
_CLAIM: Final = """
    WITH claimed AS (
        SELECT id FROM lobby_seek WHERE id = ANY(%s) AND status = 'open' ORDER BY id FOR UPDATE)
    UPDATE lobby_seek SET status = 'paired', match = %s
     WHERE id IN (SELECT id FROM claimed) AND (SELECT count(*) FROM claimed) = %s
"""


def _claim(seeks: Sequence[Seek], match: UUID) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [[seek.pk for seek in seeks], match, len(seeks)])
        return bool(cursor.rowcount == len(seeks))


def _open_match(first: Seek, second: Seek) -> bool:
    """The claim, the table and both seats are one transaction; the older one's commitment and account open it."""
    try:
        with transaction.atomic():
            if not _claim([first, second], first.commitment):
                return False
            _open(first)
            take_seat(match_id=first.commitment, account=second.account, entropy=second.entropy)
            _end_other_live([seek.account for seek in (first, second) if seek.live])
    except (OperationalError, Conflict):  # a deadlock, or a commitment that is gone
        return False
    return True


def _open(seek: Seek) -> None:
    wish = Wish(
        game=seek.game, seats=SEATS, options=seek.options, clock=seek.clock, rated=seek.rated, entropy=seek.entropy,
        match=seek.commitment,
    )  # fmt: skip
    open_table(account=seek.account, wish=wish, asker=seek.asker)


def _end_other_live(accounts: Sequence[UUID]) -> None:
    """Who plays live now looks for nobody else live."""
    Seek.objects.filter(account__in=accounts, live=True, status=Seek.Status.OPEN).update(status=Seek.Status.GONE)


def _lock_live(accounts: Sequence[UUID]) -> None:
    """In the order of their ids, so that two who answer each other's wait, and neither ends the other's midway."""
    rows = Seek.objects.select_for_update().filter(account__in=accounts, live=True, status=Seek.Status.OPEN)
    list(rows.order_by("id").values_list("id"))


def answer_seek(*, account: UUID, seek: UUID, entropy: str) -> UUID:
    """Sit down with whoever seeks; the match. Raises NotFound, NotYours, Conflict `seek-gone`, `rating-outside`."""
    row = Seek.objects.filter(pk=seek).first()
    if row is None or apart(account, [row.account]):
        raise NotFound
    if row.account == account:
        raise NotAllowed("yourself")
    if row.rated and is_guest(account):
        raise NotYours("guests-kept-out")
    if row.status != Seek.Status.OPEN or row.expires_at <= clock.now() or not listed([row]):
        raise Conflict("seek-gone")
    if not _in_range(shown_ratings(row.game, [account]).get(account), row):
        raise Conflict("rating-outside")
    players = [row.account, account] if row.live else []
    with transaction.atomic():
        _lock_live(players)
        if not _claim([row], row.commitment):
            raise Conflict("seek-gone")
        _open(row)
        take_seat(match_id=row.commitment, account=account, entropy=entropy)
        _end_other_live(players)
    return row.commitment


# -- reading ----------------------------------------------------------------------------------------------------------


def open_seeks(*, game: str, me: UUID | None) -> list[dict[str, Any]]:
    """Oldest first; of those who are apart from the caller none."""
    rows = Seek.objects.filter(status=Seek.Status.OPEN, expires_at__gt=clock.now())
    if game:
        rows = rows.filter(game=game)
    seeks = listed(list(rows.order_by("at", "id")[:LISTED]))
    strangers = apart(me, [seek.account for seek in seeks]) if me is not None else set()
    return many_json([seek for seek in seeks if seek.account not in strangers])


def my_seeks(account: UUID) -> list[dict[str, Any]]:
    rows = Seek.objects.filter(account=account, status=Seek.Status.OPEN, expires_at__gt=clock.now())
    return many_json(list(rows.order_by("at", "id")))


def listed(seeks: Sequence[Seek]) -> list[Seek]:
    """Live ones only while their owner listens."""
    here = presence.who_is_here([seek.account for seek in seeks if seek.live])
    return [seek for seek in seeks if not seek.live or seek.account in here]


def waiting_counts(me: UUID | None) -> Counter[str]:
    """How many others wait for the caller: game -> people. One statement, and one about blocks if anybody waits."""
    rows = Seek.objects.filter(status=Seek.Status.OPEN, expires_at__gt=clock.now())
    waits = list(rows.only("account", "game", "live").order_by("at", "id")[:COUNTED])
    seeks = listed([seek for seek in waits if seek.account != me])
    strangers = apart(me, [seek.account for seek in seeks]) if me is not None and seeks else set()
    waiting = {(seek.game, seek.account) for seek in seeks if seek.account not in strangers}
    return Counter(game for game, _ in waiting)


def seek_json(seek: Seek) -> dict[str, Any]:
    return many_json([seek])[0]


def many_json(seeks: Sequence[Seek]) -> list[dict[str, Any]]:
    names = names_of(seek.account for seek in seeks)
    games = {seek.game for seek in seeks}
    ratings = {game: shown_ratings(game, [seek.account for seek in seeks if seek.game == game]) for game in games}
    return [_json(seek, names.get(seek.account), ratings[seek.game].get(seek.account)) for seek in seeks]


def _json(seek: Seek, name: str | None, rating: int | None) -> dict[str, Any]:
    return {
        "id": str(seek.id),
        "status": seek.status,
        "account": str(seek.account),
        "name": name,
        "rating": rating,
        "game": seek.game,
        "options": seek.options,
        "clock": seek.clock,
        "rated": seek.rated,
        "rating_from": seek.rating_from,
        "rating_to": seek.rating_to,
        "commitment": {"match": str(seek.commitment), "seed_commit": seek.seed_commit},
        "match": None if seek.match is None else str(seek.match),
        "expires_at": _time(seek.expires_at),
    }


def _time(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def shown_ratings(game: str, accounts: Sequence[UUID]) -> dict[UUID, int]:
    """Of those who have one. The tables are those of the ratings; read here, written there alone."""
    if not accounts or not apps.is_installed("services.ratings"):
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_RATINGS, [game, list(accounts)])
        return {account: Rating(mu, sigma).shown for account, mu, sigma in cursor.fetchall()}


_RATINGS: Final = """
    SELECT account, mu, sigma FROM ratings_playerrating WHERE game = %s AND kind = 'two' AND account = ANY(%s)
"""
