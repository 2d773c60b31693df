"""Bot accounts and tokens with scopes: what each may do, and when it may no longer (async.md 6)."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.test import Client

from services.bus import pokes
from services.people.accounts import new_guest
from services.people.tokens import new_token

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = {"game": "zertz", "seats": 2}


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


def caller(token):
    def send(method, path, body=None):
        data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return getattr(Client(), method)(path, **data, headers={"Authorization": f"Bearer {token}"})

    return send


@pytest.fixture
def call():
    return caller(new_token(new_guest("Ann")))


def granted(call, *scopes, **more):
    answer = call("post", "/api/me/tokens", {"scopes": list(scopes), **more})
    assert answer.status_code == 201, answer.content
    return answer.json()


def refused(answer):
    return answer.status_code, answer.json()["error"]


# -- bots -------------------------------------------------------------------------------------------------------------


def test_a_bot_account_is_made_listed_and_closed(call):
    answer = call("post", "/api/me/bots", {"name": "Machine"})
    assert answer.status_code == 201
    bot = answer.json()
    assert bot == {"id": bot["id"], "name": "Machine", "bot": True}
    assert call("get", "/api/me/bots").json() == [bot]
    assert call("delete", f"/api/me/bots/{bot['id']}").status_code == 204
    assert call("get", "/api/me/bots").json() == []


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "\u200e"}, {"name": "x" * 41}, {"name": 5}])
def test_a_bot_without_a_name_is_refused(call, body):
    assert call("post", "/api/me/bots", body).status_code == 400


def test_the_token_of_a_bot_is_the_bots_and_its_seat_is_marked(call):
    bot = call("post", "/api/me/bots", {"name": "Machine"}).json()
    token = granted(call, "play", bot=bot["id"])
    assert token["account"] == bot["id"]
    machine = caller(token["token"])
    account = {"id": bot["id"], "name": "Machine", "guest": False, "bot": True, "closed": None}
    assert machine("get", "/api/me").json() == account
    table = machine("post", "/api/tables", TABLE).json()
    call("post", f"/api/tables/{table['id']}/seats", {})
    seats = call("get", f"/api/matches/{table['id']}").json()["seats"]
    assert {seat["name"]: seat["bot_account"] for seat in seats} == {"Machine": True, "Ann": False}
    assert all(seat["bot"] is None for seat in seats)


def test_a_closed_bots_tokens_end_with_it(call):
    bot = call("post", "/api/me/bots", {"name": "Machine"}).json()
    token = granted(call, "play", bot=bot["id"])["token"]
    call("delete", f"/api/me/bots/{bot['id']}")
    assert refused(caller(token)("get", "/api/me")) == (401, "bad-token")


def test_nobody_makes_a_token_for_somebody_elses_bot(call):
    bot = call("post", "/api/me/bots", {"name": "Machine"}).json()
    other = caller(new_token(new_guest("Bea")))
    assert other("post", "/api/me/tokens", {"scopes": ["play"], "bot": bot["id"]}).status_code == 400
    assert call("post", "/api/me/tokens", {"scopes": ["play"], "bot": str(uuid.uuid4())}).status_code == 400


# -- tokens -----------------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_listed_without_its_text(call):
    token = granted(call, "read")
    assert {"id", "token", "account"} <= set(token)
    (row,) = call("get", "/api/me/tokens").json()
    assert row == {name: value for name, value in token.items() if name != "token"}


@pytest.mark.parametrize(
    "body",
    [
        {}, {"scopes": []}, {"scopes": ["write"]}, {"scopes": "play"}, {"scopes": ["play"], "bot": "x"},
        {"scopes": ["play"], "expires_at": "soon"}, {"scopes": ["play"], "expires_at": "2020-01-01T00:00:00Z"},
        {"scopes": ["play"], "expires_at": "2099-01-01T00:00:00"}, {"scopes": ["play"], "expires_at": 5},
    ],
)  # fmt: skip
def test_a_token_that_could_do_nothing_is_refused(call, body):
    answer = call("post", "/api/me/tokens", body)
    assert answer.status_code == 400, answer.content
    assert call("get", "/api/me/tokens").json() == []


def test_a_token_to_read_reads_and_changes_nothing(call):
    reader = caller(granted(call, "read")["token"])
    assert reader("get", "/api/me/matches").status_code == 200
    assert reader("get", "/api/me/settings").status_code == 200
    assert refused(reader("post", "/api/tables", TABLE)) == (403, "scope")


def test_a_token_to_play_plays_and_reads(call):
    player = caller(granted(call, "play")["token"])
    assert player("get", "/api/me/matches").status_code == 200
    assert player("post", "/api/tables", TABLE).status_code == 201


def test_a_token_to_read_moves_nothing_and_gets_a_ticket(call):
    table = call("post", "/api/tables", TABLE).json()["id"]
    reader = caller(granted(call, "read")["token"])
    move = {"decision": 1, "move": "x", "command_id": str(uuid.uuid4())}
    assert refused(reader("post", f"/api/matches/{table}/moves", move)) == (403, "scope")
    assert reader("post", f"/api/matches/{table}/ticket", {}).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", "/api/me/settings", {"digest": "daily"}),
        ("post", "/api/me/webhooks", {"url": "https://example.org/"}),
        ("post", "/api/me/push", {}),
        ("post", "/api/me/feeds", {}),
        ("post", "/api/me/bots", {"name": "Machine"}),
        ("post", "/api/me/tokens", {"scopes": ["play"]}),
        ("delete", f"/api/me/tokens/{UUID(int=1)}", None),
    ],
)
def test_a_token_with_scopes_changes_nothing_of_the_account(call, method, path, body):
    for scope in ("play", "read"):
        assert refused(caller(granted(call, scope)["token"])(method, path, body)) == (403, "scope")


def test_a_revoked_token_is_unknown_at_once(call):
    token = granted(call, "play")
    table = call("post", "/api/tables", TABLE).json()["id"]
    player = caller(token["token"])
    move = {"decision": 1, "move": "x", "command_id": str(uuid.uuid4())}
    assert player("post", f"/api/matches/{table}/moves", move).status_code != 401
    assert call("delete", f"/api/me/tokens/{token['id']}").status_code == 204
    assert refused(player("post", f"/api/matches/{table}/moves", move)) == (401, "bad-token")
    assert refused(player("get", "/api/me")) == (401, "bad-token")


def test_a_token_ends_at_its_time(call, house_clock):
    ends = datetime.now(UTC) + timedelta(hours=1)
    player = caller(granted(call, "play", expires_at=ends.isoformat())["token"])
    assert player("get", "/api/me").status_code == 200
    house_clock(hours=2)
    assert refused(player("get", "/api/me")) == (401, "bad-token")


def test_a_guests_own_token_does_everything(call):
    assert call("post", "/api/tables", TABLE).status_code == 201
    assert call("patch", "/api/me/settings", {"digest": "daily"}).status_code == 200
