"""Logs forged with care: sealed and hashed anew, reported by what only the rules and the log's own course can tell."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from engine.core.codec import canonical
from engine.games import GAMES, game_of
from engine.games.enigma.data import PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from tests.engine.toy import HUSH
from tests.verifier.vectors import chained_anew, sealed_anew
from tests.verifier.writer import Writer
from verifier import chance, hashes
from verifier.verify import verify

GAMES_HERE = {**GAMES, "hush": HUSH}


def codes(export: Any, **more: Any) -> set[str]:
    return {finding.code for finding in verify(export, **{"games": GAMES_HERE, **more})}


def all_of(export: Any, kind: str) -> list[Any]:
    return [event for event in export["events"] if event["type"] == kind]


# -- too late by the rules --------------------------------------------------------------------------------------------


@cache
def late_export(rules_version: int, code: str) -> Any:
    """Enigma, live: seat 0 knows the answer, but gives it after the sand has run out."""
    writer = Writer(game_of("enigma", rules_version), [None, "greedy"], {"mode": "live"})
    while writer.state.phase == "choose":
        seat = min(writer.game.to_act(writer.state))
        assert writer.say(seat, writer.ask(seat)) is None
    puzzle = PUZZLES[writer.state.desks[0].puzzle]
    text = "A:" + canonical(BY_NAME[puzzle.kind].solve(puzzle.data, 1).first).decode()
    due = writer.game.deadline(writer.state)
    assert writer.say(0, text, after_ms=due + writer.started_at - writer.clock + 3) == code
    writer.run_out()
    writer.add("seat.resigned", "seat:0", {"seat": 0})
    return writer.export([1], "resign")


def test_a_move_that_the_rules_themselves_call_too_late_holds():
    assert codes(late_export(1, "too-late")) == set()


def test_without_the_rules_nobody_can_tell_that_it_was_too_late():
    assert codes(late_export(1, "too-late"), games={}) == {"JUDGE"}


def test_since_version_2_the_rules_have_a_code_of_their_own_and_it_holds_without_them():
    assert codes(late_export(2, "sand-out")) == set()
    assert codes(late_export(2, "sand-out"), games={}) == set()


def test_a_move_refused_as_too_late_that_the_rules_refuse_otherwise_is_reported():
    writer = Writer(HUSH, [None, "greedy"], {"rounds": 1})
    assert writer.say(0, "keep") == "other-phase"
    writer.play()
    made = writer.export()
    (refusal,) = [event for event in all_of(made, "move.judged") if event["pub"]["code"]]
    refusal["pub"]["code"] = "too-late"
    assert codes(chained_anew(made)) == {"JUDGE"}


# -- decisions and bots -----------------------------------------------------------------------------------------------


@cache
def hush_export() -> Any:
    writer = Writer(HUSH, [None, "greedy", "random"], {"rounds": 2})
    writer.play(run_out_every=3)
    return writer.export()


@pytest.fixture
def export():
    return copy.deepcopy(hush_export())


@pytest.mark.parametrize("actor", ["seat:0", "bot:1"])
def test_a_decision_number_that_was_skipped_is_reported(export, actor):
    last = [event for event in all_of(export, "move.made") if event["actor"] == actor][-1]
    last["pub"]["decision"] += 1
    assert "JUDGE" in codes(chained_anew(export), bots=False)


def test_a_budget_that_the_bot_does_not_play_with_is_reported_without_asking_it(export, monkeypatch):
    for event in all_of(export, "move.made"):
        if "budget" in event["pub"]:
            event["pub"]["budget"] = 10**12
    monkeypatch.setattr(type(HUSH.bots["greedy"]), "choose", None)
    assert codes(chained_anew(export)) == {"BOT"}


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_a_hand_shown_to_another_seat_at_the_start_is_reported(export):
    (started,) = all_of(export, "match.started")
    parts = {part["aud"]: part["payload"] for part in export["opened"] if part["seq"] == started["seq"]}
    leaked = parts["1"] | {"shown": parts["0"]["chance"]}
    assert codes(sealed_anew(export, started["seq"], "1", leaked)) == {"CHANCE"}


def test_what_is_shown_twice_by_one_event_is_reported(export):
    event = next(event for event in export["events"] if "shown" in event["pub"])
    event["pub"]["shown"] *= 2
    assert codes(chained_anew(export)) & {"MOVE", "CHANCE"}


# -- ends by the house ------------------------------------------------------------------------------------------------


def ended(kind: str, reason: str, winners: list[int], bots: tuple[str | None, ...] = (None, "greedy", "random")) -> Any:
    """Seat 0 lays nothing, the others what they like; then seat 0 loses by the house."""
    writer = Writer(HUSH, list(bots), {"rounds": 2})
    for seat in range(1, len(bots)):
        writer.say(seat, writer.ask(seat))
    actor = "seat:0" if kind == "seat.resigned" else "server"
    writer.add(kind, actor, {"seat": 0})
    return writer.export(winners, reason)


@pytest.mark.parametrize(("kind", "reason"), [("seat.resigned", "resign"), ("clock.expired", "time")])
@pytest.mark.parametrize("bots", [(None, "greedy"), (None, "greedy", "random")])
def test_an_end_by_the_house_holds_when_the_others_win(kind, reason, bots):
    made = ended(kind, reason, list(range(1, len(bots))), bots)
    assert len(set(all_of(made, "match.ended")[0]["pub"]["scores"])) == 1
    assert codes(made) == set()


@pytest.mark.parametrize(
    "forged",
    [
        ("seat.resigned", "resign", [0]),
        ("seat.resigned", "resign", [0, 1, 2]),
        ("seat.resigned", "resign", []),
        ("seat.resigned", "time", [1, 2]),
        ("clock.expired", "resign", [1, 2]),
        ("clock.expired", "agreement", [1, 2]),
        ("clock.expired", "ruling", [1, 2]),
    ],
)
def test_an_end_that_the_log_does_not_bear_out_is_reported(forged):
    assert codes(ended(*forged)) == {"SCORE"}


def test_scores_invented_at_an_end_by_the_house_are_reported():
    made = ended("seat.resigned", "resign", [1, 2])
    all_of(made, "match.ended")[0]["pub"]["scores"] = [9, 9, 9]
    assert codes(chained_anew(made)) == {"SCORE"}


def test_the_clock_of_a_seat_that_was_not_asked_does_not_expire():
    writer = Writer(GAMES["zertz"], [None, "random"])
    waits = min(writer.game.to_act(writer.state))
    writer.add("clock.expired", "server", {"seat": 1 - waits})
    assert codes(writer.export([waits], "time")) == {"SCORE"}


def test_a_bot_does_not_resign():
    writer = Writer(HUSH, [None, "greedy"])
    writer.add("seat.resigned", "seat:1", {"seat": 1})
    assert codes(writer.export([0], "resign")) == {"SEATS"}


# -- the table and the whole ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("receipt", [None, "gone"])
def test_an_export_without_a_receipt_is_reported(export, receipt):
    export["receipt"] = None
    if receipt == "gone":
        del export["receipt"]
    assert codes(export) == {"FORM"}


def test_a_seat_taken_by_another_account_is_reported(export):
    export["events"][1]["actor"] = "acct:another"
    assert codes(chained_anew(export)) == {"SEATS"}


def test_a_clock_that_takes_time_away_is_reported():
    writer = Writer(HUSH, [None, "greedy"], {"rounds": 1})
    writer.add("clock.credited", "server", {"seat": 0, "ms": 5})
    writer.play()
    good = writer.export()
    assert codes(good) == set()
    all_of(good, "clock.credited")[0]["pub"]["ms"] = -5
    assert codes(chained_anew(good)) == {"FORM"}


# -- patience ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("public", "move", "fits"),
    [
        ("a", "a", True), ("a", "b", False), ("?", "x", True), ("?", "", False), ("a?", "a", False),
        ("a?b", "axb", True),
        ("a?b", "ab", False), ("a?b?c", "axbxbyc", True), ("a?b?c", "axbc", False), ("??", "x", False),
        ("??", "xy", True), ("D:?+?>pick", "D:1+2>pick", True), ("a?a", "aa", False), ("a?a", "aaa", True),
        ("?a", "aa", True), ("?a?", "aa", False), ("?a?", "xaa", True), ("?aa", "aaa", True),
    ],
)  # fmt: skip
def test_each_question_mark_stands_for_one_character_or_more(public, move, fits):
    assert hashes.could_be(public, move) is fits


def test_a_mask_of_nothing_but_question_marks_is_read_at_once():
    assert not hashes.could_be("?a" * 30 + "b", "a" * 1000)


def test_draws_without_end_are_not_computed(export, monkeypatch):
    monkeypatch.setattr(chance, "MOST_WORK", 10)
    assert "FORM" in codes(export)
