"""fairness.md 4.0: the house binds itself to a seed before it hears the entropy of whoever opens the table."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client

from engine.core.chance import seed_commit
from services.bus import pokes
from services.log import clock
from services.log.commitments import forget_stale
from services.log.models import Commitment, Event, Seed
from services.people.accounts import new_guest
from services.people.tokens import new_token

pytestmark = pytest.mark.django_db(transaction=True)
ENTROPY = "ab" * 32
TABLE = {"game": "zertz", "seats": 2}


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def token():
    return new_token(new_guest())


def post(path: str, body: dict, token: str = "", client: Client | None = None):
    headers = {"HTTP_AUTHORIZATION": f"Bearer {token}"} if token else {}
    return (client or Client()).post(path, json.dumps(body), "application/json", **headers)


def bound(token: str = "", client: Client | None = None) -> dict:
    answer = post("/api/commitments", {}, token, client)
    assert answer.status_code == 201, answer.content
    assert set(answer.json()) == {"match", "seed_commit", "expires_at"}
    return answer.json()


def test_a_table_opened_by_a_commitment_carries_it_and_the_entropy(token):
    promise = bound(token)
    assert Commitment.objects.count() == 1
    answer = post("/api/tables", TABLE | {"match": promise["match"], "entropy": ENTROPY}, token)
    assert answer.status_code == 201, answer.content
    assert answer.json()["id"] == promise["match"]
    opened, taken = Event.objects.filter(stream_id=promise["match"]).order_by("seq")
    assert opened.pub["seed_commit"] == promise["seed_commit"]
    assert taken.pub["entropy"] == ENTROPY
    seed = bytes(Seed.objects.get(stream_id=promise["match"]).seed)
    assert seed_commit(promise["match"], seed) == promise["seed_commit"]
    assert not Commitment.objects.exists()


def refused(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def test_a_commitment_opens_one_table(token):
    promise = bound(token)
    body = TABLE | {"match": promise["match"], "entropy": ENTROPY}
    assert post("/api/tables", body, token).status_code == 201
    assert refused(post("/api/tables", body, token)) == (409, "commitment-gone")


def test_an_unknown_a_stale_and_somebody_elses_commitment_are_gone(token, house_clock):
    body = TABLE | {"entropy": ENTROPY}
    assert refused(post("/api/tables", body | {"match": str(uuid.uuid4())}, token)) == (409, "commitment-gone")
    foreign = bound(new_token(new_guest()))
    assert refused(post("/api/tables", body | {"match": foreign["match"]}, token)) == (409, "commitment-gone")
    promise = bound(token)
    house_clock(minutes=11)
    assert refused(post("/api/tables", body | {"match": promise["match"]}, token)) == (409, "commitment-gone")
    assert Event.objects.count() == 0
    forget_stale(clock.now())
    assert not Commitment.objects.exists()


def test_entropy_without_a_commitment_is_refused(token):
    assert refused(post("/api/tables", TABLE | {"entropy": ENTROPY}, token)) == (400, "no-commitment")
    assert post("/api/tables", TABLE | {"entropy": ""}, token).status_code == 201


def test_whoever_sits_down_is_bound_by_event_0(token):
    table = post("/api/tables", TABLE, token).json()["id"]
    answer = post(f"/api/tables/{table}/seats", {"entropy": ENTROPY}, new_token(new_guest()))
    assert answer.status_code == 201
    assert Event.objects.get(stream_id=table, seq=2).pub["entropy"] == ENTROPY


def test_anybody_may_ask_and_is_throttled_by_address(settings, monkeypatch):
    from gateway.throttles import Commitments

    monkeypatch.setattr(Commitments, "rate", "2/min", raising=False)
    monkeypatch.setattr(Commitments, "scope", "tried" + uuid.uuid4().hex)
    assert [post("/api/commitments", {}).status_code for _ in range(3)] == [201, 201, 429]
    assert refused(post("/api/commitments", {}, new_token(new_guest()))) == (429, "throttled")


def test_a_visitor_who_becomes_a_guest_by_the_click_keeps_the_commitment():
    browser = Client()
    session = browser.session
    session["seen"] = True
    session.save()
    promise = bound(client=browser)
    assert Commitment.objects.get().asker.startswith("session:")
    answer = browser.post("/games/zertz/play", {"match": promise["match"], "entropy": ENTROPY})
    assert answer.headers["Location"] == f"/matches/{promise['match']}"
    assert Event.objects.get(stream_id=promise["match"], seq=1).pub["entropy"] == ENTROPY


def visitor() -> tuple[Client, str]:
    """A browser without a session that has a page before it, and the CSRF token of the page's forms."""
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/").content.decode()
    assert "sessionid" not in browser.cookies
    return browser, re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]


def test_a_browser_without_a_session_has_a_commitment_that_no_other_browser_can_use():
    (mine, own), (other, theirs) = visitor(), visitor()
    promise = bound(client=mine)
    form = {"match": promise["match"], "entropy": ENTROPY}
    refusal = other.post("/games/zertz/play", form | {"csrfmiddlewaretoken": theirs})
    assert refusal.status_code == 400
    assert refused(post("/api/tables", TABLE | form, new_token(new_guest()))) == (409, "commitment-gone")
    answer = mine.post("/games/zertz/play", form | {"csrfmiddlewaretoken": own})
    assert answer.headers["Location"] == f"/matches/{promise['match']}"
    assert Event.objects.get(stream_id=promise["match"], seq=1).pub["entropy"] == ENTROPY
    assert mine.get(f"/api/matches/{promise['match']}").json()["my_seat"] is not None, "signed in as the guest"


def test_a_commitment_that_a_program_asked_for_without_a_token_is_for_who_knows_its_id_once(token, house_clock):
    first, second = bound(), bound()
    assert set(Commitment.objects.values_list("asker", flat=True)) == {""}
    opening = TABLE | {"entropy": ENTROPY}
    assert post("/api/tables", opening | {"match": first["match"]}, token).status_code == 201
    again = post("/api/tables", opening | {"match": first["match"]}, new_token(new_guest()))
    assert refused(again) == (409, "commitment-gone")
    house_clock(minutes=11)
    late = post("/api/tables", opening | {"match": second["match"]}, token)
    assert refused(late) == (409, "commitment-gone")


def test_a_page_without_scripts_opens_without_entropy():
    answer = Client().post("/games/zertz/play", {})
    match = answer.headers["Location"].rsplit("/", 1)[1]
    assert Event.objects.get(stream_id=match, seq=1).pub["entropy"] == ""


def test_a_commitment_that_is_gone_is_said_on_the_page():
    answer = Client().post("/games/zertz/play", {"match": str(uuid.uuid4()), "entropy": ENTROPY})
    assert answer.status_code == 400
    assert "ask for a new one" in answer.content.decode()
