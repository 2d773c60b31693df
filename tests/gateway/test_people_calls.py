"""People among each other over the API: follows, blocks, reports, finding, names, passwords, sessions."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from services.log import clock
from services.log.fair import time_of
from services.people.accounts import keep_account, new_guest
from services.people.models import Account
from services.people.tokens import new_token
from services.playing.tables import Wish, take_seat
from tests.gateway.test_pages import no_pokes  # noqa: F401
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "turquoise-marble-9"


class Person:
    def __init__(self, name: str, login: str = "") -> None:
        self.account = new_guest(name)
        if login:
            keep_account(self.account, login, PASSWORD)
        self.id = str(self.account.pk)
        self.token = new_token(self.account)

    def __call__(self, method: str, path: str, body: object = None):
        headers = {"authorization": f"Bearer {self.token}"}
        return getattr(Client(headers=headers), method)(f"/api/{path}", body, content_type="application/json")


def outcome(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


@pytest.fixture
def ann() -> Person:
    return Person("Ann", "ann-1")


@pytest.fixture
def bea() -> Person:
    return Person("Beatrice", "bea-1")


def command() -> str:
    return str(uuid.uuid4())


def test_following_is_repeatable_listed_and_ends(ann, bea):
    assert [ann("put", f"me/follows/{bea.id}").status_code for _ in range(2)] == [204, 204]
    (row,) = ann("get", "me/follows").json()["results"]
    assert row == {"account": bea.id, "name": "Beatrice", "playing": None}
    assert ann("delete", f"me/follows/{bea.id}").status_code == 204
    assert ann("get", "me/follows").json() == {"results": [], "next": None}


def test_oneself_and_nobody_can_be_followed(ann):
    assert outcome(ann("put", f"me/follows/{ann.id}")) == (422, "yourself")
    assert outcome(ann("put", f"me/follows/{uuid.uuid4()}")) == (404, "not-found")


def test_a_bot_account_follows_nobody(ann, bea):
    bot = ann("post", "me/bots", {"name": "Machine"}).json()["id"]
    machine = Person("x")
    machine.token = new_token(Account.objects.get(pk=bot))
    assert outcome(machine("put", f"me/follows/{bea.id}")) == (403, "bots-kept-out")


def test_a_blocked_person_sees_nothing_unusual(ann, bea):
    bea("put", f"me/follows/{ann.id}")
    assert ann("put", f"me/blocks/{bea.id}").status_code == 204
    assert [row["account"] for row in ann("get", "me/blocks").json()["results"]] == [bea.id]
    assert bea("put", f"me/follows/{ann.id}").status_code == 204
    assert bea("get", "players?name=ann").json()["results"] == []
    assert Person("Cid", "cid-1")("get", "players?name=ann").json()["results"][0]["account"] == ann.id
    ann("delete", f"me/blocks/{bea.id}")
    assert len(bea("get", "players?name=ANN").json()["results"]) == 1


def test_whom_a_blocked_person_follows_does_not_tell_of_the_block(ann, bea):
    bea("put", f"me/follows/{ann.id}")
    before = bea("get", "me/follows").json()
    ann("put", f"me/blocks/{bea.id}")
    assert bea("get", "me/follows").json() == before
    bea("delete", f"me/follows/{ann.id}")
    bea("put", f"me/follows/{ann.id}")
    assert bea("get", "me/follows").json() == before


def test_whom_one_blocks_one_follows_no_more(ann, bea):
    ann("put", f"me/follows/{bea.id}")
    ann("put", f"me/blocks/{bea.id}")
    assert ann("get", "me/follows").json()["results"] == []


def test_a_search_by_three_characters_lists_names_and_no_guests(ann):
    Person("Annabel")
    assert outcome(ann("get", "players?name=an"))[0] == 400
    (row,) = ann("get", "players?name=ann").json()["results"]
    assert row == {"account": ann.id, "name": "Ann", "formerly": None, "bot": False}


def test_a_report_counts_once_and_names_a_match_both_sat_at(ann, bea):
    match = opened(account=ann.account.pk, wish=Wish("zertz", 2, lot=False)).id
    body = {"account": bea.id, "match": str(match), "reason": "stalling", "command_id": command()}
    assert outcome(ann("post", "reports", body)) == (422, "not-in-that-match")
    take_seat(match_id=match, account=bea.account.pk)
    answers = [ann("post", "reports", body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    assert outcome(ann("post", "reports", body | {"reason": "name"})) == (409, "command-reused")
    assert outcome(ann("post", "reports", body | {"reason": "x", "command_id": command()})) == (400, "bad-request")


def test_a_name_changes_once_in_thirty_days_and_shows_the_one_before(ann, bea):
    assert ann("patch", "me", {"name": "Annette"}).json()["name"] == "Annette"
    answer = ann("patch", "me", {"name": "Anya"})
    assert outcome(answer) == (409, "name-too-soon")
    assert time_of(answer.json()["next_at"]) > clock.now()
    assert bea("get", "players?name=annette").json()["results"][0]["formerly"] == "Ann"
    guest = Person("Guest")
    assert [guest("patch", "me", {"name": name}).status_code for name in ("Cid", "Dan")] == [200, 200]


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Аli", "Magpie", "  mAgPiE ", "Mаgpie", ""])
def test_names_that_cannot_be_seen_or_look_like_others_are_refused(ann, name):
    """By whichever door: of an account, of a bot's, of a guest who gives one."""
    assert outcome(Person("Guest")("patch", "me", {"name": name}))[0] == 400
    assert outcome(ann("post", "me/bots", {"name": name}))[0] == 400
    if name.strip("\u3164\u2800"):
        assert Client().post("/api/guests", {"name": name}, "application/json").status_code == 400


@pytest.mark.parametrize("name", ["علی", "Али", "Zoë", "Ann 2", "نیما‌جان"])
def test_names_of_one_alphabet_are_fine(name):
    assert Person("Guest")("patch", "me", {"name": name}).status_code == 200


def test_a_guest_keeps_an_account_once(ann):
    guest = Person("Cid")
    assert outcome(guest("post", "me/keep", {"login": "ann-1", "password": PASSWORD})) == (409, "login-taken")
    assert outcome(guest("post", "me/keep", {"login": "cid-1", "password": "1234"})) == (400, "weak-password")
    assert guest("post", "me/keep", {"login": "cid-1", "password": PASSWORD}).json()["guest"] is False
    assert outcome(guest("post", "me/keep", {"login": "cid-2", "password": PASSWORD})) == (409, "already-kept")


def test_another_password_ends_all_other_tokens(ann):
    other = new_token(ann.account)
    assert outcome(ann("put", "me/password", {"password": "green-lantern-77"})) == (403, "wrong-password")
    answer = ann("put", "me/password", {"password": "green-lantern-77", "old": PASSWORD})
    assert answer.status_code == 200
    assert ann("get", "me").status_code == 401
    ann.token = other
    assert ann("get", "me").status_code == 401
    ann.token = answer.json()["token"]
    assert ann("get", "me").status_code == 200


def test_all_sessions_end_this_one_too(ann):
    assert ann("delete", "me/sessions").status_code == 204
    assert ann("get", "me").status_code == 401
