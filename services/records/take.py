"""Reading an import: batch by batch, each in a transaction with how far it is. Killed, it goes on where it was."""

from __future__ import annotations

import gzip
import io
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import BinaryIO, Final
from uuid import UUID

from django.db import transaction

from services.bus.claims import CLAIM, Overtaken, renewing, take_claim
from services.log import clock
from services.records.exports import take_export
from services.records.models import ImportJob, ImportLine
from services.records.plays import NotTaken, Play, read_line
from services.records.sgf import read_game
from services.records.sgf_games import games_in
from services.records.store import store_plays

RECORDS, SGF, EXPORT = "records", "sgf", "export"  # the forms of a body
ADDED, KNOWN, REFUSED = "added", "known", "refused"
BATCH: Final = 100
STRETCH: Final = 15.0  # seconds of work at a time: a task has 40


@dataclass(frozen=True, slots=True)
class Numbered:
    line: int
    data: bytes


def take(job_id: UUID) -> bool:
    """Read on in an import for a while; whether something of it is left. Does nothing while somebody else reads it."""
    job = _claimed(job_id)
    if job is None:
        return False
    with renewing(ImportJob.objects.filter(claim=job.claim), "records"):
        return _take_on(job)


def _take_on(job: ImportJob) -> bool:
    records, until = records_of(job.form, bytes(job.body or b"")), time.monotonic() + STRETCH
    waiting = (record for record in records if record.line > job.line)
    try:
        while batch := list(islice(waiting, BATCH)):
            _take_batch(job, batch)
            if time.monotonic() > until:
                ImportJob.objects.filter(pk=job.pk, claim=job.claim).update(claimed_until=None)
                return True
        _close(job)
    except Overtaken:
        pass
    return False


def _claimed(job_id: UUID) -> ImportJob | None:
    waiting = ImportJob.objects.filter(pk=job_id).exclude(status=ImportJob.Status.DONE)
    claim = take_claim(waiting, status=ImportJob.Status.RUNNING)
    return None if claim is None else ImportJob.objects.get(pk=job_id)


def records_of(form: str, packed: bytes) -> Iterator[Numbered]:
    """The records of a body that is packed with gzip."""
    with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
        yield from records_in(form, file)


def records_in(form: str, file: BinaryIO | gzip.GzipFile) -> Iterator[Numbered]:
    """The records of a file with their numbers, from 1; empty lines are counted and left out."""
    if form == RECORDS:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield Numbered(number, line.rstrip(b"\r\n"))
    elif form == SGF:
        for number, game in enumerate(games_in(file), 1):
            yield Numbered(number, game)
    else:
        yield Numbered(1, file.read())


def _take_batch(job: ImportJob, batch: Sequence[Numbered]) -> None:
    """Everything that follows from a batch, or nothing of it."""
    with transaction.atomic():
        now = clock.now()
        lines = outcomes(batch, job.form, now, job.account, job)
        # At the end, so that the row is not locked while a long batch is read: its claim could not be renewed.
        mine = ImportJob.objects.filter(pk=job.pk, claim=job.claim, line=job.line)
        if not mine.update(line=batch[-1].line, claimed_until=clock.now() + CLAIM):
            raise Overtaken
        ImportLine.objects.bulk_create(lines)
    job.line = batch[-1].line


def outcomes(
    batch: Sequence[Numbered], form: str, at: datetime, account: UUID | None, job: ImportJob | None = None
) -> list[ImportLine]:
    """Keep what can be kept of a batch, and say of each what became of it. Call it in a transaction."""
    if form == EXPORT:
        return [_take_export(batch[0], at, account, job)]
    read: Callable[[bytes], Play] = read_game if form == SGF else read_line
    lines, plays = [], {}
    for record in batch:
        try:
            plays[record.line] = read(record.data)
        except NotTaken as refusal:
            lines.append(refused_line(record.line, refusal, job))
    lines += stored_lines(plays, at, account, job)
    return sorted(lines, key=lambda line: line.line)


def stored_lines(plays: dict[int, Play], at: datetime, account: UUID | None, job: ImportJob | None) -> list[ImportLine]:
    """Of a play that comes twice the first is added."""
    new, lines = store_plays(list({play.id: play for play in plays.values()}.values()), at, account), []
    for number, play in plays.items():
        lines.append(ImportLine(job=job, line=number, outcome=ADDED if play.id in new else KNOWN, subject=play.id))
        new.discard(play.id)
    return lines


def _take_export(record: Numbered, at: datetime, account: UUID | None, job: ImportJob | None) -> ImportLine:
    try:
        taken = take_export(record.data, at, account)
    except NotTaken as refusal:
        return refused_line(1, refusal, job)
    return ImportLine(job=job, line=1, outcome=ADDED if taken.new else KNOWN, subject=taken.match)


def refused_line(number: int, refusal: NotTaken, job: ImportJob | None) -> ImportLine:
    return ImportLine(
        job=job,
        line=number,
        outcome=REFUSED,
        ply=refusal.ply,
        seq=getattr(refusal, "seq", None),
        error=refusal.code,
        rule=refusal.rule or "",
        detail=refusal.detail.replace("\0", "?")[:300],
    )


def _close(job: ImportJob) -> None:
    ImportJob.objects.filter(pk=job.pk, claim=job.claim).update(
        status=ImportJob.Status.DONE, body=None, claimed_until=None
    )
