"""Whom the house calls back, and when: turns, time running out, facts; numbered for each account, nothing twice."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from services.facts import OfferOpened, TableInvited
from services.log import clock
from services.log.outbox import follow, say
from services.matches.models import Match, Seat
from services.notices.follow import handle
from services.notices.models import CalledSeat, Notice, Outgoing
from services.notices.read import home_of, notices_after
from services.people.models import Account
from services.playing.intake import submit_move
from services.playing.offers import make_offer, resign
from tests.services.conftest import drain, question
from tests.services.notices_hands import DAY, look_around, person, played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]


def notices_of(account: Account, *things: str) -> list[str]:
    rows = Notice.objects.filter(account=account.pk).order_by("number")
    return [row.thing for row in rows if not things or row.thing in things]


def marks(account: Account) -> list[int]:
    rows = Notice.objects.filter(account=account.pk, thing="time").order_by("number")
    return [row.body["used"] for row in rows]


def answer(match, account: Account, seat: int, pokes) -> None:
    asked = question(match, seat)
    submit_move(
        match_id=match.id, account=account.pk, decision=asked.decision, move=asked.moves.split("\n")[0],
        command_id=str(uuid.uuid4()),
    )  # fmt: skip
    drain(pokes)


@pytest.fixture
def pair():
    return person("Ann"), person("Bea")


# -- turns ------------------------------------------------------------------------------------------------------------


def test_whoever_is_asked_is_notified_and_nobody_else(pair):
    played(*pair)
    look_around()
    assert (notices_of(pair[0], "turn"), notices_of(pair[1], "turn")) == (["turn"], [])


def test_each_turn_is_notified_once_however_often_the_service_looks(pair, pokes):
    match = played(*pair)
    for _ in range(3):
        look_around()
    answer(match, pair[0], 0, pokes)
    for _ in range(3):
        look_around()
    assert (notices_of(pair[0], "turn"), notices_of(pair[1], "turn")) == (["turn"], ["turn"])


def test_a_turn_of_many_decisions_is_notified_once(pair, pokes):
    match = played(*pair, game="potion_explosion")
    asked = []
    for _ in range(14):
        look_around()
        asked.append(Seat.objects.get(match=match, decision__isnull=False).seat)
        answer(match, pair[asked[-1]], asked[-1], pokes)
    turns = [seat for seat, before in zip(asked, [None, *asked], strict=False) if seat != before]
    assert len(turns) < len(asked)
    assert [len(notices_of(account, "turn")) for account in pair] == [turns.count(0), turns.count(1)]


def test_a_recent_turn_is_looked_up_without_reading_everything(pair):
    from services.notices import due as due_module

    look_around()
    played(*pair)
    assert not due_module._search.is_due()
    due_module.due(clock.now())
    assert notices_of(pair[0], "turn") == ["turn"]


# -- time running out -------------------------------------------------------------------------------------------------


def test_time_running_out_is_notified_once_each_at_50_80_and_95_per_cent(pair, house_clock):
    played(*pair, clock={"kind": "per_move", "ms": DAY})
    seen = []
    for hours in (0, 11.9, 12.1, 13, 19, 19.3, 22, 22.9, 23.5):
        house_clock(hours=hours)
        look_around()
        seen.append(len(marks(pair[0])))
    assert marks(pair[0]) == [50, 80, 95]
    assert seen == [0, 0, 1, 1, 1, 2, 2, 3, 3]


def test_marks_passed_while_nobody_looked_are_notified_as_the_highest(pair, house_clock):
    played(*pair, clock={"kind": "fischer", "start_ms": DAY, "increment_ms": DAY // 2})
    look_around()
    house_clock(hours=20)
    look_around()
    assert marks(pair[0]) == [80]


def test_a_clock_of_less_than_a_day_reminds_nobody(pair, house_clock):
    played(*pair, clock={"kind": "per_move", "ms": DAY - 1})
    look_around()
    house_clock(hours=23)
    look_around()
    assert marks(pair[0]) == []


def test_time_that_rests_is_not_charged(pair, house_clock):
    hour = clock.now().hour
    played(*pair, clock={"kind": "per_move", "ms": DAY, "rest_hours": [(hour + 1) % 24, (hour + 13) % 24]})
    look_around()
    house_clock(hours=13)
    look_around()
    assert marks(pair[0]) == []
    house_clock(hours=24.5)
    look_around()
    assert marks(pair[0]) == [50]


def test_the_next_stint_is_reminded_of_anew(pair, pokes, house_clock):
    match = played(*pair, clock={"kind": "per_move", "ms": DAY})
    look_around()
    house_clock(hours=13)
    look_around()
    answer(match, pair[0], 0, pokes)
    answer(match, pair[1], 1, pokes)
    look_around()
    house_clock(hours=26)
    look_around()
    assert marks(pair[0]) == [50, 50]


def test_whoever_has_answered_is_not_reminded(pair, pokes, house_clock):
    match = played(*pair, clock={"kind": "per_move", "ms": DAY})
    look_around()
    answer(match, pair[0], 0, pokes)
    house_clock(hours=13)
    look_around()
    assert (marks(pair[0]), marks(pair[1])) == ([], [50])


def test_an_older_table_reminds_too(pair, house_clock):
    match = played(*pair)
    Match.objects.filter(pk=match.pk).update(move_seconds=86_400)
    asked = Seat.objects.get(match=match, seat=0).asked_at
    Seat.objects.filter(match=match, seat=0).update(deadline_at=asked + timedelta(days=1))
    look_around()
    house_clock(hours=12.1)
    look_around()
    assert marks(pair[0]) == [50]


# -- facts ------------------------------------------------------------------------------------------------------------


def test_start_and_end_are_notified_to_everybody_who_sits_there(pair, pokes):
    match = played(*pair)
    follow("notices", handle)
    asked = question(match, 0)
    assert asked is not None
    resign(match_id=match.id, account=pair[0].pk, command_id=str(uuid.uuid4()))
    drain(pokes)
    follow("notices", handle)
    follow("notices", handle)
    for account in pair:
        assert notices_of(account) == ["start", "end"]
    assert Notice.objects.get(account=pair[1].pk, thing="end").body["winners"] == [1]
    assert not CalledSeat.objects.filter(match=match.id).exists()


def test_an_offer_is_notified_to_whoever_may_answer_it(pair):
    match = played(*pair)
    make_offer(match_id=match.id, account=pair[0].pk, kind="abort", to=None, command_id=str(uuid.uuid4()))
    follow("notices", handle)
    assert (notices_of(pair[0], "offer"), notices_of(pair[1], "offer")) == ([], ["offer"])
    body = Notice.objects.get(thing="offer").body
    assert (body["kind"], body["offer"], body["match"]) == ("abort", 1, str(match.id))
    offers = home_of(pair[1].pk)["offers"]
    assert [(offer["match"], offer["offer"], offer["kind"]) for offer in offers] == [(str(match.id), 1, "abort")]
    assert home_of(pair[0].pk)["offers"] == []


def test_an_invitation_is_notified_to_whoever_is_invited(pair):
    match = played(*pair)
    other = person("Cem")
    say([TableInvited(str(match.id), str(other.pk), "i1")], clock.now())
    follow("notices", handle)
    assert notices_of(other) == ["invitation"]


def test_a_fact_that_comes_twice_is_notified_once(pair):
    match = played(*pair)
    make_offer(match_id=match.id, account=pair[0].pk, kind="abort", to=None, command_id=str(uuid.uuid4()))
    say([OfferOpened(str(match.id), 1)] * 2, clock.now())
    follow("notices", handle)
    assert notices_of(pair[1], "offer") == ["offer"]


def test_a_match_that_is_gone_parks_nothing():
    say([TableInvited(str(uuid.uuid4()), str(uuid.uuid4()), "i1")], clock.now())
    assert follow("notices", handle) == 1


# -- what an account has been notified of ------------------------------------------------------------------------------


def test_numbers_rise_for_each_account(pair):
    played(*pair)
    played(*pair)
    follow("notices", handle)
    look_around()
    numbers = [row.number for row in notices_after(pair[0].pk, 0)]
    assert numbers == sorted(set(numbers))
    assert [row.number for row in notices_after(pair[0].pk, numbers[1])] == numbers[2:]


def test_what_is_switched_off_for_pages_is_not_sent_to_them():
    ann = person("Ann", things={"turn": ["mail"]})
    played(ann, person("Bea"))
    look_around()
    assert notices_after(ann.pk, 0) == []
    assert Notice.objects.filter(account=ann.pk, thing="turn", page=False).count() == 1


def test_home_tells_where_one_is_asked_the_most_urgent_first(pair):
    slow = played(*pair, clock={"kind": "per_move", "ms": 3 * DAY})
    quick = played(*pair, clock={"kind": "per_move", "ms": DAY})
    none = played(*pair)
    asked = home_of(pair[0].pk)["asked"]
    assert [row["match"] for row in asked] == [str(match.id) for match in (quick, slow, none)]
    assert set(asked[0]) == {"match", "game", "seat", "deadline"}
    assert home_of(pair[1].pk)["asked"] == []


def test_a_closed_account_is_notified_nothing(pair):
    Account.objects.filter(pk=pair[0].pk).update(is_active=False)
    played(*pair)
    look_around()
    assert not Notice.objects.filter(account=pair[0].pk).exists()
    assert not Outgoing.objects.exists()


def test_a_seat_that_is_taken_over_is_notified_to_whoever_held_it_and_to_the_others(pokes):
    people = [person(name) for name in ("Ann", "Bea", "Cem")]
    match = played(*people, game="potion_explosion", clock={"kind": "per_move", "ms": DAY})
    resign(match_id=match.id, account=people[0].pk, command_id=str(uuid.uuid4()))
    drain(pokes)
    follow("notices", handle)
    assert [notices_of(account, "seat") for account in people] == [["seat"]] * 3
    assert {row.body["taken"] for row in Notice.objects.filter(thing="seat")} == {0}
