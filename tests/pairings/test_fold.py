"""The fold: event by event equals all at once, states are never changed, and what is derived from rulings."""

from __future__ import annotations

import copy

import pytest

from services.pairings.events import EVENT_TYPES, EntryRefused, read_event
from services.pairings.fold import apply, fold
from services.pairings.ids import standings_digest, tournament_match_id
from services.pairings.ledger import make_ledger
from services.pairings.rulings import RuleAnnul, RuleExpel, RuleForfeit, RuleHold, RuleRelease, RuleResult, RuleRevoke
from services.pairings.standings import standings
from services.pairings.state import TournamentState
from tests.pairings.logs import Log, recorded, tournament_of, vector, vectors

NAMES = [good["name"] for good in vectors()]


@pytest.mark.parametrize("name", NAMES)
def test_folding_from_any_point_equals_folding_from_the_start(name):
    good = vector(name)
    events = recorded(good)
    whole = fold(tournament_of(good), events)
    for cut in range(0, len(events), 5):
        state = fold(tournament_of(good), events[:cut])
        for event in events[cut:]:
            state = apply(state, event)
        assert state == whole


@pytest.mark.parametrize("name", NAMES[::6])
def test_a_state_is_left_alone_by_what_follows(name):
    good = vector(name)
    state = TournamentState(tournament_of(good))
    for event in recorded(good):
        before = copy.deepcopy(state)
        after = apply(state, event)
        if after.start is not None:
            standings(after)
        assert state == before
        state = after


def test_every_type_of_the_specification_has_a_class():
    assert set(EVENT_TYPES) == {
        "tournament.opened", "entry.made", "entry.withdrawn", "entry.refused", "bye.requested", "tournament.started",
        "round.paired", "game.added", "result.noted", "ruling.made", "arena.ready", "arena.left", "round.closed",
        "tournament.closed", "seed.revealed",
    }  # fmt: skip


def test_unknown_and_missing_keys_are_not_read():
    with pytest.raises(TypeError):
        read_event("arena.ready", {"entry": 1, "more": 2})
    with pytest.raises(KeyError):
        read_event("arena.ready", {})


def test_late_entrants_get_the_next_starting_numbers():
    log = Log(entrants=3, rounds=4)
    late = log.enter_late()
    assert log.state.numbers[late] == 4


def test_refused_and_withdrawn_entries_do_not_start():
    log = Log(entrants=4, start=False)
    log.withdraw(2)
    log.write(EntryRefused("a4", "conduct"))
    assert log.state.entered() == (1, 3)


def test_the_last_ruling_on_a_game_counts():
    log = Log(entrants=2, rounds=2)
    log.round_of((1, 2, "1"))
    log.rule(RuleResult(1, 1, 1, (2, 1)))
    log.rule(RuleResult(1, 1, 1, (1, 1)))
    assert log.points_of(1) == 6


def test_a_revoked_ruling_lets_the_one_before_it_count():
    log = Log(entrants=2, rounds=2)
    log.round_of((1, 2, "1"))
    log.rule(RuleResult(1, 1, 1, (2, 1)))
    second = log.rule(RuleForfeit(1, 1, 1, 2))
    assert log.points_of(1) == 12
    log.rule(RuleRevoke(second))
    assert log.points_of(1) == 0


def test_annulling_a_table_annuls_all_its_games():
    log = Log("knockout", 2, rules={"best_of": 3})
    log.pair((1, 2))
    log.result(1, 1, 2)
    log.add_game(1, 2, 1)
    log.result(1, 1, 2, game=2)
    log.rule(RuleAnnul(1, 1))
    assert (log.points_of(1), log.points_of(2)) == (0, 0)


def test_annulling_a_game_leaves_the_others():
    log = Log("knockout", 2, rules={"best_of": 3})
    log.pair((1, 2))
    log.result(1, 1, 2)
    log.add_game(1, 2, 1)
    log.result(1, 1, 2, game=2)
    log.rule(RuleAnnul(1, 1, 1))
    assert (log.points_of(1), log.points_of(2)) == (0, 12)


def test_one_release_ends_all_holds():
    log = Log(entrants=2)
    log.rule(RuleHold())
    log.rule(RuleHold())
    assert log.state.held
    log.rule(RuleRelease())
    assert not log.state.held


def test_a_withdrawal_taken_back_brings_the_entrant_back():
    log = Log(entrants=4, rounds=3)
    left = log.withdraw(2)
    assert make_ledger(log.state).present() == (1, 3, 4)
    log.rule(RuleRevoke(left))
    assert make_ledger(log.state).present() == (1, 2, 3, 4)


def test_an_expulsion_taken_back_gives_the_place_back():
    log = Log(entrants=4, rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    expelled = log.rule(RuleExpel(1))
    assert log.place(1) is None
    log.rule(RuleRevoke(expelled))
    assert log.place(1) == 1


def test_a_round_missed_while_out_stays_voluntary():
    log = Log(entrants=4, rounds=3)
    left = log.withdraw(4)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    log.rule(RuleRevoke(left))
    (idle,) = make_ledger(log.state).records[4].idle
    assert (idle.kind, idle.points) == ("out", 0)


def test_a_match_id_is_a_uuid_of_tournament_round_table_and_game():
    first = tournament_match_id("t", 1, 2, 3)
    assert len(first) == 36
    others = {tournament_match_id("t", *key) for key in ((1, 2, 4), (1, 3, 3), (2, 2, 3), (12, 3, 1), (1, 23, 1))}
    assert len(others) == 5
    assert first not in others


def test_a_digest_is_over_order_place_and_points():
    rows = [(1, 1, 12), (2, None, 0)]
    assert standings_digest(rows) != standings_digest(rows[::-1])
    assert standings_digest(rows) != standings_digest([(1, 1, 12), (2, 2, 0)])
    assert len(standings_digest(rows)) == 64


def test_before_the_start_there_are_no_standings():
    assert standings(Log(entrants=4, start=False).state).rows == ()


def test_cancelled_before_the_start_it_closes_with_nobody():
    log = Log(entrants=4, start=False)
    log.finish("cancelled")
    assert (log.state.closed.places, log.state.closed.reason) == ((), "cancelled")


def test_before_the_lot_the_tied_share_a_place_in_starting_order():
    log = Log(entrants=4, rounds=2)
    log.round_of((1, 2, "="), (3, 4, "="))
    assert [(row.entry, row.place) for row in log.standings().rows] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert log.standings().tied == ((1, 2, 3, 4),)


def test_the_lot_parts_them_at_the_end():
    log = Log(entrants=4, rounds=1)
    log.round_of((1, 2, "="), (3, 4, "="))
    log.finish()
    assert sorted(row.place for row in log.standings().rows) == [1, 2, 3, 4]
    assert [row.tiebreaks["lot"] for row in log.standings().rows] == [1, 2, 3, 4]
