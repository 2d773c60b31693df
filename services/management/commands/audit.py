"""manage.py audit ID… | --all | --since DATE: verify chain, chance and refold of stored matches, and tournaments."""

from __future__ import annotations

import multiprocessing
import os
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.db.models import QuerySet
from tqdm import tqdm

from services.auditor.check import (
    NOT_REFOLDED,
    Report,
    examine_exported_tournament,
    examine_safely,
    failed,
    keep_passed,
    printable,
)
from services.matches.models import Match
from services.tournaments.again import rounds_again
from services.tournaments.files import export_tournament
from services.tournaments.models import Tournament

BATCH: Final = 20  # matches read by one statement
AHEAD: Final = 3  # batches waiting for each process: memory stays flat however many matches there are


@dataclass(frozen=True)
class Audited:
    """What came of a batch; small, since it goes from one process to another."""

    matches: int = 0
    events: int = 0
    bad: int = 0
    unfolded: int = 0
    lines: tuple[str, ...] = ()

    def __add__(self, other: Audited) -> Audited:
        """The counts alone: lines are printed as they come."""
        return Audited(
            self.matches + other.matches,
            self.events + other.events,
            self.bad + other.bad,
            self.unfolded + other.unfolded,
        )


class Command(BaseCommand):
    help = "Verify the logs of matches: a line per failure; exit code 1 if there was any, 3 if some were not refolded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", nargs="*", help="ids of matches and tournaments")
        parser.add_argument("--all", action="store_true", help="every match and tournament there is")
        parser.add_argument("--since", help="those opened since this day, YYYY-MM-DD")
        parser.add_argument("--no-bots", action="store_true", help="do not ask the bots again (much faster)")
        parser.add_argument("--processes", type=int, default=0, help="so many at once (default: one a processor)")

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = chosen_tournaments(options["match"], options["all"], options["since"])
        named = {str(tournament) for tournament in tournaments}
        ids_of_matches = [asked_id for asked_id in options["match"] if asked_id.lower() not in named]
        if ids_of_matches or not options["match"]:
            matches = chosen(ids_of_matches, options["all"], options["since"])
        else:
            matches = Match.objects.none()
        bots, total = not options["no_bots"], matches.count()
        processes = min(options["processes"] or os.cpu_count() or 1, -(-total // BATCH))
        ids = matches.values_list("pk", flat=True)
        sums = Audited()
        with tqdm(total=total, unit=" matches", file=getattr(self.stderr, "_out", None), disable=None) as bar:
            for part in audited(ids, bots=bots, processes=processes):
                for line in part.lines:
                    self.stdout.write(line)
                sums += part
                bar.set_postfix_str(f"{sums.events} events, {sums.bad} failed", refresh=False)
                bar.update(part.matches)
        skipped = f", {sums.unfolded} not refolded" if sums.unfolded else ""
        self.stdout.write(f"{sums.matches} matches, {sums.events} events: {sums.bad} failed{skipped}")
        bad = self._audit_tournaments(tournaments)
        if sums.bad or sums.unfolded or bad:
            raise SystemExit(1 if sums.bad or bad else NOT_REFOLDED)

    def _audit_tournaments(self, tournaments: Sequence[UUID]) -> int:
        """How many failed; said only where there are any."""
        bad = 0
        for tournament in tournaments:
            report = audit_tournament(tournament)
            lines = (*report.findings, *(f"note: {text}" for text in report.notes))
            for line in lines:
                self.stdout.write(printable(f"{tournament} {line}"))
            bad += bool(report.findings)
        if tournaments:
            self.stdout.write(f"{len(tournaments)} tournaments: {bad} failed")
        return bad


def audit_tournament(tournament: UUID) -> Report:
    """What the verifier says of its export, and whether the engines pair every round as it was paired."""
    report = examine_exported_tournament(export_tournament(tournament, matches=True))
    again = rounds_again(tournament)
    for seq in again.differ:
        report.add("ENGINE", seq, "the engine that is named here pairs this round otherwise")
    for text in again.not_at_hand:
        report.note(text)
    return report


def chosen_tournaments(ids: Sequence[str], everything: bool, since: str | None) -> list[UUID]:
    """Of all that is named; what is no id is left to the matches to be refused."""
    rows = Tournament.objects.order_by("opened_at")
    if everything or since is not None:
        return [row.pk for row in (rows if since is None else rows.filter(opened_at__gte=day_of(since)))]
    wanted = []
    for text in ids:
        with suppress(ValueError):
            wanted.append(UUID(text))
    return [row.pk for row in rows.filter(pk__in=wanted)]


def day_of(text: str) -> datetime:
    """Raises CommandError with what to do."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise CommandError("--since takes a day as YYYY-MM-DD.") from None


def audited(ids: QuerySet[Match, UUID], *, bots: bool, processes: int) -> Iterator[Audited]:
    """By batches, in one process or in several; in several they come as they are done."""
    if processes <= 1:
        for batch in _batches(ids.iterator(chunk_size=2000)):
            yield audit_batch(batch, bots)
        return
    _disconnect()
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        pool.submit(os.getpid).result()  # all processes start here, before this one connects again
        waiting: set[Future[Audited]] = set()
        for batch in _batches(ids.iterator(chunk_size=2000)):
            waiting.add(pool.submit(audit_batch, batch, bots))
            while len(waiting) >= AHEAD * processes:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        yield from (future.result() for future in waiting)


def _disconnect() -> None:
    """No process may inherit a connection, nor a pool, whose threads do not come along."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]


def _batches(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    remaining = iter(ids)
    while batch := list(islice(remaining, BATCH)):
        yield batch


def audit_batch(ids: list[UUID], bots: bool) -> Audited:
    """What failed is parked. Of a match that runs no sentence is printed: it might quote what is still sealed."""
    rows = Match.objects.select_related("stream").in_bulk(ids)
    sums, lines = Audited(), list[str]()
    examined = list(examine_safely([rows[key] for key in ids if key in rows], bots=bots))
    keep_passed(examined)
    for match, report in examined:
        codes = [finding if match.revealed else f"{finding.code} {finding.seq}" for finding in report.findings]
        lines += [printable(f"{match.id} {line}") for line in (*codes, *(f"note: {text}" for text in report.notes))]
        if report.findings and match.revealed:
            failed(match.id, report.findings[0].code)
        sums += Audited(1, match.head.seq + 1, bool(report.findings), bool(report.unfolded))
    return Audited(sums.matches, sums.events, sums.bad, sums.unfolded, tuple(lines))


def chosen(ids: list[str], everything: bool, since: str | None) -> QuerySet[Match]:
    """The matches a command is asked for. Raises CommandError with what to do."""
    if sum((bool(ids), everything, since is not None)) != 1:
        raise CommandError("Name match ids, or --all, or --since YYYY-MM-DD.")
    matches = Match.objects.select_related("stream").order_by("opened_at")
    if since is not None:
        return matches.filter(opened_at__gte=day_of(since))
    if not ids:
        return matches
    try:
        wanted = {UUID(text) for text in ids}
    except ValueError:
        raise CommandError("A match id is a UUID; the address of its page ends with it.") from None
    missing = wanted - set(matches.filter(pk__in=wanted).values_list("pk", flat=True))
    if missing:
        raise CommandError(f"No such match: {', '.join(sorted(map(str, missing)))}")
    return matches.filter(pk__in=wanted)
