"""The published schema and the verifier's own check of forms: the same verdict on whatever comes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.verifier.vectors import good_exports, vectors
from verifier.__main__ import main
from verifier.events import EVENTS
from verifier.hashes import is_time
from verifier.log import Log
from verifier.report import Report
from verifier.schema import BEYOND, check_beyond, check_forms, json_schema

PUBLISHED = Path(__file__).parent.parent.parent / "docs" / "specs" / "fair1.schema.json"
SCHEMA = json_schema()
EXPORTS = jsonschema_rs.Draft202012Validator(SCHEMA)
BUNDLES = jsonschema_rs.Draft202012Validator({"$ref": "#/$defs/bundle", "$defs": SCHEMA["$defs"]})
GOOD = vectors()["export_good"]
HASH, UUID = "ab" * 32, GOOD["match"]
RECORD = {"label": "deck", "n": 0, "out": "7"}
SHOWN = [RECORD, {"of": 4, "move": "lay 6"}]
BY_SERVER, BY_SEAT = ("server", None), ("seat:1", "c-1")
TABLE = {"game": "toy", "rules_version": 1, "options": {}, "seats": 2, "seed_commit": HASH}
FISCHER = {"kind": "fischer", "start_ms": 10, "increment_ms": 1, "cap_ms": 20}
BYOYOMI = {"kind": "byoyomi", "main_ms": 10, "periods": 3, "period_ms": 1}
ABSENCE = {
    "rest_days": [3, 4],
    "rest_hours": [23, 7],
    "vacation": True,
    "on_timeout": "bot",
    "substitute": "greedy",
    "returns": False,
}
# At least one event of each type, with every key it may have; more where it can be written in several ways.
PUBS: list[tuple[str, tuple[str, str | None], dict[str, Any]]] = [
    (
        "table.opened",
        ("acct:ana", "c-0"),
        {"game": "toy", "rules_version": 1, "options": {"a": [1, None]}, "seats": 2, "seed_commit": HASH}
        | {"beacon_round": "drand:quicknet:7", "deal": UUID}
        | {"clock": {"kind": "per_move", "ms": 5, **ABSENCE}, "delay": {"ms": 0}, "rated": True}
        | {"from": {"match": UUID, "seq": 7, "ms": 0, "state": {"a": [1]}}}
        | {"tournament": UUID, "round": 1, "table": 2, "game_no": 1},
    ),
    ("table.opened", ("acct:ana", "c-0"), TABLE | {"clock": FISCHER | ABSENCE, "delay": {"plies": 100}}),
    ("table.opened", ("acct:ana", "c-0"), TABLE | {"clock": BYOYOMI | ABSENCE}),
    ("seat.taken", ("acct:ana", "c-0"), {"seat": 0, "account": "ana", "entropy": "00ff", "utc_offset": 210}),
    ("seat.taken", ("director:d", None), {"seat": 1, "bot": "greedy", "entropy": ""}),
    ("seat.left", BY_SERVER, {"seat": 0}),
    (
        "match.started",
        BY_SERVER,
        {"seats": [{"account": "ana"}, {"bot": "x"}], "beacon": "", "chance": [RECORD], "asked": [0]},
    ),
    ("move.made", BY_SEAT, {"decision": 1}),
    ("move.made", ("seat:1", None), {"decision": 1, "plan": 7}),
    ("move.made", BY_SERVER, {"decision": 1, "idle": True}),
    ("move.made", ("bot:1", None), {"decision": 1, "bot": "greedy", "bot_version": "1.0.0", "budget": 5}),
    (
        "move.judged",
        BY_SERVER,
        {"of": 4, "seat": 1, "verdict": "stands", "code": None, "move": "lay ?", "chance": [RECORD], "shown": SHOWN}
        | {"asked": [0, 1]},
    ),
    (
        "move.judged",
        BY_SERVER,
        {"of": 4, "seat": 1, "verdict": "refused", "code": "bad-card", "move": "?", "chance": []},
    ),
    ("move.undone", BY_SERVER, {"to": 3, "offer": 1, "asked": [0, 1]}),
    ("time.up", BY_SERVER, {"chance": [], "shown": SHOWN, "asked": []}),
    ("clock.expired", BY_SERVER, {"seat": 0}),
    ("clock.credited", ("director:d", "c-9"), {"seat": 0, "ms": 5, "reason": "outage"}),
    ("clock.paused", ("director:d", None), {"seats": [0, 1], "reason": "director"}),
    ("clock.paused", BY_SEAT, {"seats": [1], "reason": "vacation"}),
    ("clock.resumed", BY_SERVER, {"seats": [0, 1], "reason": "agreement"}),
    ("clock.resumed", BY_SEAT, {"seats": [1], "reason": "vacation"}),
    ("plan.made", BY_SEAT, {"seat": 1}),
    ("plan.dropped", BY_SEAT, {"seat": 1, "plan": 7}),
    ("seat.resigned", BY_SEAT, {"seat": 1}),
    ("seat.returned", BY_SEAT, {"seat": 1}),
    ("offer.made", BY_SEAT, {"seat": 1, "offer": 1, "kind": "draw"}),
    ("offer.made", BY_SEAT, {"seat": 1, "offer": 1, "kind": "undo", "to": 3}),
    ("offer.answered", BY_SEAT, {"seat": 1, "offer": 1, "accepted": True}),
    ("seat.substituted", BY_SERVER, {"seat": 1, "account": "ben", "utc_offset": -720}),
    ("seat.substituted", BY_SERVER, {"seat": 1, "bot": "greedy"}),
    ("director.ruled", ("director:d", None), {"ruling": "forfeit", "seat": 1}),
    ("match.ended", BY_SERVER, {"scores": [-3, 4], "winners": [1], "reason": "points", "places": [2, 1]}),
    ("match.aborted", BY_SERVER, {"reason": "no-show"}),
    ("seed.revealed", BY_SERVER, {"seed": HASH}),
]


def event(kind: str, by: tuple[str, str | None], pub: dict[str, Any]) -> dict[str, Any]:
    digest = HASH if EVENTS[kind].digests else None
    audiences = (
        ["1"] if kind in ("move.made", "plan.made") else ["0", "end"] if kind in ("match.started", "time.up") else []
    )
    return {
        "v": 1,
        "match": UUID,
        "seq": 3,
        "type": kind,
        "actor": by[0],
        "cmd": by[1],
        "at": "2024-02-29T23:59:59.999Z",
        "pub": pub,
        "sealed": dict.fromkeys(audiences, HASH),
        "dp": digest,
        "df": digest,
        "prev": HASH,
        "hash": HASH,
    }


def export_of(*events: Any, opened: Any = ()) -> dict[str, Any]:
    receipt = {"body": {"match": UUID, "size": 1, "head": HASH}, "key": HASH, "sig": HASH * 2}
    made = {"format": "fair1/export", "match": UUID, "events": events, "opened": opened, "receipt": receipt}
    return json.loads(json.dumps(made))


SAMPLES = [event(*row) for row in PUBS]
PARTS = [
    {"seq": 3, "aud": "1", "salt": HASH, "payload": {"move": "lay 6"}},
    {"seq": 3, "aud": "1", "salt": HASH, "payload": {"lines": [[[0, "lay ?"], [1, "lay 6"]], [[0, "keep"]]]}},
    {"seq": 3, "aud": "0", "salt": HASH, "payload": {"chance": [RECORD], "shown": SHOWN, "told": {"x": 1}}},
    {
        "seq": 3,
        "aud": "end",
        "salt": HASH,
        "payload": {
            "chance": [RECORD],
            "draws": [{"label": "deck", "n": 0, "bag": [["7", 2], ["8", 1]], "count": 2, "eye": "end"}],
        },
    },
]
# What a value is changed to: other types, edges of every bound and pattern, and what a loose reader lets through.
OTHERS = [
    None, True, False, -1, 0, 1, 2, 99, 100, 10_000, 10_001, 2**53 - 1, 2**53, 1.5,
    "", "x", "a" * 200, "a" * 201, "a" * 1001, "lay ?", "lay 6", " x", "x\n", "é", "\x7f", "١", "0", "1", "01", "99",
    "100", "end", "pub", "server", "server\n", "acct:ana", "acct:", "director:d", "seat:0", "seat:00", "bot:1",
    "stands", "refused", "move.made", "move.judged", "seed.revealed", "fair1/export",
    HASH, HASH + "\n", HASH.upper(), HASH[:-1], HASH * 2, UUID, UUID.upper(), "drand:quicknet:1",
    "2026-02-29T00:00:00.000Z", "2000-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-04-31T00:00:00.000Z",
    "2026-01-31T24:00:00.000Z", "2026-01-31T23:60:00.000Z", "2026-01-31T23:59:60.000Z", "2026-01-31T23:59:59.99Z",
    "0000-01-01T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-01-00T00:00:00.000Z",
    [], [0], [0, 0], [1, 0], [None], [["7", 1]], [["7", 1], ["7", 1]], [["7"]], [["7", 0]], [["7", 1, 1]], [RECORD],
    {}, {"x": 1}, {"0": HASH}, {"1": HASH}, {"end": HASH}, {"0": HASH, "1": HASH}, {"01": HASH}, {"0": "x"},
    {"account": "ana"}, {"bot": "x", "account": "ana"}, {"move": "lay 6"}, {"decision": 1}, {"seat": 0},
    -720, -721, 840, 841, 600_000, 600_001, "lose", "bot", "vacation", "agreement", [0, 23], [0, 24], [23, 7, 1],
    [0, 6], [0, 7], {"ms": 0}, {"plies": 100}, {"plies": 101}, FISCHER, BYOYOMI, {"kind": "per_move", "ms": 1},
    [[0, "x"]], [[[0, "x"]]],
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value, containers too."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def holder_of(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        value = value[key]
    return value


def own_verdict(export: Any, bundle: bool = False) -> bool:
    report, log = Report(), Log(export, bundle)
    check_forms(export, log, report)
    assert {finding.code for finding in report.findings} <= {"FORM"}
    return not report.findings


def agreed(export: Any, bundle: bool = False) -> bool:
    """The verdict of both, which must be the same."""
    verdict = (BUNDLES if bundle else EXPORTS).is_valid(export)
    assert own_verdict(export, bundle) is verdict, f"the schema says {verdict}: {json.dumps(export)}"
    return verdict


# -- the file ---------------------------------------------------------------------------------------------------------


def test_the_published_schema_is_the_one_that_the_table_gives():
    """If not: `python -m verifier --schema > docs/specs/fair1.schema.json`."""
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == SCHEMA


def test_the_command_prints_the_schema(capsys):
    with pytest.raises(SystemExit) as exit_of:
        main(["--schema"])
    assert exit_of.value.code == 0
    assert capsys.readouterr().out == PUBLISHED.read_text(encoding="utf-8")


def test_it_is_a_schema_of_2020_12():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_it_names_what_it_cannot_say():
    assert all(words in SCHEMA["description"] for words in BEYOND)


# -- good ones --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "export"), good_exports(), ids=[name for name, _ in good_exports()])
def test_good_exports_are_valid(name, export):
    assert agreed(export)


def test_the_bundle_of_a_seat_is_valid_as_a_bundle_only():
    bundle = vectors()["seat_bundle"]
    for receipt in ({}, {"receipt": None}):
        assert not agreed(bundle | receipt)
        assert agreed(bundle | receipt, bundle=True)
    assert agreed(bundle | {"receipt": GOOD["receipt"]}, bundle=True)


def test_every_type_of_event_has_a_sample_and_every_sample_is_valid():
    assert {sample["type"] for sample in SAMPLES} == set(EVENTS)
    for sample in SAMPLES:
        assert agreed(export_of(sample)), sample["type"]
    assert agreed(export_of(SAMPLES[0], opened=PARTS))


# -- changed ones -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(SAMPLES)), ids=[sample["type"] for sample in SAMPLES])
def test_every_value_of_an_event_changed_gets_one_verdict(number):
    envelope_too = number % 7 == 0  # the envelope is the same in all of them
    verdicts = set()
    for path in places(SAMPLES[number]):
        if path[0] in ("pub", "sealed", "actor", "type", "cmd", "dp") or envelope_too:
            for other in OTHERS:
                changed = copy.deepcopy(SAMPLES[number])
                holder_of(changed, path)[path[-1]] = other
                verdicts.add(agreed(export_of(changed)))
    assert verdicts == {True, False}


@pytest.mark.parametrize("number", range(len(PARTS)))
def test_every_value_of_an_opened_part_changed_gets_one_verdict(number):
    for path in places(PARTS[number]):
        for other in OTHERS:
            changed = copy.deepcopy(PARTS[number])
            holder_of(changed, path)[path[-1]] = other
            agreed(export_of(SAMPLES[0], opened=[changed]))


@pytest.mark.parametrize("bundle", [False, True])
def test_every_value_of_the_export_and_its_receipt_changed_gets_one_verdict(bundle):
    whole = export_of(SAMPLES[-1])
    for path in places(whole):
        if path[0] != "events" or len(path) < 3:
            for other in OTHERS:
                changed = copy.deepcopy(whole)
                holder_of(changed, path)[path[-1]] = other
                agreed(changed, bundle)


@pytest.mark.parametrize("number", range(len(SAMPLES)), ids=[sample["type"] for sample in SAMPLES])
def test_every_key_taken_away_or_added_gets_one_verdict(number):
    whole = export_of(SAMPLES[number], opened=PARTS if number == 0 else ())
    for path in places(whole):
        holder = holder_of(changed := copy.deepcopy(whole), path)
        if isinstance(holder, dict):
            del holder[path[-1]]
            agreed(changed)
            holder["more"] = 1
            agreed(changed)


@settings(max_examples=1500, deadline=None)
@given(some.data())
def test_several_changes_at_once_get_one_verdict(data):
    sample = data.draw(some.sampled_from(SAMPLES + PARTS))
    changed = copy.deepcopy(sample)
    for _ in range(data.draw(some.integers(1, 4))):
        path = data.draw(some.sampled_from([*places(changed)] or [("type",)]))
        holder = holder_of(changed, path)
        step = data.draw(some.sampled_from(["other", "taken over", "removed", "added"]))
        if step == "other":
            holder[path[-1]] = copy.deepcopy(data.draw(some.sampled_from(OTHERS)))
        elif step == "taken over":
            # The value under the same name of another sample: near to what is right.
            others = [copy.deepcopy(other[path[0]]) for other in SAMPLES + PARTS if path[0] in other]
            changed[path[0]] = data.draw(some.sampled_from(others or [None]))
        elif step == "removed":
            del holder[path[-1]]
        elif isinstance(holder, dict):
            holder[data.draw(some.sampled_from(["more", "seat", "shown", "bot", "0"]))] = 0
    agreed(export_of(SAMPLES[0], opened=[changed]) if "aud" in sample else export_of(changed))


def test_times_are_days_that_the_calendar_has():
    for year in (1000, 1900, 1999, 2000, 2023, 2024, 2100, 2400, 9999):
        for month in range(14):
            for day in range(33):
                assert is_time(f"{year}-{month:02}-{day:02}T00:00:00.000Z") is in_calendar(year, month, day)


def in_calendar(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


# -- beyond the schema ------------------------------------------------------------------------------------------------


def another_match(export: Any) -> None:
    export["events"][1]["match"] = UUID[:-1] + ("0" if UUID[-1] != "0" else "1")


def another_seat(export: Any) -> None:
    row = next(row for row in PUBS if row[0] == "seat.resigned")
    export["events"].append(event(*row) | {"actor": "seat:0", "cmd": "more"})


def another_audience(export: Any) -> None:
    made = next(recorded for recorded in export["events"] if recorded["type"] == "move.made")
    made["sealed"] = {"1" if "0" in made["sealed"] else "0": HASH}


def no_such_seat(export: Any) -> None:
    next(recorded for recorded in export["events"] if recorded["type"] == "match.started")["sealed"]["77"] = HASH


def same_command(export: Any) -> None:
    export["events"][1]["cmd"] = export["events"][0]["cmd"]


def opened_twice(export: Any) -> None:
    export["opened"].append(export["opened"][0])


def another_part(export: Any) -> None:
    made = {recorded["seq"] for recorded in export["events"] if recorded["type"] == "move.made"}
    next(part for part in export["opened"] if part["seq"] in made)["payload"] = {}


def item_twice(export: Any) -> None:
    draws = next(part["payload"]["draws"] for part in export["opened"] if part["payload"].get("draws"))
    draws[0]["bag"].append(draws[0]["bag"][0])


def falling_seats(export: Any) -> None:
    undone = next(event(*row) for row in PUBS if row[0] == "move.undone")
    export["events"].append(undone | {"pub": undone["pub"] | {"asked": [1, 0]}})


def half_a_tournament(export: Any) -> None:
    export["events"][0]["pub"]["tournament"] = UUID


def plan_for_another(export: Any) -> None:
    plan = next(event(*row) for row in PUBS if row[0] == "plan.made")
    export["events"].append(plan | {"cmd": "more", "sealed": {"0": HASH}})


@pytest.mark.parametrize(
    "change",
    [
        another_match, another_seat, another_audience, no_such_seat, same_command, opened_twice, another_part,
        item_twice, falling_seats, half_a_tournament, plan_for_another,
    ],
)  # fmt: skip
def test_what_the_schema_cannot_say_is_reported_beside_it(change):
    export = copy.deepcopy(GOOD)
    change(export)
    assert agreed(export)
    report = Report()
    check_beyond(Log(export, bundle=False), report)
    assert {finding.code for finding in report.findings} == {"FORM"}


def test_a_whole_number_with_a_fraction_is_reported_although_the_schema_lets_it_pass():
    export = copy.deepcopy(GOOD)
    made = next(recorded for recorded in export["events"] if recorded["type"] == "move.made")
    made["pub"]["decision"] = float(made["pub"]["decision"])
    assert EXPORTS.is_valid(export)
    assert not own_verdict(export)


def test_a_good_export_has_nothing_against_it_beside_the_schema():
    report = Report()
    check_beyond(Log(GOOD, bundle=False), report)
    assert report.findings == []
