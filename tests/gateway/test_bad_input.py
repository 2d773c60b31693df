"""Promise 11: bad input is refused cheaply, in one form, and nothing is written."""

from __future__ import annotations

import json
import uuid

import pytest

from gateway.api.forms import MoveForm
from gateway.errors import BadFields
from gateway.middleware import spoken
from services.bus import pokes
from services.log.models import Event
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.models import Account
from services.people.tokens import new_token
from services.playing.forms import command_of
from services.playing.offers import resign
from services.playing.tables import Wish, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)

ID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
DEEP = "[" * 5000 + "]" * 5000
BODIES = {
    "nothing": "",
    "not json": "{",
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "deep": DEEP,
    "deep object": '{"a":' * 3000 + "1" + "}" * 3000,
    "float": '{"decision": 1.5, "move": "-", "command_id": "x"}',
    "nan": '{"decision": NaN}',
    "huge integer": '{"decision": ' + "9" * 400 + "}",
    "repeated key": '{"decision": 1, "decision": 2}',
    "lone surrogate": '{"move": "\\ud800"}',
    "zero byte": '{"move": "\\u0000"}',
    "bytes": b"\xff\xfe\x00",
    "unknown field": '{"decision": 1, "move": "-", "command_id": "x", "more": 1}',
    "bool for number": json.dumps({"decision": True, "move": "-", "command_id": ID}),
    "text for number": json.dumps({"decision": "1", "move": "-", "command_id": ID}),
    "list for text": json.dumps({"decision": 1, "move": ["-"], "command_id": ID}),
    "question mark": json.dumps({"decision": 1, "move": "?", "command_id": ID}),
    "long move": json.dumps({"decision": 1, "move": "x" * 1001, "command_id": ID}),
    "persian move": json.dumps({"decision": 1, "move": "حرکت", "command_id": ID}),
    "no uuid": json.dumps({"decision": 1, "move": "-", "command_id": "x"}),
}
NEARLY = {  # all of them are the same id
    "capitals": {"command_id": "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"},
    "no hyphens": {"command_id": "aaaaaaaabbbb4ccc8dddeeeeeeeeeeee"},
    "spaces": {"command_id": " aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee "},
    "a line more": {"command_id": "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee\n"},
}
PATHS = ("/api/tables", "/api/guests", "/api/tables/{0}/seats", "/api/matches/{0}/moves", "/api/matches/{0}/ticket")


@pytest.fixture
def bearer():
    return {"HTTP_AUTHORIZATION": f"Bearer {new_token(new_guest())}"}


@pytest.mark.parametrize("name", BODIES)
def test_damaged_bodies_are_refused_with_a_code(client, bearer, name):
    client.raise_request_exception = False
    for path in PATHS:
        if name == "nothing" and path in ("/api/guests", "/api/matches/{0}/ticket", "/api/tables/{0}/seats"):
            continue  # these take nothing
        answer = client.post(path.format(uuid.uuid4()), BODIES[name], content_type="application/json", **bearer)
        assert 400 <= answer.status_code < 500, (path, answer.status_code)
        assert set(answer.json()) >= {"error", "detail"}
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", NEARLY)
def test_a_command_id_is_one_however_it_is_spelt(name):
    body = {"decision": 1, "move": "W,d4,a1"}
    assert command_of(MoveForm.checked(body | NEARLY[name])["command_id"]) == ID


GOOD = json.dumps({"decision": 2**31 - 1, "move": "W,d4,a1", "command_id": ID})
READABLE = [body for body in BODIES.values() if isinstance(body, str) and '"command_id"' in body]


@pytest.mark.parametrize("body", [GOOD, GOOD.replace("2147483647", "0"), *READABLE])
def test_a_glance_at_a_move_finds_what_the_fields_find(body):
    data = json.loads(body)
    assert outcome(MoveForm.checked, data) == outcome(super(MoveForm, MoveForm).checked, data)


def outcome(check, data):
    try:
        return check(data)
    except BadFields as refusal:
        return refusal.extra


def test_a_body_over_64_kib_is_413(client, bearer):
    body = json.dumps({"name": "x" * 70_000})
    answer = client.post("/api/guests", body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_another_media_type_is_415(client, bearer):
    answer = client.post("/api/tables", "game=zertz", content_type="application/x-www-form-urlencoded", **bearer)
    assert (answer.status_code, answer.json()["error"]) == (415, "not-json")


def test_a_wrong_token_is_401_and_no_token_too(client):
    assert client.get("/api/me").status_code == 401
    answer = client.get("/api/me", HTTP_AUTHORIZATION="Bearer nonsense")
    assert (answer.status_code, answer.json()["error"]) == (401, "bad-token")


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess", "seats": 2},
        {"game": "zertz", "seats": 3},
        {"game": "zertz", "seats": 2, "options": {"board": 38}},
        {"game": "zertz", "seats": 2, "options": {"board": "37"}},
        {"game": "zertz", "seats": 2, "options": {"size": 37}},
        {"game": "zertz", "seats": 2, "options": {"goal": "blitz", "board": 48}},
        {"game": "zertz", "seats": 2, "bots": {"5": "greedy"}},
        {"game": "zertz", "seats": 2, "bots": {"1": "deep blue"}},
        {"game": "zertz", "seats": 2, "bots": {"x": "greedy"}},
        {"game": "zertz", "seats": 2, "clock": {"move_seconds": 0}},
        {"game": "zertz", "seats": 2, "clock": {"move_seconds": 60, "more": 1}},
        {"game": "zertz", "seats": 2, "entropy": "xyz"},
        {"game": "zertz", "seats": 2, "entropy": "ab" * 65},
    ],
)
def test_a_table_that_cannot_be_is_400(client, bearer, wish):
    answer = client.post("/api/tables", json.dumps(wish), content_type="application/json", **bearer)
    assert answer.status_code == 400, answer.content
    assert answer.json()["detail"]
    assert not Match.objects.exists()


@pytest.mark.parametrize("query", ["after=x", "after=99999999999999999999", "after=-5", "eye=9", "eye=x", "page=0"])
def test_damaged_queries_are_refused(client, bearer, query):
    made = client.post("/api/tables", json.dumps({"game": "zertz", "seats": 2}), "application/json", **bearer).json()
    for path in (f"/api/matches/{made['id']}/events", f"/api/matches/{made['id']}/frames/3", "/api/tables"):
        assert client.get(f"{path}?{query}", **bearer).status_code in (200, 400, 404)


def test_a_browser_session_needs_its_csrf_token(db):
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(new_guest())
    answer = browser.post("/api/tables", json.dumps({"game": "zertz", "seats": 2}), content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


@pytest.mark.parametrize("text", ["1_0", "+1", "۱", "1.0", " 1", "99999999999999"])
def test_only_plain_digits_are_a_number(client, text):
    assert client.get("/api/tables", {"page": text}).status_code == 400


def test_too_many_fields_are_refused_like_everything_else(client):
    answer = client.get("/api/games?" + "a&" * 1500)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


@pytest.mark.parametrize(
    ("wished", "expected"),
    [("fa", "fa"), ("en;q=0.1, fa;q=0.9", "fa"), ("fa;q=0, en", "en"), ("de, fa-IR;q=0.5", "fa"), ("x" * 9000, "en")],
)
def test_the_language_wished_for_most_is_spoken(wished, expected):
    assert spoken(wished) == expected


def started(game: str, monkeypatch) -> tuple[Match, list[Account]]:
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    people = [new_guest(), new_guest()]
    match = opened(account=people[0].pk, wish=Wish(game, 2, lot=False))
    take_seat(match_id=match.id, account=people[1].pk)
    advance(str(match.id))
    return match, people


def test_what_is_no_answer_at_all_is_not_recorded_where_moves_are_not_listed(client, monkeypatch):
    match, people = started("enigma", monkeypatch)
    before = Event.objects.count()
    frame = Frame.objects.filter(match=match, decision__isnull=False).first()
    token = {"HTTP_AUTHORIZATION": f"Bearer {new_token(people[frame.eye])}"}
    body = {"decision": frame.decision, "move": "zzz", "command_id": str(uuid.uuid4())}
    answer = client.post(f"/api/matches/{match.id}/moves", json.dumps(body), "application/json", **token)
    assert (answer.status_code, answer.json()["error"]) == (422, "unreadable-move")
    assert Event.objects.count() == before
    body["move"] = frame.moves.split("\n")[0]
    answer = client.post(f"/api/matches/{match.id}/moves", json.dumps(body), "application/json", **token)
    assert answer.status_code == 202


def test_the_eye_of_a_seat_that_is_not_there_is_refused(client, monkeypatch):
    match, people = started("glux", monkeypatch)
    resign(match_id=match.id, account=people[0].pk)
    advance(str(match.id))
    match.refresh_from_db()
    for eye in ("2", "00001", "00005", "-1", "۱", "0x0"):
        answer = client.get(f"/api/matches/{match.id}/frames/{match.head.seq}", {"eye": eye})
        assert answer.status_code == 400, eye
