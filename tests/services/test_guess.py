"""A process that follows a match records moves without reading first: on a guess, which the database checks."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from services import bus, hub
from services.audit.export import export_match
from services.errors import Conflict, NotListed
from services.intake import resign, submit_move
from services.referee.tasks import advance
from services.store.models import Event, Match
from tests.services.conftest import question, seated
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def following(monkeypatch, pokes):
    """Every match is followed by this process: what is published is heard."""
    heads: dict[str, str] = {}
    monkeypatch.setattr(hub, "_heads", heads)
    monkeypatch.setattr(bus, "publish", lambda match, head, *_: heads.update({bus.channel(match): head}))
    return heads


def answer(match: Match, people: list[uuid.UUID], seat: int, **changed):
    frame = question(match, seat)
    found = {"decision": frame.decision, "move": (frame.moves or "").split("\n")[0], "command_id": str(uuid.uuid4())}
    return submit_move(match_id=match.id, account=people[seat], **found | changed)


def holds(match: Match, people: list[uuid.UUID]) -> bool:
    """Given up by seat 0, the match is whole from the first event to the reveal."""
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    match.refresh_from_db()
    return verify(export_match(match)) == []


def both_known(people: list[uuid.UUID], match: Match) -> None:
    """A first move of each seat, read and recorded."""
    for seat in (0, 1):
        answer(match, people, seat)
        advance(str(match.id))


def test_the_moves_that_follow_cost_one_statement_and_the_log_holds(following):
    match, people = seated("zertz")
    for ply in range(12):
        with CaptureQueriesContext(connection) as captured:
            answer(match, people, ply % 2)
        assert len(captured) - 1 == (2 if ply < 2 else 1), ply  # the first is the test's own look at the frame
        advance(str(match.id))
    assert Event.objects.filter(match=match, type="move.made").count() == 12
    assert holds(match, people)


def test_a_seat_that_guesses_behind_the_other_reads_again_and_is_recorded(following, hush):
    match, people = seated("hush", options={"rounds": 3})
    for _ in range(2):  # the first time nothing is known; the second time the later one's guess is old
        for seat in (0, 1):
            answer(match, people, seat, move="pass")
        advance(str(match.id))
    assert Event.objects.filter(match=match, type="move.made").count() == 4
    assert holds(match, people)


@pytest.mark.parametrize(
    ("changed", "refusal", "code"),
    [
        ({"move": "W,a1,a1"}, NotListed, "illegal-move"),
        ({"decision": 77}, Conflict, "stale-decision"),
    ],
)
def test_a_guess_is_refused_like_a_desk_that_was_read(following, changed, refusal, code):
    match, people = seated("zertz")
    both_known(people, match)
    before = Event.objects.filter(match=match).count()
    with pytest.raises(refusal) as refused:
        answer(match, people, 0, **changed)
    assert refused.value.code == code
    assert Event.objects.filter(match=match).count() == before


def test_a_guess_out_of_turn_is_refused(following):
    match, people = seated("zertz")
    both_known(people, match)
    frame = question(match, 0)
    with pytest.raises(Conflict) as refused:
        submit_move(
            match_id=match.id, account=people[1], decision=frame.decision, move=frame.moves.split("\n")[0],
            command_id=str(uuid.uuid4()),
        )  # fmt: skip
    assert refused.value.code == "not-your-turn"


def test_the_same_command_again_gets_the_same_answer(following):
    match, people = seated("zertz")
    both_known(people, match)
    frame, command = question(match, 0), str(uuid.uuid4())
    body = {"decision": frame.decision, "move": frame.moves.split("\n")[0], "command_id": command}
    first = submit_move(match_id=match.id, account=people[0], **body)
    assert submit_move(match_id=match.id, account=people[0], **body) == first
    advance(str(match.id))
    assert submit_move(match_id=match.id, account=people[0], **body) == first


def test_a_false_head_is_never_built_upon(following):
    match, people = seated("zertz")
    both_known(people, match)
    seq, told, at = following[bus.channel(match.id)].split(" ")
    following[bus.channel(match.id)] = f"{seq} {told[::-1]} {at}"
    answer(match, people, 0)
    advance(str(match.id))
    assert holds(match, people)


def test_a_match_that_is_over_is_not_guessed_into(following):
    match, people = seated("zertz")
    both_known(people, match)
    frame = question(match, 0)
    Match.objects.filter(pk=match.id).update(status=Match.Status.ENDED)
    with pytest.raises(Conflict) as refused:
        submit_move(match_id=match.id, account=people[0], decision=frame.decision, move=frame.moves.split("\n")[0])
    assert refused.value.code == "match-over"
