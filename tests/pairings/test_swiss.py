"""Swiss pairings: hard rules and cost held by code apart from the engines, the optimum by trying everything."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser

from services.pairings import swiss
from services.pairings.check import bye_allowed, cheaper_seats, legal_pairing_exists, swiss_cost_of, swiss_faults
from services.pairings.drafts import NoPairing, drawn_round
from services.pairings.events import ByeGiven, RoundPaired, TableDrawn
from services.pairings.ledger import make_ledger
from services.pairings.rulings import RuleSubstitute
from services.pairings.swiss import DUTCH_LIMIT, pair_by_matching, pair_swiss
from services.pairings.swiss_dutch import VERSION, DutchFailed, pair_dutch
from services.pairings.swiss_field import DOWN, LEVEL, UP, swiss_field
from services.pairings.swiss_matching import WIDTH, match_swiss
from services.pairings.trf import TrfHeader, write_trf
from tests.pairings.logs import Log

RESULTS = st.sampled_from("1=0+-")


def play(log: Log, draw, engine) -> bool:
    """One round: who leaves, who asks for a bye, the pairing, results. False if there is no pairing."""
    number = len(log.state.rounds) + 1
    ledger = make_ledger(log.state)
    for entry in ledger.present():
        if draw(st.integers(0, 11)) == 0:
            log.withdraw(entry)
        elif number < (log.rounds or 0) and draw(st.integers(0, 11)) == 0:
            log.ask_bye(entry, number)
    draft = engine(make_ledger(log.state), number)
    if isinstance(draft, NoPairing):
        return False
    event = drawn_round(log.tournament, number, draft, None)
    assert swiss_faults(make_ledger(log.state), event) == ()
    log.write(event)
    for table in range(1, len(event.tables) + 1):
        result = draw(RESULTS)
        places = {"1": (1, 2), "+": (1, 2), "=": (1, 1)}.get(result, (2, 1))
        log.result(table, *places, why="no-show" if result in "+-" else "played")
    log.close()
    return True


def by_matching(ledger, number):
    return pair_by_matching(ledger, swiss_field(ledger, number), "failed")


@st.composite
def histories(draw, most=9, engine=by_matching):
    """A Swiss tournament some rounds in, paired legally, with forfeits, byes and withdrawals."""
    entrants = draw(st.integers(2, most))
    log = Log(entrants=entrants, rounds=6)
    for _ in range(draw(st.integers(0, 4))):
        if not play(log, draw, engine):
            break
    return log


def every_pairing(log: Log):
    """All legal pairings of the next round, by trying."""
    ledger = make_ledger(log.state)
    number = len(log.state.rounds) + 1
    field = swiss_field(ledger, number)
    halves = tuple(ByeGiven(r.entry, "half") for r in log.state.bye_requests if r.round == number)

    def split(left, pairs, bye):
        if not left:
            tables = tuple(TableDrawn(at, "", pair) for at, pair in enumerate(pairs, 1))
            byes = (*halves, *([ByeGiven(bye, "pairing")] if bye else []))
            yield RoundPaired(number, "all", "1", tables, byes, None)
            return
        first, rest = left[0], left[1:]
        for index, second in enumerate(rest):
            if second not in ledger.records[first].met:
                yield from split(rest[:index] + rest[index + 1 :], (*pairs, (first, second)), bye)
        if bye is None and len(field.players) % 2 and bye_allowed(ledger.records[first]):
            yield from split(rest, pairs, first)

    return ledger, field, list(split(tuple(player.entry for player in field.players), (), None))


def cheapest_seats(ledger, event):
    """The cost with every pair sitting the cheaper way, and who meets whom."""
    best = event
    for at, drawn in enumerate(event.tables):
        turned = [TableDrawn(d.table, "", d.entries[::-1]) if i == at else d for i, d in enumerate(best.tables)]
        other = RoundPaired(best.round, best.engine, best.version, tuple(turned), best.byes, None)
        assert drawn.entries
        best = min((best, other), key=lambda e: swiss_cost_of(ledger, e)[3])
    return swiss_cost_of(ledger, best)


@settings(max_examples=120, deadline=None)
@given(histories(most=7))
def test_the_matching_finds_the_cheapest_of_all_legal_pairings(log):
    ledger, field, possible = every_pairing(log)
    costs = sorted(cheapest_seats(ledger, event) for event in possible)
    draft = pair_by_matching(ledger, field, "failed")
    if not costs or len(field.players) < 2:
        assert isinstance(draft, NoPairing)
    else:
        assert draft.cost == costs[0]
        assert draft.cost not in costs[1:]  # the hash makes it unique


@settings(max_examples=60, deadline=None)
@given(histories(most=12))
def test_cost_and_seats_are_what_the_check_computes(log):
    ledger = make_ledger(log.state)
    number = len(log.state.rounds) + 1
    draft = by_matching(ledger, number)
    if not isinstance(draft, NoPairing):
        event = drawn_round(log.tournament, number, draft, None)
        assert swiss_cost_of(ledger, event) == draft.cost
        assert cheaper_seats(ledger, event) == ()


@settings(max_examples=60, deadline=None)
@given(histories(most=12, engine=pair_swiss))
def test_nobody_sits_twice_or_meets_twice_and_byes_go_once_to_the_lowest(log):
    """Every round on the way was checked by swiss_faults, whichever engine paired it."""
    for paired in log.state.rounds:
        assert paired.engine in ("py4swiss", "matching")
    met = [frozenset(g.people) for p in log.state.rounds for g in p.games() if g.result and g.result.why == "played"]
    assert len(met) == len(set(met))
    byes = [bye.entry for paired in log.state.rounds for bye in paired.byes if bye.kind == "pairing"]
    assert len(byes) == len(set(byes))


@settings(max_examples=40, deadline=None)
@given(histories(most=8))
def test_no_pairing_is_said_only_if_there_is_none(log):
    ledger, field, possible = every_pairing(log)
    wanted = [player.entry for player in field.players]
    paired = pair_swiss(ledger, field.round)
    assert isinstance(paired, NoPairing) == (not possible or len(wanted) < 2)
    if len(wanted) % 2 == 0:
        assert legal_pairing_exists(ledger, wanted) == bool(possible)


@settings(max_examples=40, deadline=None)
@given(histories(most=10), st.integers(1, 4))
def test_a_narrow_window_is_doubled_until_a_legal_pairing_exists(log, width):
    field = swiss_field(make_ledger(log.state), len(log.state.rounds) + 1)
    assert (match_swiss(field, width) is None) == (match_swiss(field) is None)


def test_strange_points_do_not_overflow_the_matching():
    log = Log(entrants=9, rounds=6, points={"win": 10**9 + 7, "draw": 10**8 + 7, "loss": 0})
    log.round_of((1, 2, "1"), (3, 4, "="), (5, 6, "0"), (7, 8, "="), byes={9: "pairing"})
    draft = by_matching(make_ledger(log.state), 2)
    assert swiss_faults(make_ledger(log.state), drawn_round(log.tournament, 2, draft, None)) == ()


# -- which engine, and why ---------------------------------------------------------------------------------------------


def test_up_to_300_entrants_are_paired_by_the_dutch_system():
    log = Log(entrants=6, rounds=3)
    draft = pair_swiss(make_ledger(log.state), 1)
    assert (draft.engine, draft.version, draft.fallback, draft.cost) == ("py4swiss", VERSION, None, None)
    assert DUTCH_LIMIT == 300


def test_beyond_the_limit_the_matching_pairs_and_says_size():
    log = Log(entrants=6, rounds=3)
    draft = pair_swiss(make_ledger(log.state), 1, dutch_limit=5)
    assert (draft.engine, draft.version, draft.fallback) == ("matching", "1", "size")
    assert draft.cost is not None


def test_a_failing_engine_is_recorded_as_failed(monkeypatch):
    def fails(ledger, field):
        raise DutchFailed("no")

    monkeypatch.setattr(swiss, "pair_dutch", fails)
    assert pair_swiss(make_ledger(Log(entrants=6, rounds=3).state), 1).fallback == "failed"


def test_an_engine_that_breaks_a_hard_rule_is_recorded(monkeypatch):
    log = Log(entrants=4, rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    monkeypatch.setattr(swiss, "pair_dutch", lambda ledger, field: (((1, 2), (3, 4)), None))
    draft = pair_swiss(make_ledger(log.state), 2)
    assert (draft.engine, draft.fallback) == ("matching", "hard-rule")


def test_where_colours_leave_the_dutch_system_nothing_the_matching_goes_on():
    """Two are left, both sat twice on seat 0: no Dutch pairing, but a legal one."""
    log = Log(entrants=6, rounds=5)
    log.round_of((1, 3, "1"), (2, 4, "1"), (5, 6, "="))
    log.round_of((1, 4, "1"), (2, 3, "1"), (6, 5, "="), byes={})
    for entry in (3, 4, 5, 6):
        log.withdraw(entry)
    draft = pair_swiss(make_ledger(log.state), 3)
    assert (draft.engine, draft.fallback, set(draft.tables[0])) == ("matching", "failed", {1, 2})


def test_the_dutch_bye_rule_is_checked_for_the_lowest_possible_score(monkeypatch):
    log = Log(entrants=3, rounds=3)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    # Possible byes: 1 (12 points) and 2 (0 points).
    monkeypatch.setattr(swiss, "pair_dutch", lambda ledger, field: (((2, 3),), 1))
    assert pair_swiss(make_ledger(log.state), 2).fallback == "hard-rule"


@settings(max_examples=40, deadline=None)
@given(histories(most=12))
def test_the_adapter_pairs_as_the_engine_does_from_a_written_report(log):
    """The same field through TRF text and the engine's own reader."""
    ledger = make_ledger(log.state)
    field = swiss_field(ledger, len(log.state.rounds) + 1)
    parsed = parsed_report(log, field)
    try:
        wanted = [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(parsed)]
    except PairingError:
        with pytest.raises(DutchFailed):
            pair_dutch(ledger, field)
        return
    tables, bye = pair_dutch(ledger, field)
    assert [*tables, *([(bye, 0)] if bye is not None else [])] == wanted


def parsed_report(log: Log, field):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.trf"
        path.write_text(write_trf(make_ledger(log.state), TrfHeader("cup"), {}), encoding="utf-8")
        parsed = TrfParser.parse(path, strict=True)
    playing = {player.number for player in field.players}
    parsed.x_section.zeroed_ids = set(log.state.numbers.values()) - playing
    parsed.x_section.configuration.first_round_color = field.first_seat == 0
    return parsed


def test_the_dutch_system_pairs_a_substitute_by_the_points_that_count():
    log = Log(entrants=6, rounds=3)
    log.round_of((1, 4, "1"), (2, 5, "1"), (3, 6, "1"))
    log.rule(RuleSubstitute(1, "s", "zero"))
    draft = pair_swiss(make_ledger(log.state), 2)
    assert draft.engine == "py4swiss"
    assert {2, 3} in [set(table) for table in draft.tables]  # the two who have 12


def test_candidates_lie_within_64_places():
    assert WIDTH == 64


# -- rules one by one --------------------------------------------------------------------------------------------------


def test_a_bye_goes_to_the_lowest_score_that_leaves_a_legal_pairing():
    log = Log(entrants=3, rounds=3)
    log.round_of((1, 2, "="), byes={3: "pairing"})
    log.round_of((1, 3, "1"), byes={2: "pairing"})
    draft = by_matching(make_ledger(log.state), 3)
    assert (draft.byes[0].entry, draft.tables) == (1, ((3, 2),)) or (draft.byes[0].entry, draft.tables) == (
        1,
        ((2, 3),),
    )


def test_who_won_by_forfeit_gets_no_pairing_bye():
    log = Log(entrants=5, rounds=3)
    log.round_of((1, 2, "+"), (3, 4, "="), byes={5: "pairing"})
    ledger = make_ledger(log.state)
    field = swiss_field(ledger, 2)
    assert not field.by_entry[1].may_have_bye
    assert field.by_entry[2].may_have_bye


def test_a_pair_that_did_not_play_may_be_paired_again():
    log = Log(entrants=2, rounds=2)
    log.round_of((1, 2, "+"))
    assert set(by_matching(make_ledger(log.state), 2).tables[0]) == {1, 2}


def test_a_pair_that_played_is_never_paired_again():
    log = Log(entrants=2, rounds=2)
    log.round_of((1, 2, "="))
    assert isinstance(by_matching(make_ledger(log.state), 2), NoPairing)


def test_floats_follow_points_before_the_round():
    log = Log(entrants=4, rounds=4)
    log.round_of((1, 2, "1"), (3, 4, "="))
    log.round_of((1, 3, "1"), (2, 4, "="))
    field = swiss_field(make_ledger(log.state), 3)
    assert field.by_entry[1].floats == (DOWN, LEVEL)  # 12 against 6
    assert field.by_entry[3].floats == (UP, LEVEL)
    assert field.by_entry[2].floats == (UP, LEVEL)  # 0 against 6


def test_points_without_playing_are_a_down_float():
    log = Log(entrants=3, rounds=4)
    log.ask_bye(1, 1)
    log.round_of((2, 3, "1"), byes={1: "half"})
    assert swiss_field(make_ledger(log.state), 2).by_entry[1].floats[0] == DOWN


def test_a_third_time_on_the_same_seat_costs_sixteen_more():
    log = Log(entrants=6, rounds=5)
    log.round_of((1, 2, "="), (3, 4, "="), (5, 6, "="))
    log.round_of((1, 4, "="), (3, 6, "="), (5, 2, "="))
    event = RoundPaired(3, "", "", (TableDrawn(1, "", (1, 6)),), (), None)
    ledger = make_ledger(log.state)
    # 1 sat twice on seat 0: difference 3, 9 + 16; 6 sat twice on seat 1: 9 + 16.
    assert swiss_cost_of(ledger, event)[3] == 50


def test_equal_seats_go_by_the_lot_and_the_starting_number():
    log = Log(entrants=4, rounds=2)
    lot = next(int(drawn.out) for drawn in log.state.started.chance if drawn.label == "lot/seat")
    draft = by_matching(make_ledger(log.state), 1)
    for higher, table in zip((1, 2), draft.tables, strict=True):
        assert table.index(higher) == (lot if higher % 2 else 1 - lot)


def test_tables_are_in_order_of_the_higher_one():
    log = Log(entrants=8, rounds=4)
    log.pair_next()
    for table in range(1, 5):
        log.result(table, 1, 2)
    log.close()
    ledger = make_ledger(log.state)
    field = swiss_field(ledger, 2)
    order = [player.entry for player in field.players]
    firsts = [min(order.index(entry) for entry in table) for table in by_matching(ledger, 2).tables]
    assert all(first < second for first, second in pairwise(firsts))


def test_nobody_left_to_pair_is_no_pairing():
    log = Log(entrants=2, rounds=2)
    log.withdraw(1)
    assert isinstance(pair_swiss(make_ledger(log.state), 1), NoPairing)
