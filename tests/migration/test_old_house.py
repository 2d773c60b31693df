"""The kept dump and its facts fit each other, and hold every state that a migration must not lose."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.migration.old_house import DUMP, FACTS, digest, export_given, facts, loaded, matches

PARTS = (
    "open-public", "open-private", "starting", "bots-running", "unjudged-move", "unjudged-resignation",
    "unjudged-bot-move", "clock-passed", "clock-running", "credit-unjudged", "expiry-unjudged", "sand-running",
    "sand-ran-out", "long", "mid-play", "simultaneous", "refused-move", "parked", "tried-once", "ended-by-rules",
    "ended-by-resignation", "ended-by-time", "audited", "unaudited", "left-by-everybody", "nobody-came", "in-leaf",
    "not-in-leaf", "private-running", "one-seat", "idle-move", "refused-too-late", "audit-broke-off",
)  # fmt: skip


def events_of(match: dict[str, Any]) -> list[Any]:
    events: list[Any] = match["export"]["events"]
    return events


def row_of(match: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = match["stored"]["row"]
    return row


def test_the_dump_is_the_one_that_the_facts_tell_of() -> None:
    assert digest() == facts()["dump"]["sha256"]


def test_both_files_together_are_small() -> None:
    assert DUMP.stat().st_size + FACTS.stat().st_size < 1_000_000


def test_the_dump_fills_an_empty_database_with_every_row() -> None:
    with loaded(os.environ["DATABASE_URL"]) as url, psycopg.connect(url) as line:
        counts = {}
        for table in facts()["rows"]:
            row = line.execute(sql.SQL("SELECT count(*) FROM public.{}").format(sql.Identifier(table))).fetchone()
            counts[table] = row[0] if row else None
    assert counts == facts()["rows"]


@pytest.mark.parametrize("part", PARTS)
def test_a_match_plays_the_part(part: str) -> None:
    assert matches(part)


def test_each_game_is_in_mid_play_with_people_alone() -> None:
    games = [
        match["game"]
        for match in matches("mid-play")
        if match["status"] == "running" and all(seat["account"] for seat in match["stored"]["seats"])
    ]
    assert set(games) == {"zertz", "glux", "potion_explosion", "saboteur_duel", "enigma"}


def test_every_log_is_whole_up_to_the_head_of_its_row() -> None:
    for match in matches():
        events = events_of(match)
        assert [event["seq"] for event in events] == list(range(len(events)))
        assert all(after["prev"] == before["hash"] for before, after in pairwise(events))
        assert (events[-1]["seq"], events[-1]["hash"]) == (row_of(match)["head_seq"], row_of(match)["head_hash"])


def test_every_receipt_names_the_event_it_was_given_for() -> None:
    for match in matches():
        for said in match["said"]:
            body = said["answer"]["receipt"]["body"]
            event = events_of(match)[body["size"] - 1]
            assert (event["hash"], event["match"]) == (body["head"], match["id"])
            assert said["what"] != "move" or event["cmd"] == said["command_id"]


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ("unjudged-move", "move.made"),
        ("unjudged-bot-move", "move.made"),
        ("unjudged-resignation", "seat.resigned"),
        ("expiry-unjudged", "clock.expired"),
        ("credit-unjudged", "clock.credited"),
    ],
)
def test_what_is_recorded_there_is_not_judged(part: str, kind: str) -> None:
    for match in matches(part):
        assert kind in [event["type"] for event in match["waiting"]]
        assert row_of(match)["judged_seq"] < match["waiting"][0]["seq"]


@pytest.mark.parametrize(
    ("part", "kind", "said"),
    [
        ("sand-ran-out", "time.up", {}),
        ("refused-move", "move.judged", {"verdict": "refused", "code": "opened-by-all"}),
        ("refused-too-late", "move.judged", {"verdict": "refused", "code": "too-late"}),
        ("ended-by-time", "match.ended", {"reason": "time"}),
        ("ended-by-resignation", "match.ended", {"reason": "resign"}),
        ("seat-left", "seat.left", {}),
        ("credited", "clock.credited", {}),
    ],
)
def test_the_log_tells_what_the_part_is_named_for(part: str, kind: str, said: dict[str, str]) -> None:
    for match in matches(part):
        events = [event["pub"] for event in events_of(match) if event["type"] == kind]
        assert any(said.items() <= pub.items() for pub in events)


def test_matches_are_called_audited_by_what_their_rows_say() -> None:
    verdicts = {"audited": "holds", "unaudited": "", "audit-broke-off": "broke-off"}
    assert all(row_of(match)["audit"] == verdict for part, verdict in verdicts.items() for match in matches(part))


def test_an_idle_seat_has_a_move_that_nobody_sent() -> None:
    for match in matches("idle-move"):
        sent = {said.get("command_id") for said in match["said"]}
        assert any(event["type"] == "move.made" and event["cmd"] not in sent for event in events_of(match))


def test_the_referee_has_given_up_the_parked_match_and_tried_another_once() -> None:
    assert [bool(row_of(match)["parked"]) for match in matches("parked")] == [True]
    assert [(row_of(match)["tries"], row_of(match)["parked"]) for match in matches("tried-once")] == [(1, "")]


def test_the_clock_had_passed_before_the_house_stopped_and_the_others_had_not() -> None:
    stopped = facts()["pulse"]["at"]
    assert all(row_of(match)["clock_at"] < stopped for match in matches("clock-passed"))
    assert all(row_of(match)["clock_at"] > stopped for match in matches("clock-running"))


def test_the_sand_was_running_when_the_house_stopped() -> None:
    for match in matches("sand-running"):
        assert row_of(match)["due_at"] > facts()["pulse"]["at"]
        assert len(match["frames"]["gallery"]["to_act"]) == row_of(match)["seats"] - 1


def test_long_matches_have_snapshots() -> None:
    assert all(match["match"]["ply"] > 50 and match["stored"]["snapshots"] for match in matches("long"))


def test_one_seat_has_answered_and_is_judged_while_the_others_are_asked() -> None:
    for match in matches("simultaneous"):
        seats = set(range(row_of(match)["seats"]))
        asked = {question["seat"] for question in match["stored"]["asked"]}
        assert len(asked) >= 2
        assert seats - asked
        assert not match["waiting"]


def test_finished_matches_lie_under_the_newest_checkpoint_but_for_some() -> None:
    size = facts()["checkpoint"]["body"]["size"]
    assert len(facts()["checkpoints"]) >= 2
    assert {match["inclusion"]["index"] for match in matches("in-leaf")} == set(range(size))
    assert all(match["inclusion"] is None for match in matches("not-in-leaf"))


def test_a_seat_is_given_its_own_parts_and_the_gallery_none() -> None:
    running = [match for match in matches("mid-play") if match["status"] == "running"]
    for match in running:
        assert {part["aud"] for part in export_given(match, 1)["opened"]} == {"1"}
        assert export_given(match)["opened"] == []
