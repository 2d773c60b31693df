"""The check of tournaments holds every good log of all formats, and works out the same standings."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.pairings.house import House
from tests.pairings.logs import Log, vector, vectors
from tests.verifier.tournaments import export_of_log, export_of_vector, report_of
from verifier.__main__ import main
from verifier.report import Report
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.standings import standings
from verifier.tournament.stream import TournamentLog
from verifier.tournaments import Walk

NAMES = [good["name"] for good in vectors()]
FOUR = {"seats": 4, "rounds": 3}
EVENTS = [
    ("swiss", 9, {"rounds": 4}),
    ("swiss", 6, {"rounds": 5}),
    ("round_robin", 5, {}),
    ("round_robin", 4, {"rules": {"twice": True, "at_once": True}}),
    ("knockout", 7, {"rules": {"third": True}}),
    ("knockout", 5, {"rules": {"best_of": 3}}),
    ("double_knockout", 6, {}),
    ("double_knockout", 8, {"rules": {"best_of": 3}}),
    ("groups", 9, {"rules": {"group": 4, "final": {"kind": "bracket", "k": 4}, "third": True}}),
    ("groups", 8, {"seats": 3, "rules": {"group": 4, "final": {"kind": "table", "k": 3}}}),
    ("groups", 6, {"seats": 4, "rules": {"group": 6}}),
    ("swiss_pods", 11, FOUR),
    ("swiss_pods", 10, {**FOUR, "rules": {"bots": True}}),
    ("swiss_pods", 8, {"seats": 3, "rounds": 3}),
    ("league", 11, {"rules": {"group": 4}}),
    ("arena", 7, {"rules": {"minutes": 3}, "clock": {"kind": "fischer", "start_ms": 60000, "increment_ms": 0}}),
]


def plain(value):
    return (
        f"{value.numerator}/{value.denominator}"
        if isinstance(value, Fraction) and value.denominator > 1
        else int(value)
    )


def rows_of(name):
    walk = Walk(TournamentLog(export_of_vector(name)), Report())
    walk.read_previous({})
    walk.check()
    for row in standings(Reckoning(walk.book)).rows:
        own = {"entry": row.entry, "place": row.place, "points": row.points}
        own["tiebreaks"] = {key: plain(value) for key, value in row.tiebreaks.items()}
        yield own if row.group is None else {**own, "group": row.group}


@pytest.mark.parametrize("name", NAMES)
def test_no_fault_is_reported_in_a_whole_event(name):
    assert [str(finding) for finding in report_of(export_of_vector(name)).findings] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_final_rows_are_worked_out_alike(name):
    assert list(rows_of(name)) == vector(name)["standings"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("format", "entrants", "known"), EVENTS)
def test_no_fault_is_reported_in_what_the_house_writes(format, entrants, known, seed):
    """With aborted matches and entrants who leave in the middle."""
    log = Log(format=format, entrants=entrants, **known)
    house = House(log, seed=seed, abort=0.1)
    house.clock += 1000 * len(log.events)
    log.now = house.now  # type: ignore[method-assign]
    house.play(leave=0.04 if seed % 2 else 0.0)
    assert [str(finding) for finding in report_of(export_of_log(log)).findings] == []


def run(tmp_path, export, capsys):
    path = tmp_path / "tournament.json"
    path.write_text(json.dumps(export), encoding="utf-8")
    return main([str(path)]), capsys.readouterr().out


def test_the_command_says_how_far_it_could_look(tmp_path, capsys):
    code, out = run(tmp_path, export_of_vector("swiss-8"), capsys)
    assert code == 3
    assert "note: the matches are not in this export" in out
    assert out.splitlines()[-1].endswith("30 events, holds as far as it could look")


def test_the_command_prints_code_seq_and_text(tmp_path, capsys):
    export = export_of_vector("swiss-8")
    export["events"][10]["pub"] = {**export["events"][10]["pub"], "round": 7}
    code, out = run(tmp_path, export, capsys)
    assert code == 1
    assert out.splitlines()[0].startswith("HASH 10 ")


def test_a_tournament_that_runs_holds_as_far_as_it_could_look(tmp_path, capsys):
    log = Log(entrants=4, rounds=2)
    log.pair_next()
    code, out = run(tmp_path, export_of_log(log), capsys)
    assert code == 3
    assert "it is not over" in out


def test_a_tournament_without_results_that_was_cancelled_holds(tmp_path, capsys):
    log = Log(entrants=3, start=False)
    log.finish("cancelled")
    House(log).settle()
    assert run(tmp_path, export_of_log(log), capsys)[0] == 0
