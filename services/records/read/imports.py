"""Imports: a body that was sent and checked for size and form is kept for the service to read; how far that is."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

from django.db import transaction

from services.bus import pokes
from services.errors import NotFound
from services.log import clock
from services.records.models import ImportJob, ImportLine
from services.records.take import ADDED, KNOWN, REFUSED


def begin_import(*, account: UUID, form: str, packed: bytes) -> UUID:
    """Keep a body, packed with gzip, until it is read."""
    job = ImportJob.objects.create(account=account, form=form, body=packed, at=clock.now())
    transaction.on_commit(lambda: pokes.poke("records.take", str(job.pk), queue="records"))
    return job.pk


def import_json(job_id: UUID, account: UUID) -> dict[str, Any]:
    """How far an import of that account is. Raises NotFound."""
    job = ImportJob.objects.defer("body").filter(pk=job_id, account=account).first()
    if job is None:
        raise NotFound
    lines = list(ImportLine.objects.filter(job=job).order_by("line"))
    counts = Counter(line.outcome for line in lines)
    return {
        "id": str(job.pk),
        "status": job.status,
        "records": len(lines),
        "added": counts[ADDED],
        "known": counts[KNOWN],
        "refused": [refused_json(line) for line in lines if line.outcome == REFUSED],
        "matches": list(dict.fromkeys(str(line.subject) for line in lines if line.subject is not None)),
    }


def refused_json(line: ImportLine) -> dict[str, Any]:
    return {
        "line": line.line,
        "ply": line.ply,
        "seq": line.seq,
        "error": line.error,
        "rule": line.rule or None,
        "detail": line.detail,
    }
