"""Rebuilding: seats, frames, news and cards redrawn from the log are those that were written with it, at every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from uuid import uuid4

import pytest
from django.db import connection

from services.clocks.tasks import tick
from services.log.append import Head, redraw
from services.log.rows import Row
from services.matches.models import Match, Seat
from services.playing import offers, plans
from services.playing.tables import Wish, leave_seat, take_seat
from services.playing.vacation import keep_vacation
from services.readers import rebuild
from services.readers.models import Frame, MatchCard, NewsLine
from services.readers.rebuild import rebuild_match
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, opened, question, seated
from tests.services.test_async_export import enigma
from tests.services.test_async_export import play as say
from tests.services.test_offers import DAY, SLOW, answer, command, last, offer, play

pytestmark = pytest.mark.django_db(transaction=True)
SEATS = [field.attname for field in Seat._meta.concrete_fields]


def rows(match: Match) -> dict[str, list[dict]]:
    """Everything that follows from the log; frames as far as all that was recorded is judged."""
    row = match_of(match.id)
    judged = row.judged_seq == row.head.seq
    frames = Frame.objects.filter(match=match).order_by("eye").values("eye", "seq", "decision", "moves", "body")
    return {
        "seats": list(Seat.objects.filter(match=match).order_by("seat").values(*SEATS)),
        "news": list(NewsLine.objects.filter(match=match).order_by("seq").values("seq", "lines")),
        "frames": list(frames) if judged else [],
        "card": list(MatchCard.objects.filter(match=match).values("scores", "winners", "reason", "to_act", "ply")),
    }


def unchanged(match: Match) -> None:
    before = rows(match)
    rebuild_match(match.id)
    assert rows(match) == before


def test_offers_plans_pauses_and_an_undo(pokes, house_clock):
    match, people = seated("zertz", clock=SLOW)
    start = last(match, "match.started").seq
    unchanged(match)
    number = offer(match, people[1], "draw")
    unchanged(match)
    answer(match, people[0], number, accepted=False)
    moves = question(match, 0).moves.split("\n")
    lines = [[[0, moves[1]], [1, moves[40]]]]
    plans.put_plan(match_id=match.id, account=people[1], lines=lines, command_id=command())
    unchanged(match)
    house_clock(hours=7)
    play(match, people, 0)
    unchanged(match)
    answer(match, people[1], offer(match, people[0], "undo", to=start))
    unchanged(match)
    answer(match, people[0], offer(match, people[1], "pause"))
    unchanged(match)
    house_clock(days=2)
    play(match, people, 0)
    unchanged(match)


def test_a_vacation_that_begins_while_a_move_waits(pokes, house_clock):
    match, people = seated("zertz", clock=SLOW)
    play(match, people, 0, judge=False)
    unchanged(match)
    keep_vacation(match.id, 1, people[1], last(match, "move.made").at)
    assert Seat.objects.get(match=match, seat=1).on_vacation
    unchanged(match)
    advance(str(match.id))
    unchanged(match)
    house_clock(days=9)
    keep_vacation(match.id, 1, people[1], None)
    unchanged(match)


def test_a_seat_that_a_bot_takes_over_and_its_person_takes_back(pokes, house_clock):
    match, people = seated("potion_explosion", 3, clock={"kind": "per_move", "ms": DAY})
    house_clock(days=2)
    tick()
    unchanged(match)
    seat = last(match, "seat.substituted").pub["seat"]
    offers.come_back(match_id=match.id, account=people[seat], command_id=command())
    unchanged(match)
    offers.resign(match_id=match.id, account=people[(seat + 1) % 3], command_id=command())
    unchanged(match)
    pokes.append(("referee.advance", (str(match.id),)))
    drain(pokes)
    unchanged(match)


def test_an_idle_move_that_waits_and_one_that_is_judged(pokes, house_clock):
    match, people = enigma({"kind": "per_move", "ms": DAY})
    say(match, people, 0, "G")
    house_clock(days=2)
    tick()
    assert last(match, "move.made").pub["idle"]
    unchanged(match)
    advance(str(match.id))
    unchanged(match)


def test_a_match_that_was_ended_by_the_house(pokes):
    match, people = seated("zertz", clock=SLOW)
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    unchanged(match)
    advance(str(match.id))
    unchanged(match)


# -- while others append ----------------------------------------------------------------------------------------------


def during_rebuild(match: Match, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """`act` waits for the head while a rebuild holds it."""
    holds, waits = Event(), Event()

    def redraw_late(head: Head, rows: Sequence[Row]) -> None:
        holds.set()
        assert waits.wait(10)
        redraw(head, rows)

    def closing(work: Callable[[], object]) -> None:
        try:
            work()
        finally:
            connection.close()

    monkeypatch.setattr(rebuild, "redraw", redraw_late)
    with ThreadPoolExecutor(2) as threads:
        rebuilding = threads.submit(closing, partial(rebuild_match, match.id))
        assert holds.wait(10)
        acting = threads.submit(closing, act)
        while not waiting_for_locks():
            assert not acting.done()
        waits.set()
        rebuilding.result()
        acting.result()
    monkeypatch.undo()


def waiting_for_locks() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]


def seats_of(match: Match) -> list[tuple[int | None, int | None]]:
    return list(Seat.objects.filter(match=match).order_by("seat").values_list("decision", "answered_seq"))


def test_a_move_that_is_recorded_meanwhile_waits_to_be_judged(pokes, monkeypatch):
    match, people = seated("zertz")
    during_rebuild(match, monkeypatch, lambda: play(match, people, 0, judge=False))
    assert seats_of(match) == [(1, last(match, "move.made").seq), (None, None)]
    unchanged(match)


def test_a_move_that_is_judged_meanwhile_asks_the_next_seat(pokes, monkeypatch):
    match, people = seated("zertz")
    play(match, people, 0, judge=False)
    during_rebuild(match, monkeypatch, lambda: advance(str(match.id)))
    assert match_of(match.id).judged_seq == match_of(match.id).head.seq
    assert seats_of(match) == [(None, None), (1, None)]
    unchanged(match)


def test_a_seat_that_is_left_meanwhile_is_free(pokes, monkeypatch):
    owner, guest = uuid4(), uuid4()
    match = opened(account=owner, wish=Wish("glux", 3))
    take_seat(match_id=match.id, account=guest)
    during_rebuild(match, monkeypatch, partial(leave_seat, match_id=match.id, account=guest))
    assert list(Seat.objects.filter(match=match).values_list("account", flat=True)) == [owner]
    unchanged(match)


def test_seats_and_frames_that_do_not_follow_from_the_log_go(pokes):
    match, _ = seated("zertz")
    before = rows(match)
    Seat.objects.create(match=match, seat=2, account=uuid4())
    Frame.objects.create(match=match, eye=2, seq=0, body="{}")
    Seat.objects.filter(match=match, seat=0).delete()
    rebuild_match(match.id)
    assert rows(match) == before
