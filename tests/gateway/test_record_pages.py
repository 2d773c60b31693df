"""The pages of records: search, a record move by move, the explorer; in both languages."""

from __future__ import annotations

import json
import uuid

import pytest

from services.log import clock
from services.people.accounts import new_guest
from services.records.exports import take_export
from services.records.plays import read_line
from services.records.store import store_plays
from tests.services.records.boardspace import LINES
from tests.services.records.test_exports import exported

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plays():
    plays = [read_line(line) for line in LINES[:20]]
    store_plays(plays, clock.now())
    return plays


def test_search_lists_the_collection_and_links_each_record(client, plays):
    page = client.get("/records?source=records").content.decode()
    assert all(f"/matches/{play.id}" in page for play in plays)
    assert str(plays[0].id) not in client.get("/records").content.decode()


def test_a_list_in_which_nobody_has_a_name_has_no_column_for_names(client, plays):
    page = client.get("/records?source=records").content.decode()
    assert "Players" not in page[page.index("<thead>") : page.index("</thead>")]
    assert page.count("<td>") == 2 * len(plays)


def test_who_is_signed_in_may_bring_a_file(client, plays):
    assert 'id="import"' not in client.get("/records").content.decode()
    client.force_login(new_guest("Ann"))
    for lang in ("en", "fa"):
        client.cookies["language"] = lang
        page = client.get("/records").content.decode()
        assert 'id="import"' in page
        assert "records." not in page[page.index('id="import"') : page.index('id="import-refused"')]


def test_a_bad_search_says_so(client):
    page = client.get("/records?position=x")
    assert page.status_code == 400
    assert "That is no position that can come up." in page.content.decode()


@pytest.mark.parametrize("lang", ["en", "fa"])
@pytest.mark.parametrize("path", ["/records", "/explore", "/matches/{0}", "/matches/{0}/sheet", "/embed/matches/{0}"])
def test_every_text_is_there_in_both_languages(client, plays, lang, path):
    client.cookies["language"] = lang
    page = client.get(path.format(plays[0].id)).content.decode()
    assert "records." not in page.replace("/records.css", "").replace("records.js", "").replace(
        "/api/records", ""
    ).replace("house/records", "")
    assert "replay." not in page.replace("/replay.css", "")


def test_a_record_is_a_film_with_its_moves_beside_it(client, plays):
    page = client.get(f"/matches/{plays[0].id}?seq=3&eye=1").content.decode()
    assert plays[0].moves[0] in page
    assert 'data-seq="3"' in page
    data = json.loads(page.partition('<script id="data" type="application/json">')[2].partition("</script>")[0])
    assert (data["asked"], data["eye"], data["first"], data["frame"]["seq"]) == (3, 1, 0, len(plays[0].moves))
    assert [seat["name"] for seat in data["card"]["seats"]] == ["Player 1", "Player 2"]
    assert "no-store" not in client.get(f"/matches/{plays[0].id}/preview.png")["Cache-Control"]
    old = client.get(f"/records/{plays[0].id}?seq=3")
    assert (old.status_code, old["Location"]) == (302, f"/matches/{plays[0].id}?seq=3")


def test_the_sheet_of_a_record_has_a_line_a_move(client, plays):
    page = client.get(f"/matches/{plays[0].id}/sheet").content.decode()
    assert page.count('<li id="seq-') == len(plays[0].moves) + 1
    assert "Player 1" in page


def test_an_imported_log_has_the_pages_of_a_match(client):
    export = exported()
    take_export(json.dumps(export).encode(), clock.now(), uuid.uuid4())
    here = f"/matches/{export['match']}"
    for path in (here, f"{here}/sheet", f"{here}/audit", f"{here}/preview.png", f"/embed{here}"):
        assert client.get(path).status_code == 200, path
    page = client.get(here).content.decode()
    assert f"/api{here}/export" in page
    assert f"{here}/audit" in page
    assert client.get(f"{here}/audit").content.decode().count("<li") > len(export["events"])


def test_the_explorer_shows_what_was_played(client, plays):
    page = client.get("/explore?source=records").content.decode()
    assert "kept-frame" in page
    assert client.get("/explore?position=x").status_code == 400


def test_a_record_that_is_nowhere_is_404(client):
    for path in ("/matches/{0}", "/matches/{0}/sheet", "/matches/{0}/audit", "/embed/matches/{0}"):
        assert client.get(path.format(uuid.UUID(int=0))).status_code == 404
