"""Time that runs out: who expires together, what follows in the same append, who wins, and in which order they end."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from services.clocks.tasks import tick
from services.log.models import Event
from services.matches.models import Match, Seat
from services.matches.snapshots import past_of
from services.playing import absence, offers
from services.playing.commit import Work, commit
from services.playing.decide import Deciding
from services.playing.door import read_match
from services.playing.tables import Wish, open_table, take_seat
from services.readers.history import position_at
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, question, seated
from tests.services.test_offers import DAY, SLOW, command, findings, last, play, types

pytestmark = pytest.mark.django_db(transaction=True)
MOVE = {"kind": "per_move", "ms": DAY}


def append_of(match: Match, kind: str) -> list[str]:
    """The types of the events that were written at the same moment as the first of that kind, in order."""
    first = Event.objects.filter(stream_id=match.id, type=kind).order_by("seq")[0]
    events = Event.objects.filter(stream_id=match.id, seq__gte=first.seq, at=first.at).order_by("seq")
    return [event.type for event in events]


def lay(match: Match, people, *seats: int) -> None:
    for seat in seats:
        play(match, people, seat)


def test_seats_with_the_same_deadline_expire_together_and_if_none_has_come_nobody_loses(pokes, hush, house_clock):
    match, _ = seated("hush", clock=MOVE)
    house_clock(days=1, minutes=1)
    tick()
    assert append_of(match, "clock.expired") == ["clock.expired", "clock.expired", "match.aborted"]
    assert last(match, "match.aborted").pub["reason"] == "no-show"
    drain(pokes)
    assert findings(match) == []


def test_if_all_expire_after_somebody_has_moved_the_match_is_broken_off_by_time(pokes, hush, house_clock):
    match, people = seated("hush", clock=MOVE)
    lay(match, people, 0, 1)
    while len(asked(match)) == 1:
        lay(match, people, asked(match)[0])
    credit_the_earlier(match)
    house_clock(days=1, minutes=1)
    tick()
    drain(pokes)
    assert last(match, "match.aborted").pub["reason"] == "time"
    assert findings(match) == []


def asked(match: Match) -> list[int]:
    return list(position_at(match.id, match_of(match.id).judged_seq).played.asked)


def credit_the_earlier(match: Match) -> None:
    """The stint of one began a move before the other's: now they have the same deadline."""
    early, late = Seat.objects.filter(match_id=match.id).order_by("deadline_at")
    row, now = read_match(match.id)
    position = position_at(match.id, row.head.seq)
    deciding = Deciding(position, None, row.head, now, past_of(match.id))
    absence.credit(deciding, early.seat, (late.deadline_at - early.deadline_at) // timedelta(milliseconds=1))
    assert commit([Work(row, now, position, deciding.decided())])[0] is not None


def test_two_of_three_are_replaced_in_one_append_and_the_third_goes_on(pokes, hush, house_clock):
    match, people = seated("hush", 3, clock=MOVE)
    lay(match, people, 0)
    house_clock(days=1, minutes=1)
    tick()
    expected = ["clock.expired", "clock.expired", "seat.substituted", "seat.substituted"]
    assert append_of(match, "clock.expired") == expected
    pokes.append(("referee.advance", (str(match.id),)))
    drain(pokes)
    assert question(match, 0).decision == 2, "the bots have answered"
    assert findings(match) == []


def test_who_never_came_loses_nobody_a_match_although_the_other_has_moved(pokes, hush, house_clock):
    match, people = seated("hush", clock=MOVE)
    lay(match, people, 0)
    house_clock(days=1, minutes=1)
    tick()
    drain(pokes)
    assert last(match, "match.aborted").pub["reason"] == "no-show"
    assert last(match, "clock.expired").pub == {"seat": 1}
    assert findings(match) == []


def test_a_resignation_and_the_end_stand_in_one_append(pokes):
    match, people = seated("zertz", clock=SLOW)
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    assert append_of(match, "seat.resigned")[:2] == ["seat.resigned", "match.ended"]


def test_an_accepted_offer_and_what_it_leads_to_stand_in_one_append(pokes):
    match, people = seated("zertz", clock=SLOW)
    number = offers.make_offer(match_id=match.id, account=people[0], kind="draw", to=None, command_id=command())[1]
    offers.answer_offer(match_id=match.id, account=people[1], offer=number, accepted=True, command_id=command())
    assert append_of(match, "offer.answered")[:2] == ["offer.answered", "match.ended"]


def test_an_expiry_against_a_bot_ends_the_match_whatever_the_clock_says(pokes, house_clock):
    match, people = seated("zertz", clock=MOVE | {"on_timeout": "bot"})
    play(match, people, 0)
    play(match, people, 1)
    play(match, people, 0)
    house_clock(days=1, minutes=1)
    tick()
    assert types(match)[-1] == "seat.substituted"
    pokes.append(("referee.advance", (str(match.id),)))
    drain(pokes)
    house_clock(days=4)
    tick()
    drain(pokes)
    ended = last(match, "match.ended")
    assert (ended.pub["reason"], ended.pub["winners"]) == ("time", [])
    assert findings(match) == []


# -- places -----------------------------------------------------------------------------------------------------------


def test_an_end_by_the_house_places_all_who_left_behind_the_others(pokes):
    """Seat 0 resigns and a bot plays on for it; seat 1 does too; then seat 2 gives up: nobody wins, all share."""
    match, people = seated("potion_explosion", 3, clock=SLOW)
    for seat in range(3):
        offers.resign(match_id=match.id, account=people[seat], command_id=command())
        advance(str(match.id))
    ended = last(match, "match.ended").pub
    assert ended["winners"] == []
    assert ended["scores"] == [0, 0, 0]
    assert ended["places"] == [1, 1, 1]
    drain(pokes)
    assert findings(match) == []


def test_who_left_before_is_placed_with_who_leaves_last(pokes):
    """A bot of the table is ahead; of the two who left the scores decide, not who left when."""
    people = [uuid.uuid4(), uuid.uuid4()]
    wish = Wish("potion_explosion", 3, bots={2: "random"}, clock=SLOW, lot=False)
    match_id = open_table(account=people[0], wish=wish).id
    take_seat(match_id=match_id, account=people[1])
    advance(str(match_id))
    match = match_of(match_id)
    for seat in (0, 1):
        offers.resign(match_id=match.id, account=people[seat], command_id=command())
    ended = last(match, "match.ended").pub
    assert (ended["winners"], ended["places"]) == ([2], [2, 2, 1])


def test_two_seats_have_no_places(pokes):
    match, people = seated("zertz", clock=SLOW)
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    assert "places" not in last(match, "match.ended").pub
