"""The exact number of SQL statements of every path a move takes, however long the match."""

from __future__ import annotations

import json
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from services.bus import pokes
from services.clocks.due import _expire_clocks
from services.log import clock
from services.matches.models import Match, Snapshot
from services.matches.snapshots import SNAPSHOT_EVERY
from services.opponents.tasks import think
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.tables import Wish, leave_seat, open_table, take_seat
from services.readers.models import Frame
from services.referee import load
from services.referee.tasks import advance
from tests.services.conftest import match_of

pytestmark = pytest.mark.django_db(transaction=True)
FREE = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


class Counted(CaptureQueriesContext):
    """Statements but those that only open and close transactions."""

    def __init__(self) -> None:
        super().__init__(connection)

    @property
    def number(self) -> int:
        return len([query for query in self.captured_queries if not query["sql"].startswith(FREE)])


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def post(client):
    def send(match: Match, token: str, body: dict):
        path = f"/api/matches/{match.id}/moves"
        return client.post(path, json.dumps(body), "application/json", HTTP_AUTHORIZATION=token)

    return send


def started(game: str, clock: dict | None = None, **options) -> tuple[Match, dict]:
    """A match of two guests with their tokens, by seat."""
    people = [new_guest(), new_guest()]
    match_id = open_table(account=people[0].pk, wish=Wish(game, 2, options=options, clock=clock, lot=False)).id
    take_seat(match_id=match_id, account=people[1].pk)
    advance(str(match_id))
    return match_of(match_id), {seat: f"Bearer {new_token(account)}" for seat, account in enumerate(people)}


def answer_to(frame: Frame, move: str | None = None) -> dict:
    listed = frame.moves.split("\n")
    return {"decision": frame.decision, "move": move or listed[0], "command_id": str(uuid.uuid4())}


DAY = 86_400_000
CLOCKS = [
    None,
    {"kind": "per_move", "ms": DAY, "rest_days": [3, 4]},
    {"kind": "fischer", "start_ms": DAY, "increment_ms": 1000, "rest_hours": [22, 8]},
    {"kind": "byoyomi", "main_ms": 1000, "periods": 3, "period_ms": DAY},
]


@pytest.mark.parametrize("clock", CLOCKS, ids=str)
def test_a_ply_costs_one_read_and_one_write_at_the_door_and_in_the_referee_whatever_the_clock(post, clock):
    match, tokens = started("zertz", clock)
    for ply in range(12):
        frame = Frame.objects.get(match=match, decision__isnull=False)
        body = answer_to(frame)
        with Counted() as door:
            assert post(match, tokens[frame.eye], body).status_code == 202
        with Counted() as judging:
            advance(str(match.id))
        signing_in = 1 if ply < 2 else 0  # a token is believed for a few seconds
        assert door.number == 2 + signing_in, door.captured_queries
        assert judging.number == 2, judging.captured_queries


def test_an_expiry_costs_one_write_and_what_is_not_due_costs_nothing(house_clock):
    """The time, what is due, the match, the nearest snapshot, the log; then one statement writes all of it."""
    started("zertz", CLOCKS[1])
    with Counted() as nothing:
        _expire_clocks(clock.now())
    assert nothing.number == 2
    house_clock(days=9)
    with Counted() as expiry:
        _expire_clocks(clock.now())
    writes = [query for query in expiry.captured_queries if "INSERT" in query["sql"]]
    assert len(writes) == 1, "the expiry and what follows from it are one statement"
    assert expiry.number == 6, expiry.captured_queries


def test_a_judgement_with_a_snapshot_costs_the_same(monkeypatch, post):
    monkeypatch.setattr("services.matches.snapshots.SNAPSHOT_EVERY", 2)
    assert SNAPSHOT_EVERY == 50
    match, tokens = started("zertz")
    for _ in range(2):
        frame = Frame.objects.get(match=match, decision__isnull=False)
        post(match, tokens[frame.eye], answer_to(frame))
        with Counted() as judging:
            advance(str(match.id))
    assert judging.number == 2
    assert Snapshot.objects.filter(match=match).count() == 1


def test_a_referee_that_knows_nothing_of_the_match_costs_three_statements_more(post):
    """Beside the read and the write: the nearest snapshot, the events behind it, the seed."""
    match, tokens = started("zertz")
    frame = Frame.objects.get(match=match, decision__isnull=False)
    post(match, tokens[frame.eye], answer_to(frame))
    load.forget(match.id)
    with Counted() as judging:
        advance(str(match.id))
    assert judging.number == 5, judging.captured_queries


def test_a_poke_with_nothing_to_judge_costs_one_statement():
    match, _ = started("zertz")
    with Counted() as judging:
        advance(str(match.id))
    assert judging.number == 1


@pytest.mark.parametrize("clock", CLOCKS, ids=str)
def test_opening_sitting_starting_and_leaving(clock):
    """Time and write; read and write; read, seed and write; read and write. With a clock the zone
    of whoever sits down is read: a statement more."""
    people = [new_guest(), new_guest()]
    zone = 0 if clock is None else 1
    with Counted() as opening:
        match_id = open_table(account=people[0].pk, wish=Wish("zertz", 2, lot=True, clock=clock)).id
    with Counted() as sitting:
        take_seat(match_id=match_id, account=people[1].pk)
    with Counted() as starting:
        advance(str(match_id))
    other = open_table(account=people[0].pk, wish=Wish("zertz", 2)).id
    with Counted() as leaving:
        leave_seat(match_id=other, account=people[0].pk)
    assert (opening.number, sitting.number, starting.number, leaving.number) == (2 + zone, 2 + zone, 3, 2)


def test_a_game_that_lists_no_moves_folds_at_the_door(post):
    """Enigma: beside read and write the position, from the last one kept or from the log."""
    match, tokens = started("enigma", mode="live")
    for expected in (4, 3):  # the first time nothing is kept: snapshot and events; then the events alone
        frame = Frame.objects.get(match=match, eye__gte=0, decision__isnull=False)
        body = answer_to(frame)
        new_sign_in = 1
        with Counted() as door:
            assert post(match, tokens[frame.eye], body).status_code == 202
        assert door.number == expected + new_sign_in, door.captured_queries
        with Counted() as judging:
            advance(str(match.id))
        assert judging.number == 2


def test_a_refused_move_writes_nothing_and_reads_the_log_once(post):
    match, tokens = started("zertz")
    frame = Frame.objects.get(match=match, decision__isnull=False)
    with Counted() as door:
        assert post(match, tokens[frame.eye], answer_to(frame, "Wa1,a1")).status_code == 422
    # sign-in, reading, snapshot, events, and whether the command was recorded before
    assert door.number == 5, door.captured_queries


def test_a_bots_answer():
    """Its seat, the match, the frame, its key; then the door."""
    account = new_guest()
    match_id = open_table(account=account.pk, wish=Wish("zertz", 2, bots={1: "random"}, lot=False)).id
    advance(str(match_id))
    from services.playing.intake import submit_move

    frame = Frame.objects.get(match_id=match_id, eye=0)
    submit_move(match_id=match_id, account=account.pk, **answer_to(frame))
    advance(str(match_id))
    with Counted() as thinking:
        think(str(match_id), 1)
    assert thinking.number == 6, thinking.captured_queries
    assert match_of(match_id).head.at <= clock.now()
