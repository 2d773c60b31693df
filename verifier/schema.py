"""FORM: every field, key, type and actor as fairness.md sections 3, 5 and 7 name them, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeGuard

from verifier import hashes
from verifier.log import Event, Log, pub, sealed, seat_text
from verifier.report import Report

Test = Callable[[Any], bool]
ENVELOPE: Final = ["v", "match", "seq", "type", "actor", "cmd", "at", "pub", "sealed", "dp", "df", "prev", "hash"]
MOST_PICKS: Final = 10_000  # of one draw: more would only keep a reader busy
WITH_DIGESTS: Final = ("match.started", "move.judged", "time.up", "match.ended")
WITH_PARTS: Final = ("match.started", "move.made", "move.judged", "time.up")


def whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _matches(pattern: str) -> Test:
    known = re.compile(pattern, re.ASCII)
    return lambda value: isinstance(value, str) and known.fullmatch(value) is not None


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _object(needed: Mapping[str, Test], optional: Mapping[str, Test] | None = None) -> Test:
    known = {**needed, **(optional or {})}

    def test(value: Any) -> bool:
        if not isinstance(value, dict) or not set(needed) <= set(value) <= set(known):
            return False
        return all(known[key](item) for key, item in value.items())

    return test


def _either(*tests: Test) -> Test:
    return lambda value: any(test(value) for test in tests)


def _count(value: Any) -> bool:
    return whole(value) and value >= 0


def _positive(value: Any) -> bool:
    return whole(value) and value >= 1


def _few(value: Any) -> bool:
    return _positive(value) and value <= MOST_PICKS


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _none(value: Any) -> bool:
    return value is None


_hash = _matches(r"[0-9a-f]{64}")
_uuid = _matches(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_word = _matches(r"[!-~][ -~]{0,199}")
_label = _matches(r"[a-z0-9/_-]{1,40}")
_public_move = _matches(r"[ -~]{1,1000}")
_whole_move = _matches(r"[ ->@-~]{1,1000}")  # printable ASCII without the question mark
_entropy = _matches(r"([0-9a-f]{2}){0,64}")
_item = _matches(r"[ -~]{1,200}")
_record = _object({"label": _label, "n": _count, "out": _item})
_shown = _list_of(_either(_record, _object({"of": _count, "move": _whole_move})))
_holder = _either(_object({"account": _word}), _object({"bot": _word}))


def _bag(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    pairs = all(isinstance(pair, list) and len(pair) == 2 and _item(pair[0]) and _positive(pair[1]) for pair in value)
    return pairs and len({pair[0] for pair in value}) == len(value)


_draw = _object(
    {"label": _label, "n": _count, "bag": _bag, "count": _few, "eye": _matches(r"pub|end|[0-9]{1,2}")},
)
_PUB: Final[Mapping[str, Test]] = {
    "table.opened": _object(
        {
            "game": _word,
            "rules_version": _positive,
            "options": lambda value: isinstance(value, dict),
            "seats": lambda value: _positive(value) and value < 100,
            "seed_commit": _hash,
        },
        {"beacon_round": _matches(r"drand:quicknet:[0-9]{1,15}"), "deal": _uuid},
    ),
    "seat.taken": _either(
        _object({"seat": _count, "account": _word, "entropy": _entropy}),
        _object({"seat": _count, "bot": _word, "entropy": _matches("")}),
    ),
    "seat.left": _object({"seat": _count}),
    "match.started": _object(
        {"seats": _list_of(_holder), "beacon": _matches(r"[ -~]{0,500}"), "chance": _list_of(_record)}
    ),
    "move.made": _either(
        _object({"decision": _positive}),
        _object({"decision": _positive, "bot": _word, "bot_version": _word, "budget": _positive}),
    ),
    "move.judged": _object(
        {
            "of": _count,
            "seat": _count,
            "verdict": _matches("stands|refused"),
            "code": _either(_none, _word),
            "move": _public_move,
            "chance": _list_of(_record),
        },
        {"shown": _shown},
    ),
    "time.up": _object({"chance": _list_of(_record)}, {"shown": _shown}),
    "clock.expired": _object({"seat": _count}),
    "clock.credited": _object({"seat": _count, "ms": _count}),
    "seat.resigned": _object({"seat": _count}),
    "offer.made": _object({"seat": _count, "offer": _count, "kind": _word}),
    "offer.answered": _object({"seat": _count, "offer": _count, "accepted": _flag}),
    "seat.substituted": _either(_object({"seat": _count, "account": _word}), _object({"seat": _count, "bot": _word})),
    "director.ruled": _object({"ruling": _word}, {"seat": _count}),
    "match.ended": _object({"scores": _list_of(whole), "winners": _list_of(_count), "reason": _word}),
    "match.aborted": _object({"reason": _word}),
    "seed.revealed": _object({"seed": _hash}),
}
_TABLE, _HALL, _SEAT = "acct|director|server", "director|server", "seat"
_ACTORS: Final[Mapping[str, str]] = {
    "table.opened": _TABLE,
    "seat.taken": _TABLE,
    "seat.left": _TABLE,
    "move.made": "seat|bot",
    "clock.credited": _HALL,
    "seat.resigned": _SEAT,
    "offer.made": _SEAT,
    "offer.answered": _SEAT,
    "seat.substituted": _HALL,
    "director.ruled": "director",
    "match.aborted": _HALL,
}
_actor = _matches(r"server|(acct|director):[!-~]{1,200}|(seat|bot):(0|[1-9][0-9]?)")
_FIELDS: Final[Mapping[str, Test]] = {
    "v": lambda value: whole(value) and value == 1,
    "seq": _count,
    "actor": _actor,
    "cmd": _either(_none, _word),
    "at": hashes.is_time,
    "pub": lambda value: isinstance(value, dict),
    "sealed": lambda value: isinstance(value, dict) and all(map(_hash, value.values())),
    "dp": _either(_none, _hash),
    "df": _either(_none, _hash),
    "prev": _hash,
    "hash": _hash,
}
_PAYLOADS: Final[Mapping[str, Test]] = {
    "move": _object({"move": _whole_move}),
    "end": _object({}, {"draws": _list_of(_draw), "chance": _list_of(_record)}),
    "seat": _object({}, {"chance": _list_of(_record), "shown": _shown, "told": lambda value: True}),
}
_part = _object({"seq": _count, "aud": _matches(r"end|0|[1-9][0-9]?"), "salt": _hash, "payload": lambda value: True})
_body = _object({"match": _uuid, "size": _positive, "head": _hash})
_receipt = _object({"body": _body}, {"key": _either(_none, _hash), "sig": _either(_none, _matches("[0-9a-f]{128}"))})


def check(export: Mapping[str, Any], log: Log, report: Report) -> None:
    _check_whole(export, log, report)
    for event in log.events:
        _check_event(event, log, report)
    _check_commands(log.events, report)
    _check_parts(log, report)


def _check_whole(export: Mapping[str, Any], log: Log, report: Report) -> None:
    if export.get("format") != "fair1/export":
        report.add("FORM", None, "the format is not fair1/export")
    if not {"format", "match", "events", "opened"} <= set(export) <= {"format", "match", "events", "opened", "receipt"}:
        report.add("FORM", None, f"fields of the export: {_told(export)}")
    if not _uuid(export.get("match")):
        report.add("FORM", None, "the match is not a UUID in lower case")
    for name, found in (("events", log.events), ("opened", log.opened)):
        given = export.get(name)
        if not isinstance(given, list) or len(found) != len(given):
            report.add("FORM", None, f"{name} is not a list of objects")
    if not log.events:
        report.add("FORM", None, "there is no event")
    if log.receipt is None and not log.bundle:
        report.add("FORM", None, "there is no receipt")
    if log.receipt is not None and not _receipt(log.receipt):
        report.add("FORM", None, "the receipt has another form")


def _check_event(event: Event, log: Log, report: Report) -> None:
    seq, kind = _seq(event), event.get("type")
    if set(event) != set(ENVELOPE):
        report.add("FORM", seq, f"fields of the envelope: {_told(event)}")
    for name, test in _FIELDS.items():
        if name in event and not test(event[name]):
            report.add("FORM", seq, f"{name} has another form")
    if event.get("match") != log.match:
        report.add("FORM", seq, "the event belongs to another match")
    if not isinstance(kind, str) or kind not in _PUB:
        report.add("FORM", seq, "unknown type")
        return
    if not _PUB[kind](event.get("pub")):
        report.add("FORM", seq, f"{kind}: pub has another form or other keys ({_told(pub(event))})")
    _check_actor(event, kind, report)
    _check_extras(event, kind, log, report)


def _check_actor(event: Event, kind: str, report: Report) -> None:
    actor, seq = str(event.get("actor")), _seq(event)
    role = actor.partition(":")[0]
    if role not in _ACTORS.get(kind, "server").split("|"):
        report.add("FORM", seq, f"{kind} is not written by {role}")
    if (role in ("server", "bot")) and event.get("cmd") is not None:
        report.add("FORM", seq, f"a {role} has no command id")
    if role in ("acct", "seat") and event.get("cmd") is None:
        report.add("FORM", seq, "the command id is missing")
    if role == "seat" and "seat" in pub(event) and str(pub(event)["seat"]) != seat_text(event):
        report.add("FORM", seq, "the event speaks for another seat")
    if kind == "move.made" and (role == "bot") != ("bot" in pub(event)):
        report.add("FORM", seq, "a bot's move names bot, version and budget, a person's does not")


def _check_extras(event: Event, kind: str, log: Log, report: Report) -> None:
    seq = _seq(event)
    for name in ("dp", "df"):
        if (event.get(name) is not None) != (kind in WITH_DIGESTS):
            report.add("FORM", seq, f"{name} is {'missing' if kind in WITH_DIGESTS else 'not for'} {kind}")
    audiences = set(sealed(event))
    if kind == "move.made":
        if audiences != {seat_text(event)}:
            report.add("FORM", seq, "a move is sealed to its mover and to nobody else")
    elif kind not in WITH_PARTS and audiences:
        report.add("FORM", seq, f"{kind} has no sealed parts")
    seats = log.opening.get("seats")
    known = {str(seat) for seat in range(seats)} if whole(seats) and 0 < seats < 100 else set()
    for audience in sorted(audiences - known - {"end"}):
        report.add("FORM", seq, f"no such audience: {audience[:20]}")


def _check_commands(events: Iterable[Event], report: Report) -> None:
    seen = set()
    for event in events:
        command = event.get("cmd")
        if isinstance(command, str):
            if command in seen:
                report.add("FORM", _seq(event), "a command id is used twice")
            seen.add(command)


def _check_parts(log: Log, report: Report) -> None:
    kinds = {_seq(event): event.get("type") for event in log.events}
    places = set()
    for part in log.opened:
        if not _part(part):
            report.add("FORM", _seq(part), f"an opened part has another form ({_told(part)})")
            continue
        place = part["seq"], part["aud"]
        if place in places:
            report.add("FORM", part["seq"], "a part is opened twice")
        places.add(place)
        name = "move" if kinds.get(part["seq"]) == "move.made" else "end" if part["aud"] == "end" else "seat"
        if not _PAYLOADS[name](part["payload"]):
            report.add("FORM", part["seq"], f"the part for {part['aud']} has another form or other keys")


def _seq(found: Mapping[str, Any]) -> int | None:
    seq = found.get("seq")
    return seq if whole(seq) else None


def _told(found: Mapping[str, Any]) -> str:
    return ", ".join(sorted(map(str, found)))[:200]
