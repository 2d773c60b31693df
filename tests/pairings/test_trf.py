"""TRF16 out and in: what py4swiss reads back, and the same points, meetings and tie-breaks from the report alone."""

from __future__ import annotations

import pytest
from py4swiss.trf import TrfParser

from services.pairings.fold import fold
from services.pairings.ledger import make_ledger
from services.pairings.standings import standings
from services.pairings.trf import TrfHeader, read_trf, trf_log, write_trf
from tests.pairings.house import House
from tests.pairings.logs import Log, recorded, tournament_of, vectors

HEADER = TrfHeader("Spring cup", "Tehran", "IRI", "2026/11/01", "2026/12/01", "d1")
TWO_SEATS = [good for good in vectors() if good["events"][0]["pub"]["seats"] == 2]
# Points taken from a substitute do not follow from the results, and a report has no word for it.
ZEROED = "swiss-6-substitute-zero-extend"
SWISS = [g for g in TWO_SEATS if g["events"][0]["pub"]["format"] == "swiss" and g["name"] != ZEROED]


def report(good):
    state = fold(tournament_of(good), recorded(good))
    return state, write_trf(make_ledger(state), HEADER, {entry: f"Player {entry}" for entry in state.order})


@pytest.mark.parametrize("good", TWO_SEATS, ids=[good["name"] for good in TWO_SEATS])
def test_both_sides_of_every_match_agree_in_a_report(good):
    state, text = report(good)
    players = {player.number: player for player in read_trf(text)}
    assert len(players) == len(state.order)
    for player in players.values():
        for at, result in enumerate(player.results):
            if result.opponent:
                other = players[result.opponent].results[at]
                assert other.opponent == player.number
                assert {result.color, other.color} == {"w", "b"}
                assert {result.result, other.result} in ({"1", "0"}, {"="}, {"+", "-"}, {"-"})


@pytest.mark.parametrize("good", SWISS, ids=[good["name"] for good in SWISS])
def test_a_foreign_reader_accepts_the_report(good, tmp_path):
    state, text = report(good)
    path = tmp_path / "report.trf"
    path.write_text(text, encoding="utf-8")
    parsed = TrfParser.parse(path, strict=True)
    assert len(parsed.player_sections) == len(state.order)
    points = {section.starting_number: section.points_times_ten for section in parsed.player_sections}
    ledger = make_ledger(state)
    assert points == {state.numbers[e]: ledger.records[e].points * 10 // 12 for e in state.order}


def test_columns_stand_where_the_format_wants_them():
    log = Log(entrants=3, rounds=2)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    lines = write_trf(make_ledger(log.state), HEADER, {1: "Ada"}).splitlines()
    first = next(line for line in lines if line.startswith("001    1"))
    third = next(line for line in lines if line.startswith("001    3"))
    assert first[14:17] == "Ada"
    assert first[48:52] == "1999"
    assert first[80:84] == " 1.0"
    assert first[85:89] == "   2"  # 3 has as many points, and 6 of its dummy
    assert first[91:99] == "   2 w 1"
    assert third[91:99] == "0000 - U"


@pytest.mark.parametrize("seed", range(6))
def test_a_report_read_back_gives_the_same_points_meetings_and_tie_breaks(seed):
    log = Log(entrants=7, rounds=4)
    House(log, seed, abort=0.1).play()
    before = make_ledger(log.state)
    players = read_trf(write_trf(before, HEADER, {}))
    state = fold(log.tournament, trf_log(log.tournament, players, 4))
    after = make_ledger(state)
    for entry in log.state.order:
        assert after.records[entry].points == before.records[entry].points
        assert after.records[entry].met == before.records[entry].met
    rows = {row.entry: (row.points, row.tiebreaks["buchholz"]) for row in standings(state).rows}
    assert rows == {row.entry: (row.points, row.tiebreaks["buchholz"]) for row in standings(log.state).rows}


def test_larger_tables_have_no_report():
    log = Log("swiss_pods", 4, 4, rounds=1)
    with pytest.raises(ValueError):
        write_trf(make_ledger(log.state), HEADER, {})
