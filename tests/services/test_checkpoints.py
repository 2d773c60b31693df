"""fairness.md section 7: heads of finished matches in a Merkle log with signed checkpoints."""

from __future__ import annotations

import uuid

import pytest

from services.auditor import tasks as auditor
from services.bus import pokes
from services.errors import NotFound
from services.log import fair, merkle
from services.log.checkpoints import inclusion, latest, write_checkpoint
from services.log.models import Checkpoint
from services.matches.models import Match
from services.playing.tables import Wish, leave_seat
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)


def finished() -> Match:
    """A table given up before the start: the shortest log that is revealed."""
    account = uuid.uuid4()
    match = opened(account=account, wish=Wish("zertz", 2))
    leave_seat(match_id=match.id, account=account)
    advance(str(match.id))
    auditor.follow()
    return match


@pytest.fixture
def key(settings, monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)
    settings.SIGNING_KEY = "11" * 32
    return fair.public_key(bytes.fromhex("11" * 32))


def test_a_checkpoint_is_signed_and_every_finished_match_has_a_path_to_its_root(key):
    matches = [finished() for _ in range(5)]
    write_checkpoint()
    checkpoint = latest()
    assert checkpoint["key"] == key
    assert fair.check_signature(key, fair.CHECKPOINT, checkpoint["body"], checkpoint["sig"])
    assert checkpoint["body"]["size"] == 5
    for match in matches:
        proof = inclusion(match.id)
        root = merkle.root_from_path(proof["leaf"].encode(), proof["index"], checkpoint["body"]["size"], proof["path"])
        assert root == checkpoint["body"]["root"]


def test_the_log_grows_in_order_of_finishing_and_never_shrinks(key):
    first = finished()
    write_checkpoint()
    second = finished()
    with pytest.raises(NotFound):
        inclusion(second.id)
    write_checkpoint()
    assert (inclusion(first.id)["index"], inclusion(second.id)["index"]) == (0, 1)
    assert list(Checkpoint.objects.order_by("id").values_list("size", flat=True)) == [1, 2]
