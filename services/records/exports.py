"""Importing a `fair1` export: checked by the verifier, kept byte for byte, its events a stream of another origin."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.core import chance
from engine.core.codec import NotCanonical, parse
from engine.games import GAMES, at_version
from services.log.adopt import adopt_stream, event_of_envelope
from services.log.models import Event, Stream
from services.matches import events as ev
from services.records.endings import indexed_stream
from services.records.index import add_entries, collect
from services.records.models import COLLECTION, IMPORTED, ForeignLog
from services.records.plays import NotTaken
from services.records.store import hold
from verifier import VERSION
from verifier.log import Log, mover_text, pub
from verifier.verify import examine


class BadLog(NotTaken):
    """An export that is refused, with the event it is about."""

    def __init__(self, code: str, detail: str, seq: int | None) -> None:
        super().__init__(code, detail)
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Taken:
    match: UUID
    new: bool


def take_export(body: bytes, at: datetime, account: UUID | None = None) -> Taken:
    """Check an export and keep it. Raises BadLog, and then nothing is kept. Call it in a transaction."""
    export = checked(body)
    match_id, last = UUID(export["match"]), export["events"][-1]
    stream = Stream.objects.filter(pk=match_id).first()
    if stream is not None and (stream.head_seq, stream.head_hash) != (last["seq"], last["hash"]):
        raise BadLog("HEAD", "the log of this match that is kept here has another head", last["seq"])
    if stream is None:
        _adopt(export, body, at)
    if stream is not None and not stream.origin:
        return Taken(match_id, new=False)
    return Taken(match_id, new=_list(match_id, stream is None, at, account))


def _list(match_id: UUID, new: bool, at: datetime, account: UUID | None) -> bool:
    """Into the index, and into the list of whoever brought it; whether it was not there yet."""
    item = indexed_stream(match_id, at, COLLECTION if account is None else IMPORTED)
    if item is None:  # it was aborted: there is no result to search for
        return new
    added = bool(add_entries([item]))
    if account is None:
        return added or bool(collect([match_id], {match_id: item}, at))
    hold(account, [item], at)
    return new


def checked(body: bytes) -> dict[str, Any]:
    """The export of a whole match that the verifier finds nothing against. Raises BadLog."""
    try:
        export = parse(body.decode())
    except NotCanonical as error:
        raise BadLog("CANON", str(error), None) from None
    if not isinstance(export, dict):
        raise BadLog("FORM", "an export is a JSON object", None)
    _check_rules(export)
    findings = examine(export, bots=False).findings
    if findings:
        first = findings[0]
        raise BadLog(first.code, first.text, first.seq)
    return export


def _check_rules(export: Mapping[str, Any]) -> None:
    opening = Log(export, bundle=False).opening
    game = opening.get("game")
    if not isinstance(game, str):
        return  # the verifier says what is wrong with its form
    if game not in GAMES:
        raise BadLog("unknown-game", game[:40], 0)
    version = opening.get("rules_version")
    if isinstance(version, int) and at_version(GAMES[game], version) is None:
        raise BadLog("unknown-rules", str(version)[:20], 0)


def _adopt(export: Mapping[str, Any], body: bytes, at: datetime) -> None:
    log = Log(export, bundle=False)
    assert log.seed is not None  # the verifier has checked the reveal
    receipt = export.get("receipt")
    key = receipt.get("key", "") if isinstance(receipt, dict) else ""
    match_id = UUID(log.match)
    adopt_stream(
        log_id=match_id,
        origin=f"key {key}" if key else "unknown",
        seal_key=chance.seal_key(log.seed, log.match),
        events=[_event(envelope) for envelope in log.events],
        parts=log.opened,
    )
    ForeignLog.objects.create(stream=match_id, body=zlib.compress(body), key=key, added_at=at, version=VERSION)


def _event(envelope: Mapping[str, Any]) -> Event:
    said, kind = pub(envelope), envelope["type"]
    columns: dict[str, int | None] = {}
    if kind == ev.MoveMade.TYPE:
        columns = {"seat": int(mover_text(envelope)), "decision": said["decision"]}
    elif kind == ev.MoveJudged.TYPE:
        columns = {"of": said["of"]}
    elif kind in (ev.SeatTaken.TYPE, ev.SeatLeft.TYPE):
        columns = {"seat": said["seat"]}
    return event_of_envelope(envelope, columns)


def body_of(match_id: UUID) -> bytes | None:
    """The export as it came; None: there is none of that id."""
    body = ForeignLog.objects.filter(pk=match_id).values_list("body", flat=True).first()
    return None if body is None else zlib.decompress(bytes(body))
