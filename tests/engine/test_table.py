"""The in-memory driver: deal, play, time_up, frame, and the way back, on the toy."""

from __future__ import annotations

import pytest

from engine.core.errors import BadDraw, IllegalMove, UnreadableMove
from engine.core.replay import replay
from engine.core.table import Table, from_key
from tests.engine.toy import HUSH, Hush

KEY = b"k" * 32


def opened(**options):
    return Table.opened(HUSH, 2, options, from_key(KEY))


def test_a_drawer_answers_every_open_draw_at_once():
    table = opened()
    assert [ply.draw.label for ply in table.plies] == ["aside", "deck", "deck", "star"]
    assert table.picks == {"aside": 1, "deck": 6, "star": 1}
    assert table.asked() == [0, 1]


def test_without_a_drawer_each_draw_is_dealt_and_nobody_is_asked_before():
    table = Table.opened(HUSH, 2)
    assert table.asked() == []
    assert table.legal(0) == []
    with pytest.raises(IllegalMove, match="not-your-turn"):
        table.play(0, "pass")
    table.deal(["4"])
    assert table.state.aside == 4
    with pytest.raises(BadDraw, match="wrong-count"):
        table.deal(["4"])


def test_dealing_without_an_open_draw_is_refused():
    with pytest.raises(BadDraw, match="no-draw-open"):
        opened().deal(["1"])


def test_a_seat_that_has_answered_is_not_asked_again():
    table = opened()
    table.play(0, "pass")
    with pytest.raises(IllegalMove, match="not-your-turn"):
        table.play(0, "pass")
    assert table.answered(0) == 1


def test_a_refused_move_leaves_the_table_as_it_was():
    table = opened()
    before = table.state, len(table.steps)
    with pytest.raises(UnreadableMove):
        table.play(0, "fly")
    assert (table.state, len(table.steps)) == before


def test_time_runs_out_when_it_is_due_and_the_draws_that_follow_are_dealt():
    table = opened(sand=5000)
    steps = table.time_up()
    assert [step.ply.kind for step in steps] == ["time", "deal"]
    assert table.at == 5000
    assert table.state.round == 2


def test_a_table_without_a_timer_says_so():
    class Untimed(Hush):
        def deadline(self, state):
            return None

    with pytest.raises(LookupError):
        Table.opened(Untimed(), 2, drawer=from_key(KEY)).time_up()


def test_going_back_gives_the_same_luck_again():
    table = opened()
    first = len(table.steps)
    table.time_up()
    star = table.state.star
    table.go_back(first)
    assert table.picks["star"] == 1
    table.time_up()
    assert table.state.star == star


def test_the_plies_of_a_table_fold_to_its_state():
    table = opened()
    while not table.over:
        seat = table.asked()[0]
        table.play(seat, table.legal(seat)[0])
    assert replay(HUSH, table.first, table.plies) == table.state
    assert len(table.states) == len(table.steps) + 1
    with pytest.raises(IllegalMove, match="match-over"):
        table.play(0, "pass")


def test_a_frame_has_the_moves_and_the_decision_of_its_own_eye_alone():
    table = opened()
    mine, gallery = table.frame(0), table.frame(None)
    assert mine["moves"] == HUSH.legal_texts(table.state, 0)
    assert mine["decision"] == 1
    assert (gallery["moves"], gallery["decision"]) == (None, None)
    assert mine["view"] == HUSH.view(table.state, 0)
    assert (gallery["to_act"], gallery["due"], gallery["winners"]) == ([0, 1], 60000, None)
    assert {"seq": 2, "code": "drew", "params": {"seat": 0, "count": 3}} in gallery["news"]
    assert {"seq": 2, "code": "drew", "params": {"seat": 0, "count": 3}} not in mine["news"]


def test_an_error_while_dealing_leaves_the_table_as_it_was():
    table = opened(sand=5000)
    table.drawer = lambda question, first: ["no such star"]
    before = table.state, len(table.steps), dict(table.picks)
    with pytest.raises(BadDraw):
        table.time_up()
    assert (table.state, len(table.steps), dict(table.picks)) == before
