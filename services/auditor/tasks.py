"""The house checks itself: every match at its end, nightly a random sample with its bots asked again, weekly all."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from services.auditor import passes
from services.auditor.check import (
    BROKE_OFF,
    Report,
    examine_match,
    examine_safely,
    failed,
    keep_passed,
    keep_verdict,
    store_is_away,
    verdict_of,
)
from services.auditor.due import due
from services.auditor.follow import handle
from services.bus import counters, pokes
from services.log import checkpoints, clock
from services.log.outbox import TOGETHER
from services.log.outbox import follow as follow_facts
from services.matches.models import HOLDS, Match
from services.readers.agreeing import differing_rows

logger = logging.getLogger(__name__)
SAMPLE: Final = 20
STRETCH: Final = 50  # matches of one stretch of the full pass


def _number() -> None:
    """Under the lock before the facts are taken: who waits for it takes what was revealed later."""
    follow_facts("auditor", handle, together=TOGETHER, before=checkpoints.lock)


@shared_task(name="auditor.follow")
def follow() -> None:
    _number()


@shared_task(name="auditor.tick")
def tick() -> None:
    counters.heartbeat("auditor")
    _number()
    due(clock.now())


@shared_task(name="auditor.check")
def check(match_id: str, bots: bool = False) -> None:
    """Verify one revealed match and keep the verdict on its row; without bots only if nobody has yet."""
    match = Match.objects.select_related("stream").filter(pk=UUID(match_id), revealed=True).first()
    if match is None or (match.audit and not bots):
        return
    verdict = HOLDS
    try:
        report = examine_match(match, bots=bots)
        codes = [finding.code for finding in report.findings]
        verdict = verdict_of(report)
        if report.unfolded:
            logger.warning("audit of %s: not refolded: %s", match_id, report.unfolded)
    except Exception as error:  # a verifier that raises is a finding too, and must not come back to it for ever
        if store_is_away(error):
            raise
        logger.exception("the audit of %s broke off", match_id)
        codes = [BROKE_OFF]
    if codes:
        _failed(match.pk, codes)
        return
    keep_verdict([match.pk], verdict)
    if bots:
        _compare_rows(match)


def _compare_rows(match: Match) -> None:
    """Of a sample: what people see is held against the house's own fold."""
    if differing := differing_rows(match):
        counters.count({"differing_rows": 1})
        what = ", ".join(differing)
        logger.error(
            "rows of %s differ from its log: %s. manage.py rebuild %s draws them anew", match.pk, what, match.pk
        )


def _failed(match_id: UUID, codes: list[str]) -> None:
    failed(match_id, codes[0])
    counters.count({"failed_audits": 1})
    logger.error("audit of %s failed: %s", match_id, ", ".join(sorted(set(codes))))


@shared_task(name="auditor.nightly")
def nightly() -> None:
    """A random sample. Poked twice for the same night, the second takes none."""
    before = passes.place(passes.NIGHTLY)
    if before is None:
        return
    for match_id in Match.objects.filter(revealed=True).order_by("?").values_list("pk", flat=True)[:SAMPLE]:
        check.delay(str(match_id), bots=True)
    passes.move_on(passes.NIGHTLY, before, None, clock.now())


@shared_task(name="auditor.full")
def full(after: str = "") -> None:
    """A stretch of the pass over every revealed match, by id; the next stretch is a task of its own.

    Where it goes on stands in its row; `after` comes with what a house of before has poked, and says nothing.
    """
    before = passes.place(passes.WEEKLY)
    if before is None:
        return
    matches = Match.objects.select_related("stream").filter(revealed=True, pk__gt=before).order_by("pk")
    batch = list(matches[:STRETCH])
    done = _examine(batch)
    if len(done) < len(batch):
        place = batch[max(len(done), 1) - 1].pk
    else:
        place = batch[-1].pk if len(batch) == STRETCH else None
    passes.move_on(passes.WEEKLY, before, place, clock.now())


def _examine(batch: Sequence[Match]) -> list[tuple[Match, Report]]:
    """What was examined before the time limit of the task. A match that takes all of it is checked by itself."""
    examined: list[tuple[Match, Report]] = []
    try:
        for match, report in examine_safely(batch, bots=False):
            examined.append((match, report))
    except SoftTimeLimitExceeded:
        logger.warning("a stretch of the pass over all was cut behind %s of %s matches", len(examined), len(batch))
        if not examined:
            pokes.poke("auditor.check", str(batch[0].pk), True, queue="auditor")
    keep_passed(examined)
    for match, report in examined:
        if report.findings:
            _failed(match.pk, [finding.code for finding in report.findings])
    return examined
