"""The verifier on a stored match. The house holds the seed, so a running match is checked like one that ended."""

from __future__ import annotations

from typing import Any

from services.log.models import Seed
from services.matches.models import Match
from services.readers.export import opened_export
from verifier.log import ENDS
from verifier.report import Finding, Report, printable
from verifier.verify import NOT_REFOLDED, examine

__all__ = ["NOT_REFOLDED", "check_match", "examine_match", "printable"]


def check_match(match: Match, *, bots: bool = True) -> list[Finding]:
    """All findings; none means that the log holds as far as it could be checked."""
    return examine_match(match, bots=bots).findings


def examine_match(match: Match, *, bots: bool = True) -> Report:
    """The same, with what could not be checked. After the end, by its row or by its log, the seed is to be revealed."""
    export = opened_export(match)
    over = match.over or any(event["type"] in ENDS for event in export["events"])
    seed = Seed.objects.filter(stream_id=match.id).values_list("seed", flat=True).first()
    report = examine(export, bundle=not over, bots=bots, seed=None if seed is None else bytes(seed))
    if seed is None:
        report.add("COMMIT", 0, "the seed is not kept any more")
    _compare_head(match, export["events"], report)
    return report


def _compare_head(match: Match, events: list[Any], report: Report) -> None:
    last = (events[-1]["seq"], events[-1]["hash"]) if events else (-1, "")
    if last != (match.head.seq, match.head.hash):
        report.add("HEAD", None, "the row of the stream has another head than its last event")
