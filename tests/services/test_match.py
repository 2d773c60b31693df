"""A match from opening to the reveal, through the real store, judged by direct calls of the referee."""

from __future__ import annotations

import json
import uuid

import pytest

from engine.games import GAMES
from services.errors import NotListed
from services.log.append import HeadMoved
from services.log.commitments import commit_to_seed
from services.log.models import Event
from services.matches.models import Match, Seat
from services.playing import intake
from services.playing.intake import SeatAnswer, submit_move
from services.playing.tables import Wish, take_seat
from services.readers.export import export_match
from services.readers.history import present_frame
from services.readers.models import Frame, MatchCard, NewsLine
from services.readers.rebuild import rebuild_match
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, opened, question, seated
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


def first_move(match_id, account):
    seat = Seat.objects.get(match_id=match_id, account=account).seat
    frame = Frame.objects.get(match_id=match_id, eye=seat)
    if frame.decision is None:
        return False
    move = frame.moves.split("\n")[0]
    submit_move(match_id=match_id, account=account, decision=frame.decision, move=move, command_id=str(uuid.uuid4()))
    return True


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_match_of_bots_ends_and_its_export_verifies(key, pokes):
    match = opened(account=uuid.uuid4(), wish=Wish(key, 2, bots={0: "random", 1: "random"}))
    drain(pokes)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED, match.parked
    assert verify(export_match(match)) == []


SEATS = ("seat", "account", "bot", "decision", "asked_at", "answered_seq", "deadline_at")


def test_a_question_that_stays_open_keeps_its_time_and_seats_equal_a_rebuild(pokes, hush):
    match, people = seated("hush", seats=3)
    frame = question(match, 0)
    move, command = frame.moves.split("\n")[0], str(uuid.uuid4())
    submit_move(match_id=match.id, account=people[0], decision=frame.decision, move=move, command_id=command)
    advance(str(match.id))
    submit_move(match_id=match.id, account=people[1], decision=1, move="pass", command_id=str(uuid.uuid4()))
    seats = Seat.objects.filter(match=match).order_by("seat").values(*SEATS)
    before = list(seats)
    assert before[2]["asked_at"] < match_of(match.id).head.at
    assert before[1]["answered_seq"] == match_of(match.id).head.seq
    rebuild_match(match.id)
    assert before == list(seats)


def test_without_stored_frames_the_door_folds(pokes):
    match, people = seated("zertz")
    stored = question(match, 0)
    Frame.objects.all().delete()
    drawn = present_frame(match, 0)
    assert (drawn.seq, drawn.decision, drawn.moves, drawn.body) == (
        stored.seq, stored.decision, stored.moves, stored.body,
    )  # fmt: skip
    command = str(uuid.uuid4())
    with pytest.raises(NotListed):
        submit_move(match_id=match.id, account=people[0], decision=1, move="Wa1,a1", command_id=command)
    submit_move(match_id=match.id, account=people[0], decision=1, move=stored.moves.split("\n")[0], command_id=command)
    advance(str(match.id))
    assert question(match, 1).decision == 1


def test_a_person_whose_seat_a_bot_has_taken_over_cannot_answer_for_it(pokes):
    """Whatever a process remembers: the append is conditional on who holds the seat now."""
    match, people = seated("zertz")
    said = SeatAnswer(match.id, 1, question(match, 0).moves.split("\n")[0], str(uuid.uuid4()), people[0])
    reading = intake._read(said)
    Seat.objects.filter(match=match, seat=0).update(account=None, bot="greedy")
    with pytest.raises(HeadMoved):
        intake._record(said, reading, said.move)
    assert not Event.objects.filter(stream_id=match.id, type="move.made").exists()


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.info.enumerable])
def test_one_move_is_played_once_by_the_referee(pokes, monkeypatch, key):
    match, people = seated(key, min(seats for seats in GAMES[key].info.seats if seats > 1))
    game, plays = GAMES[key], []
    honest = type(game).play
    monkeypatch.setattr(type(game), "play", lambda *args: plays.append(1) or honest(*args))
    frame = Frame.objects.filter(match=match, eye__gte=0, decision__isnull=False).order_by("eye")[0]
    move = frame.moves.split("\n")[0]
    submit_move(match_id=match.id, account=people[frame.eye], decision=1, move=move, command_id=str(uuid.uuid4()))
    assert plays == []
    advance(str(match.id))
    assert len(plays) == 1


def test_two_people_play_and_the_frames_equal_a_rebuild(pokes):
    ann, bea = uuid.uuid4(), uuid.uuid4()
    bound = commit_to_seed("ann")
    match = opened(account=ann, wish=Wish("zertz", 2, entropy="00ff", match=bound.stream), asker="ann")
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
    assert Event.objects.filter(stream_id=match.id, type="seed.revealed").exists()
