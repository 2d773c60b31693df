"""What entrants ask for, and the codes with which it is turned away."""

from __future__ import annotations

import pytest

from services.pairings.commands import (
    Applicant,
    be_ready,
    entry_of,
    is_full,
    leave_arena,
    make_entry,
    refuse_entry,
    request_bye,
    withdraw,
)
from services.pairings.errors import TournamentRefused
from services.pairings.events import ArenaReady, ByeRequested, EntryMade, EntryRefused, EntryWithdrawn
from services.pairings.refusals_en import refusal_sentence
from services.pairings.rulings import RuleExpel, RuleSubstitute
from tests.pairings.logs import Log

NOW = "2026-11-01T10:00:00.000Z"


def code(call, *args) -> str:
    with pytest.raises(TournamentRefused) as caught:
        call(*args)
    assert refusal_sentence(caught.value.refusal).endswith(".")
    return caught.value.code


def enter(log: Log, account: str = "new", now: str = NOW, **known) -> EntryMade:
    return make_entry(log.state, Applicant(account, **known), now)


def entering(log: Log, account: str = "new", now: str = NOW, **known) -> str:
    return code(make_entry, log.state, Applicant(account, **known), now)


def over() -> Log:
    log = Log(entrants=2, rounds=1)
    log.round_of((1, 2, "1"))
    log.finish()
    return log


# -- entry -------------------------------------------------------------------------------------------------------------


def test_entries_are_numbered_by_order():
    log = Log(entrants=2, start=False)
    assert enter(log, entropy="ab") == EntryMade(3, "new", "ab")


def test_who_was_entered_by_a_director_adds_no_entropy():
    log = Log(entrants=2, start=False)
    assert enter(log, entropy="ab", by_director=True).entropy == ""


def test_nobody_enters_twice():
    assert entering(Log(entrants=2, start=False), "a1") == "already-entered"


def test_before_the_start_who_withdrew_may_enter_again():
    log = Log(entrants=2, start=False)
    log.withdraw(2)
    assert enter(log, "a2", entropy="cd") == EntryMade(3, "a2", "cd")


def test_after_the_start_who_withdrew_may_not():
    log = Log(entrants=3, rounds=4, rules={"late": "half"})
    log.withdraw(3)
    assert entering(log, "a3") == "already-out"


def test_who_was_refused_or_expelled_may_not_enter():
    log = Log(entrants=2, start=False)
    log.write(EntryRefused("x", "conduct"))
    assert entering(log, "x") == "refused"
    log = Log(entrants=3, rounds=4, rules={"late": "half"})
    log.rule(RuleExpel(3))
    assert entering(log, "a3") == "refused"


def test_entries_close_at_their_time():
    log = Log(entrants=2, start=False, entry={"open": True, "closes_at": NOW})
    assert enter(log).entry == 3
    assert entering(log, now="2026-11-01T10:00:00.001Z") == "entry-closed"


def test_an_invitation_is_needed_where_entry_is_not_open():
    log = Log(entrants=2, start=False, entry={"open": False})
    assert entering(log) == "not-invited"
    assert enter(log, invited=True).entry == 3
    assert enter(log, by_director=True).entry == 3


@pytest.mark.parametrize(
    ("rating", "outside"), [(1499, True), (1500, False), (1800, False), (1801, True), (None, True)]
)
def test_ratings_have_to_lie_within_the_limits(rating, outside):
    log = Log(entrants=2, start=False, entry={"open": True, "rating_from": 1500, "rating_to": 1800})
    if outside:
        assert entering(log, rating=rating) == "rating-outside"
    else:
        assert enter(log, rating=rating).entry == 3


def test_guests_may_be_kept_out():
    log = Log(entrants=2, start=False, entry={"open": True, "guests": False})
    assert entering(log, guest=True) == "guests-kept-out"
    assert enter(log).entry == 3


def test_beyond_the_cap_one_waits():
    log = Log(entrants=2, start=False, entry={"open": True, "cap": 2})
    assert is_full(log.state)
    log.withdraw(1)
    assert not is_full(log.state)


def test_late_entry_lasts_until_half_of_the_rounds_are_paired():
    log = Log(entrants=4, rounds=3, rules={"late": "zero"})
    assert enter(log, entropy="ab") == EntryMade(5, "new", "")
    log.round_of((1, 2, "1"), (3, 4, "1"))
    assert enter(log).entry == 5  # 2 * 1 <= 3
    log.round_of((1, 3, "1"), (2, 4, "1"))
    assert entering(log) == "entry-closed"  # 2 * 2 > 3


def test_without_late_entry_the_start_closes():
    assert entering(Log(entrants=4, rounds=3, rules={"late": "no"})) == "entry-closed"
    assert entering(Log("round_robin", 4, rules={"late": "half"})) == "entry-closed"


def test_an_arena_can_always_be_entered():
    assert enter(Log("arena", 2)).entry == 3


def test_an_event_that_is_over_cannot_be_entered():
    assert entering(over()) == "over"


# -- withdrawal and refusal --------------------------------------------------------------------------------------------


def test_an_account_withdraws_its_own_entry():
    log = Log(entrants=3)
    assert withdraw(log.state, "a2") == EntryWithdrawn(2)
    assert code(withdraw, log.state, "nobody") == "not-entered"


def test_a_director_withdraws_any_entry():
    log = Log(entrants=3)
    assert withdraw(log.state, "d1", 3) == EntryWithdrawn(3)
    assert code(withdraw, log.state, "d1", 9) == "not-entered"


def test_nobody_withdraws_twice():
    log = Log(entrants=3)
    log.withdraw(2)
    assert code(withdraw, log.state, "a2") == "already-out"


def test_a_substitute_holds_the_entry():
    log = Log(entrants=3)
    log.rule(RuleSubstitute(2, "s", "carry"))
    assert withdraw(log.state, "s") == EntryWithdrawn(2)
    assert entry_of(log.state, "a2") is None


def test_refusals_are_before_the_start():
    log = Log(entrants=2, start=False)
    assert refuse_entry(log.state, "a1", "conduct") == EntryRefused("a1", "conduct")
    assert code(refuse_entry, Log(entrants=2).state, "a1", "conduct") == "already-started"


# -- byes --------------------------------------------------------------------------------------------------------------


def test_a_bye_is_asked_for_in_a_round_to_come():
    log = Log(entrants=4, rounds=3)
    assert request_bye(log.state, "a1", 2) == ByeRequested(1, 2)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    assert code(request_bye, log.state, "a1", 1) == "round-paired"


def test_no_bye_in_the_last_round_or_beyond():
    log = Log(entrants=4, rounds=3)
    assert code(request_bye, log.state, "a1", 3) == "bad-bye"
    assert code(request_bye, log.state, "a1", 0) == "bad-bye"


def test_formats_without_byes_have_none():
    assert code(request_bye, Log("knockout", 4).state, "a1", 1) == "bad-bye"


def test_before_the_start_a_bye_needs_announced_rounds():
    assert code(request_bye, Log(entrants=4, start=False).state, "a1", 1) == "bad-bye"
    assert request_bye(Log(entrants=4, rounds=3, start=False).state, "a1", 1) == ByeRequested(1, 1)


def test_at_most_two_byes_or_as_many_as_the_rules_say():
    log = Log(entrants=4, rounds=9)
    log.ask_bye(1, 2)
    assert code(request_bye, log.state, "a1", 2) == "no-bye-left"
    log.ask_bye(1, 3)
    assert code(request_bye, log.state, "a1", 4) == "no-bye-left"
    assert code(request_bye, Log(entrants=4, rounds=9, rules={"byes": 0}).state, "a1", 2) == "no-bye-left"


def test_who_is_out_asks_for_nothing():
    log = Log(entrants=4, rounds=3)
    log.withdraw(1)
    assert code(request_bye, log.state, "a1", 2) == "already-out"
    assert code(request_bye, over().state, "a1", 1) == "over"


# -- arena -------------------------------------------------------------------------------------------------------------


def test_being_ready_is_for_arenas_that_run():
    assert code(be_ready, Log(entrants=2).state, "a1") == "not-arena"
    assert code(be_ready, Log("arena", 2, start=False).state, "a1") == "not-started"
    assert be_ready(Log("arena", 2).state, "a1") == ArenaReady(1)


def test_nobody_is_ready_twice_or_while_playing():
    log = Log("arena", 2)
    log.ready(1)
    assert code(be_ready, log.state, "a1") == "already-ready"
    log.ready(2)
    log.pair_next()
    assert code(be_ready, log.state, "a1") == "still-playing"
    log.result(1, 1, 2)
    assert be_ready(log.state, "a1") == ArenaReady(1)


def test_only_who_is_ready_can_leave():
    log = Log("arena", 2)
    assert code(leave_arena, log.state, "a1") == "not-ready"
    log.ready(1)
    assert leave_arena(log.state, "a1").entry == 1
