"""Finished logs for the tests of ratings: streams written by hand, and their leaves."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from services.auditor.follow import number_streams
from services.log import clock
from services.log.append import GENESIS, Append, Draft, Head, append_one, open_streams, seal
from services.log.models import Stream
from services.log.outbox import follow
from services.log.read import head_of
from services.matches import events as ev
from services.matches.models import KIND
from services.ratings.follow import handle
from services.ratings.models import PlayerRating, RatingStep
from tests.pairings.logs import Log

CLOCK = {"kind": "per_move", "ms": 600_000}


def write_stream(stream: UUID, drafts: Sequence[Draft], kind: str = KIND) -> None:
    at = clock.now()
    head = Head(stream, -1, GENESIS, at, bytes(32))
    assert open_streams([Append(seal(head, drafts, at), kind=kind)]) == [True]


def draft(event: ev.MatchEvent) -> Draft:
    return event.draft(ev.SERVER if ev.SERVER in event.BY else "seat:0")


def write_match(
    accounts: Sequence[UUID | str],
    winners: Sequence[int] = (0,),
    *,
    match: UUID | None = None,
    game: str = "zertz",
    reason: str = "resign",
    places: Sequence[int] | None = None,
    between: Sequence[ev.MatchEvent] = (),
    end: ev.MatchEvent | None = None,
    rated: bool | None = True,
    **opened: Any,
) -> UUID:
    """A finished match without its moves; who holds a seat as `bot:NAME` is a bot."""
    stream = match or uuid.uuid4()
    seats = [
        {"bot": account[4:]} if isinstance(account, str) and account.startswith("bot:") else {"account": str(account)}
        for account in accounts
    ]
    events = [
        ev.TableOpened(
            game=game, rules_version=1, options={}, seats=len(seats), seed_commit="", clock=CLOCK, rated=rated, **opened
        ),
        ev.MatchStarted(seats=seats, beacon="", chance=[]),
        *between,
        end or ev.MatchEnded(scores=[0] * len(seats), winners=list(winners), reason=reason, places=places),
        ev.SeedRevealed(seed=""),
    ]
    write_stream(stream, [draft(event) for event in events])
    return stream


def number(*streams: UUID) -> None:
    """Leaves for these, in this order."""
    with transaction.atomic():
        number_streams(streams)


def rate_all() -> int:
    return follow("ratings", handle)


def rated(accounts: Sequence[UUID | str], *args: Any, **kwargs: Any) -> UUID:
    """A finished match that the ratings have heard of."""
    match = write_match(accounts, *args, **kwargs)
    number(match)
    rate_all()
    return match


def write_tournament(log: Log) -> None:
    drafts = [Draft(entry.event.type, entry.actor, entry.event.as_json()) for entry in log.events]
    write_stream(UUID(log.tournament), drafts, "tournament")


def append_to(log: Log, count: int) -> None:
    """The last events of the log, behind what is stored of it."""
    head = head_of(Stream.objects.get(pk=log.tournament))
    drafts = [Draft(entry.event.type, entry.actor, entry.event.as_json()) for entry in log.events[-count:]]
    append_one(Append(seal(head, drafts, clock.now())))


def digits() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Every step and every rating there is."""
    steps = RatingStep.objects.order_by("leaf", "account")
    players = PlayerRating.objects.order_by("game", "kind", "account")
    return (
        list(steps.values_list("leaf", "account", "game", "kind", "match", "mu", "sigma", "mu_before", "matches")),
        list(players.values_list("game", "kind", "account", "mu", "sigma", "floor", "matches")),
    )
