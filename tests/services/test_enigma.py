"""Enigma in the stores: the sand as a recorded fact, sealed answers, opponents that can be asked again."""

from __future__ import annotations

import json
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.core.codec import canonical
from engine.games import GAMES, game_of
from engine.games.enigma.data import PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from services.auditor.check import check_match
from services.clocks import tasks as clocks
from services.log import clock
from services.log.models import Event
from services.matches.models import Match
from services.opponents import tasks as opponents
from services.playing import intake
from services.playing.decide import Deciding
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.playing.tables import Wish
from services.readers.export import export_match
from services.readers.models import GALLERY, Frame
from services.referee import load
from services.referee.due import due as referee_due
from services.referee.tasks import advance
from tests.services.conftest import drain, opened, question, seated
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


def say(match, people, seat, move):
    frame = question(match, seat)
    command = str(uuid.uuid4())
    submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=move, command_id=command)
    advance(str(match.id))


def view_of(match, eye):
    return json.loads(Frame.objects.get(match=match, eye=eye).body)["view"]


def solve(match, people, seat):
    puzzle = PUZZLES[view_of(match, seat)["mine"]["puzzle"]["id"]]
    answer = BY_NAME[puzzle.kind].solve(puzzle.data, 1).first
    say(match, people, seat, "A:" + canonical(answer).decode())


def try_wrongly(match, people, seat):
    kind = view_of(match, seat)["mine"]["puzzle"]["kind"]
    wrong = {"weights": {"left": [], "right": []}, "pipes": {"cells": [None] * 9}}[kind]
    say(match, people, seat, "A:" + canonical(wrong).decode())


def live_round():
    """Two people, puzzles turned up; seat 0 has weights or pipes, seat 1 the other."""
    match, people = seated("enigma", options={"mode": "live"})
    for kind in ("weights", "pipes"):
        seat = Frame.objects.get(match=match, eye__gte=0, decision__isnull=False).eye
        say(match, people, seat, f"C:{kind}")
    return match, people


def test_each_eyes_frame_brings_the_systems_that_its_board_draws():
    match, _ = live_round()
    frames = [json.loads(frame.body) for frame in Frame.objects.filter(match=match)]
    assert len(frames) == 3
    for frame in frames:
        assert [system["cells"] for system in frame["aids"]["systems"]] == [[["R", 1], ["B", 1]], [["B", 1], ["Y", 1]]]
        assert "aids" not in frame["view"]


def judged(match):
    return Event.objects.filter(stream_id=match.id, type="move.judged").order_by("seq")


def test_e95_the_first_solver_turns_the_sand_and_time_up_is_recorded_once(pokes, house_clock):
    match, people = live_round()
    match.refresh_from_db()
    cap = match.due_at
    solve(match, people, 0)
    match.refresh_from_db()
    assert match.due_at < cap
    house_clock(seconds=61)
    referee_due("enigma", clock.now())
    referee_due("enigma", clock.now())
    assert Event.objects.filter(stream_id=match.id, type="time.up").count() == 1
    past = view_of(match, GALLERY)["past"]
    assert [result["success"] for result in past] == [True, False]


def test_e97_answers_and_puzzles_stay_sealed_until_the_phase_closes(pokes):
    match, people = live_round()
    mine = view_of(match, 0)["mine"]["puzzle"]["id"]
    solve(match, people, 0)
    last = judged(match).last()
    assert last.pub["move"] == "?"
    assert "shown" not in last.pub
    for eye in (1, GALLERY):
        assert f'"{mine}"' not in json.dumps(view_of(match, eye) | {"piles": None, "shapes": None, "desks": None})
    say(match, people, 1, "G")
    shown = judged(match).last().pub["shown"]
    assert [record["move"][:2] for record in shown if "move" in record] == ["A:", "G"]
    assert {record["out"] for record in shown if "label" in record} >= {mine}
    assert view_of(match, GALLERY)["past"][0]["puzzle"]["id"] == mine


def test_a_wrong_attempt_stands_and_asks_again(pokes):
    match, people = live_round()
    before = question(match, 0).decision
    try_wrongly(match, people, 0)
    assert question(match, 0).decision == before + 1
    assert judged(match).last().pub["verdict"] == "stands"
    assert view_of(match, 0)["mine"]["tries"] == 1


def test_the_close_of_a_phase_asks_the_database_as_often_after_many_attempts_as_after_two(pokes):
    """Every attempt is opened then, and each was looked up by itself: 1,500 made a close of two seconds."""
    statements = []
    for attempts in (2, 30):
        match, people = live_round()
        for _ in range(attempts):
            try_wrongly(match, people, 0)
        solve(match, people, 0)
        load._desks.clear()  # another worker closes the phase
        with CaptureQueriesContext(connection) as counted:
            say(match, people, 1, "G")
        assert len(judged(match).last().pub["shown"]) >= attempts
        statements.append(len(counted))
    assert statements[0] == statements[1]


@pytest.mark.parametrize("mode", ["live", "async"])
def test_a_whole_match_of_opponents_holds_before_the_verifier(pokes, mode):
    wish = Wish("enigma", 2, options={"mode": mode}, bots={0: "greedy", 1: "random"})
    match = opened(account=uuid.uuid4(), wish=wish)
    drain(pokes)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    assert verify(export_match(match)) == []


def test_an_attempt_that_was_recorded_too_late_is_refused_by_the_rules_and_the_log_holds(
    pokes, monkeypatch, house_clock
):
    match, people = live_round()
    house_clock(hours=3)
    monkeypatch.setattr(intake, "_must_be_an_answer", lambda *_: None)
    monkeypatch.setattr(Deciding, "run_timers", lambda self: None)
    solve(match, people, 0)
    assert judged(match).last().pub["code"] == "sand-out"
    resign(match_id=match.id, account=people[1])
    advance(str(match.id))
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    assert check_match(match) == []


def test_a_bot_lets_the_sand_run_out_rather_than_answer_too_late(pokes, house_clock):
    wish = Wish("enigma", 2, options={"mode": "live"}, bots=dict.fromkeys(range(2), "random"))
    match = opened(account=uuid.uuid4(), wish=wish)
    advance(str(match.id))
    while view_of(match, GALLERY)["phase"] == "choose":
        opponents.think(str(match.id), Frame.objects.get(match=match, eye__gte=0, decision__isnull=False).eye)
        advance(str(match.id))
    made = Event.objects.filter(stream_id=match.id, type="move.made")
    before = made.count()
    house_clock(hours=3)
    opponents.think(str(match.id), 0)
    assert made.count() == before
    house_clock()
    opponents.think(str(match.id), 0)
    assert made.count() == before + 1


def test_section_12_thinking_time_that_passes_without_opening_is_recorded_as_giving_up(pokes, house_clock):
    match, people = seated("enigma", options={"mode": "async"}, move_seconds=60)
    for kind in ("weights", "pipes"):
        seat = Frame.objects.get(match=match, eye__gte=0, decision__isnull=False).eye
        say(match, people, seat, f"C:{kind}")
    say(match, people, 0, "O")
    match.refresh_from_db()
    house_clock(seconds=62)
    clocks.tick()
    advance(str(match.id))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    made = Event.objects.filter(stream_id=match.id, type="move.made").order_by("seq").last()
    assert (made.actor, Event.objects.filter(stream_id=match.id, type="clock.expired").exists()) == ("seat:1", False)
    assert Frame.objects.get(match=match, eye=1).decision is None


# -- versions of the rules --------------------------------------------------------------------------------------------


def begun_under_version_1(monkeypatch, key, **options):
    """Two people at a table that was opened and started when the shelf had the first version of the rules."""
    with monkeypatch.context() as shelf:
        shelf.setitem(GAMES, key, game_of(key, 1))
        match, people = seated(key, options=options)
    assert match.rules_version == 1
    assert GAMES[key].info.rules_version == 2
    return match, people


def test_a_match_of_version_1_refuses_late_attempts_in_its_own_words_and_is_audited_under_it(
    pokes, monkeypatch, house_clock
):
    match, people = begun_under_version_1(monkeypatch, "enigma", mode="live")
    for kind in ("weights", "pipes"):
        say(match, people, Frame.objects.get(match=match, eye__gte=0, decision__isnull=False).eye, f"C:{kind}")
    house_clock(hours=3)
    monkeypatch.setattr(intake, "_must_be_an_answer", lambda *_: None)
    monkeypatch.setattr(Deciding, "run_timers", lambda self: None)
    solve(match, people, 0)
    assert judged(match).last().pub["code"] == "too-late"
    resign(match_id=match.id, account=people[1])
    advance(str(match.id))
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    assert check_match(match) == []


def test_a_zertz_match_of_version_1_is_played_to_its_end_and_audited_under_it(pokes, monkeypatch):
    options = {"board": 48, "tournament": True, "capture_rule": "claim"}
    match, people = begun_under_version_1(monkeypatch, "zertz", **options)
    for text in ("Wd4,a5", "Gd5,h4", "Ba1,a4", "!", "x d4Gd6"):
        seat = Frame.objects.get(match=match, eye__gte=0, decision__isnull=False).eye
        say(match, people, seat, text)
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    assert check_match(match) == []
    export = export_match(match)
    assert export["events"][0]["pub"]["rules_version"] == 1
    assert verify(export) == []
