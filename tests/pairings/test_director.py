"""Rulings: what each needs, two directors at one table, and the standings before and after."""

from __future__ import annotations

import pytest

from services.pairings.director import check_ruling, is_director, ruling_effect
from services.pairings.errors import TournamentRefused
from services.pairings.fold import directors
from services.pairings.forms import MISSING, UNKNOWN, WRONG, RulingRequest, read_ruling_request
from services.pairings.ids import tournament_match_id
from services.pairings.refusals_en import refusal_sentence
from services.pairings.rulings import (
    ByeRuled,
    RuleAnnul,
    RuleDirectors,
    RuleDoubleForfeit,
    RuleExpel,
    RuleExtend,
    RuleForfeit,
    RuleHold,
    RuleRelease,
    RuleRePair,
    RuleResult,
    RuleRevoke,
    RuleSubstitute,
    TableRedrawn,
)
from tests.pairings.logs import Log


def rule(log: Log, ruling, seen: int | None = None, touched=frozenset()):
    last = log.state.seq if seen is None else seen
    return check_ruling(log.state, ruling, reason="error", seen=last, since=log.events, touched=touched)


def code(log: Log, ruling, **known) -> str:
    with pytest.raises(TournamentRefused) as caught:
        rule(log, ruling, **known)
    assert refusal_sentence(caught.value.refusal).endswith(".")
    return caught.value.code


def two_tables() -> Log:
    log = Log(entrants=5, rounds=3)
    log.pair((1, 2), (3, 4), byes={5: "pairing"})
    return log


# -- each ruling -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruling",
    [
        RuleResult(1, 1, 1, (1, 1)), RuleForfeit(1, 1, 1, 2), RuleDoubleForfeit(1, 2, 1), RuleAnnul(1, 1),
        RuleAnnul(1, 1, 1), RuleExpel(3), RuleSubstitute(3, "s", "zero"), RuleExtend(1, "2030-01-01T00:00:00.000Z"),
        RuleHold(), RuleDirectors(("d2",)),
    ],
)  # fmt: skip
def test_a_ruling_that_fits_is_written_as_it_is(ruling):
    made = rule(two_tables(), ruling)
    assert (made.ruling, made.reason) == (ruling, "error")


@pytest.mark.parametrize(
    "ruling",
    [
        RuleResult(2, 1, 1, (1, 2)), RuleResult(1, 3, 1, (1, 2)), RuleResult(1, 1, 2, (1, 2)),
        RuleResult(1, 1, 1, (1, 2, 3)), RuleResult(1, 1, 1, (2, 2)), RuleResult(1, 1, 1, (1, None)),
        RuleForfeit(1, 1, 1, 3), RuleExpel(9), RuleSubstitute(9, "s", "zero"), RuleSubstitute(1, "s", "half"),
        RuleDirectors(()), RuleDirectors(("a", "a")),
    ],
)  # fmt: skip
def test_what_does_not_exist_or_cannot_be_is_a_bad_ruling(ruling):
    assert code(two_tables(), ruling) == "bad-ruling"


def test_nobody_is_expelled_twice_and_a_substitute_is_new():
    log = two_tables()
    log.rule(RuleExpel(3))
    assert code(log, RuleExpel(3)) == "already-out"
    assert code(log, RuleSubstitute(3, "s", "carry")) == "already-out"
    assert code(log, RuleSubstitute(1, "a2", "carry")) == "already-entered"


def test_an_extension_is_for_an_open_round_and_later():
    log = Log(entrants=2, rounds=2)
    log.pair((1, 2), deadline="2026-12-01T00:00:00.000Z")
    assert code(log, RuleExtend(1, "2026-11-30T00:00:00.000Z")) == "bad-ruling"
    log.result(1, 1, 2)
    log.close()
    assert code(log, RuleExtend(1, "2026-12-02T00:00:00.000Z")) == "round-closed"


def test_a_result_may_be_ruled_after_its_round_closed():
    log = Log(entrants=2, rounds=2)
    log.round_of((1, 2, "1"))
    assert rule(log, RuleResult(1, 1, 1, (2, 1))).ruling.places == (2, 1)


def test_a_release_needs_a_hold():
    log = two_tables()
    assert code(log, RuleRelease()) == "not-held"
    log.rule(RuleHold())
    assert rule(log, RuleRelease())


def test_rulings_and_withdrawals_are_revoked_once():
    log = two_tables()
    forfeit = log.rule(RuleForfeit(1, 1, 1, 1))
    left = log.withdraw(5)
    log.rule(RuleRevoke(forfeit))
    assert code(log, RuleRevoke(forfeit)) == "nothing-to-revoke"
    assert rule(log, RuleRevoke(left))
    assert code(log, RuleRevoke(0)) == "nothing-to-revoke"


@pytest.mark.parametrize("ruling", [RuleDirectors(("d1", "d2")), RuleRelease()])
def test_some_rulings_cannot_be_revoked(ruling):
    log = two_tables()
    log.rule(RuleHold())
    seq = log.rule(ruling)
    assert code(log, RuleRevoke(seq)) == "nothing-to-revoke"


def test_before_the_start_only_the_list_of_directors_is_ruled():
    log = Log(entrants=2, start=False)
    assert code(log, RuleHold()) == "not-started"
    assert rule(log, RuleDirectors(("d2",)))


def test_nothing_is_ruled_when_it_is_over():
    log = Log(entrants=2, rounds=1)
    log.round_of((1, 2, "1"))
    log.finish()
    assert code(log, RuleHold()) == "over"


def test_the_list_in_force_is_the_latest():
    log = two_tables()
    assert is_director(log.state, "d1")
    log.rule(RuleDirectors(("d2", "d3")))
    assert directors(log.state) == ("d2", "d3")
    assert not is_director(log.state, "d1")


# -- re-pair -----------------------------------------------------------------------------------------------------------


def test_a_re_pair_gets_its_match_ids():
    log = two_tables()
    log.withdraw(2)
    made = rule(log, RuleRePair(1, (TableRedrawn(1, (1, 5)),), ()))
    assert made.ruling.tables[0].match == tournament_match_id(log.tournament, 1, 1, 2)
    log.write(made)
    assert log.state.round(1).tables[0].latest.entries == (1, 5)
    assert log.state.round(1).byes == ()


def test_a_touched_table_is_not_paired_again():
    log = two_tables()
    log.withdraw(2)
    again = RuleRePair(1, (TableRedrawn(1, (1, 5)),), ())
    first = log.state.round(1).tables[0].latest.match
    assert code(log, again, touched=frozenset({first})) == "touched"
    log.result(1, 1, 2)
    assert code(log, again) == "touched"


@pytest.mark.parametrize(
    ("tables", "byes"),
    [
        (((1, (1, 3)),), ((5, "pairing"),)),  # 3 sits at table 2 as well, 2 is forgotten
        (((1, (1, 5)),), ()),  # 2 is forgotten
        (((1, (1, 2, 5)),), ()),  # three at a table of two
        (((3, (1, 5)),), ((2, "pairing"),)),  # no such table
    ],
)
def test_a_re_pair_keeps_the_hard_rules(tables, byes):
    ruling = RuleRePair(
        1, tuple(TableRedrawn(number, entries) for number, entries in tables), tuple(ByeRuled(e, k) for e, k in byes)
    )
    assert code(two_tables(), ruling) == "bad-ruling"


def test_a_re_pair_lets_nobody_meet_again():
    log = Log(entrants=4, rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    log.pair((1, 3), (2, 4))
    ruling = RuleRePair(2, (TableRedrawn(1, (1, 2)), TableRedrawn(2, (3, 4))), ())
    assert code(log, ruling) == "bad-ruling"


def test_tables_of_a_design_are_not_paired_again():
    log = Log("round_robin", 4)
    log.pair_next()
    assert code(log, RuleRePair(1, (TableRedrawn(1, (1, 2)),), ())) == "bad-ruling"


# -- two directors -----------------------------------------------------------------------------------------------------


def test_an_event_since_that_names_the_same_table_overtakes_a_ruling():
    log = two_tables()
    seen = log.state.seq
    log.result(1, 1, 2)
    with pytest.raises(TournamentRefused) as caught:
        rule(log, RuleForfeit(1, 1, 1, 1), seen=seen)
    assert caught.value.code == "overtaken"
    assert caught.value.refusal.params["since"] == (seen + 1,)


def test_an_event_about_another_table_does_not():
    log = two_tables()
    seen = log.state.seq
    log.result(2, 1, 2)
    assert rule(log, RuleForfeit(1, 1, 1, 1), seen=seen)


def test_an_event_that_names_the_same_entry_overtakes_too():
    log = two_tables()
    seen = log.state.seq
    log.withdraw(3)
    assert code(log, RuleExpel(3), seen=seen) == "overtaken"
    assert rule(log, RuleExpel(4), seen=seen)


def test_a_revocation_is_overtaken_by_what_names_the_same_table():
    log = two_tables()
    forfeit = log.rule(RuleForfeit(1, 1, 1, 1))
    seen = log.state.seq
    log.result(1, 1, 2)
    assert code(log, RuleRevoke(forfeit), seen=seen) == "overtaken"


# -- before and after --------------------------------------------------------------------------------------------------


def test_a_ruling_is_shown_with_the_standings_before_and_after():
    log = Log(entrants=2, rounds=2)
    log.round_of((1, 2, "1"))
    made = rule(log, RuleResult(1, 1, 1, (2, 1)))
    effect = ruling_effect(log.state, made, "director:d1")
    assert effect.before == ((1, 1, 12), (2, 2, 0))
    assert effect.after == ((2, 1, 12), (1, 2, 0))
    assert log.points_of(1) == 12  # nothing is written


# -- requests that cannot be read --------------------------------------------------------------------------------------


def test_a_ruling_is_read_from_a_request():
    body = {"command_id": "x", "ruling": "re-pair", "reason": "absent", "seen": 8, "round": 1, "byes": [],
            "tables": [{"table": 1, "entries": [1, 5]}]}  # fmt: skip
    assert read_ruling_request(body) == RulingRequest(RuleRePair(1, (TableRedrawn(1, (1, 5)),), ()), "absent", 8)


def test_an_annulment_may_leave_the_game_out():
    body = {"ruling": "annul", "reason": "outage", "seen": 1, "round": 1, "table": 2}
    assert read_ruling_request(body) == RulingRequest(RuleAnnul(1, 2), "outage", 1)


def test_fields_of_a_ruling_that_cannot_be_read_are_named():
    assert read_ruling_request({"ruling": "pardon"}) == {"ruling": WRONG, "reason": MISSING, "seen": MISSING}
    wrong = {"ruling": "forfeit", "reason": "conduct", "seen": 1, "round": 1, "table": "1", "entry": 2, "why": "x"}
    assert read_ruling_request(wrong) == {"table": WRONG, "why": UNKNOWN, "game": MISSING}
