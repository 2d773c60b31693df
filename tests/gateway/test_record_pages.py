"""The pages of records: search, a record move by move, the explorer; in both languages."""

from __future__ import annotations

import pytest

from services.log import clock
from services.records.plays import read_line
from services.records.store import store_plays
from tests.services.records.boardspace import LINES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plays():
    plays = [read_line(line) for line in LINES[:20]]
    store_plays(plays, clock.now())
    return plays


def test_search_lists_the_collection_and_links_each_record(client, plays):
    page = client.get("/records?source=records").content.decode()
    assert all(f"/records/{play.id}" in page for play in plays)
    assert str(plays[0].id) not in client.get("/records").content.decode()


def test_a_bad_search_says_so(client):
    page = client.get("/records?position=x")
    assert page.status_code == 400
    assert "That is no position that can come up." in page.content.decode()


@pytest.mark.parametrize("lang", ["en", "fa"])
@pytest.mark.parametrize("path", ["/records", "/explore", "/records/{0}"])
def test_every_text_is_there_in_both_languages(client, plays, lang, path):
    client.cookies["language"] = lang
    page = client.get(path.format(plays[0].id)).content.decode()
    assert "records." not in page.replace("/records.css", "").replace("records.js", "").replace(
        "/api/records", ""
    ).replace("house/records", "")


def test_a_record_lists_its_moves_and_the_explorer_what_was_played(client, plays):
    page = client.get(f"/records/{plays[0].id}?seq=3").content.decode()
    assert plays[0].moves[0] in page
    assert 'data-seq="3"' in page
    page = client.get("/explore?source=records").content.decode()
    assert "kept-frame" in page
    assert client.get("/explore?position=x").status_code == 400


def test_a_record_that_is_nowhere_is_404(client):
    assert client.get("/records/00000000-0000-0000-0000-000000000000").status_code == 404
