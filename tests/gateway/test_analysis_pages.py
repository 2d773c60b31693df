"""The pages of the analysis and of the puzzle: who sees them, what they ask for, what they refuse."""

from __future__ import annotations

import uuid

import pytest

from services.analysis.models import ComputerView
from services.analysis.puzzles import search_in
from services.bus import pokes as bus_pokes
from services.log import clock
from services.log.models import Event
from services.matches.models import Match
from services.people.accounts import new_guest
from services.records.plays import read_line
from services.records.read.analyses import create_analysis
from services.records.store import store_plays
from tests.services.records.boardspace import LINES
from tests.services.records.test_forks import over, played, steps

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_match_that_is_over_is_analysed_by_anybody(client, language):
    match_id, _ = over(moves=2)
    page = client.get(f"/matches/{match_id}/analysis", HTTP_ACCEPT_LANGUAGE=language)
    assert page.status_code == 200
    for part in ("computer-ask", "fork-form", "try", "keep"):
        assert f'id="{part}"' in page.content.decode()


def test_a_running_match_is_tried_out_by_its_seats_alone_and_nothing_more(client):
    match_id, people = played(moves=1)
    assert client.get(f"/matches/{match_id}/analysis").status_code == 403
    client.force_login(people[0])
    text = client.get(f"/matches/{match_id}/analysis").content.decode()
    assert 'id="try"' in text
    assert 'id="computer"' not in text
    assert 'id="fork-form"' not in text
    assert client.post(f"/matches/{match_id}/analysis/computer").status_code == 403
    assert not ComputerView.objects.exists()
    assert client.get(f"/matches/{uuid.uuid4()}/analysis").status_code == 404


def test_a_record_is_analysed_and_has_no_fork(client):
    play = read_line(LINES[0])
    store_plays([play], clock.now())
    text = client.get(f"/matches/{play.id}/analysis").content.decode()
    assert 'id="computer-ask"' in text
    assert 'id="fork-form"' not in text


def test_whoever_asks_the_computer_becomes_somebody(client):
    match_id, _ = over(moves=2)
    answer = client.post(f"/matches/{match_id}/analysis/computer")
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match_id}/analysis#computer")
    assert ComputerView.objects.get().subject == match_id
    assert client.session["_auth_user_id"]


def test_a_fork_is_opened_from_the_page_or_refused_in_words(client):
    match_id, _ = over(moves=2)
    listed = steps(client, match_id)
    form = {"seq": str(listed[1]["seq"]), "seat": "1", "rival": "greedy"}
    answer = client.post(f"/matches/{match_id}/analysis/fork", form)
    assert answer.status_code == 302
    new = Match.objects.exclude(pk=match_id).get()
    assert answer["Location"] == f"/tables/{new.id}"
    assert new.holders.get(bot="").seat == 1
    for seq in (str(listed[-1]["seq"]), "99999", "x", ""):
        refused = client.post(f"/matches/{match_id}/analysis/fork", form | {"seq": seq})
        assert refused.status_code == 409
        assert 'role="alert"' in refused.content.decode()
    assert Match.objects.count() == 2


def test_a_fork_takes_the_bytes_of_the_browser_after_its_seed_is_bound(client):
    match_id, _ = over(moves=2)
    promise = client.post("/api/commitments", "{}", "application/json").json()
    form = {"seq": str(steps(client, match_id)[1]["seq"]), "rival": "greedy", "entropy": "ab" * 32}
    answer = client.post(f"/matches/{match_id}/analysis/fork", form | {"match": promise["match"]})
    assert answer["Location"] == f"/tables/{promise['match']}"
    opened, taken = Event.objects.filter(stream_id=promise["match"]).order_by("seq")[:2]
    assert opened.pub["seed_commit"] == promise["seed_commit"]
    assert taken.pub["entropy"] == "ab" * 32
    unbound = client.post(f"/matches/{match_id}/analysis/fork", form)
    second = unbound["Location"].rsplit("/", 1)[1]
    assert Event.objects.get(stream_id=second, seq=1).pub["entropy"] == "", "no seed was bound to before they were made"


def test_a_tree_is_shown_by_its_link_to_those_who_may_see_it(client):
    match_id, _ = over(moves=2)
    me = new_guest()
    tree = {"children": [{"seat": 0, "move": "Wd4,a1", "comment": "a first idea", "children": []}]}
    fields = {"match": match_id, "seq": steps(client, match_id)[0]["seq"], "name": "Mine", "tree": tree}
    row = create_analysis(account=me.pk, fields=fields)
    assert client.get(f"/analyses/{row.pk}").status_code == 404
    client.force_login(me)
    assert "a first idea" in client.get(f"/analyses/{row.pk}").content.decode()


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_puzzle_of_the_day_has_a_page(client, language):
    assert client.get("/puzzle", HTTP_ACCEPT_LANGUAGE=language).status_code == 404
    play = read_line(LINES[24])
    store_plays([play], clock.now())
    puzzle = search_in(play.id)
    text = client.get("/puzzle", HTTP_ACCEPT_LANGUAGE=language).content.decode()
    assert puzzle.position in text
    assert str(puzzle.subject) not in text
    assert puzzle.line[0] not in text
    for path in ("/", "/games/zertz", "/records"):
        assert 'href="/puzzle"' in client.get(path).content.decode()


def test_a_position_has_a_page_and_a_text_that_is_none_is_refused(client):
    position = "37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1"
    page = client.get("/analyse", {"position": position})
    assert page.status_code == 200
    assert position in page.content.decode()
    assert client.get("/analyse").status_code == 200
    for text in ("nonsense", "37 oooo", position * 5, "\x00"):
        refused = client.get("/analyse", {"position": text})
        assert refused.status_code == 400
        assert 'role="alert"' in refused.content.decode()
