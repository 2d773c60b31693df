"""Trying out and trees of moves."""

from __future__ import annotations

import json
import uuid

import pytest

from engine.games import GAMES
from services.bus import pokes as bus_pokes
from services.log import clock
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.tables import Wish, open_table, take_seat
from services.records.plays import read_line
from services.records.store import store_plays
from services.referee.tasks import advance
from tests.services.records.boardspace import LINES
from tests.services.records.test_search import ended

pytestmark = pytest.mark.django_db(transaction=True)
W2 = "37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1"


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


def ask(client, path, body, account=None, method="post"):
    headers = {} if account is None else {"HTTP_AUTHORIZATION": f"Bearer {new_token(account)}"}
    data = "" if body is None else json.dumps(body)
    return client.generic(method.upper(), path, data, "application/json", **headers)


def tried(client, account=None, **body):
    return ask(client, "/api/tries", body, account)


def running(game: str):
    first, second = new_guest("First"), new_guest("Second")
    match_id = open_table(account=first.pk, wish=Wish(game, 2, lot=False)).id
    take_seat(match_id=match_id, account=second.pk)
    advance(str(match_id))
    return match_id, first, second


def start_of(client, match_id) -> int:
    return client.get(f"/api/matches/{match_id}/outline").json()["steps"][0]["seq"]


def test_a_line_is_tried_from_a_position(client):
    answer = tried(client, game="zertz", position=W2, line=[[0, "x d4Gd6"]]).json()
    assert answer["frame"]["to_act"] == [1]
    assert answer["frame"]["scores"] == [1, 0]
    assert answer["moves"].keys() == {"1"}
    assert (answer["drawn"], "imagined" in answer) == ([], False)
    state = GAMES["zertz"].read_position(W2)
    assert tried(client, position=W2, line=[]).json()["moves"] == {"0": GAMES["zertz"].legal_texts(state, 0)}


def test_the_first_move_that_does_not_fit_is_named(client):
    answer = tried(client, position=W2, line=[[0, "x d4Gd6"], [0, "-"], [1, "nonsense"]])
    assert (answer.status_code, answer.json()["at"], answer.json()["code"]) == (422, 1, "not-your-turn")
    assert tried(client, position=W2, line=[[0, "nonsense"]]).json()["at"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {}, {"position": W2, "match": str(uuid.uuid4())}, {"position": "x"}, {"position": W2, "line": [[0]]},
        {"position": W2, "line": [[True, "-"]]}, {"position": W2, "line": [[0, "-"]] * 201}, {"match": "x"},
        {"position": W2, "seed": "xyz"}, {"position": W2, "more": 1}, {"game": "glux", "position": W2},
    ],
)  # fmt: skip
def test_a_bad_try_is_refused(client, body):
    assert tried(client, **body).status_code == 400


def test_a_match_that_is_over_is_tried_by_anybody_with_any_eye(client):
    match_id, _, _ = ended("saboteur_duel")
    seq = start_of(client, match_id)
    for eye in ("gallery", 0, 1):
        answer = tried(client, match=str(match_id), seq=seq, eye=eye, line=[])
        assert answer.status_code == 200
        assert answer.json()["frame"]["eye"] == (None if eye == "gallery" else eye)
    assert tried(client, match=str(match_id), seq=99_999, line=[]).status_code == 404


def test_a_record_is_tried(client):
    play = read_line(LINES[0])
    store_plays([play], clock.now())
    answer = tried(client, match=str(play.id), seq=3, line=[[1, play.moves[3]], [0, play.moves[4]]])
    assert answer.status_code == 200
    assert answer.json()["moves"].keys() == {"1"}


def test_a_running_match_is_tried_by_its_seats_alone_from_what_they_know(client):
    match_id, first, _ = running("saboteur_duel")
    seq = start_of(client, match_id)
    assert tried(client, match=str(match_id), seq=seq, line=[]).status_code == 403
    assert tried(client, new_guest(), match=str(match_id), seq=seq, line=[]).status_code == 403
    refused = tried(client, first, match=str(match_id), seq=seq, eye=1, line=[])
    assert (refused.status_code, refused.json()["error"]) == (403, "not-your-hidden-part")
    answer = tried(client, first, match=str(match_id), seq=seq, line=[]).json()
    assert answer["imagined"] is True
    shown = client.get(f"/api/matches/{match_id}/frames/{seq}", HTTP_AUTHORIZATION=f"Bearer {new_token(first)}").json()
    assert answer["frame"]["view"] == shown["view"]


def test_the_same_seed_gives_the_same_luck(client):
    match_id, first, _ = running("saboteur_duel")
    body = {"match": str(match_id), "seq": start_of(client, match_id), "seed": "abcd"}
    moves = tried(client, first, **body, line=[]).json()["moves"]
    seat, listed = next(iter(moves.items()))
    line = [[int(seat), listed[0]]]
    assert tried(client, first, **body, line=line).json() == tried(client, first, **body, line=line).json()


def test_what_was_drawn_on_the_way_is_answered_too(client):
    match_id, _, _ = ended("potion_explosion")
    body = {"match": str(match_id), "seq": start_of(client, match_id), "line": []}
    line, drawn = body["line"], []
    while not drawn:
        answer = tried(client, **body).json()
        (seat, listed), drawn = next(iter(answer["moves"].items())), answer["drawn"]
        line.append([int(seat), listed[-1]])
        assert len(line) < 20
    assert all(record.keys() == {"label", "out", "after"} and record["out"] for record in drawn)
    assert [record["after"] for record in drawn] == [len(line) - 2] * len(drawn)
    other = tried(client, **body | {"seed": "ff" * 16, "line": line[:-1]}).json()["drawn"]
    assert [record["label"] for record in other][:1] == [record["label"] for record in drawn][:1]
    assert tried(client, **body | {"line": line[:-1]}).json()["drawn"] == drawn


# -- trees ------------------------------------------------------------------------------------------------------------

TREE = {"children": [{"seat": 0, "move": "x d4Gd6", "comment": "!", "children": []}]}


def test_a_tree_is_kept_changed_shared_and_removed(client):
    me, other = new_guest(), new_guest()
    made = ask(client, "/api/analyses", {"position": W2, "seq": 0, "name": "Mine", "shared": False, "tree": TREE}, me)
    assert made.status_code == 201
    path = f"/api/analyses/{made.json()['id']}"
    assert ask(client, path, None, me, "get").json()["tree"] == TREE
    assert ask(client, path, None, other, "get").status_code == 404
    changed = ask(client, path, {"name": "Ours", "shared": True, "tree": {"children": []}}, me, "put")
    assert (changed.status_code, changed.json()["name"]) == (200, "Ours")
    assert ask(client, path, None, other, "get").json()["mine"] is False
    assert ask(client, path, {"name": "Theirs"}, other, "put").status_code == 404
    assert ask(client, path, None, other, "delete").status_code == 404
    assert ask(client, path, None, me, "delete").status_code == 204
    assert ask(client, path, None, me, "get").status_code == 404


@pytest.mark.parametrize(
    "tree",
    [
        [], {"move": "-"}, {"children": [{}]}, {"children": [{"seat": 0, "move": 7}]}, {"children": 1}, {"more": 1},
        {"children": [{"seat": 0, "move": "-"}] * 2000},
    ],
)  # fmt: skip
def test_what_is_no_tree_is_refused(client, tree):
    assert ask(client, "/api/analyses", {"position": W2, "tree": tree}, new_guest()).status_code == 400


def test_two_thousand_nodes_are_kept(client):
    tree = {"children": [{"seat": 0, "move": "-"}] * 1999}
    assert ask(client, "/api/analyses", {"position": W2, "tree": tree}, new_guest()).status_code == 201


def test_a_match_that_runs_is_not_analysed(client):
    match_id, first, _ = running("zertz")
    answer = ask(client, "/api/analyses", {"match": str(match_id), "seq": 3, "name": "x", "tree": TREE}, first)
    assert (answer.status_code, answer.json()["error"]) == (409, "not-over")
    over, first, _ = ended()
    assert ask(client, "/api/analyses", {"match": str(over), "seq": 3, "tree": TREE}, first).status_code == 201
    assert ask(client, "/api/analyses", {"match": str(over), "seq": 3, "tree": TREE}).status_code == 401
