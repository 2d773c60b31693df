"""What holds for every clock: nothing is charged below zero, no pause shortens, and everybody counts alike."""

from __future__ import annotations

import json
import random
from datetime import datetime

import pytest
from django.test import Client

from services.log.models import Event
from services.matches.clock import ClockBook, arithmetic, moment_of, ms_of
from services.matches.models import Match, Seat
from services.matches.pauses import HOUR, Pauses, Rest
from services.playing import offers
from services.playing.vacation import keep_vacation
from services.readers.export import opened_export
from services.readers.models import Frame
from tests.services.conftest import match_of, seated
from tests.services.test_clock import log_of
from tests.services.test_offers import DAY, SLOW, answer, command, findings, offer, play
from tests.services.test_two_clocks import CLOCKS, RESTING, STEPS, RandomLog
from verifier.clocks import clock_table

SEEDS = range(100, 106)


def books(seed: int, clock: dict) -> list[ClockBook]:
    """The clocks of a made-up match after each of its events."""
    log = RandomLog(seed, clock)
    for _ in range(STEPS):
        log.grow()
    upto = range(log.seats + 1, len(log.events))
    return [arithmetic(clock, log.seats, "greedy", log_of({"export": log.export()}, seq)).book for seq in upto]


@pytest.mark.parametrize("clock", [*CLOCKS, *RESTING], ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_part_of_a_stint_is_below_zero(seed, clock):
    log = RandomLog(seed, clock)
    for _ in range(STEPS):
        log.grow()
    for stint in arithmetic(clock, log.seats, "greedy", log_of({"export": log.export()})).ended:
        assert min(stint.paused, stint.charged, stint.house, stint.left) >= 0, stint


@pytest.mark.parametrize("clock", [*CLOCKS, *RESTING], ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_deadline_is_the_first_moment_at_which_the_clock_may_expire(seed, clock):
    for book in books(seed, clock):
        first = book.first_deadline()
        assert first is None or (book.due(first - 1) == () and book.due(first) != ())
        for number, seat in book.seats.items():
            deadline = seat.deadline()
            if deadline is None or seat.stint is None:
                continue
            budget = max(seat.stint.budget, seat.stint.charged)
            assert seat.charged_by(deadline) >= budget, number
            assert deadline == seat.stint.opened or seat.charged_by(deadline - 1) < budget, number


@pytest.mark.parametrize("seed", range(200))
def test_a_pause_never_shortens_what_is_left(seed):
    chance = random.Random(seed)
    rest = Rest(
        frozenset(chance.sample(range(7), chance.randrange(7))),
        chance.choice([None, (22, 8), (1, 3), (0, 23)]),
        chance.choice([0, 210, -300, 840]),
    )
    start, need = chance.randrange(10**12), chance.randrange(1, 90 * HOUR)
    pauses = Pauses(rest)
    for _ in range(chance.randrange(4)):
        pauses = paused(pauses, chance, start)
    more = paused(pauses, chance, start)
    before, after = pauses.moment_of(start, need), more.moment_of(start, need)
    assert before is not None
    assert after is not None
    assert after >= before
    for at in (start, start + HOUR, before, after):
        assert more.overlap(start, at) >= pauses.overlap(start, at)


def paused(pauses: Pauses, chance: random.Random, start: int) -> Pauses:
    began = start + chance.randrange(-20 * HOUR, 200 * HOUR)
    return pauses.begin("vacation", began).end("vacation", began + chance.randrange(1, 100 * HOUR))


# -- one match, and everybody who counts ------------------------------------------------------------------------------


def counted(match: Match) -> None:
    """Seats, row, frames, API, the house's own audit and the verifier say the same."""
    row = match_of(match.id)
    table = clock_table(opened_export(row))
    (stretch,) = table["deadlines"]
    begun = ms_of(datetime.fromisoformat(table["started_at"]))
    deadlines = [None if ms is None else moment_of(begun + ms) for ms in stretch["ms"]]
    assert [seat.deadline_at for seat in Seat.objects.filter(match=row).order_by("seat")] == deadlines
    assert row.clock_at == min((at for at in deadlines if at is not None), default=None)
    api = Client().get(f"/api/matches/{match.id}/clocks").json()
    assert {name: api[name] for name in ("clock", "started_at", "stints")} == {
        name: table[name] for name in ("clock", "started_at", "stints")
    }
    assert api["deadlines"] == ([] if row.over else [{"after_seq": row.head.seq, "ms": stretch["ms"]}])
    assert findings(match) == []
    if row.judged_seq == row.head.seq:
        for frame in Frame.objects.filter(match=row):
            clocks = json.loads(frame.body)["clocks"]
            shown = [clock["deadline"] and datetime.fromisoformat(clock["deadline"]) for clock in clocks]
            assert shown == deadlines


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("clock", [SLOW | {"rest_days": [3, 4], "rest_hours": [22, 8]},
                                   {"kind": "byoyomi", "main_ms": DAY, "periods": 3, "period_ms": DAY},
                                   {"kind": "per_move", "ms": 2 * DAY, "rest_hours": [1, 0]}], ids=str)  # fmt: skip
def test_everybody_counts_a_match_alike(pokes, house_clock, clock):
    match, people = seated("zertz", clock=clock)
    counted(match)
    house_clock(hours=5)
    play(match, people, 0, judge=False)
    counted(match)
    from services.referee.tasks import advance

    advance(str(match.id))
    counted(match)
    house_clock(hours=9)
    keep_vacation(match.id, 1, people[1], Event.objects.filter(stream_id=match.id).order_by("-seq")[0].at)
    counted(match)
    house_clock(days=3)
    keep_vacation(match.id, 1, people[1], None)
    play(match, people, 1)
    counted(match)
    answer(match, people[1], offer(match, people[0], "pause"))
    counted(match)
    house_clock(days=4)
    play(match, people, 0)
    counted(match)
    offers.resign(match_id=match.id, account=people[1], command_id=command())
    advance(str(match.id))
    counted(match)
