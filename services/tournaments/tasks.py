"""The tasks of the tournaments: facts, what is due, one tournament, and the long one: pairing."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from services.bus import counters
from services.log import clock
from services.log.outbox import TOGETHER
from services.log.outbox import follow as follow_facts
from services.tournaments import directing
from services.tournaments.commands import Asked
from services.tournaments.due import due
from services.tournaments.follow import handle
from services.tournaments.pairing import pair as pair_round
from services.tournaments.run import advance as advance_one
from services.tournaments.service import PAIRING_LIMIT


@shared_task(name="tournaments.follow")
def follow() -> None:
    if follow_facts("tournaments", handle, together=TOGETHER):
        due(clock.now())


@shared_task(name="tournaments.tick")
def tick() -> None:
    counters.heartbeat("tournaments")
    follow_facts("tournaments", handle, together=TOGETHER)
    due(clock.now())


@shared_task(name="tournaments.advance")
def advance(tournament: str) -> None:
    advance_one(UUID(tournament))


@shared_task(name="tournaments.direct")
def direct(tournament: str, act: str, account: str, command: str, digest: str) -> None:
    """A start or a cancellation, for the door."""
    directing.direct(Asked(UUID(tournament), UUID(account), command, {}, digest), act)


# Acknowledged early: one that takes longer than the broker waits would be started again beside itself.
@shared_task(
    name="tournaments.pair",
    acks_late=False,
    reject_on_worker_lost=False,
    time_limit=PAIRING_LIMIT,
    soft_time_limit=PAIRING_LIMIT - 5,
)
def pair(tournament: str) -> None:
    if pair_round(UUID(tournament)):
        advance_one(UUID(tournament))
