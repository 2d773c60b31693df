"""The calls of asynchronous play as an outside program makes them; and what a spectator delay hides."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client

from services.bus import pokes
from services.log.models import Event
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.readers.models import Frame
from services.referee.tasks import advance

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 86_400_000
SLOW = {"kind": "fischer", "start_ms": 3 * DAY, "increment_ms": DAY, "cap_ms": 7 * DAY}


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


class Caller:
    """A program with a token."""

    def __init__(self, name: str) -> None:
        self.account = new_guest(name)
        self.token = new_token(self.account)
        self.client = Client()

    def __call__(self, method: str, path: str, body=None):
        sent = {"HTTP_AUTHORIZATION": f"Bearer {self.token}"}
        if body is not None:
            sent |= {"data": json.dumps(body), "content_type": "application/json"}
        answer = getattr(self.client, method)(f"/api{path}", **sent)
        answer.said = answer.json() if answer.content else None
        return answer

    def do(self, method: str, path: str, **body):
        return self(method, path, {**body, "command_id": str(uuid.uuid4())})


@pytest.fixture
def ann():
    return Caller("Ann")


@pytest.fixture
def bea():
    return Caller("Bea")


def begun(ann: Caller, bea: Caller, **table) -> str:
    body = {"game": "zertz", "seats": 2, "seating": "fixed", "clock": SLOW, **table}
    opened = ann("post", "/tables", body)
    assert opened.status_code == 201, opened.said
    match = opened.said["id"]
    assert bea("post", f"/tables/{match}/seats", {}).status_code == 201
    advance(match)
    return f"/matches/{match}"


def move(who: Caller, here: str, pick: int = 0) -> str:
    frame = who("get", f"{here}/frame").said
    text = frame["moves"][pick]
    answer = who.do("post", f"{here}/moves", decision=frame["decision"], move=text)
    assert answer.status_code == 202, answer.said
    advance(here.rsplit("/", 1)[-1])
    return text


def refused(answer, status: int, code: str) -> None:
    assert (answer.status_code, answer.said["error"]) == (status, code), answer.said
    assert answer.said["detail"]
    assert code not in answer.said["detail"]


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "sundial"},
        {"kind": "per_move"},
        {"kind": "per_move", "ms": 999},
        {"kind": "per_move", "ms": 366 * DAY},
        {"kind": "per_move", "ms": "1000"},
        {"kind": "per_move", "ms": DAY, "rest_days": [0, 1, 2, 3, 4, 5, 6]},
        {"kind": "per_move", "ms": DAY, "rest_hours": [3, 3]},
        {"kind": "per_move", "ms": DAY, "substitute": "nobody"},
        {"kind": "fischer", "start_ms": DAY, "increment_ms": 0, "cap_ms": 5},
        {"kind": "byoyomi", "main_ms": 0, "periods": 101, "period_ms": 60_000},
        "fast",
        [],
    ],
)
def test_a_clock_that_breaks_its_form_is_refused(ann, clock):
    refused(ann("post", "/tables", {"game": "zertz", "seats": 2, "clock": clock}), 400, "bad-clock")


@pytest.mark.parametrize(
    "delay", [{"ms": -1}, {"ms": 600_001}, {"plies": 101}, {"ms": 1, "plies": 1}, {}, 5, {"ms": True}]
)
def test_a_delay_that_breaks_its_form_is_refused(ann, delay):
    refused(ann("post", "/tables", {"game": "zertz", "seats": 2, "delay": delay}), 400, "bad-delay")


def test_offers_are_made_seen_and_answered(ann, bea):
    here = begun(ann, bea)
    made = ann.do("post", f"{here}/offers", kind="draw")
    assert (made.status_code, made.said["offer"], set(made.said)) == (202, 1, {"seq", "head", "receipt", "offer"})
    shown = bea("get", f"{here}/frame").said["offers"]
    assert shown == [{"offer": 1, "seat": 0, "kind": "draw", "to": None, "accepted": []}]
    refused(ann.do("post", f"{here}/offers", kind="abort"), 409, "offer-open")
    refused(ann.do("post", f"{here}/offers/1/answer", accepted=True), 409, "offer-answered")
    assert bea.do("post", f"{here}/offers/1/answer", accepted=False).status_code == 202
    refused(bea.do("post", f"{here}/offers/1/answer", accepted=True), 409, "offer-closed")
    refused(ann.do("post", f"{here}/offers", kind="draw"), 409, "offer-too-soon")
    refused(ann.do("post", f"{here}/offers", kind="undo", to=0), 422, "undo-not-allowed")
    refused(ann.do("post", f"{here}/offers", kind="tea"), 400, "bad-request")
    refused(ann("post", f"{here}/offers", {"kind": "draw", "command_id": "1"}), 400, "bad-request")


def test_an_undo_is_granted_and_the_match_goes_on(ann, bea):
    here = begun(ann, bea)
    start = ann("get", f"{here}/frame").said["seq"]
    move(ann, here)
    offer = ann.do("post", f"{here}/offers", kind="undo", to=start)
    assert offer.status_code == 202, offer.said
    assert bea.do("post", f"{here}/offers/{offer.said['offer']}/answer", accepted=True).status_code == 202
    frame = ann("get", f"{here}/frame").said
    assert frame["to_act"] == [0]
    move(ann, here, 3)


def test_a_pause_is_agreed_and_ended(ann, bea):
    here = begun(ann, bea)
    refused(ann.do("post", f"{here}/pause-end"), 409, "not-paused")
    assert ann.do("post", f"{here}/offers", kind="pause").status_code == 202
    assert bea.do("post", f"{here}/offers/1/answer", accepted=True).status_code == 202
    clocks = ann("get", f"{here}/frame").said["clocks"]
    assert [(clock["paused"], clock["deadline"]) for clock in clocks] == [(True, None), (True, None)]
    assert bea.do("post", f"{here}/pause-end").status_code == 202
    assert ann("get", f"{here}/frame").said["clocks"][0]["deadline"] is not None
    refused(bea.do("post", f"{here}/return"), 409, "not-away")


def test_a_plan_is_left_read_and_dropped_by_its_seat_alone(ann, bea):
    here = begun(ann, bea)
    moves = ann("get", f"{here}/frame").said["moves"]
    lines = [[[0, moves[0]], [1, moves[40]]]]
    refused(bea("get", f"{here}/plan"), 404, "not-found")
    put = bea.do("put", f"{here}/plan", lines=lines)
    assert put.status_code == 202, put.said
    assert bea("get", f"{here}/plan").said == {"plan": put.said["plan"], "lines": lines}
    refused(ann("get", f"{here}/plan"), 404, "not-found")
    assert ann("get", f"{here}/frame").said["plans"] == [1]
    assert moves[40] not in json.dumps(ann("get", f"{here}/events").said["opened"])
    refused(ann.do("put", f"{here}/plan", lines=lines), 409, "plan-asked")
    refused(bea.do("put", f"{here}/plan", lines=[]), 400, "bad-plan")
    refused(bea.do("put", f"{here}/plan", lines=[[[0, "x" * 90]] * 20] * 20), 400, "bad-plan")
    refused(bea.do("put", f"{here}/plan", lines=[*lines, [[0, moves[0]], [1, moves[41]]]]), 422, "plan-contradicts")
    assert bea("delete", f"{here}/plan?command_id={uuid.uuid4()}").status_code == 202
    refused(bea("delete", f"{here}/plan?command_id={uuid.uuid4()}"), 404, "not-found")
    refused(bea("delete", f"{here}/plan"), 400, "bad-request")


def test_a_game_without_plans_or_draws_says_so(ann, bea):
    games = {game["key"]: game for game in ann("get", "/games").said}
    assert games["zertz"]["plans"]
    assert games["zertz"]["draws"]
    without = [key for key, game in games.items() if not game["plans"] and 2 in range(game["seats"][0], 9)]
    for key in without:
        here = begun(ann, bea, game=key)
        waiting = [seat for seat in (0, 1) if seat not in ann("get", f"{here}/frame").said["to_act"]]
        for seat in waiting:
            caller = (ann, bea)[seat]
            refused(caller.do("put", f"{here}/plan", lines=[[[1 - seat, "x"]]]), 422, "plan-not-allowed")


def test_the_clocks_are_given_with_their_arithmetic(ann, bea, house_clock):
    here = begun(ann, bea)
    house_clock(hours=1)
    move(ann, here)
    clocks = Client().get(f"/api{here}/clocks").json()
    assert set(clocks) == {"clock", "started_at", "stints", "deadlines"}
    (stint,) = clocks["stints"]
    assert (stint["seat"], stint["end"], stint["decisions"], stint["paused"]) == (0, "answered", 1, 0)
    assert 3_600_000 <= stint["charged"] < 3_700_000
    assert stint["left"] == 3 * DAY - stint["charged"] + DAY
    (deadlines,) = clocks["deadlines"]
    assert deadlines["ms"][0] is None
    assert deadlines["ms"][1] > 3 * DAY


def test_a_rematch_links_both_matches(ann, bea):
    here = begun(ann, bea)
    refused(ann.do("post", f"{here}/rematch"), 409, "match-running")
    ann("post", f"{here}/resignation", {})
    table = ann.do("post", f"{here}/rematch")
    assert (table.status_code, table.said["rematch_of"], table.said["my_seat"]) == (201, here[9:], 1)
    assert bea("get", here).said["rematch"] == table.said["id"]
    stranger = Caller("Cem")
    refused(stranger("post", f"/tables/{table.said['id']}/seats", {}), 403, "not-invited")
    refused(stranger.do("post", f"{here}/rematch"), 403, "not-your-seat")
    theirs = bea.do("post", f"{here}/rematch")
    assert (theirs.status_code, theirs.said["id"], theirs.said["my_seat"]) == (201, table.said["id"], 0)


def entropies(table: dict) -> dict[str, str]:
    taken = Event.objects.filter(stream_id=table["id"], type="seat.taken")
    return {event.pub["account"]: event.pub["entropy"] for event in taken}


def test_a_rematch_takes_bytes_of_both_sides_after_the_seed_is_bound(ann, bea):
    here = begun(ann, bea)
    ann("post", f"{here}/resignation", {})
    refused(ann.do("post", f"{here}/rematch", entropy="aa" * 32), 400, "no-commitment")
    promise = ann("post", "/commitments", {}).said
    table = ann.do("post", f"{here}/rematch", match=promise["match"], entropy="aa" * 32)
    assert (table.status_code, table.said["id"]) == (201, promise["match"])
    assert Event.objects.get(stream_id=table.said["id"], seq=0).pub["seed_commit"] == promise["seed_commit"]
    other = bea("post", "/commitments", {}).said
    refused(bea.do("post", f"{here}/rematch", match=other["match"], entropy="bb" * 32), 409, "commitment-gone")
    assert bea.do("post", f"{here}/rematch", entropy="cc" * 32).status_code == 201
    again = ann.do("post", f"{here}/rematch", match=promise["match"], entropy="aa" * 32)
    assert (again.status_code, again.said["id"]) == (201, promise["match"])
    assert entropies(table.said) == {str(ann.account.pk): "aa" * 32, str(bea.account.pk): "cc" * 32}


# -- the spectator delay ----------------------------------------------------------------------------------------------


def known(who, here: str) -> dict:
    """Everything that can be got of a match."""
    return {path: who("get", f"{here}{path}").said for path in ("", "/frame", "/events", "/export", "/clocks")} | {
        "tables": who("get", "/tables").said
    }


def test_whoever_is_not_seated_sees_the_match_as_it_stood_some_plies_ago(ann, bea):
    here, stranger = begun(ann, bea, delay={"plies": 2}), Caller("Cem")
    start = ann("get", f"{here}/frame").said["seq"]
    first = move(ann, here)
    move(bea, here, 1)
    assert stranger("get", f"{here}/frame").said["seq"] == start
    third = move(ann, here, 2)
    frame = stranger("get", f"{here}/frame").said
    assert start < frame["seq"] < ann("get", f"{here}/frame").said["seq"]
    text = json.dumps(known(stranger, here))
    assert first in text
    assert third not in text
    ann("post", f"{here}/resignation", {})
    assert third in json.dumps(stranger("get", f"{here}/events").said), "a delay in plies ends with the match"


def test_whoever_is_not_seated_sees_the_match_as_it_stood_some_time_ago(ann, bea, house_clock):
    here, stranger = begun(ann, bea, delay={"ms": 600_000}), Caller("Cem")
    house_clock(minutes=20)
    first = move(ann, here)
    answers = known(stranger, here)
    assert answers[""]["status"] == "running"
    assert answers[""]["ply"] == 0
    assert first not in json.dumps(answers)
    ann("post", f"{here}/resignation", {})
    advance(here[9:])
    answers = known(stranger, here)
    assert (answers[""]["status"], answers[""]["winners"], answers[""]["revealed"]) == ("running", None, False)
    assert "match.ended" not in json.dumps(answers)
    assert stranger("get", f"{here}/inclusion").status_code == 404
    assert bea("get", here).said["status"] == "ended", "the seats are not behind"
    house_clock(minutes=40)
    assert stranger("get", here).said["status"] == "ended"
    assert first in json.dumps(stranger("get", f"{here}/events").said)


def test_what_is_sealed_is_opened_to_the_late_only_when_the_reveal_is_past_the_delay(ann, bea, house_clock):
    here, stranger = begun(ann, bea, delay={"ms": 600_000}), Caller("Cem")
    ann("post", f"{here}/resignation", {})
    house_clock(minutes=5)
    advance(here[9:])
    house_clock(minutes=12)
    card, export = stranger("get", here).said, stranger("get", f"{here}/export").said
    assert (card["status"], card["revealed"], export["opened"]) == ("ended", False, [])
    house_clock(minutes=16)
    assert stranger("get", here).said["revealed"]


def test_late_readers_see_which_seats_programs_hold(ann, bea, house_clock):
    bot = ann("post", "/me/bots", {"name": "Rook"}).said["id"]
    token = ann("post", "/me/tokens", {"scopes": ["play"], "bot": bot}).said["token"]
    program = Caller("Rook")
    program.token = token
    here, stranger = begun(ann, program, delay={"ms": 600_000}), Caller("Cem")
    house_clock(minutes=20)
    move(ann, here)
    assert [seat["bot_account"] for seat in stranger("get", here).said["seats"]] == [False, True]


def test_a_past_frame_inside_the_delay_is_unknown_to_the_late(ann, bea):
    here, stranger = begun(ann, bea, delay={"plies": 3}), Caller("Cem")
    move(ann, here)
    head = ann("get", f"{here}/frame").said["seq"]
    assert ann("get", f"{here}/frames/{head}").status_code == 200
    assert stranger("get", f"{here}/frames/{head}").status_code == 404
    assert stranger("get", f"/tables/{here[9:]}").status_code == 200


def test_a_seat_is_never_behind(ann, bea):
    here = begun(ann, bea, delay={"plies": 100})
    move(ann, here)
    assert bea("get", f"{here}/frame").said["seq"] == Frame.objects.get(match_id=here[9:], eye=1).seq
