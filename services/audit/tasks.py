"""The house checks itself: every match at its end, and a random sample nightly with its bots asked again."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task

from services import metrics
from services.audit.check import examine_match
from services.audit.checkpoints import write_checkpoint
from services.store.models import HOLDS, NOT_REFOLDED, Match

logger = logging.getLogger(__name__)
SAMPLE = 20


@shared_task(name="audit.check")
def check(match_id: str, bots: bool = False) -> None:
    """Verify one revealed match and keep the verdict on its row; without bots only if nobody has yet."""
    match = Match.objects.filter(pk=UUID(match_id), revealed=True).first()
    if match is None or (match.audit and not bots):
        return
    found = HOLDS
    try:
        report = examine_match(match, bots=bots)
        codes = [one.code for one in report.findings]
        if report.unfolded:
            logger.warning("audit of %s: not refolded: %s", match_id, report.unfolded)
            found = NOT_REFOLDED
    except Exception:  # a verifier that stumbles is a finding too, and must not come back to it for ever
        logger.exception("the audit of %s broke off", match_id)
        codes = ["broke-off"]
    Match.objects.filter(pk=match.pk).update(audit=codes[0] if codes else found)
    if codes:
        metrics.failed_audit()
        logger.error("audit of %s failed: %s", match_id, ", ".join(sorted(set(codes))))


@shared_task(name="audit.nightly")
def nightly() -> None:
    for match_id in Match.objects.filter(revealed=True).order_by("?").values_list("id", flat=True)[:SAMPLE]:
        check.delay(str(match_id), bots=True)


@shared_task(name="audit.checkpoint")
def checkpoint() -> None:
    """A signed root over every match finished so far, twice an hour."""
    write_checkpoint()
