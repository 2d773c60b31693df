"""Search: the entries that fit, newest end first, then by id; a page or all of them behind a cursor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection

from engine.core.errors import GameError
from engine.games import GAMES
from services.errors import BadRequest, BadTable, NotFound
from services.log.clock import NOW
from services.people.models import Account
from services.records.models import COLLECTION, HOUSE
from services.records.positions import position_id

MINE: Final = "mine"
SOURCES: Final = (HOUSE, COLLECTION, MINE)
PAGE: Final = 50
MOST: Final = 200
_CURSOR: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})Z_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


class BadPosition(BadTable):
    """A position text that is unreadable or cannot be."""

    code = "bad-position"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched for; what is left out fits all."""

    me: UUID | None = None
    game: str = ""
    player: str = ""  # an account id, or bot:KEY
    opponent: str = ""
    result: str = ""
    reason: str = ""
    since: date | None = None
    until: date | None = None
    min_moves: int | None = None
    max_moves: int | None = None
    min_rating: int | None = None
    tournament: UUID | None = None
    position: str = ""  # a key
    source: str = HOUSE
    after: str = ""
    limit: int = PAGE


@dataclass(frozen=True, slots=True)
class Hit:
    id: UUID
    at: datetime
    moves: int
    source: str

    @property
    def place(self) -> str:
        """Behind which a search goes on."""
        return f"{self.at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z_{self.id}"


@dataclass(slots=True)
class _Where:
    tests: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def add(self, test: str, *values: Any) -> None:
        self.tests.append(test)
        self.values += values


def search(query: Query) -> tuple[list[Hit], bool]:
    """A page of hits, and whether more follow. Two statements at most."""
    where, at, joins = _Where(), "e.ended_at", ""
    if query.source == MINE:
        joins, at = "JOIN records_holding h ON h.subject = e.id", "h.at"
        where.add("h.account = %s", query.me)
    else:
        where.add("e.shelf = %s", query.source)
    if query.source == HOUSE:
        _seen_by(query.me, where)
    if query.player:
        joins += " JOIN records_entryseat p ON p.entry_id = e.id"
        at = "p.ended_at" if query.source == HOUSE else at
        where.add("p.who = %s", query.player)
    _filter(query, where, at)
    sql = f"""
        SELECT e.id, {at}, e.moves FROM records_entry e {joins}
         WHERE {" AND ".join(where.tests)} ORDER BY {at} DESC, e.id DESC LIMIT %s
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, [*where.values, query.limit + 1])
        rows = [Hit(key, moment, moves, query.source) for key, moment, moves in cursor.fetchall()]
    return rows[: query.limit], len(rows) > query.limit


def _seen_by(me: UUID | None, where: _Where) -> None:
    """Private ones are for whoever sat there or opened them; a delay is waited for by all others."""
    public = f"(NOT e.private AND e.public_at <= {NOW})"
    if me is None:
        where.add(public)
    else:
        mine = "EXISTS (SELECT FROM records_entryseat s WHERE s.entry_id = e.id AND s.who = %s)"
        where.add(f"({public} OR e.opened_by = %s OR {mine})", me, str(me))


def _filter(query: Query, where: _Where, at: str) -> None:
    mine = "p.outcome" if query.player else "e.outcome"
    other = "o.seat <> p.seat AND " if query.player else ""
    opponent = f"EXISTS (SELECT FROM records_entryseat o WHERE o.entry_id = e.id AND {other}o.who = %s)"
    for value, test in (
        (query.game, "e.game = %s"),
        (query.result, f"{mine} = %s"),
        (query.reason, "e.reason = %s"),
        (query.opponent, opponent),
        (query.tournament, "e.tournament = %s"),
    ):
        if value:
            where.add(test, value)
    for number, test in ((query.min_moves, "e.moves >= %s"), (query.max_moves, "e.moves <= %s")):
        if number is not None:
            where.add(test, number)
    if query.since is not None:
        where.add(f"{at} >= %s", _midnight(query.since))
    if query.until is not None:
        where.add(f"{at} < %s", _midnight(query.until) + timedelta(days=1))
    if query.min_rating is not None:
        where.add(_RATED, _mu(query.min_rating), _mu(query.min_rating))
    if query.position:
        where.add(_VISITS, position_id(query.position))
    if query.after:
        where.add(f"({at}, e.id) < (%s::timestamptz, %s::uuid)", *cursor_of(query.after))


_VISITS: Final = "e.id IN (SELECT v.entry FROM records_visit v WHERE v.position = %s)"
# Everybody at the match came to it with at least that rating; a match that is not rated has none.
_RATED: Final = """
    EXISTS (SELECT FROM ratings_ratingstep r WHERE r.match = e.id AND r.mu_before >= %s)
    AND NOT EXISTS (SELECT FROM ratings_ratingstep r WHERE r.match = e.id AND r.mu_before < %s)
"""


def _mu(shown: int) -> int:
    """The least rating in millionths that is shown as that number."""
    return 25_000_000 + (shown - 1500) * 25_000 - 12_500


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def cursor_of(text: str) -> tuple[datetime, UUID]:
    """Raises BadRequest."""
    parts = _CURSOR.fullmatch(text)
    try:
        if parts is None:
            raise ValueError
        return datetime.fromisoformat(parts[1]).replace(tzinfo=UTC), UUID(parts[2])
    except ValueError:
        raise BadRequest({"after": "the cursor of a card"}) from None


def all_pages(query: Query) -> Iterator[list[Hit]]:
    """Every hit behind the cursor, a page at a time."""
    more = True
    while more:
        hits, more = search(query)
        if hits:
            yield hits
            query = replace(query, after=hits[-1].place)


def player_of(text: str, me: UUID | None) -> str:
    """Who is meant. Raises BadRequest, NotFound for an account that is not there or erased."""
    if not text or re.fullmatch(r"bot:[a-z0-9_.-]{1,40}", text):
        return text
    try:
        account = me if text == "me" else UUID(text)
    except ValueError:
        raise BadRequest({"player": "an account id, me, or bot:KEY"}) from None
    if account is None or not Account.objects.filter(pk=account, is_active=True).exists():
        raise NotFound
    return str(account)


def key_of(game: str, text: str) -> str:
    """The key of a position in any orientation. Raises BadPosition."""
    rules = GAMES.get(game)
    try:
        state = None if rules is None else rules.read_position(text)
    except (GameError, ValueError, LookupError):
        state = None
    key = None if rules is None or state is None else rules.position_key(text)
    if key is None or not _possible(text):
        raise BadPosition
    return key


def _possible(text: str) -> bool:
    """No more marbles of a colour than there are, wherever they lie."""
    _, columns, pool, first, second, _ = text.split(" ")
    counts = [list(map(int, part.split(","))) for part in (pool, first, second)]
    held = [columns.count(colour) for colour in "WGB"]
    return all(sum(n) <= most for n, most in zip(zip(*counts, held, strict=True), (6, 8, 10), strict=True))
