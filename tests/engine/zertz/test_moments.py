"""Which moves of ZERTZ are moments."""

from engine.games.zertz import GAME
from tests.engine.moments import moments
from tests.engine.zertz.table import CLAIM, at, new, play

CUT_OFF = "37 ----/-----/-G----/GoB----/-GW---/-----/---- 0,0,0 2,3,5 3,2,4 1"


def test_a_move_that_takes_three_marbles_or_more_is_a_moment():
    assert moments(GAME, at(CUT_OFF), "Bd2")[0] == {"code": "captures", "seat": 0, "count": 5}


def test_a_capture_of_one_that_leaves_the_other_ahead_is_none():
    state = at("37 oooo/ooooo/oooooo/WGooooo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,2,0 1")
    assert moments(GAME, state, "x d1Gd3") == []


def test_the_first_marble_more_than_the_other_has_is_the_lead():
    state = at("37 oooo/ooooo/oooooo/WGooooo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1")
    assert moments(GAME, state, "x d1Gd3") == [{"code": "lead", "seat": 0, "score": 1}]


def test_who_leads_already_does_not_take_the_lead_again():
    state = at("37 oooo/ooooo/oooooo/WGooooo/oooooo/ooooo/oooo 5,7,10 1,0,0 0,0,0 1")
    assert moments(GAME, state, "x d1Gd3") == []


def test_a_claim_is_a_moment():
    missed = play(new(**CLAIM), *missed_capture())
    assert moments(GAME, missed, "!")[0] == {"code": "claim", "seat": missed.side}


def missed_capture():
    """Two marbles side by side, then a placement that passes over the jump."""
    state = new(**CLAIM)
    first = next(text for text in GAME.legal_texts(state, 0) if text.startswith("Wd4"))
    state = play(state, first)
    second = next(text for text in GAME.legal_texts(state, 1) if text.startswith("Gd5"))
    state = play(state, second)
    third = next(text for text in GAME.legal_texts(state, 0) if not text.startswith("x"))
    return first, second, third


def test_rules_without_rounds_count_none():
    assert GAME.round_number(new()) is None
