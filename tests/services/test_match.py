"""A match from opening to the reveal, through the real store, judged by direct calls of the referee."""

from __future__ import annotations

import json
import uuid

import pytest

from engine.games import GAMES
from services.audit.export import export_match
from services.intake import submit_move
from services.projections.models import Frame, MatchCard, NewsLine, SeatHolder
from services.projections.rebuild import rebuild_match
from services.referee.tasks import advance
from services.store.models import Event, Match
from services.tables import Wish, open_table, take_seat
from tests.services.conftest import drain, question, seated
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


def first_move(match_id, account):
    seat = SeatHolder.objects.get(match_id=match_id, account=account).seat
    frame = Frame.objects.get(match_id=match_id, eye=seat)
    if frame.decision is None:
        return False
    move = frame.moves.split("\n")[0]
    submit_move(match_id=match_id, account=account, decision=frame.decision, move=move, command_id=str(uuid.uuid4()))
    return True


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_match_of_bots_ends_and_its_export_verifies(key, pokes):
    match = open_table(account=uuid.uuid4(), wish=Wish(key, 2, bots={0: "random", 1: "random"}))
    drain(pokes)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED, match.parked
    assert verify(export_match(match)) == []


def test_a_question_that_stays_open_keeps_its_time_in_a_rebuild(pokes, hush):
    match, people = seated("hush", seats=3)
    frame = question(match, 0)
    move, command = frame.moves.split("\n")[0], str(uuid.uuid4())
    submit_move(match_id=match.id, account=people[0], decision=frame.decision, move=move, command_id=command)
    advance(str(match.id))
    frames = Frame.objects.filter(match=match).order_by("eye").values("eye", "seq", "decision", "asked_at")
    before = list(frames)
    assert before[2]["asked_at"] is not None
    assert before[2]["asked_at"] < Match.objects.get(pk=match.pk).head_at
    rebuild_match(match.id)
    assert before == list(
        Frame.objects.filter(match=match).order_by("eye").values("eye", "seq", "decision", "asked_at")
    )


def test_two_people_play_and_the_frames_equal_a_rebuild(pokes):
    ann, bea = uuid.uuid4(), uuid.uuid4()
    match = open_table(account=ann, wish=Wish("zertz", 2, entropy="00ff"))
    take_seat(match_id=match.id, account=bea, entropy="ab")
    drain(pokes)
    for _ in range(200):
        if not first_move(match.id, ann) and not first_move(match.id, bea):
            break
        drain(pokes)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    before = list(Frame.objects.filter(match=match).order_by("eye").values("eye", "seq", "decision", "moves", "body"))
    news = list(NewsLine.objects.filter(match=match).order_by("seq").values("seq", "lines"))
    card = MatchCard.objects.values("scores", "winners", "reason", "to_act", "ply").get(match=match)
    rebuild_match(match.id)
    assert before == list(
        Frame.objects.filter(match=match).order_by("eye").values("eye", "seq", "decision", "moves", "body")
    )
    assert news == list(NewsLine.objects.filter(match=match).order_by("seq").values("seq", "lines"))
    assert card == MatchCard.objects.values("scores", "winners", "reason", "to_act", "ply").get(match=match)
    assert json.loads(before[0]["body"])["winners"] is not None
    assert Event.objects.filter(match=match, type="seed.revealed").exists()
