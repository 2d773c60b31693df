"""The house checks itself: every match at its end, nightly a random sample with its bots asked again, weekly all."""

from __future__ import annotations

import logging
from typing import Final
from uuid import UUID

from celery import shared_task

from services.auditor import passes
from services.auditor.check import examine_match, examine_matches, failed, keep_passed, keep_verdict, verdict_of
from services.auditor.due import due
from services.auditor.follow import handle
from services.bus import counters
from services.log import clock
from services.log.outbox import TOGETHER
from services.log.outbox import follow as follow_facts
from services.matches.models import HOLDS, Match

logger = logging.getLogger(__name__)
SAMPLE: Final = 20
STRETCH: Final = 50  # matches of one stretch of the full pass


@shared_task(name="auditor.follow")
def follow() -> None:
    follow_facts("auditor", handle, together=TOGETHER)


@shared_task(name="auditor.tick")
def tick() -> None:
    counters.heartbeat("auditor")
    follow_facts("auditor", handle, together=TOGETHER)
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
    except Exception:  # a verifier that raises is a finding too, and must not come back to it for ever
        logger.exception("the audit of %s broke off", match_id)
        codes = ["broke-off"]
    if codes:
        _failed(match.pk, codes)
    else:
        keep_verdict([match.pk], verdict)


def _failed(match_id: UUID, codes: list[str]) -> None:
    failed(match_id, codes[0])
    counters.count({"failed_audits": 1})
    logger.error("audit of %s failed: %s", match_id, ", ".join(sorted(set(codes))))


@shared_task(name="auditor.nightly")
def nightly() -> None:
    for match_id in Match.objects.filter(revealed=True).order_by("?").values_list("pk", flat=True)[:SAMPLE]:
        check.delay(str(match_id), bots=True)


@shared_task(name="auditor.full")
def full() -> None:
    """A stretch of the pass over every revealed match, by id; the next stretch is a task of its own."""
    before = passes.place()
    if before is None:
        return
    matches = Match.objects.select_related("stream").filter(revealed=True, pk__gt=before).order_by("pk")
    batch = list(matches[:STRETCH])
    examined = list(examine_matches(batch, bots=False))
    keep_passed(examined)
    for match, report in examined:
        if report.findings:
            _failed(match.pk, [finding.code for finding in report.findings])
    passes.move_on(before, batch[-1].pk if len(batch) == STRETCH else None, clock.now())
