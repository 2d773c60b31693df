"""What the house counts about itself, from the log and its own checks (promise 13)."""

from __future__ import annotations

from dataclasses import dataclass

from services.log.models import Event
from services.matches import events as ev
from services.matches.models import HOLDS, NOT_REFOLDED, UNAUDITED, Match
from services.people.models import TrailEntry


@dataclass(frozen=True, slots=True)
class Status:
    accepted_moves: int
    running_matches: int
    finished_matches: int
    audited_matches: int
    failed_audits: int
    unrevealed_matches: int
    aborted_tables: int
    parked_matches: int
    orders: int


def count_all() -> Status:
    ended = Match.objects.filter(status=Match.Status.ENDED)
    return Status(
        accepted_moves=Event.objects.filter(type=ev.MoveMade.TYPE).count(),
        running_matches=Match.objects.filter(status=Match.Status.RUNNING).count(),
        finished_matches=ended.count(),
        audited_matches=Match.objects.exclude(audit__in=(UNAUDITED, NOT_REFOLDED)).count(),
        failed_audits=Match.objects.exclude(audit__in=(UNAUDITED, NOT_REFOLDED, HOLDS)).count(),
        unrevealed_matches=ended.filter(revealed=False).count(),
        aborted_tables=Match.objects.filter(status=Match.Status.ABORTED).count(),
        parked_matches=Match.objects.exclude(parked="").count(),
        orders=TrailEntry.objects.count(),
    )
