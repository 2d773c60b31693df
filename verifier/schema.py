"""FORM: an export against the table of fair1, what no form can say of it, and the table as a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from verifier.events import (
    BUNDLE,
    EVENT,
    EXPORT,
    IN_TOURNAMENT,
    MOVE_PART,
    OBJECT,
    PART,
    PLAN_PART,
    SEAT_PART,
    export_of,
)
from verifier.forms import Json
from verifier.log import Event, Log, pub, sealed, seat_text
from verifier.report import Report

OWN_PARTS: Final = {"move.made": MOVE_PART, "plan.made": PLAN_PART}  # sealed to the seat whose event it is
BEYOND: Final = (
    "every event names the match of the export",
    "numbers have no fraction and no exponent, also where their value is whole; keys are not repeated",
    "an event written by a seat or a bot that names a seat in pub names its own",
    "a move is sealed to the seat that made it, a plan to the seat that it is for",
    "sealed parts are for seats that the table has",
    "a command id is used once in a match",
    "a part is opened once, and the parts of move.made have the form move_part, those of plan.made the form "
    "plan_part, those for seats of other events the form seat_part",
    "an item stands once in a bag",
    "asked is in rising order",
    "the match of a tournament names tournament, round, table and game_no",
)
ABOUT: Final = (
    "An export of a match as fairness.md sections 3, 5 and 7 describe it; the bundle of a running match is "
    "$defs/bundle. It says what every event, opened part and receipt looks like. What no schema can say and the "
    "verifier refuses besides: "
    + "; ".join(BEYOND)
    + ". Whether hashes, seals, chance and rules hold is no matter of form."
)


def check(export: Mapping[str, Any], log: Log, report: Report) -> None:
    check_forms(export, log, report)
    check_beyond(log, report)


def check_forms(export: Mapping[str, Any], log: Log, report: Report) -> None:
    """All that the published schema says, and nothing else."""
    for text in export_of(OBJECT, OBJECT, bundle=log.bundle).faults(export, "the export"):
        report.add("FORM", None, text)
    for event in log.events:
        if not EVENT.test(event):
            for text in EVENT.faults(event, str(event.get("type"))[:40]):
                report.add("FORM", _seq(event), text)
    for part in log.opened:
        if not PART.test(part):
            for text in PART.faults(part, f"the part for {str(part.get('aud'))[:20]}"):
                report.add("FORM", _seq(part), text)


def json_schema() -> dict[str, Json]:
    """What `check_forms` checks, as JSON Schema 2020-12; docs/specs/fair1.schema.json is this."""
    definitions: dict[str, Json] = {}
    whole = EXPORT.as_schema(definitions)
    BUNDLE.as_schema(definitions)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:bazigah:fair1",
        "title": "fair1/export",
        "description": ABOUT,
    }
    return {**head, **whole, "$defs": definitions}


# -- what no form can say ---------------------------------------------------------------------------------------------


def check_beyond(log: Log, report: Report) -> None:
    seats = log.opening.get("seats")
    known = {str(seat) for seat in range(seats)} if isinstance(seats, int) and 0 < seats < 100 else set()
    for event in log.events:
        for text in _event_faults(event, log.match, known):
            report.add("FORM", _seq(event), text)
    check_commands(log.events, report)
    _check_parts(log, report)


def _event_faults(event: Event, match: str, seats: set[str]) -> Iterator[str]:
    role, mover = str(event.get("actor")).partition(":")[0], seat_text(event)
    if event.get("match") != match:
        yield "the event belongs to another match"
    if role in ("seat", "bot") and "seat" in pub(event) and str(pub(event)["seat"]) != mover:
        yield "the event speaks for another seat"
    if event.get("type") in OWN_PARTS and mover and set(sealed(event)) != {mover}:
        yield "a move or a plan is sealed to its own seat and to nobody else"
    for audience in sorted(set(sealed(event)) - seats - {"end"}):
        yield f"no such audience: {audience[:20]}"
    asked = pub(event).get("asked")
    if isinstance(asked, list) and asked != sorted(asked):
        yield "asked is not in rising order"
    if event.get("type") == "table.opened" and 0 < len(IN_TOURNAMENT.keys() & pub(event).keys()) < len(IN_TOURNAMENT):
        yield "the match of a tournament names tournament, round, table and game_no"


def check_commands(events: Iterable[Event], report: Report) -> None:
    seen = set()
    for event in events:
        command = event.get("cmd")
        if isinstance(command, str):
            if command in seen:
                report.add("FORM", _seq(event), "a command id is used twice")
            seen.add(command)


def _check_parts(log: Log, report: Report) -> None:
    kinds = {event.get("seq"): event.get("type") for event in log.events}
    places = set()
    for part in filter(PART.test, log.opened):
        seq, audience = part["seq"], part["aud"]
        if (seq, audience) in places:
            report.add("FORM", seq, "a part is opened twice")
        places.add((seq, audience))
        form = OWN_PARTS.get(str(kinds.get(seq)), SEAT_PART)
        if audience != "end" and not form.fits(part["payload"]):
            report.add("FORM", seq, f"the part for {audience} has not the form of a {form.name}")
        for draw in part["payload"].get("draws", ()) if audience == "end" else ():
            if len({item for item, _ in draw["bag"]}) != len(draw["bag"]):
                report.add("FORM", seq, f"an item stands twice in the bag of {draw['label']}")


def _seq(entry: Mapping[str, Any]) -> int | None:
    seq = entry.get("seq")
    return seq if isinstance(seq, int) and not isinstance(seq, bool) else None
