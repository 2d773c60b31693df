"""Requests as JSON: which fields are unknown, missing or wrongly typed (400 `bad-request`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import Any
from uuid import UUID

from services.pairings.formats import FORMATS
from services.pairings.opening import PRESETS
from services.pairings.rulings import REASONS, RULINGS, Ruling, read_ruling
from services.pairings.tiebreaks import TIEBREAKS
from services.pairings.times import as_logged

Check = Callable[[Any], bool]
UNKNOWN, MISSING, WRONG = "unknown", "missing", "wrong"
LONGEST_NAME, LONGEST_TEXT = 80, 20_000


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _wholes(value: Any) -> bool:
    return isinstance(value, list) and all(_whole(item) for item in value)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(_text(item) for item in value)


def _time(value: Any) -> bool:
    try:
        as_logged(value)
    except (ValueError, TypeError, AttributeError, OverflowError):
        return False
    return True


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _one_of(*values: Any) -> Check:
    return lambda value: value in values


def _up_to(length: int, least: int = 0) -> Check:
    return lambda value: _text(value) and least <= len(value) <= length


def _points(value: Any) -> bool:
    if not _object(value):
        return False
    if "place" in value:
        rows = value["place"]
        return set(value) == {"place"} and _object(rows) and all(_wholes(row) for row in rows.values())
    return set(value) == {"win", "draw", "loss"} and all(_whole(points) for points in value.values())


def _final(value: Any) -> bool:
    return (
        _object(value) and set(value) == {"kind", "k"} and _whole(value["k"]) and value["kind"] in ("table", "bracket")
    )


RULES: dict[str, Check] = {
    "late": _text, "byes": _whole, "round_hours": _or_none(_whole), "no_show_hours": _whole, "extend_hours": _whole,
    "deadline": _text, "bots": lambda value: _flag(value) or _text(value), "rated": _flag, "delay": _or_none(_object),
    "c07": _text, "sizes": _wholes, "group": _whole, "final": _or_none(_final), "best_of": _whole, "third": _flag,
    "twice": _flag, "at_once": _flag, "minutes": _whole,
}  # fmt: skip
ENTRY: dict[str, Check] = {
    "open": _flag, "guests": _flag, "rating_from": _or_none(_whole), "rating_to": _or_none(_whole),
    "cap": _or_none(_whole), "closes_at": _or_none(_time), "starts_at": _or_none(_time),
}  # fmt: skip
OPENING: dict[str, Check] = {
    "command_id": _text, "dry": _flag, "name": _up_to(LONGEST_NAME, 1), "text": _up_to(LONGEST_TEXT), "game": _text,
    "format": _one_of(*FORMATS), "seats": _whole, "options": _object, "rounds": _or_none(_whole),
    "clock": _or_none(_object), "points": _points,
    "tiebreaks": lambda value: _texts(value) and all(name in TIEBREAKS for name in value),
    "rules": _object, "entry": _object, "directors": _texts, "preset": _one_of(*PRESETS), "copy_of": _text,
    "previous": _text, "match": _text,
}  # fmt: skip
RULING_FIELDS: dict[str, Check] = {
    "round": _whole, "table": _whole, "game": _whole, "entry": _whole, "of": _whole, "account": _text,
    "score": _text, "deadline": _time, "accounts": _texts,
    "places": lambda value: isinstance(value, list) and all(_or_none(_whole)(item) for item in value),
    "tables": lambda value: isinstance(value, list) and all(_redrawn(item) for item in value),
    "byes": lambda value: isinstance(value, list) and all(_bye(item) for item in value),
}  # fmt: skip


def _redrawn(value: Any) -> bool:
    if not _object(value) or set(value) != {"table", "entries"} or not isinstance(value["entries"], list):
        return False
    return _whole(value["table"]) and all(_whole(item) or _text(item) for item in value["entries"])


def _bye(value: Any) -> bool:
    return (
        _object(value)
        and set(value) == {"entry", "kind"}
        and _whole(value["entry"])
        and value["kind"] in ("pairing", "half", "zero")
    )


def opening_problems(body: Mapping[str, Any]) -> dict[str, str]:
    """Field -> problem for a request to open; empty if all of it can be read."""
    needed = {"name"} if body.get("preset") or body.get("copy_of") else {"name", "format"}
    if not body.get("copy_of"):
        needed.add("game")
    problems = _problems(body, OPENING, needed)
    for nested, checks in (("rules", RULES), ("entry", ENTRY)):
        if _object(body.get(nested)):
            inside = _problems(body[nested], checks, set())
            problems |= {f"{nested}.{name}": problem for name, problem in inside.items()}
    return problems


def _problems(body: Mapping[str, Any], checks: Mapping[str, Check], needed: set[str]) -> dict[str, str]:
    problems = {name: UNKNOWN if name not in checks else WRONG for name in body if not _fits(body, checks, name)}
    return problems | {name: MISSING for name in sorted(needed) if name not in body}


def _fits(body: Mapping[str, Any], checks: Mapping[str, Check], name: str) -> bool:
    return name in checks and checks[name](body[name])


@dataclass(frozen=True, slots=True)
class RulingRequest:
    ruling: Ruling
    reason: str
    seen: int


def read_ruling_request(body: Mapping[str, Any]) -> RulingRequest | dict[str, str]:
    """The ruling asked for, or what is wrong with the fields. `command_id` and `dry` are the gateway's."""
    fields = {key: value for key, value in body.items() if key not in ("command_id", "dry", "ruling", "reason", "seen")}
    problems = {} if body.get("ruling") in RULINGS else {"ruling": WRONG if "ruling" in body else MISSING}
    if body.get("reason") not in REASONS:
        problems["reason"] = WRONG if "reason" in body else MISSING
    if not _whole(body.get("seen")):
        problems["seen"] = WRONG if "seen" in body else MISSING
    if "ruling" in problems:
        return problems
    kind = RULINGS[body["ruling"]]
    names = {field.name for field in fields_of(kind)}
    checks = {name: RULING_FIELDS[name] for name in names}
    problems |= _problems(fields, checks, names - kind.optional)
    if problems:
        return problems
    return RulingRequest(read_ruling(body["ruling"], _spelled_as_logged(fields)), body["reason"], body["seen"])


def _spelled_as_logged(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Moments and accounts may come in other spellings; what is no id of an account is refused by who knows them."""
    spelled = dict(fields)
    if "deadline" in fields:
        spelled["deadline"] = as_logged(fields["deadline"])
    if "account" in fields:
        spelled["account"] = _id_text(fields["account"])
    if "accounts" in fields:
        spelled["accounts"] = [_id_text(account) for account in fields["accounts"]]
    return spelled


def _id_text(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return text
