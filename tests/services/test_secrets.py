"""Promise 6: the same public history over two different hidden deals gives the opponent and the gallery the same bytes.

Commitments, ids, times and fingerprints aside. Everything a reader can get is compared: frames now and then, events,
exports, what goes to the streams, and refusals.
"""

from __future__ import annotations

import json
import re
import uuid

import pytest

from engine.core.chance import Stream
from engine.games import GAMES
from services.bus import frames, pokes
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing import decide
from services.playing.tables import Wish, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
VEILS = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "ID"),
    (re.compile(r"[0-9a-f]{64}"), "HASH"),
    (re.compile(r"[0-9a-f]{128}"), "SIG"),
    (re.compile(r'"fingerprint":"[0-9a-f]{8}"'), "FINGERPRINT"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "TIME"),
)
TURNS = 7


def veiled(text: str) -> str:
    for pattern, word in VEILS:
        text = pattern.sub(word, text)
    return text


def decks() -> dict[str, dict[object, list[str]]]:
    """Seat 0 is dealt the same in both worlds; seat 1 a map and then other cards; so is the goal it looks at."""
    question = GAMES["saboteur_duel"].draw(GAMES["saboteur_duel"].setup(2, {}))
    cards = [card for card, count in question.bag for _ in range(count) if card != "MAP"]
    cards = Stream(b"two worlds", "deck", 0).shuffle(cards)
    ours, rest = cards[:20], cards[20:]
    return {"first": {0: ours, 1: ["MAP", *rest]}, "second": {0: ours, 1: ["MAP", *rest[::-1]]}}


class World:
    """One match, its hidden deal given; what the opponent, the gallery and a stranger can read of it is noted."""

    def __init__(self, client, monkeypatch, deck: dict[object, list[str]], last: bool) -> None:
        self.client, self.notes = client, []
        left = {eye: list(cards) for eye, cards in deck.items()}

        def deal(deciding, at, record=None):
            record = record or decide.ChanceRecord()
            fold = deciding.fold
            while (question := fold.game.draw(fold.position.state)) is not None:
                first = fold.position.played.drawn.get(question.label, 0)
                if question.label == "deck":
                    drawn = tuple(left[question.eye].pop(0) for _ in range(question.count))
                else:
                    drawn = (question.bag[-1 if last else 0][0],)
                fold.deal(question, drawn, at)
                record.add(question, first, drawn)
            return record

        monkeypatch.setattr(decide.Deciding, "_draw_all", deal)
        monkeypatch.setattr(frames, "publish", self._published)
        self.people = [new_guest("Ann"), new_guest("Bea")]
        self.tokens = [f"Bearer {new_token(one)}" for one in self.people]
        self.match = opened(account=self.people[0].pk, wish=Wish("saboteur_duel", 2, lot=False))
        take_seat(match_id=self.match.id, account=self.people[1].pk)
        advance(str(self.match.id))

    def _published(self, match_id, messages, counts) -> None:
        self.notes += [veiled(frames.pack([(eye, message)]).decode()) for eye, message in messages if eye != 1]

    def read(self) -> None:
        """Everything seat 0 and the gallery can get."""
        self.match.refresh_from_db()
        base = f"/api/matches/{self.match.id}"
        past = [f"/frames/{seq}" for seq in range(3, self.match.judged_seq + 1, 3)]
        for path in ("", "/frame?after=-1", "/events", "/export", *past):
            for headers in ({"HTTP_AUTHORIZATION": self.tokens[0]}, {}):
                answer = self.client.get(base + path, **headers)
                self.notes.append(veiled(f"{path} {answer.status_code} {answer.content.decode()}"))

    def try_in_vain(self) -> None:
        """Refusals: other seats' cards, nonsense, the other's turn, another eye."""
        frame = Frame.objects.get(match=self.match, eye=0)
        listed = frame.moves.split("\n")
        tried = ("P:VV@9,9:0", "P:GD@0,-2:0", "P:XA@0,-2:0", "X:MAP", "X:KEY", "M:g1", "nonsense", "Z")
        for move in [one for one in tried if one not in listed]:
            answer = self._post(0, frame.decision, move)
            assert answer.status_code == 422, move
            self.notes.append(veiled(f"{move} {answer.content.decode()}"))
        answer = self.client.get(f"/api/matches/{self.match.id}/frames/3?eye=1", HTTP_AUTHORIZATION=self.tokens[0])
        self.notes.append(veiled(f"{answer.status_code} {answer.content.decode()}"))

    def _post(self, seat: int, decision: int, move: str):
        body = {"decision": decision, "move": move, "command_id": str(uuid.uuid4())}
        return self.client.post(
            f"/api/matches/{self.match.id}/moves",
            json.dumps(body),
            "application/json",
            HTTP_AUTHORIZATION=self.tokens[seat],
        )

    def turn(self, number: int) -> None:
        frame = Frame.objects.get(match=self.match, decision__isnull=False)
        moves = frame.moves.split("\n")
        hidden = [one for one in moves if one.startswith("X:") and "+" in one and "MAP" not in one]
        looks = [one for one in moves if one.startswith("M:")]
        move = looks[0] if frame.eye == 1 and looks else hidden[0]
        assert self._post(frame.eye, frame.decision, move).status_code == 202
        advance(str(self.match.id))


def test_the_opponent_and_the_gallery_get_the_same_bytes_over_two_hidden_deals(client, monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)
    notes, hands = [], []
    for name, deck in decks().items():
        world = World(client, monkeypatch, deck, last=name == "second")
        world.read()
        for number in range(TURNS):
            world.turn(number)
            world.read()
        if Frame.objects.get(match=world.match, eye=0).decision is None:
            world.turn(TURNS)
        world.try_in_vain()
        world.read()
        notes.append(world.notes)
        hands.append(json.loads(Frame.objects.get(match=world.match, eye=1).body)["view"])
        assert Match.objects.get(pk=world.match.pk).status == Match.Status.RUNNING
    assert hands[0] != hands[1], "the two deals must differ for the seat that holds them"
    assert len(notes[0]) == len(notes[1])
    for one, other in zip(*notes, strict=True):
        assert one == other
