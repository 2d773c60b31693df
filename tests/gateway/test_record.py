"""The record of a match that is over: as text, and of ZERTZ as a record that can be read again."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client

from engine.games import GAMES
from services.log.models import Event
from services.referee.tasks import advance
from tests.engine.zertz.table import new, play
from tests.gateway.test_async_calls import Caller, begun, move, refused
from tests.gateway.test_replay import get, played, step_seqs

pytestmark = pytest.mark.django_db(transaction=True)


def text_of(here: str) -> list[str]:
    answer = Client().get(f"/api{here}/record?as=text")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    return answer.content.decode().splitlines()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_line_for_each_standing_move_stands_behind_what_was_played(pokes, game):
    here = played(pokes, game)
    lines = text_of(here)
    moves = [line.split(" ", 2) for line in lines if not line.startswith("#")]
    judged = Event.objects.filter(stream_id=here[9:], type="move.judged", pub__verdict="stands").order_by("seq")
    assert lines[: len(lines) - len(moves)] == [line for line in lines if line.startswith("# ")]
    assert [(int(n), int(seat)) for n, seat, _ in moves] == [
        (n, event.pub["seat"]) for n, event in enumerate(judged, 1)
    ]
    for (_, _, text), event in zip(moves, judged, strict=True):
        assert "?" in event.pub["move"] or text == event.pub["move"]
        assert "?" not in text
    assert f"# game {game}" in lines
    assert not [line for line in lines if "None" in line or "True" in line]
    assert f"# reason {get(here).said['reason']}" in lines


def test_text_is_what_is_given_when_nothing_is_said(pokes):
    here = played(pokes, "zertz")
    assert Client().get(f"/api{here}/record").content.decode().splitlines() == text_of(here)


def test_a_zertz_record_plays_to_its_own_end(pokes):
    record = get(f"{played(pokes, 'zertz')}/record?as=json").said
    state = play(new(board=record["board"], goal=record["goal"]), *record["moves"])
    game = GAMES["zertz"]
    assert (game.reason(state), game.write_position(state)) == (record["reason"], record["final"])
    results = {(0,): "1-0", (1,): "0-1", (0, 1): "1/2", (): "0-0"}
    assert record["result"] == results[tuple(sorted(game.winners(state)))]


def test_a_match_that_was_given_up_tells_its_moves_and_who_won(ann, bea):
    here = begun(ann, bea)
    texts = [move(ann, here), move(bea, here)]
    ann("post", f"{here}/resignation", {})
    advance(here[9:])
    record = get(f"{here}/record?as=json").said
    assert (record["moves"], record["result"], record["reason"]) == (texts, "0-1", "resign")


def test_a_move_that_was_taken_back_does_not_stand(ann, bea):
    here = begun(ann, bea)
    start = step_seqs(here)[-1]
    move(ann, here)
    offer = ann.do("post", f"{here}/offers", kind="undo", to=start).said["offer"]
    bea.do("post", f"{here}/offers/{offer}/answer", accepted=True)
    second = move(ann, here, 3)
    bea("post", f"{here}/resignation", {})
    advance(here[9:])
    assert [line for line in text_of(here) if not line.startswith("#")] == [f"1 0 {second}"]


def test_other_games_have_no_json_record(pokes):
    refused(get(f"{played(pokes, 'glux')}/record?as=json"), 400, "bad-request")


@pytest.mark.parametrize("query", ["as=pdf", "as=TEXT"])
def test_another_form_is_refused(pokes, query):
    refused(get(f"{played(pokes, 'zertz')}/record?{query}"), 400, "bad-request")


@pytest.mark.parametrize("accept", ["text/plain", "application/json", "*/*"])
def test_a_match_that_is_not_over_has_no_record(ann, bea, accept):
    here = begun(ann, bea)
    answer = Client().get(f"/api{here}/record", HTTP_ACCEPT=accept)
    assert (answer.status_code, json.loads(answer.content)["error"]) == (409, "not-over")
    refused(get(f"/matches/{uuid.uuid4()}/record"), 404, "not-found")


@pytest.fixture
def ann(pokes):
    return Caller("Ann")


@pytest.fixture
def bea(pokes):
    return Caller("Bea")
