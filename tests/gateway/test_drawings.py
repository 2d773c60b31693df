"""The drawings of tournaments: every format of the vectors, in both directions, with what the standings say."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gateway.drawings.bracket import bracket_drawing, single_ties
from gateway.drawings.canvas import Canvas, cut
from gateway.drawings.grids import cross_drawing, meetings, round_drawing, rows_of
from gateway.drawings.words import DrawingWords, points_text
from services.pairings.fold import fold
from services.pairings.ledger import make_ledger
from services.pairings.standings import standings
from tests.pairings.logs import Log, recorded, tournament_of, vectors

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {entry: f"Name {entry} <&>" for entry in range(1, 200)}
BRACKETS = ("knockout", "double_knockout")


def words(language: str = "en") -> DrawingWords:
    return DrawingWords(language, NAMES, lambda match: f"/matches/{match}")


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))


def texts(svg: str) -> list[str]:
    return [re.sub("[\u2066\u2069]", "", "".join(element.itertext())) for element in read(svg).iter(f"{SVG}text")]


def state_of(good):
    return fold(tournament_of(good), recorded(good))


def drawn(good, language: str) -> list[str]:
    state = state_of(good)
    if state.start is None:
        return []
    ledger, table = make_ledger(state), standings(state)
    if state.opened.format in BRACKETS:
        return [bracket_drawing(ledger, words(language))]
    groups = sorted({row.group for row in table.rows}, key=lambda group: group or 0)
    pools = [rows_of(table, group) for group in groups]
    return [cross_drawing(ledger, words(language), rows, "x") for rows in pools] + [
        round_drawing(ledger, words(language), rows_of(table, groups[0]), "x")
    ]


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("good", vectors(), ids=lambda good: good["name"])
def test_every_event_of_the_vectors_is_drawn_within_its_sheet(good, language):
    for svg in drawn(good, language):
        sheet = read(svg)
        width, height = float(sheet.get("width") or 0), float(sheet.get("height") or 0)
        for text in sheet.iter(f"{SVG}text"):
            assert 0 <= float(text.get("x") or -1) <= width
            assert 0 <= float(text.get("y") or -1) <= height
        for box in sheet.iter(f"{SVG}rect"):
            assert 0 <= float(box.get("x") or -1) <= width - float(box.get("width") or 0) + 0.1


def knockout(entrants: int = 6) -> Log:
    log = Log("knockout", entrants=entrants, rules={"third": True})
    log.pair_next()
    return log


def test_a_bracket_shows_who_is_free_and_the_ties_to_come():
    log = knockout()
    ties = single_ties(make_ledger(log.state), words(), log.state.started.order, 1, third=True)
    assert [tie.column for tie in ties] == [0, 0, 1, 1, 2, 2]
    assert {slot for tie in ties if tie.column == 1 for slot in tie.slots if slot} == {1, 2}
    assert ties[-1].label == "Third place"


def test_the_winner_of_a_tie_goes_on_in_the_drawing():
    log = knockout(4)
    log.result(1, 1, 2)
    log.result(2, 2, 1)
    ledger = make_ledger(log.state)
    ties = single_ties(ledger, words(), log.state.started.order, 1, third=True)
    winners = [tie.winner for tie in ties if tie.column == 0]
    assert list(ties[2].slots) == winners
    assert set(ties[3].slots) == {1, 2, 3, 4} - set(winners)
    assert sorted(ties[0].wins) == ["0", "1"]


def test_a_tie_leads_to_its_match():
    log = knockout(2)
    match = log.state.round(1).tables[0].latest.match
    assert f'href="/matches/{match}"' in bracket_drawing(make_ledger(log.state), words())


def test_names_are_escaped_and_cut_with_the_whole_as_title():
    svg = bracket_drawing(make_ledger(knockout(2).state), DrawingWords("en", {1: "A<b>" * 9, 2: "B"}))
    assert "A<b>" not in svg
    assert cut("A<b>" * 9, 17) in texts(svg)[1]
    assert "A<b>" * 9 in texts(svg)[1]


def test_from_right_to_left_everything_is_mirrored():
    left, right = Canvas(100, 10), Canvas(100, 10, rtl=True)
    for canvas in (left, right):
        canvas.box(10, 0, 20, 5, "b")
    assert (' x="10"' in left.parts[0], ' x="70"' in right.parts[0]) == (True, True)


def test_a_cross_table_has_both_sides_of_every_result():
    log = Log("round_robin", entrants=4, rules={"at_once": False})
    log.pair((1, 2), (3, 4))
    log.result(1, 1, 2)
    log.result(2, 1, 1)
    ledger = make_ledger(log.state)
    assert (meetings(ledger, 1), meetings(ledger, 2)) == ({2: [12]}, {1: [0]})
    assert (meetings(ledger, 3), meetings(ledger, 4)) == ({4: [6]}, {3: [6]})
    svg = cross_drawing(ledger, words(), rows_of(standings(log.state)), "x")
    assert texts(svg).count("½") == 4  # two cells and two totals


def test_a_round_table_tells_opponents_by_their_row_and_byes():
    log = Log("swiss", entrants=3)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    rows = rows_of(standings(log.state))
    svg = round_drawing(make_ledger(log.state), words(), rows, "x")
    at = {row.entry: place for place, row in enumerate(rows, 1)}
    labels = texts(svg)
    assert f"+{at[2]}Name 2 <&>" in labels
    assert f"−{at[1]}Name 1 <&>" in labels
    assert any(label.startswith("bye") for label in labels)


def test_an_opponent_below_the_rows_that_are_drawn_has_a_number_all_the_same():
    log = Log("swiss", entrants=4)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    rows = rows_of(standings(log.state))
    labels = texts(round_drawing(make_ledger(log.state), words(), rows, "x", 2))
    at = {row.entry: place for place, row in enumerate(rows, 1)}
    assert rows[0].entry == 1
    assert at[2] > 2
    assert f"+{at[2]}Name 2 <&>" in labels
    assert not any(label.startswith("−") for label in labels)


def test_points_are_shown_in_halves_and_in_the_readers_digits():
    assert [points_text(twelfths, "en") for twelfths in (0, 6, 12, 30, 4)] == ["0", "½", "1", "2½", "1/3"]
    assert points_text(30, "fa") == "\u2066۲½\u2069"


def test_a_drawing_in_persian_has_no_latin_digits():
    log = knockout(4)
    log.result(1, 1, 2)
    svg = bracket_drawing(make_ledger(log.state), DrawingWords("fa", {1: "آ", 2: "ب", 3: "پ", 4: "ت"}))
    assert not re.search("[0-9]", "".join(texts(svg)))
