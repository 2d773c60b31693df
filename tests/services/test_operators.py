"""What operators do to matches: exactly these events, once; refused where they sit or directors rule; the logs hold."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest

from services.errors import BadRequest, Conflict, NotAllowed, Refusal
from services.log.models import Event, Outbox
from services.log.read import read
from services.matches.models import Match, Seat
from services.people.models import TrailEntry
from services.people.trail import Order, trail_of
from services.playing.intake import submit_move
from services.playing.order import abort_match, credit_clock, forfeit_seat
from services.playing.set_aside import give_up_fact, give_up_match, retry_fact, retry_match
from services.readers.export import export_match
from services.readers.models import NewsLine
from services.referee.tasks import advance
from tests.services.conftest import match_of, question, seated
from tests.services.test_async_export import holds
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)
SLOW = {"kind": "fischer", "start_ms": 86_400_000, "increment_ms": 3_600_000, "vacation": True}


@pytest.fixture(autouse=True)
def no_pokes(pokes):
    pass


def order(action: str, reason: str = "absent", operator: uuid.UUID | None = None) -> Order:
    return Order(operator or uuid.uuid4(), action, str(uuid.uuid4()), reason, "They never came back.")


def move(match: Match, people: list[uuid.UUID], seat: int) -> None:
    frame = question(match, seat)
    text = frame.moves.split("\n")[0]
    submit_move(
        match_id=match.id, account=people[seat], decision=frame.decision, move=text, command_id=str(uuid.uuid4())
    )


def tail(match: Match, size: int) -> list[tuple[str, str, dict]]:
    return [(event.type, event.actor, event.pub) for event in read(match.id)][-size:]


def test_an_annulled_match_is_aborted_with_the_operators_command_and_holds():
    match, people = seated("zertz", clock=SLOW)
    credited, annulled = order("credit", "outage"), order("abort")
    credit_clock(match.id, 0, 60_000, credited)
    abort_match(match.id, annulled)
    assert tail(match, 3) == [
        ("clock.credited", f"director:{credited.operator}", {"seat": 0, "ms": 60_000, "reason": "outage"}),
        ("director.ruled", f"director:{annulled.operator}", {"ruling": "annul"}),
        ("match.aborted", "server", {"reason": "ruling"}),
    ]
    commands = Event.objects.filter(stream_id=match.id, actor__startswith="director:").order_by("seq")
    assert list(commands.values_list("cmd", flat=True)) == [credited.command, annulled.command]
    holds(match)
    rows = trail_of(people[1])
    assert [(row["action"], row["match"]) for row in rows] == [("abort", str(match.id)), ("credit", str(match.id))]
    assert (rows[0]["before"]["status"], rows[0]["after"]["status"]) == ("running", "aborted")
    assert (rows[1]["after"]["ms"], rows[1]["text"]) == (60_000, "They never came back.")


def test_a_forfeit_of_two_ends_the_match_for_the_other():
    match, _ = seated("zertz")
    ruled = order("forfeit")
    forfeit_seat(match.id, 0, ruled)
    (kind, actor, pub), (end, _, ended) = tail(match, 2)
    seq = match_of(match.id).head.seq - 1
    assert NewsLine.objects.get(match=match.id, seq=seq).lines == {
        "all": [{"code": "house.ruled_forfeit", "params": {"seat": 0}}]
    }
    assert (kind, actor, pub) == ("director.ruled", f"director:{ruled.operator}", {"ruling": "forfeit", "seat": 0})
    assert (end, ended["winners"], ended["reason"]) == ("match.ended", [1], "ruling")
    advance(str(match.id))
    assert verify(export_match(match_of(match.id))) == []


def test_a_forfeit_of_three_puts_a_bot_on_the_seat_and_the_others_go_on():
    match, people = seated("potion_explosion", 3, clock=SLOW)
    ruled = order("forfeit")
    forfeit_seat(match.id, 1, ruled)
    (kind, actor, _), (then, by, pub) = tail(match, 2)
    assert (kind, then) == ("director.ruled", "seat.substituted")
    assert actor == by == f"director:{ruled.operator}"
    assert pub["seat"] == 1
    assert "bot" in pub
    seat = Seat.objects.get(match_id=match.id, seat=1)
    assert (seat.account, seat.former, match_of(match.id).status) == (None, None, Match.Status.RUNNING)
    assert trail_of(people[1])[0]["after"]["seat"] == 1
    abort_match(match.id, order("abort"))
    holds(match)


def refusals() -> list[tuple[str, Callable[[], None]]]:
    match, people = seated("zertz")
    running = match.id
    tournament, _ = seated("zertz")
    Match.objects.filter(pk=tournament.id).update(tournament=uuid.uuid4())
    over, _ = seated("zertz")
    abort_match(over.id, order("abort"))
    waiting, others = seated("zertz")
    move(waiting, others, 0)
    per_move, _ = seated("zertz", clock={"kind": "per_move", "ms": 86_400_000})
    return [
        ("own-match", lambda: abort_match(running, order("abort", operator=people[1]))),
        ("tournament-match", lambda: abort_match(tournament.id, order("abort"))),
        ("match-over", lambda: forfeit_seat(over.id, 0, order("forfeit"))),
        ("move-waits", lambda: abort_match(waiting.id, order("abort"))),
        ("no-clock", lambda: credit_clock(running, 0, 1000, order("credit"))),
        ("no-clock", lambda: credit_clock(per_move.id, 1, 1000, order("credit"))),
        ("bad-seat", lambda: forfeit_seat(running, 2, order("forfeit"))),
        ("bad-request", lambda: credit_clock(running, 0, 0, order("credit"))),
        ("bad-request", lambda: abort_match(running, order("abort", "because"))),
        ("not-found", lambda: abort_match(uuid.uuid4(), order("abort"))),
        ("not-parked", lambda: retry_match(running, order("retry"))),
    ]


def test_what_is_refused_has_its_code_and_writes_nothing():
    wanted = refusals()
    before = Event.objects.count(), TrailEntry.objects.count()
    for code, act in wanted:
        with pytest.raises(Refusal) as raised:
            act()
        assert raised.value.code == code
        assert isinstance(raised.value, Conflict | NotAllowed | BadRequest) or code == "not-found"
    assert (Event.objects.count(), TrailEntry.objects.count()) == before


def test_a_command_that_is_in_the_log_rules_nothing_a_second_time():
    match, _ = seated("zertz", clock=SLOW)
    once = order("credit")
    credit_clock(match.id, 0, 1000, once)
    with pytest.raises(Conflict, match="command-reused"):
        credit_clock(match.id, 0, 1000, once)
    assert Event.objects.filter(stream_id=match.id, type="clock.credited").count() == 1


def test_a_parked_match_is_tried_again_or_given_up(pokes):
    match, people = seated("zertz")
    Match.objects.filter(pk=match.id).update(parked="KeyError after seq 3", tries=3)
    with pytest.raises(Conflict, match="match-parked"):
        abort_match(match.id, order("abort"))
    retry_match(match.id, order("retry", "error"))
    assert ("referee.advance", (str(match.id),)) in pokes
    assert (match_of(match.id).parked, match_of(match.id).tries) == ("", 0)
    Match.objects.filter(pk=match.id).update(parked="KeyError after seq 3")
    give_up_match(match.id, order("give-up", "error"))
    assert (match_of(match.id).status, match_of(match.id).parked) == (Match.Status.ABORTED, "")
    assert [row["action"] for row in trail_of(people[0])] == ["give-up", "retry"]
    advance(str(match.id))
    assert verify(export_match(match_of(match.id))) == []


def test_a_parked_fact_is_given_again_or_given_up(pokes):
    row = Outbox.objects.create(
        follower="ratings", fact="leaf.added", version=1, body={}, at="2026-01-01T00:00:00Z",
        due_at="2026-01-01T00:00:00Z", tries=8, parked="KeyError after 8 tries",
    )  # fmt: skip
    retry_fact(row.pk, order("retry", "error"))
    assert ("ratings.follow", ()) in pokes
    with pytest.raises(Conflict, match="not-parked"):
        give_up_fact(row.pk, order("give-up", "error"))
    Outbox.objects.filter(pk=row.pk).update(parked="again")
    give_up_fact(row.pk, order("give-up", "error"))
    assert not Outbox.objects.filter(pk=row.pk).exists()
    assert TrailEntry.objects.filter(thing="follower").count() == 2
