"""The calls of the checkpoint log, as a witness makes them."""

from __future__ import annotations

import pytest

from services.log import checkpoints
from services.log.checkpoints import write_checkpoint
from tests.services.test_checkpoints import finished, key  # noqa: F401
from verifier.tree import consistent, included, root_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house(key):  # noqa: F811
    """Five finished matches; checkpoints after the second, third and last."""
    matches = []
    for number in range(5):
        matches.append(finished())
        if number in (1, 2, 4):
            write_checkpoint()
    return matches


def code(response):
    return response.status_code, response.json()["error"]


def test_without_a_checkpoint_there_is_nothing(client):
    assert client.get("/api/checkpoints").json() == {"results": [], "next": None}
    for path in ("checkpoint", "checkpoints/0", "checkpoints/1/leaves", "checkpoints/1/consistency?from=1"):
        assert code(client.get(f"/api/{path}")) == (404, "no-checkpoint")


def test_the_feed_goes_by_size_and_time(client, house):
    write_checkpoint()
    feed = client.get("/api/checkpoints?from=3").json()
    assert [checkpoint["body"]["size"] for checkpoint in feed["results"]] == [3, 5, 5]
    assert feed["results"][1]["body"]["at"] < feed["results"][2]["body"]["at"]
    assert client.get("/api/checkpoints/5").json() == feed["results"][2] == client.get("/api/checkpoint").json()
    assert code(client.get("/api/checkpoints/4")) == (404, "no-checkpoint")


def test_a_long_feed_goes_on_at_next(client, house, monkeypatch):
    monkeypatch.setattr(checkpoints, "CHECKPOINTS", 2)
    first = client.get("/api/checkpoints?from=1").json()
    assert len(first["results"]) == 2
    second = client.get(first["next"]).json()
    assert [checkpoint["body"]["size"] for checkpoint in second["results"]] == [5]
    assert second["next"] is None


def test_leaves_come_by_pages_and_make_the_root(client, house, monkeypatch):
    monkeypatch.setattr("services.log.checkpoints.LEAVES", 2)
    monkeypatch.setattr("gateway.api.checkpoints.LEAVES", 2)
    path, leaves = "/api/checkpoints/5/leaves", []
    while path is not None:
        page = client.get(path).json()
        assert page["from"] == len(leaves)
        leaves += page["leaves"]
        path = page["next"]
    assert root_of(leaves) == client.get("/api/checkpoint").json()["body"]["root"]
    assert client.get("/api/checkpoints/4/leaves?from=3").json() == {"from": 3, "leaves": leaves[3:4], "next": None}


def test_a_consistency_proof_holds_between_any_two_checkpoints(client, house):
    roots = {entry["body"]["size"]: entry["body"]["root"] for entry in client.get("/api/checkpoints").json()["results"]}
    for old, new in ((2, 3), (2, 5), (3, 5), (5, 5)):
        proof = client.get(f"/api/checkpoints/{new}/consistency?from={old}").json()
        assert (proof["from"], proof["to"]) == (old, new)
        assert consistent(old, roots[old], new, roots[new], proof["path"])
    assert client.get("/api/checkpoints/4/consistency?from=4").json() == {"from": 4, "to": 4, "path": []}


def test_what_no_tree_has_is_refused(client, house):
    for query in ("", "?from=0", "?from=6", "?from=x", "?from=-1"):
        assert code(client.get(f"/api/checkpoints/5/consistency{query}")) == (400, "bad-request")
    for path in ("6/consistency?from=2", "6/leaves", f"{10**30}/leaves", f"{10**30}", "0/leaves"):
        assert code(client.get(f"/api/checkpoints/{path}")) == (404, "no-checkpoint")
    assert code(client.get("/api/checkpoints?from=-1")) == (400, "bad-request")


def test_inclusion_is_proved_at_any_size(client, house):
    path = f"/api/matches/{house[1].id}/inclusion"
    newest = client.get(path).json()
    assert (newest["size"], newest["body"]["size"], newest["index"]) == (5, 5, 1)
    for size in (2, 3, 5):
        proof = client.get(f"{path}?size={size}").json()
        assert included(proof["leaf"].encode(), 1, size, proof["body"]["root"], proof["path"])
    assert client.get(f"{path}?size=4").json()["body"] is None
    for size in (0, 1, 6):
        assert code(client.get(f"{path}?size={size}")) == (404, "no-checkpoint")
    assert code(client.get(f"{path}?size=x")) == (400, "bad-request")
