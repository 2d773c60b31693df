"""The verifier's own arithmetic of clocks: the 41 logs to the millisecond, and pauses against a count hour by hour."""

from __future__ import annotations

import json
import random

import pytest

from tests.verifier.async_logs import findings, good, known
from verifier import __main__ as command
from verifier.clocks import clock_table
from verifier.rests import DAY, HOUR, WEEK, Pauses, Rests

NAMES = list(known())
MONDAY = 4 * DAY + 2900 * WEEK


# -- the vectors ------------------------------------------------------------------------------------------------------


def test_there_are_41_logs():
    assert len(NAMES) == 41


@pytest.mark.parametrize("name", NAMES)
def test_every_stint_comes_out_to_the_millisecond(name):
    case = known()[name]
    assert clock_table(case["export"])["stints"] == case["expect"]["stints"]


@pytest.mark.parametrize("name", NAMES)
def test_every_deadline_comes_out_to_the_millisecond(name):
    case = known()[name]
    due = [clock_table(case["export"], expected["after_seq"])["deadlines"] for expected in case["expect"]["deadlines"]]
    assert due == [[expected] for expected in case["expect"]["deadlines"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_good_log_holds(name):
    assert findings(known()[name]["export"]) == set()


@pytest.mark.parametrize("name", NAMES)
def test_the_time_of_every_stint_is_paused_charged_or_the_house_s(name):
    for row in clock_table(known()[name]["export"])["stints"]:
        assert min(row["paused"], row["charged"], row["house"], row["left"]) >= 0
        if row["end"] == "answered":
            assert row["answered"] - row["asked"] == row["paused"] + row["charged"] + row["house"]


def test_the_command_prints_the_table_of_a_log_cut_short(tmp_path, capsys):
    case = known()["three days a move"]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(case["export"]))
    assert command.main([str(path), "--clocks", "--after", "5"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["stints"] == case["expect"]["stints"][:1]
    assert table["deadlines"] == [case["expect"]["deadlines"][1]]


def test_the_command_prints_no_table_of_a_clock_that_nobody_may_have(tmp_path, capsys):
    path = tmp_path / "log.json"
    path.write_text(json.dumps(good("three days a move").clock(ms=1).export()))
    assert command.main([str(path), "--clocks"]) == 1
    assert capsys.readouterr().err.startswith("CLOCK 0 ")


# -- what the vectors leave open --------------------------------------------------------------------------------------


def test_a_seat_whose_answer_waits_has_no_deadline():
    export = known()["a simultaneous phase of three"]["export"]
    assert clock_table(export, 8)["deadlines"] == [{"after_seq": 8, "ms": [None, None, None]}]


def test_a_second_expiry_of_an_empty_bank_comes_one_increment_after_the_question():
    table = clock_table(known()["an idle move"]["export"], 8)
    (due,) = table["deadlines"]
    assert due["ms"] == [None, 3_600_020 + 600_000]


def test_a_credit_moves_the_deadline_by_its_amount():
    log = good("an outage is given back").change(4, ms=12_345)
    assert clock_table(log.export(), 4)["deadlines"] == [{"after_seq": 4, "ms": [612_345, None]}]


# -- rests and pauses -------------------------------------------------------------------------------------------------


def rests_by_hand(days: list[int], hours: tuple[int, int] | None, offset: int, at: int) -> bool:
    local = at + offset * 60_000
    day, hour = (local // DAY + 3) % 7, local // HOUR % 24
    if hours is None:
        return day in days
    start, end = hours
    return day in days or (start <= hour < end if start < end else hour >= start or hour < end)


def some_rests(seed: int) -> tuple[list[int], tuple[int, int] | None, int]:
    chance = random.Random(seed)
    days = chance.sample(range(7), chance.randint(0, 6))
    start, end = chance.sample(range(24), 2)
    return days, (start, end) if chance.random() < 0.7 else None, 60 * chance.randint(-12, 14)


@pytest.mark.parametrize("seed", range(40))
def test_rests_are_those_that_a_count_of_every_hour_gives(seed):
    days, hours, offset = some_rests(seed)
    chance, rests = random.Random(seed), Rests(days, hours, offset)
    for _ in range(20):
        start = MONDAY + HOUR * chance.randint(0, 400)
        end = start + HOUR * chance.randint(0, 400)
        by_hand = sum(rests_by_hand(days, hours, offset, at) for at in range(start, end, HOUR)) * HOUR
        assert rests.between(start, end) == by_hand


def some_pauses(seed: int) -> tuple[Pauses, random.Random]:
    """With recorded pauses of two reasons that may overlap; some are still open."""
    chance = random.Random(seed)
    pauses = Pauses(Rests(*some_rests(seed)))
    at, on = MONDAY, {"vacation": False, "director": False}
    for _ in range(chance.randint(0, 9)):
        at += chance.randint(0, 30) * HOUR + chance.randint(0, 2)
        reason = chance.choice(sorted(on))
        (pauses.end if on[reason] else pauses.begin)(reason, at)
        on[reason] = not on[reason]
    return pauses, chance


@pytest.mark.parametrize("seed", range(120))
def test_the_deadline_is_the_first_moment_at_which_the_time_is_used_up(seed):
    pauses, chance = some_pauses(seed)
    start = MONDAY + chance.randint(0, 50 * HOUR)
    left = chance.randint(1, 300 * HOUR)
    due = pauses.reach(start, left)
    if due is None:
        assert pauses.open
        stopped = max(start, pauses.since)
        assert stopped - start - pauses.between(start, stopped) < left
        return
    assert due - start - pauses.between(start, due) == left
    assert due - 1 - start - pauses.between(start, due - 1) == left - 1


@pytest.mark.parametrize("seed", range(40))
def test_a_pause_never_shortens_what_is_left(seed):
    pauses, chance = some_pauses(seed)
    start, left = MONDAY + chance.randint(0, 50 * HOUR), chance.randint(1, 300 * HOUR)
    plain = Pauses(pauses.rests).reach(start, left)
    due = pauses.reach(start, left)
    assert plain is not None
    assert due is None or due >= plain


def test_a_clock_that_is_empty_when_it_is_asked_in_a_pause_has_no_deadline():
    pauses = Pauses(Rests((), None, 0))
    pauses.begin("vacation", MONDAY)
    assert pauses.reach(MONDAY + HOUR, 0) is None


def test_a_deadline_that_passed_before_the_pause_stays():
    pauses = Pauses(Rests((), None, 0))
    pauses.begin("vacation", MONDAY + HOUR)
    assert pauses.reach(MONDAY, HOUR) == MONDAY + HOUR
    assert pauses.reach(MONDAY, HOUR + 1) is None
