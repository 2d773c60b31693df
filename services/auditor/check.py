"""The verifier on stored matches. The house holds the seed, so a running match is checked like one that ended."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError

from engine.core.game import Json
from services.log import clock, fair
from services.log import read as log
from services.log.append import Head, is_about_data
from services.log.models import Seed
from services.matches.models import HOLDS, UNAUDITED, Match
from services.matches.models import NOT_REFOLDED as NOT_REFOLDED_VERDICT
from verifier import VERSION
from verifier.log import ENDS
from verifier.report import Finding, Report, printable
from verifier.tournaments import examine_tournament
from verifier.verify import NOT_REFOLDED, examine

__all__ = [
    "BROKE_OFF",
    "NOT_REFOLDED",
    "Report",
    "check_match",
    "examine_exported_tournament",
    "examine_match",
    "examine_matches",
    "examine_safely",
    "failed",
    "keep_passed",
    "keep_verdict",
    "printable",
    "store_is_away",
    "verdict_of",
]
logger = logging.getLogger(__name__)
BROKE_OFF: Final = "broke-off"  # the verdict on a match whose examination raises


def check_match(match: Match, *, bots: bool = True) -> list[Finding]:
    """All findings; none means that the log holds as far as it could be checked."""
    return examine_match(match, bots=bots).findings


def examine_match(match: Match, *, bots: bool = True) -> Report:
    """The same, with what could not be checked. After the end, by its row or by its log, the seed is to be revealed."""
    return next(report for _, report in examine_matches([match], bots=bots))


def examine_matches(matches: Iterable[Match], *, bots: bool = True) -> Iterator[tuple[Match, Report]]:
    """Many at once, in their order, with three statements; a match each with its report."""
    listed = list(matches)
    exports = log.exports([match.head for match in listed])
    seeds: dict[UUID, bytes] = {
        stream: bytes(seed)
        for stream, seed in Seed.objects.filter(stream_id__in=[m.id for m in listed]).values_list("stream_id", "seed")
    }
    for match in listed:
        yield match, _examined(match, exports[match.id], seeds.get(match.id), bots)


def examine_safely(matches: Iterable[Match], *, bots: bool = True) -> Iterator[tuple[Match, Report]]:
    """The same; a match whose examination raises has that as its finding. Behind it each is read and examined alone.

    Raises SoftTimeLimitExceeded, and what a store raises that is away.
    """
    listed, done = list(matches), 0
    try:
        for match, report in examine_matches(listed, bots=bots):
            yield match, report
            done += 1
    except Exception as error:
        if isinstance(error, SoftTimeLimitExceeded) or store_is_away(error):
            raise
    for match in listed[done:]:
        yield match, _examined_alone(match, bots)


def _examined_alone(match: Match, bots: bool) -> Report:
    try:
        return examine_match(match, bots=bots)
    except Exception as error:
        if isinstance(error, SoftTimeLimitExceeded) or store_is_away(error):
            raise
        logger.exception("the audit of %s broke off", match.id)
        return Report([Finding(BROKE_OFF, None, "the examination itself failed: the log of the process says how")])


def store_is_away(error: Exception) -> bool:
    """Says nothing about a match: whoever examines it comes back to it."""
    return isinstance(error, DatabaseError | InterfaceError) and not is_about_data(error)


def _examined(match: Match, export: dict[str, Json], seed: bytes | None, bots: bool) -> Report:
    # Unsigned: to sign here what is checked a moment later would prove nothing, and costs more than all the rest.
    export["receipt"] = {"body": _receipt_body(match.head)}
    over = match.over or any(event["type"] in ENDS for event in export["events"])
    report = examine(export, bundle=not over, bots=bots, seed=seed)
    if seed is None:
        report.add("COMMIT", 0, "the seed is not kept any more")
    _compare_head(match, export["events"], report)
    return report


def _receipt_body(head: Head) -> dict[str, Json]:
    return fair.receipt_body(head.name, head.seq + 1, head.hash)


def _compare_head(match: Match, events: list[Any], report: Report) -> None:
    last = (events[-1]["seq"], events[-1]["hash"]) if events else (-1, "")
    if last != (match.head.seq, match.head.hash):
        report.add("HEAD", None, "the row of the stream has another head than its last event")


def examine_exported_tournament(export: Mapping[str, Any]) -> Report:
    """A tournament's export, with the matches that come along."""
    return examine_tournament(export)


def failed(match_id: UUID, code: str) -> None:
    """Keep the verdict and park the match: the status page counts both, and nothing is done to it any more."""
    keep_verdict([match_id], code)
    Match.objects.filter(pk=match_id, parked="").update(parked=f"audit: {code}")


def keep_verdict(matches: Sequence[UUID], verdict: str) -> None:
    """On the rows of matches, with the time and the version of the verifier."""
    Match.objects.filter(pk__in=matches).update(audit=verdict, audited_at=clock.now(), audit_version=VERSION)


def keep_passed(examined: Iterable[tuple[Match, Report]]) -> None:
    """The outcome of a pass over many revealed matches. A failure stays until somebody looks into it."""
    passed: dict[str, list[UUID]] = {HOLDS: [], NOT_REFOLDED_VERDICT: []}
    for match, report in examined:
        if match.revealed and not report.findings and match.audit in (UNAUDITED, *passed):
            passed[verdict_of(report)].append(match.id)
    for verdict, matches in passed.items():
        if matches:
            keep_verdict(matches, verdict)


def verdict_of(report: Report) -> str:
    """Of a report without findings."""
    return NOT_REFOLDED_VERDICT if report.unfolded else HOLDS
