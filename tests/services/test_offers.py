"""Offers, plans and absence on stored matches: what may be asked, what follows, and that the log verifies."""

from __future__ import annotations

import uuid

import pytest

from services.auditor.check import check_match
from services.clocks.tasks import tick
from services.errors import Conflict, NotAllowed, NotFound, NotYours, Refusal
from services.log.models import Event
from services.matches.models import Match, Seat
from services.playing import offers, plans
from services.playing.intake import submit_move
from services.playing.rematch import open_rematch
from services.playing.tables import Wish, open_table, take_seat
from services.readers.frames import compact
from services.readers.history import position_at, present_frame
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, question, seated

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 86_400_000
SLOW = {"kind": "fischer", "start_ms": 3 * DAY, "increment_ms": DAY, "cap_ms": 7 * DAY}


def command() -> str:
    return str(uuid.uuid4())


def play(match: Match, people, seat: int, pick: int = 0, judge: bool = True) -> str:
    frame = question(match, seat)
    move = frame.moves.split("\n")[pick]
    submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=move, command_id=command())
    if judge:
        advance(str(match.id))
    return move


def offer(match: Match, who, kind: str, to: int | None = None) -> int:
    return offers.make_offer(match_id=match.id, account=who, kind=kind, to=to, command_id=command())[1]


def answer(match: Match, who, number: int, accepted: bool = True) -> None:
    offers.answer_offer(match_id=match.id, account=who, offer=number, accepted=accepted, command_id=command())


def types(match: Match) -> list[str]:
    return list(Event.objects.filter(stream_id=match.id).order_by("seq").values_list("type", flat=True))


def last(match: Match, kind: str) -> Event:
    event = Event.objects.filter(stream_id=match.id, type=kind).order_by("-seq").first()
    assert event is not None
    return event


def findings(match: Match) -> list[str]:
    return [f"{finding.code} {finding.seq} {finding.text}" for finding in check_match(match_of(match.id))]


# -- offers -----------------------------------------------------------------------------------------------------------


def test_an_accepted_draw_ends_the_match_with_both_as_winners(pokes):
    match, people = seated("zertz", clock=SLOW)
    answer(match, people[1], offer(match, people[0], "draw"))
    ended = last(match, "match.ended")
    assert (ended.pub["reason"], ended.pub["winners"]) == ("agreement", [0, 1])
    drain(pokes)
    assert findings(match) == []


def test_a_declined_offer_is_closed_and_may_not_be_repeated_before_a_move_has_stood(pokes):
    match, people = seated("zertz", clock=SLOW)
    number = offer(match, people[0], "draw")
    answer(match, people[1], number, accepted=False)
    with pytest.raises(Conflict, match="offer-closed"):
        answer(match, people[1], number)
    with pytest.raises(Conflict, match="offer-too-soon"):
        offer(match, people[0], "draw")
    play(match, people, 0)
    assert offer(match, people[0], "draw") == number + 1


def test_an_offer_lapses_when_its_seat_moves(pokes):
    match, people = seated("zertz", clock=SLOW)
    number = offer(match, people[0], "draw")
    play(match, people, 0)
    with pytest.raises(Conflict, match="offer-closed"):
        answer(match, people[1], number)


def test_who_offers_cannot_answer_and_nobody_offers_while_a_move_waits(pokes):
    match, people = seated("zertz", clock=SLOW)
    number = offer(match, people[0], "draw")
    with pytest.raises(Conflict, match="offer-answered"):
        answer(match, people[0], number)
    with pytest.raises(Conflict, match="offer-open"):
        offer(match, people[0], "abort")
    play(match, people, 0, judge=False)
    with pytest.raises(Conflict, match="move-waits"):
        offer(match, people[1], "abort")
    with pytest.raises(Conflict, match="move-waits"):
        answer(match, people[1], number)


def test_an_undo_goes_back_to_the_state_before_the_move_and_asks_anew(pokes):
    match, people = seated("zertz", clock=SLOW)
    before = last(match, "match.started")
    play(match, people, 0)
    answer(match, people[1], offer(match, people[0], "undo", to=before.seq))
    undone = last(match, "move.undone")
    assert (undone.dp, undone.df, undone.pub["asked"]) == (before.dp, before.df, before.pub["asked"])
    assert Seat.objects.get(match_id=match.id, seat=0).decision > 1
    play(match, people, 0, pick=1)
    assert findings(match) == []


def test_no_undo_behind_a_move_of_another_person(pokes):
    match, people = seated("zertz", clock=SLOW)
    before = last(match, "match.started").seq
    play(match, people, 0)
    play(match, people, 1)
    with pytest.raises(NotAllowed, match="undo-not-allowed"):
        offer(match, people[0], "undo", to=before)


def test_a_rated_match_knows_no_undo(pokes):
    match, people = seated("zertz", clock=SLOW, rated=True)
    before = last(match, "match.started").seq
    play(match, people, 0)
    with pytest.raises(NotAllowed, match="undo-not-allowed"):
        offer(match, people[0], "undo", to=before)


def test_alone_against_a_bot_an_undo_stands_at_once(pokes):
    account = uuid.uuid4()
    wish = Wish("zertz", 2, bots={1: "random"}, clock=SLOW, lot=False)
    match = match_of(open_table(account=account, wish=wish).id)
    advance(str(match.id))
    before = last(match, "match.started").seq
    play(match, [account], 0)
    offer(match, account, "undo", to=before)
    assert types(match)[-2:] == ["offer.made", "move.undone"]


def test_a_pause_by_agreement_ends_with_the_first_move_of_a_person(pokes):
    match, people = seated("zertz", clock=SLOW)
    answer(match, people[1], offer(match, people[0], "pause"))
    assert Seat.objects.get(match_id=match.id, seat=0).deadline_at is None
    play(match, people, 0)
    resumed = types(match).index("clock.resumed")
    assert types(match)[resumed : resumed + 3] == ["clock.resumed", "move.made", "move.judged"]
    assert findings(match) == []


def test_any_seat_may_end_an_agreed_pause_once(pokes):
    match, people = seated("zertz", clock=SLOW)
    answer(match, people[1], offer(match, people[0], "pause"))
    offers.end_pause(match_id=match.id, account=people[1], command_id=command())
    assert Seat.objects.get(match_id=match.id, seat=0).deadline_at is not None
    with pytest.raises(Conflict, match="not-paused"):
        offers.end_pause(match_id=match.id, account=people[0], command_id=command())


def test_a_fast_clock_is_not_paused(pokes):
    match, people = seated("zertz", clock={"kind": "per_move", "ms": 60_000})
    with pytest.raises(NotAllowed, match="offer-not-allowed"):
        offer(match, people[0], "pause")


def test_breaking_off_is_offered_only_in_the_first_moves(pokes):
    match, people = seated("zertz", clock=SLOW)
    for seat in (0, 1, 0, 1):
        play(match, people, seat)
    with pytest.raises(NotAllowed, match="offer-not-allowed"):
        offer(match, people[0], "abort")
    other, friends = seated("zertz", clock=SLOW)
    answer(other, friends[1], offer(other, friends[0], "abort"))
    assert last(other, "match.aborted").pub["reason"] == "agreement"


def test_the_same_command_gets_the_same_answer_and_another_one_is_refused(pokes):
    match, people = seated("zertz", clock=SLOW)
    same = command()
    wanted = {"match_id": match.id, "account": people[0], "to": None, "command_id": same}
    first = offers.make_offer(kind="draw", **wanted)
    assert offers.make_offer(kind="draw", **wanted) == first
    with pytest.raises(Conflict, match="command-reused"):
        offers.make_offer(kind="abort", **wanted)
    assert types(match).count("offer.made") == 1


def test_a_stranger_neither_offers_nor_answers(pokes):
    match, _ = seated("zertz", clock=SLOW)
    with pytest.raises(NotYours):
        offer(match, uuid.uuid4(), "draw")


# -- plans ------------------------------------------------------------------------------------------------------------


def planned(match: Match, who, *lines) -> int:
    asked = [[list(ply) for ply in line] for line in lines]
    return plans.put_plan(match_id=match.id, account=who, lines=asked, command_id=command())[1]


def moves_of(match: Match, seat: int) -> list[str]:
    return question(match, seat).moves.split("\n")


def test_a_plan_answers_at_once_and_costs_nothing(pokes):
    match, people = seated("zertz", clock=SLOW)
    mine = moves_of(match, 0)
    # A reply that is possible after the first move whatever is taken away.
    seq = planned(match, people[1], [(0, mine[0]), (1, mine[40])])
    play(match, people, 0)
    made = last(match, "move.made")
    assert (made.actor, made.cmd, made.pub["plan"]) == ("seat:1", None, seq)
    assert findings(match) == []


def test_a_plan_whose_answer_is_refused_ends_and_the_seat_is_asked(pokes):
    match, people = seated("zertz", clock=SLOW)
    mine = moves_of(match, 0)
    planned(match, people[1], [(0, mine[0]), (1, mine[0])])
    play(match, people, 0)
    assert position_at(match.id, match_of(match.id).head.seq).kept.plans == {}
    assert Seat.objects.get(match_id=match.id, seat=1).decision is not None
    assert findings(match) == []


def test_a_ply_off_its_lines_ends_a_plan(pokes):
    match, people = seated("zertz", clock=SLOW)
    mine = moves_of(match, 0)
    planned(match, people[1], [(0, mine[0]), (1, mine[40])])
    play(match, people, 0, pick=1)
    with pytest.raises(NotFound):
        plans.plan_of(match_id=match.id, account=people[1])
    assert Seat.objects.get(match_id=match.id, seat=1).decision is not None


def test_nobody_plans_while_asked_and_two_answers_for_one_prefix_contradict(pokes):
    match, people = seated("zertz", clock=SLOW)
    mine = moves_of(match, 0)
    with pytest.raises(Conflict, match="plan-asked"):
        planned(match, people[0], [(1, mine[0]), (0, mine[1])])
    with pytest.raises(NotAllowed, match="plan-contradicts"):
        planned(match, people[1], [(0, mine[0]), (1, mine[1])], [(0, mine[0]), (1, mine[2])])
    with pytest.raises(Refusal, match="bad-plan"):
        planned(match, people[1], [(1, mine[0])])
    assert "plan.made" not in types(match)


def test_a_dropped_plan_does_not_answer_and_only_its_seat_reads_it(pokes):
    match, people = seated("zertz", clock=SLOW)
    mine = moves_of(match, 0)
    seq = planned(match, people[1], [(0, mine[0]), (1, mine[40])])
    assert plans.plan_of(match_id=match.id, account=people[1])["plan"] == seq
    with pytest.raises(NotFound):
        plans.plan_of(match_id=match.id, account=people[0])
    assert mine[40] not in present_frame(match_of(match.id), -1).body
    plans.drop_plan(match_id=match.id, account=people[1], command_id=command())
    play(match, people, 0)
    assert last(match, "move.made").actor == "seat:0"


# -- absence ----------------------------------------------------------------------------------------------------------


def test_whoever_lets_the_time_pass_after_a_move_loses(pokes, house_clock):
    match, people = seated("zertz", clock=SLOW)
    for seat in (0, 1):
        play(match, people, seat)
    house_clock(days=5)
    tick()
    assert types(match)[-2:] == ["clock.expired", "match.ended"]
    ended = last(match, "match.ended")
    assert (ended.pub["reason"], ended.pub["winners"]) == ("time", [1])
    drain(pokes)
    assert findings(match) == []


def test_nobody_loses_to_somebody_who_never_came(pokes, house_clock):
    match, _ = seated("zertz", clock=SLOW)
    house_clock(days=5)
    tick()
    assert types(match)[-2:] == ["clock.expired", "match.aborted"]
    assert last(match, "match.aborted").pub["reason"] == "no-show"


def test_no_clock_expires_before_its_deadline_or_while_a_move_waits(pokes, house_clock):
    match, people = seated("zertz", clock=SLOW)
    house_clock(days=2, hours=23)
    tick()
    assert "clock.expired" not in types(match)
    play(match, people, 0, judge=False)
    house_clock(days=30)
    tick()
    assert "clock.expired" not in types(match)


def three(clock=None) -> tuple[Match, list[uuid.UUID]]:
    return seated("potion_explosion", 3, clock=clock or SLOW)


def test_with_three_seats_a_bot_takes_over_and_the_person_comes_back(pokes, house_clock):
    match, people = three()
    seat = position_at(match.id, match.head.seq).played.asked[0]
    house_clock(days=5)
    tick()
    assert types(match)[-2:] == ["clock.expired", "seat.substituted"]
    row = Seat.objects.get(match_id=match.id, seat=seat)
    assert (row.account, row.former, row.may_return, bool(row.bot)) == (None, people[seat], True, True)
    with pytest.raises(Conflict, match="substituted"):
        submit_move(match_id=match.id, account=people[seat], decision=1, move="x", command_id=command())
    offers.come_back(match_id=match.id, account=people[seat], command_id=command())
    assert Seat.objects.get(match_id=match.id, seat=seat).account == people[seat]
    with pytest.raises(Conflict, match="not-away"):
        offers.come_back(match_id=match.id, account=people[seat], command_id=command())
    assert findings(match) == []


def test_a_substituted_seat_is_answered_by_its_bot(pokes, house_clock):
    match, _ = three()
    house_clock(days=5)
    tick()
    pokes.append(("referee.advance", (str(match.id),)))
    drain(pokes)
    made = last(match, "move.made")
    assert made.actor.startswith("bot:")
    assert findings(match) == []


def test_who_resigns_among_three_is_replaced_for_good(pokes):
    match, people = three()
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    assert types(match)[-2:] == ["seat.resigned", "seat.substituted"]
    with pytest.raises(Conflict, match="not-away"):
        offers.come_back(match_id=match.id, account=people[0], command_id=command())


def test_resigning_among_two_ends_the_match(pokes):
    match, people = seated("zertz", clock=SLOW)
    play(match, people, 0)
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    ended = last(match, "match.ended")
    assert (ended.pub["reason"], ended.pub["winners"]) == ("resign", [1])


def test_resigning_while_a_move_waits_is_refused(pokes):
    match, people = seated("zertz", clock=SLOW)
    play(match, people, 0, judge=False)
    with pytest.raises(Conflict, match="move-waits"):
        offers.resign(match_id=match.id, account=people[0], command_id=command())


# -- the return match -------------------------------------------------------------------------------------------------


def test_a_rematch_turns_the_seats_and_is_kept_for_the_same_people(pokes):
    match, people = seated("zertz", clock=SLOW)
    with pytest.raises(Conflict, match="match-running"):
        open_rematch(match_id=match.id, account=people[0], command_id=command())
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    table = open_rematch(match_id=match.id, account=people[0], command_id=command())
    assert open_rematch(match_id=match.id, account=people[0], command_id=command()) == table
    with pytest.raises(NotYours, match="not-invited"):
        take_seat(match_id=table, account=uuid.uuid4())
    assert open_rematch(match_id=match.id, account=people[1], command_id=command()) == table
    seats = {row.seat: row.account for row in Seat.objects.filter(match_id=table)}
    assert seats == {1: people[0], 0: people[1]}
    rematch = match_of(table)
    assert (rematch.rematch_of, match_of(match.id).rematch, rematch.clock) == (match.id, table, match.clock)


def test_who_is_invited_to_a_rematch_is_called_at_once(pokes):
    match, people = seated("zertz", clock=SLOW)
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    pokes.clear()
    open_rematch(match_id=match.id, account=people[0], command_id=command())
    assert pokes == [("notices.follow", ())]


def test_a_rematch_against_a_bot_starts_at_once(pokes):
    account = uuid.uuid4()
    wish = Wish("zertz", 2, bots={1: "random"}, lot=False)
    match_id = open_table(account=account, wish=wish).id
    advance(str(match_id))
    offers.resign(match_id=match_id, account=account, command_id=command())
    table = open_rematch(match_id=match_id, account=account, command_id=command())
    assert match_of(table).status == Match.Status.STARTING


def test_frames_tell_of_offers_plans_and_clocks(pokes):
    match, people = seated("zertz", clock=SLOW)
    planned(match, people[1], [(0, moves_of(match, 0)[0]), (1, "Wa1")])
    offer(match, people[0], "draw")
    body = present_frame(match_of(match.id), 1).body
    assert compact({"offer": 1, "seat": 0, "kind": "draw", "to": None, "accepted": []}) in body
    assert '"plans":[1]' in body
    assert '"running":true' in body


def test_nobody_who_left_before_wins_an_end_by_the_house(pokes):
    match, people = three()
    for account in (people[0], people[1]):
        offers.resign(match_id=match.id, account=account, command_id=command())
    offers.resign(match_id=match.id, account=people[2], command_id=command())
    drain(pokes)
    assert last(match, "match.ended").pub["winners"] == []
    assert findings(match) == []
