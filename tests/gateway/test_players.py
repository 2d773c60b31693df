"""Players' pages in the API, all that is kept of oneself, leaving for good, daily dumps."""

from __future__ import annotations

import gzip
import hashlib
import json
import uuid
from datetime import timedelta

import pytest

from services.bus import pokes as bus_pokes
from services.lobby.models import Seek
from services.lobby.read import Wanted, make_seek
from services.log import clock
from services.log.models import Event
from services.matches.models import Match
from services.notices.models import Notice
from services.people import social
from services.people.accounts import new_guest
from services.people.models import Account
from services.people.notes import write_note
from services.people.social_models import Block, Follow
from services.people.tokens import new_token
from services.playing.tables import Wish, open_table, take_seat
from services.records.models import Analysis, Dump, Holding
from services.records.packing import pack
from services.records.plays import read_line
from services.records.store import store_plays
from services.referee.tasks import advance
from tests.services.records.boardspace import LINES
from tests.services.records.test_search import ended, indexed, sent
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


def as_account(account) -> dict:
    return {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}


def test_a_player_is_shown_by_name_since_when_and_results_by_game(client):
    _, first, second = indexed()
    indexed()
    body = client.get(f"/api/players/{first.pk}").json()
    assert (body["name"], body["id"], body["against"]) == ("First", str(first.pk), None)
    assert body["games"]["zertz"] == {"matches": 1, "won": 0, "lost": 1, "drawn": 0, "ratings": {}}
    against = client.get(f"/api/players/{first.pk}?opponent={second.pk}").json()["against"]
    assert against["games"]["zertz"]["lost"] == 1
    nobody = client.get(f"/api/players/{first.pk}?opponent=bot:greedy").json()["against"]
    assert nobody["games"] == {}


def test_a_player_who_is_not_there_is_404(client):
    assert client.get(f"/api/players/{uuid.uuid4()}").status_code == 404


def test_everything_that_is_kept_of_somebody_is_given_to_them_alone(client):
    match_id, first, _ = ended()
    play = read_line(LINES[0])
    store_plays([play], clock.now(), first.pk)
    assert client.get("/api/me/data").status_code == 401
    body = client.get("/api/me/data", **as_account(first)).json()
    assert body["account"]["name"] == "First"
    assert [row["match"] for row in body["matches"]] == [str(match_id)]
    assert [row["id"] for row in body["records"]] == [str(play.id)]
    for word in ("tournaments", "notes", "follows", "blocks", "reports", "seeks", "invitations", "ratings", "puzzles"):
        assert body[word] == [], word
    other = new_guest("Other")
    social.follow(first.pk, other.pk)
    write_note(first.pk, match_id, "a note")
    body = client.get("/api/me/data", **as_account(first)).json()
    assert [row["account"] for row in body["follows"]] == [str(other.pk)]
    assert body["notes"] == [{"match": str(match_id), "text": "a note"}]


def leave(client, account, name):
    return client.delete("/api/me", json.dumps({"name": name}), "application/json", **as_account(account))


def test_leaving_for_good_resigns_leaves_and_erases_and_no_chain_breaks(client):
    over, first, second = indexed()
    waiting = open_table(account=first.pk, wish=Wish("zertz", 2)).id
    running = open_table(account=first.pk, wish=Wish("zertz", 2, lot=False)).id
    take_seat(match_id=running, account=second.pk)
    advance(str(running))
    store_plays([read_line(LINES[0])], clock.now(), first.pk)
    Analysis.objects.create(account=first.pk, name="x", tree={}, at=clock.now())
    social.follow(second.pk, first.pk)
    social.block(first.pk, new_guest("Blocked").pk)
    make_seek(account=first.pk, wanted=Wanted("zertz"), asker="somebody")
    Notice.objects.create(
        account=first.pk, number=1, key="x", thing="turn", page=True, subject=over, body={}, at=clock.now()
    )
    headers = as_account(first)
    assert leave(client, first, "Somebody else").status_code == 400
    assert leave(client, first, "First").status_code == 204
    assert client.get("/api/me", **headers).status_code == 401
    assert not Account.objects.filter(pk=first.pk).exists()
    assert not Holding.objects.exists()
    assert not Analysis.objects.exists()
    for table in (Follow, Block, Seek, Notice):
        assert not table.objects.exists(), table
    assert Match.objects.get(pk=waiting).status == Match.Status.ABORTED
    advance(str(running))
    assert Match.objects.get(pk=running).status == Match.Status.ENDED
    card = client.get(f"/api/matches/{over}").json()
    assert (card["seats"][0]["account"], card["seats"][0]["name"]) == (str(first.pk), None)
    assert client.get(f"/api/matches?player={first.pk}").status_code == 404
    assert client.get(f"/api/players/{first.pk}").status_code == 404
    assert not verify(client.get(f"/api/matches/{over}/export").json())


def test_todays_dump_holds_every_public_match_so_far_and_imports_never(client):
    first, _, _ = ended()
    private, _, _ = ended()
    Match.objects.filter(pk=private).update(private=True)
    last, _, _ = ended("glux")
    store_plays([read_line(LINES[0])], clock.now())
    today = f"{clock.now():%Y-%m-%d}"
    answer = client.get(f"/api/records/daily.ndjson.gz?day={today}")
    exports = [json.loads(line) for line in gzip.decompress(sent(answer)).splitlines()]
    assert [export["match"] for export in exports] == [str(first), str(last)]
    assert not verify(exports[0])
    assert answer["Cache-Control"] == "no-store"


def test_a_day_that_is_over_is_kept_with_its_digest(client, house_clock):
    match_id, _, _ = ended()
    day = clock.now().date()
    house_clock(days=1, hours=1)
    if clock.now().date() - day == timedelta(days=1) and clock.now().hour == 0 and clock.now().minute < 30:
        house_clock(days=1, hours=2)
    pack()
    body = sent(client.get("/api/records/daily.ndjson.gz", {"day": day.isoformat()}))
    listed = client.get("/api/records").json()
    row = next(row for row in listed if row["day"] == day.isoformat())
    assert row == {
        "day": day.isoformat(), "matches": 1, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest(),
    }  # fmt: skip
    assert json.loads(gzip.decompress(body))["match"] == str(match_id)
    pack()
    assert Dump.objects.filter(day=day).count() == 1


def test_the_future_has_no_dump(client):
    assert client.get("/api/records/daily.ndjson.gz?day=2999-01-01").status_code == 404
    assert client.get("/api/records/daily.ndjson.gz?day=x").status_code == 400


def test_of_days_before_the_first_match_nothing_is_kept(client):
    ended()
    answer = client.get("/api/records/daily.ndjson.gz?day=2000-01-01")
    assert (answer.status_code, gzip.decompress(sent(answer))) == (200, b"")
    assert client.get("/api/records").json() == []


def test_yesterday_is_given_if_no_day_is_asked_for(client):
    assert client.get("/api/records/daily.ndjson.gz").status_code == 200
    assert not Event.objects.exists()
