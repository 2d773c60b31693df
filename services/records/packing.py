"""Packing the days that are over: one worker at a time, part by part. Killed, it is gone on with where it was."""

from __future__ import annotations

import hashlib
import time
from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction

from services.bus.claims import CLAIM, Overtaken, renewing, take_claim
from services.log import clock
from services.records.dumps import EMPTY, Part, Place, days_due, parts_of
from services.records.models import Dump, DumpPart, Packing

STRETCH: Final = 10.0  # seconds of work at a time: imports wait in the same queue


def pack() -> bool:
    """Pack for a while; whether something is left. Does nothing while somebody else packs."""
    Packing.objects.get_or_create(id=1)
    claim = take_claim(Packing.objects.all())
    if claim is None:
        return False
    try:
        with renewing(Packing.objects.filter(claim=claim), "records"):
            left = _pack_until(time.monotonic() + STRETCH, claim)
    except Overtaken:
        return False
    Packing.objects.filter(claim=claim).update(claimed_until=None)
    return left


def _pack_until(end: float, claim: UUID) -> bool:
    for day in days_due(clock.now()):
        for part in parts_of(day, _place_of(day)):
            keep_part(day, part, claim)
            if time.monotonic() > end:
                return True
        _close(day, claim)
        if time.monotonic() > end:
            break
    return bool(days_due(clock.now()))


def _place_of(day: date) -> Place | None:
    """How far a day is packed."""
    last = DumpPart.objects.filter(day=day).order_by("-number").values_list("last_at", "last").first()
    return None if last is None else Place(*last)


def keep_part(day: date, part: Part, claim: UUID) -> None:
    """The next part of a day. Raises Overtaken."""
    with transaction.atomic():
        _must_hold(claim)
        DumpPart.objects.create(
            day=day, number=DumpPart.objects.filter(day=day).count(), matches=part.matches, last_at=part.last.at,
            last=part.last.match, body=part.body,
        )  # fmt: skip


def _close(day: date, claim: UUID) -> None:
    """The dump as it stays, from its parts. Raises Overtaken."""
    matches, size, digest = 0, 0, hashlib.sha256()
    parts = DumpPart.objects.filter(day=day).order_by("number")
    for part in parts.iterator(chunk_size=1):
        body = bytes(part.body)
        matches, size = matches + part.matches, size + len(body)
        digest.update(body)
    if not matches:
        size = len(EMPTY)
        digest.update(EMPTY)
    with transaction.atomic():
        _must_hold(claim)
        Dump.objects.create(day=day, matches=matches, bytes=size, sha256=digest.hexdigest())


def _must_hold(claim: UUID) -> None:
    if not Packing.objects.filter(claim=claim).update(claimed_until=clock.now() + CLAIM):
        raise Overtaken
