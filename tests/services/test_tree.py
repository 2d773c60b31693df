"""The tree of finished streams from stored nodes: proofs at every size, what they cost, and that nodes stay."""

from __future__ import annotations

import hashlib

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from services.errors import NotFound
from services.log import merkle
from services.log.checkpoints import consistency, feed, inclusion, latest, leaf_hashes, write_checkpoint
from services.log.models import Leaf, TreeNode
from tests.services.test_checkpoints import finished, key  # noqa: F401
from verifier.tree import consistent, included

pytestmark = pytest.mark.django_db(transaction=True)
BODIES = [b"leaf %d" % number for number in range(40)]
NODES = merkle.grow(0, {}, BODIES)


def plain_root(leaves):
    """RFC 6962 as it stands in the text."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    cut = 1
    while 2 * cut < len(leaves):
        cut *= 2
    return hashlib.sha256(b"\1" + plain_root(leaves[:cut]) + plain_root(leaves[cut:])).digest()


@pytest.mark.parametrize("size", range(41))
def test_a_root_from_stored_nodes_is_that_of_the_rfc(size):
    assert merkle.root(size, NODES.__getitem__) == plain_root(BODIES[:size]).hex()


@pytest.mark.parametrize("size", range(1, 41))
def test_every_earlier_tree_is_proved_to_be_the_beginning_of_a_later_one(size):
    root = plain_root(BODIES[:size]).hex()
    for old in range(1, size + 1):
        path = merkle.consistency_proof(old, size, NODES.__getitem__)
        assert consistent(old, plain_root(BODIES[:old]).hex(), size, root, path)
        assert not consistent(old, plain_root([*BODIES[: old - 1], b"other"]).hex(), size, root, path)


@pytest.mark.parametrize("size", [1, 2, 7, 32, 40])
def test_every_leaf_is_proved_to_be_in_the_tree(size):
    root = plain_root(BODIES[:size]).hex()
    for index in range(size):
        path = merkle.inclusion_proof(index, size, NODES.__getitem__)
        assert included(BODIES[index], index, size, root, path)
        assert not included(b"other", index, size, root, path)


def test_growing_leaf_by_leaf_gives_the_same_nodes_as_growing_at_once():
    nodes: dict = {}
    for size, body in enumerate(BODIES):
        edge = {place: nodes[place] for place in merkle.frontier(size)}
        nodes |= merkle.grow(size, edge, [body])
    assert nodes == NODES


def test_the_nodes_of_finished_matches_are_stored_and_lead_to_the_signed_root(key):  # noqa: F811
    matches = [finished() for _ in range(6)]
    write_checkpoint()
    bodies = [body.encode() for body in Leaf.objects.order_by("number").values_list("body", flat=True)]
    assert latest()["body"]["root"] == plain_root(bodies).hex()
    assert leaf_hashes(6, 4) == [hashlib.sha256(b"\0" + body).hexdigest() for body in bodies[4:]]
    for size in range(1, 7):
        assert consistent(size, plain_root(bodies[:size]).hex(), 6, latest()["body"]["root"], consistency(size, 6))
    proof = inclusion(matches[1].id, 4)
    assert (proof["index"], proof["size"], proof["body"]) == (1, 4, None)
    assert included(bodies[1], 1, 4, plain_root(bodies[:4]).hex(), proof["path"])


def test_a_leaf_behind_the_size_asked_for_is_not_in_it(key):  # noqa: F811
    matches = [finished() for _ in range(2)]
    write_checkpoint()
    for of_size in (1, 0, -1, 3):
        with pytest.raises(NotFound):
            inclusion(matches[1].id, of_size)
    with pytest.raises(NotFound):
        consistency(1, 3)
    with pytest.raises(NotFound):
        leaf_hashes(3, 0)


def test_a_proof_costs_the_same_few_statements_at_any_size(key):  # noqa: F811
    match = finished()
    write_checkpoint()
    with CaptureQueriesContext(connection) as few:
        inclusion(match.id)
    for _ in range(5):
        finished()
    write_checkpoint()
    with CaptureQueriesContext(connection) as more:
        inclusion(match.id)
    assert len(few) == len(more) == 4


def test_the_origin_is_a_setting_and_stays_with_what_was_signed(key, settings):  # noqa: F811
    finished()
    write_checkpoint()
    settings.CHECKPOINT_ORIGIN = "example.org/matches"
    write_checkpoint()
    assert [checkpoint["body"]["origin"] for checkpoint in feed(0, 1)[0]] == ["bazigah/matches", "example.org/matches"]


def test_a_node_is_neither_changed_nor_deleted(key):  # noqa: F811
    finished()
    for change in (lambda rows: rows.update(hash=b"x"), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change(TreeNode.objects.all())
