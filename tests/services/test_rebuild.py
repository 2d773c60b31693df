"""Rebuilding: seats, frames, news and cards redrawn from the log are those that were written with it, at every step."""

from __future__ import annotations

import pytest

from services.clocks.tasks import tick
from services.matches.models import Match, Seat
from services.playing import offers, plans
from services.playing.vacation import keep_vacation
from services.readers.models import Frame, MatchCard, NewsLine
from services.readers.rebuild import rebuild_match
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, question, seated
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
