"""Matches with clocks, absence, offers and plans, played in the stores: their exports hold before the verifier.

And the two arithmetics, the house's and the verifier's, which share no code, give the same table for each.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest

from engine.core.replay import answer
from engine.games import GAMES
from services.auditor.check import check_match
from services.clocks import tasks as clocks
from services.log.models import Event
from services.log.read import read
from services.matches import events as ev
from services.matches.clock import arithmetic
from services.matches.models import Match
from services.playing.intake import submit_move
from services.playing.offers import answer_offer, come_back, make_offer, resign
from services.playing.plans import put_plan
from services.readers.export import export_match
from services.readers.history import position_at
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, question, seated
from verifier.clocks import clock_table
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = 3_600_000
SLOW = {"kind": "fischer", "start_ms": 24 * HOUR, "increment_ms": 12 * HOUR, "cap_ms": 72 * HOUR}


@pytest.fixture
def zertz(monkeypatch):
    """ZERTZ for two people who may agree on a draw and plan ahead."""

    class Open(type(GAMES["zertz"])):
        info = replace(GAMES["zertz"].info, draws=True, plans=True)

    game = Open()
    monkeypatch.setitem(GAMES, "zertz", game)
    return game


def play(match: Match, people, seat: int, move: str | None = None) -> None:
    frame, command = question(match, seat), str(uuid.uuid4())
    text = move or frame.moves.split("\n")[0]
    submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=text, command_id=command)
    advance(str(match.id))


def offer(match: Match, people, seat: int, kind: str, to: int | None = None) -> int:
    return make_offer(match_id=match.id, account=people[seat], kind=kind, to=to, command_id=str(uuid.uuid4()))[1]


def reply(match: Match, people, seat: int, number: int, accepted: bool) -> None:
    command = str(uuid.uuid4())
    answer_offer(match_id=match.id, account=people[seat], offer=number, accepted=accepted, command_id=command)


def types_of(match: Match) -> list[str]:
    return list(Event.objects.filter(stream_id=match.id).order_by("seq").values_list("type", flat=True))


def line_ahead(game, match: Match, plies: int) -> list[list[Any]]:
    """What the seats would play next if each took its first move."""
    state, line = position_at(match.id, match_of(match.id).head.seq).state, []
    for _ in range(plies):
        seat = min(game.to_act(state))
        text = game.legal_texts(state, seat)[0]
        line.append([seat, text])
        _, state = answer(game, state, seat, text, 0)
    return line


def house_table(match: Match) -> list[dict[str, Any]]:
    events = read(match.id)
    opening = events[0].pub
    keeper = arithmetic(opening["clock"], opening["seats"], "greedy", [(ev.event_of(event), event) for event in events])
    return [stint.as_json() for stint in keeper.ended]


def holds(match: Match) -> Any:
    """The export of a match that is over, checked in every way that there is."""
    advance(str(match.id))
    match = match_of(match.id)
    assert match.revealed
    export = export_match(match)
    assert verify(export) == []
    assert clock_table(export)["stints"] == house_table(match)
    return export


def test_a_match_with_offers_a_plan_a_pause_and_an_expiry_holds(pokes, zertz, house_clock):
    match, people = seated("zertz", clock=SLOW)
    line = line_ahead(zertz, match, 4)
    assert [seat for seat, _ in line] == [0, 1, 0, 1]
    put_plan(match_id=match.id, account=people[1], lines=[line], command_id=str(uuid.uuid4()))
    house_clock(hours=2)
    play(match, people, 0, line[0][1])
    play(match, people, 0, line[2][1])
    reply(match, people, 1, offer(match, people, 0, "draw"), accepted=False)
    reply(match, people, 0, offer(match, people, 1, "pause"), accepted=True)
    house_clock(days=9)
    play(match, people, 0)
    house_clock(days=13)
    clocks.tick()
    export = holds(match)
    kinds = [event["type"] for event in export["events"]]
    assert kinds[-3:] == ["clock.expired", "match.ended", "seed.revealed"]
    assert kinds.count("clock.resumed") == kinds.count("clock.paused") == 1
    assert [event["pub"]["plan"] for event in export["events"] if "plan" in event["pub"]] == [
        kinds.index("plan.made")
    ] * 2


def test_a_match_with_an_undo_and_a_draw_holds(pokes, zertz, house_clock):
    match, people = seated("zertz", clock=SLOW)
    house_clock(hours=1)
    play(match, people, 0)
    started = types_of(match).index("match.started")
    house_clock(hours=2)
    reply(match, people, 1, offer(match, people, 0, "undo", started), accepted=True)
    house_clock(hours=3)
    play(match, people, 0)
    play(match, people, 1)
    reply(match, people, 1, offer(match, people, 0, "draw"), accepted=True)
    export = holds(match)
    assert export["events"][-2]["pub"]["winners"] == [0, 1]
    assert "move.undone" in types_of(match)


def test_a_match_in_which_nobody_came_holds(pokes, house_clock):
    match, _ = seated("zertz", clock=SLOW)
    house_clock(hours=25)
    clocks.tick()
    assert holds(match)["events"][-2]["pub"] == {"reason": "no-show"}


def test_a_match_in_which_a_bot_takes_over_and_the_person_returns_holds(pokes, house_clock):
    match, people = seated("glux", seats=3, clock={"kind": "per_move", "ms": 24 * HOUR})
    for days in range(1, 8):
        asked = position_at(match.id, match_of(match.id).head.seq).played.asked
        if asked == (1,):
            break
        house_clock(hours=days)
        play(match, people, asked[0])
    house_clock(days=3)
    clocks.tick()
    drain(pokes)
    assert "seat.substituted" in types_of(match)
    come_back(match_id=match.id, account=people[1], command_id=str(uuid.uuid4()))
    resign(match_id=match.id, account=people[0], command_id=str(uuid.uuid4()))
    drain(pokes)
    reply(match, people, 2, offer(match, people, 1, "abort"), accepted=True)
    assert holds(match)["events"][-2]["pub"] == {"reason": "agreement"}


def test_a_running_match_holds_before_the_house_s_own_audit(pokes, zertz, house_clock):
    match, people = seated("zertz", clock=SLOW | {"rest_days": [3, 4], "rest_hours": [23, 7]})
    house_clock(hours=30)
    play(match, people, 0)
    offer(match, people, 0, "pause")
    assert check_match(match_of(match.id)) == []
    assert clock_table(export_match(match_of(match.id)))["stints"] == house_table(match)


def enigma(clock) -> tuple[Match, list[uuid.UUID]]:
    """Two people before their sealed puzzles, which each opens when it likes."""
    match, people = seated("enigma", options={"mode": "async"}, clock=clock)
    while len(asked := position_at(match.id, match_of(match.id).head.seq).played.asked) == 1:
        play(match, people, asked[0])
    return match, people


def test_a_match_with_an_idle_move_holds(pokes, house_clock):
    match, people = enigma({"kind": "per_move", "ms": 24 * HOUR})
    house_clock(hours=1)
    play(match, people, 0, "G")
    house_clock(hours=30)
    clocks.tick()
    advance(str(match.id))
    idle = Event.objects.get(stream_id=match.id, pub__idle=True)
    assert idle.actor == "server"
    resign(match_id=match.id, account=people[0], command_id=str(uuid.uuid4()))
    holds(match)


def test_a_second_expiry_in_a_row_goes_by_the_clock_and_holds(pokes, house_clock):
    """Both let their puzzles lie; the one that is asked again lets that pass, too."""
    match, _ = enigma({"kind": "per_move", "ms": 24 * HOUR})
    for days in range(2, 9):
        house_clock(days=2 * days)
        clocks.tick()
        advance(str(match.id))
    kinds = types_of(match)
    assert Event.objects.filter(stream_id=match.id, pub__idle=True).count() == 2
    assert kinds.count("clock.expired") == 3
    holds(match)
