"""Which moves may be taken back: the rules of an undo on stored matches, and that house and verifier agree on them."""

from __future__ import annotations

import pytest

from services.clocks.tasks import tick
from services.errors import NotAllowed
from services.playing import plans
from tests.services.conftest import drain, question, seated
from tests.services.test_offers import DAY, SLOW, answer, command, findings, last, offer, play, types

pytestmark = pytest.mark.django_db(transaction=True)
BOT = {"kind": "per_move", "ms": DAY, "on_timeout": "bot"}


def test_a_move_of_somebody_whose_seat_a_bot_has_now_is_another_persons_all_the_same(pokes, house_clock):
    match, people = seated("zertz", clock=BOT)
    before = last(match, "match.started").seq
    play(match, people, 0)
    play(match, people, 1)
    play(match, people, 0)
    house_clock(days=2)
    tick()
    assert types(match)[-2:] == ["clock.expired", "seat.substituted"]
    with pytest.raises(NotAllowed, match="undo-not-allowed"):
        offer(match, people[0], "undo", to=before)


def test_a_bots_moves_are_taken_back_with_ones_own(pokes, house_clock):
    match, people = seated("zertz", clock=BOT)
    play(match, people, 0)
    before = last(match, "move.judged").seq
    house_clock(days=2)
    tick()
    drain(pokes)
    play(match, people, 0)
    drain(pokes)
    own = [event for event in types(match) if event == "move.judged"]
    assert len(own) >= 4, "the bot has answered twice"
    offer(match, people[0], "undo", to=before)
    assert types(match)[-1] == "move.undone"
    assert findings(match) == []


def test_an_undo_may_go_back_to_a_refusal(pokes):
    """The plan's answer is refused by the rules; the state after that is in force like any other."""
    match, people = seated("zertz", clock=SLOW)
    moves = question(match, 0).moves.split("\n")
    lines = [[[0, moves[0]], [1, "xa1Wc1"]]]
    plans.put_plan(match_id=match.id, account=people[1], lines=lines, command_id=command())
    play(match, people, 0)
    refusal = last(match, "move.judged")
    assert refusal.pub["verdict"] == "refused"
    play(match, people, 1)
    answer(match, people[0], offer(match, people[1], "undo", to=refusal.seq))
    undone = last(match, "move.undone")
    assert (undone.dp, undone.df, undone.pub["asked"]) == (refusal.dp, refusal.df, refusal.pub["asked"])
    play(match, people, 1, pick=1)
    assert findings(match) == []


def test_an_idle_move_is_no_move_of_the_seat_to_be_taken_back():
    from services.matches.agreements import Mark, undo_targets

    trail = (Mark(3, learned=True), Mark(8, mover=0))
    assert undo_targets(trail, 0) == []
    assert undo_targets((*trail, Mark(12, mover=0, person=True)), 0) == [8, 3]
