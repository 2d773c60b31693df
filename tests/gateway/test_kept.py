"""Records and imported logs under the addresses of matches."""

from __future__ import annotations

import json
import uuid

import pytest

from services.log import clock
from services.records.exports import take_export
from services.records.plays import read_line
from services.records.store import store_plays
from tests.services.records.boardspace import LINES, RECORDS
from tests.services.records.test_exports import exported

pytestmark = pytest.mark.django_db(transaction=True)
RECORD = RECORDS[0]


@pytest.fixture
def play():
    play = read_line(LINES[0])
    store_plays([play], clock.now())
    return play


@pytest.fixture
def log():
    body = json.dumps(exported(), indent=2).encode()
    take_export(body, clock.now(), uuid.uuid4())
    return body


def test_the_card_of_a_record(client, play):
    card = client.get(f"/api/matches/{play.id}").json()
    assert (card["status"], card["winners"], card["reason"], card["ply"]) == ("ended", [1], "black", len(play.moves))
    assert (card["source"], card["imported"], card["year"]) == ("records", True, RECORD["year"])
    assert [seat["name"] for seat in card["seats"]] == [None, None]


def test_the_frames_of_a_record_are_the_positions_after_each_ply(client, play):
    answer = client.get(f"/api/matches/{play.id}/frames").json()
    assert [frame["seq"] for frame in answer["frames"]] == list(range(len(play.moves) + 1))
    for frame in answer["frames"]:
        assert client.get(f"/api/matches/{play.id}/frames/{frame['seq']}").json() == frame
    last = answer["frames"][-1]
    assert (last["winners"], last["reason"], last["to_act"]) == ([1], "black", [])
    assert client.get(f"/api/matches/{play.id}/frames/{len(play.moves) + 1}").status_code == 404
    assert client.get(f"/api/matches/{play.id}/frames?from=3&to=4").json()["frames"] == answer["frames"][3:5]
    assert client.get(f"/api/matches/{play.id}/frames?from=4&to=3").status_code == 400
    assert client.get(f"/api/matches/{play.id}/frame").json() == last


def test_the_outline_of_a_record_has_its_moves(client, play):
    steps = client.get(f"/api/matches/{play.id}/outline").json()["steps"]
    assert [step["move"] for step in steps] == [None, *play.moves]
    assert [step["seat"] for step in steps[1:]] == [ply % 2 for ply in range(len(play.moves))]


def test_the_record_of_a_play_imports_as_itself_and_its_text_has_a_line_a_move(client, play):
    body = client.get(f"/api/matches/{play.id}/record?as=json").content
    assert read_line(body).id == play.id
    answer = client.get(f"/api/matches/{play.id}/record")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    full = json.loads(body)["moves"]
    assert lines == [f"{ply + 1} {ply % 2} {move}" for ply, move in enumerate(full)]
    assert client.get(f"/api/matches/{play.id}/record?as=pgn").status_code == 400


@pytest.mark.parametrize("call", ["events", "export", "inclusion"])
def test_a_record_has_no_log(client, play, call):
    answer = client.get(f"/api/matches/{play.id}/{call}")
    assert (answer.status_code, answer.json()["error"]) == (404, "no-log")


def test_an_imported_log_is_exported_byte_for_byte(client, log):
    answer = client.get(f"/api/matches/{exported()['match']}/export")
    assert answer.content == log


def test_an_imported_log_is_replayed_like_a_match(client, log):
    match = exported()["match"]
    card = client.get(f"/api/matches/{match}").json()
    assert (card["status"], card["imported"], card["source"], card["revealed"]) == ("ended", True, "mine", True)
    assert client.get(f"/api/matches/{match}/events").json()["events"] == exported()["events"][:200]
    steps = client.get(f"/api/matches/{match}/outline").json()["steps"]
    judged = [event["pub"]["move"] for event in exported()["events"] if event["type"] == "move.judged"]
    assert [step["move"] for step in steps if step["move"]] == judged
    frame = client.get(f"/api/matches/{match}/frames/{steps[-1]['seq']}?eye=1").json()
    assert frame["winners"] == card["winners"]
    assert client.get(f"/api/matches/{match}/frames").json()["frames"][-1]["winners"] == card["winners"]
    assert client.get(f"/api/matches/{match}/record").content.decode().splitlines()[-1].startswith(f"{len(judged)} ")
    assert client.get(f"/api/matches/{match}/record?as=json").json()["moves"] == judged


def test_what_is_nowhere_is_404(client):
    for call in ("", "/frames/0", "/frames", "/outline", "/events", "/export", "/frame", "/record"):
        assert client.get(f"/api/matches/{uuid.uuid4()}{call}").status_code == 404
