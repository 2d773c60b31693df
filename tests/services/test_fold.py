"""The one fold: it starts from event 0, takes back what an undo takes back, and goes by the recorded rules version."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from engine.core.chance import Stream
from engine.core.errors import UnknownRules
from engine.core.game import Bot, Choice
from engine.games import GAMES, game_of
from services.log.models import Event
from services.log.read import Recorded, read
from services.matches.fold import Fold, fold_events
from services.matches.position import BrokenLog
from services.matches.snapshots import fold_stream
from services.opponents.tasks import think
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.playing.tables import Wish
from services.readers.export import export_match
from services.referee.tasks import advance
from tests.engine.toy import Hush
from tests.services.conftest import match_of, opened, question, seated
from verifier.verify import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]


def play(match, people, moves: int) -> None:
    for _ in range(moves):
        seat = next(seat for seat in range(2) if match.frames.filter(eye=seat, decision__isnull=False).exists())
        frame = question(match, seat)
        move, command = frame.moves.split("\n")[0], str(uuid.uuid4())
        submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=move, command_id=command)
        advance(str(match.id))


def undone(events: list[Recorded], to: int) -> Recorded:
    target = next(event for event in events if event.seq == to)
    last = events[-1]
    pub = {"to": to, "offer": 1}
    return replace(last, seq=last.seq + 1, type="move.undone", actor="server", pub=pub, dp=target.dp, df=target.df)


def test_the_fold_needs_no_row(hush):
    match, people = seated("hush", options={"rounds": 3})
    play(match, people, 4)
    position = fold_events(read(match.id)).position
    assert position.kept.options["rounds"] == 3
    assert {seat: holder.account for seat, holder in position.kept.holders.items()} == dict(enumerate(map(str, people)))
    assert position == fold_stream(match.id).position


def test_an_undo_takes_back_one_half_of_the_position_and_keeps_the_other():
    match, people = seated("zertz")
    play(match, people, 3)
    events = read(match.id)
    judged = [event.seq for event in events if event.type == "move.judged"]
    before = fold_events(events).position
    target = fold_events(event for event in events if event.seq <= judged[0]).position
    after = fold_events([*events, undone(events, judged[0])]).position
    assert replace(after.played, trail=()) == replace(target.played, trail=())
    assert after.kept.holders == before.kept.holders
    assert after.kept.entropy == before.kept.entropy


def test_after_an_undo_nobody_can_answer_a_question_of_the_state_that_is_gone():
    """Whoever was asked before it, or is asked after it, has a new number."""
    match, people = seated("zertz")
    play(match, people, 3)
    events = read(match.id)
    judged = [event.seq for event in events if event.type == "move.judged"]
    before = fold_events(events).position
    after = fold_events([*events, undone(events, judged[1])]).position
    assert (before.played.asked, after.played.asked) == ((1,), (0,))
    assert after.kept.decisions == tuple(number + 1 for number in before.kept.decisions)


def test_an_undo_of_an_undo_finds_the_state_that_was_in_force():
    match, people = seated("zertz")
    play(match, people, 4)
    events = read(match.id)
    judged = [event.seq for event in events if event.type == "move.judged"]
    once = [*events, undone(events, judged[0])]
    twice = [*once, undone(once, judged[2])]
    expected = fold_events(event for event in events if event.seq <= judged[2]).position.played
    assert replace(fold_events(twice).position.played, trail=()) == replace(expected, trail=())


def test_an_undo_without_a_past_at_hand_breaks_the_fold():
    match, people = seated("zertz")
    play(match, people, 2)
    events = read(match.id)
    fold = Fold(fold_events(events).position)
    with pytest.raises(BrokenLog):
        fold.take(undone(events, 4))


# -- versions of the rules --------------------------------------------------------------------------------------------


class SecondHush(Hush):
    """The second version scores every pass with a point more; the first is still played by who began under it."""

    info = replace(Hush.info, rules_version=2)
    older = (1,)

    def scores(self, state):
        bonus = 0 if self.info.rules_version == 1 else 1
        return tuple(score + bonus for score in super().scores(state))


def test_a_match_begun_under_an_older_version_is_finished_and_audited_under_it(hush, monkeypatch):
    match, people = seated("hush", options={"rounds": 1})
    assert match.rules_version == 1
    monkeypatch.setitem(GAMES, "hush", SecondHush())
    play(match, people, 1)
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    export = export_match(match_of(match.id))
    assert verify(export) == []
    newer, _ = seated("hush", options={"rounds": 1})
    assert newer.rules_version == 2
    assert game_of("hush", 2).scores(fold_stream(newer.id).position.state) == (1, 1)
    old = next(event["pub"] for event in export["events"] if event["type"] == "match.ended")
    assert min(old["scores"]) == 0, "by the first version"


class ByVersion(Bot):
    """Plays the first move under the first version of the rules, and the last under any other."""

    key = "by-version"
    level = 1

    def choose(self, game, view, seat, budget, seed):
        moves = game.legal_texts(game.imagine(view, seat, Stream(seed, "imagine", 0)), seat)
        return Choice(moves[0 if game.info.rules_version == 1 else -1])


def test_a_bot_goes_on_by_the_version_under_which_its_match_began(hush, monkeypatch):
    monkeypatch.setattr(Hush, "bots", {"by-version": ByVersion()})
    person = uuid.uuid4()
    match = opened(account=person, wish=Wish("hush", 2, options={"rounds": 1}, bots={1: "by-version"}, lot=False))
    advance(str(match.id))
    monkeypatch.setitem(GAMES, "hush", SecondHush())
    think(str(match.id), 1)
    assert Event.objects.filter(stream_id=match.id, type="move.made", actor="bot:1").exists()
    advance(str(match.id))
    resign(match_id=match.id, account=person)
    advance(str(match.id))
    assert verify(export_match(match_of(match.id))) == []


def test_rules_that_nobody_has_are_named():
    with pytest.raises(UnknownRules, match="unknown-rules"):
        game_of("zertz", 99)
    with pytest.raises(UnknownRules, match="unknown-game"):
        game_of("chess", 1)
