"""Promise 6: the same public history over two different hidden deals gives the opponent and the gallery the same bytes.

For every game that hides something. Commitments, ids and fingerprints aside; `dp`, the digest of what the gallery sees,
is compared like any other value. Everything a reader can get is compared: every address of a match, by the API and as
pages, frames now and then, what a stream opens with and what goes to streams later, and refusals.
"""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from engine.core.chance import Stream
from engine.core.codec import canonical
from engine.core.game import Draw
from engine.games import GAMES
from engine.games.enigma.data import PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from gateway import stream
from gateway.pages.guests import BACKEND
from services.bus import frames, pokes
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing import decide
from services.playing.tables import Wish, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.functions import kept_function
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
VEILS = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "ID"),
    (re.compile(r'("dp": ?"|dp=)([0-9a-f]{32})([0-9a-f]{32})'), r"\1\2 \3"),  # two halves: no hash any more
    (re.compile(r"[0-9a-f]{128}"), "SIG"),
    (re.compile(r"[0-9a-f]{64}"), "HASH"),
    (re.compile(r'name="csrfmiddlewaretoken" value="\w+"'), "CSRF"),
    (re.compile(r"[0-9a-f]{8}</code>"), "HASH"),  # its beginning, on the page of the audit
    (re.compile(r'now="\d{13}"'), "NOW"),
    (re.compile(r'fingerprint"(?:: ?"|>)[0-9a-f]{8}'), "FINGERPRINT"),
)


def veiled(text: str) -> str:
    for pattern, word in VEILS:
        text = pattern.sub(word, text)
    return text


def test_a_leak_through_the_public_digest_would_be_seen():
    event = '{"dp":"%s","df":"%s","prev":"%s"}'
    assert veiled(event % ("a" * 64, "b" * 64, "c" * 64)) != veiled(event % ("d" * 64, "b" * 64, "c" * 64))
    assert veiled(event % ("a" * 64, "b" * 64, "c" * 64)) == veiled(event % ("a" * 64, "e" * 64, "f" * 64))


# -- plots: a game, what is drawn in each of its two worlds, and who says what ----------------------------------------

Given = Callable[[Draw], tuple[str, ...]]


@dataclass(frozen=True)
class Plot:
    """Seat 1 is the one whose hand differs; `play` gives the move of who is asked, None when a move would tell."""

    game: str
    deals: Callable[[bool], Given]  # of the first world, or of the other
    play: Callable[[Frame, int], str | None]
    turns: int
    refused: tuple[str, ...]
    options: dict[str, Any]
    last: bool = False  # the refused moves are tried after a last turn, if seat 0 is not asked


def by_eye(other: bool) -> Given:
    """What everybody and seat 0 see is the first of the bag; what seat 1 or nobody sees differs."""

    def given(question: Draw) -> tuple[str, ...]:
        hidden = question.eye not in (None, 0)
        return (question.bag[-1 if hidden and other else 0][0],) * question.count

    return given


def dealt_cards(other: bool) -> Given:
    """Seat 0 is dealt the same in both worlds; seat 1 a map and then other cards; so is the goal it looks at."""
    question = GAMES["saboteur_duel"].draw(GAMES["saboteur_duel"].setup(2, {}))
    cards = [card for card, count in question.bag for _ in range(count) if card != "MAP"]
    cards = Stream(b"two worlds", "deck", 0).shuffle(cards)
    ours, rest = cards[:20], cards[20:]
    left = {0: list(ours), 1: ["MAP", *(rest[::-1] if other else rest)]}

    def given(question: Draw) -> tuple[str, ...]:
        if question.label == "deck":
            return tuple(left[question.eye].pop(0) for _ in range(question.count))
        return (question.bag[-1 if other else 0][0],)

    return given


def play_cards(frame: Frame, _: int) -> str:
    moves = frame.moves.split("\n")
    hidden = [move for move in moves if move.startswith("X:") and "+" in move and "MAP" not in move]
    looks = [move for move in moves if move.startswith("M:")]
    return looks[0] if frame.eye == 1 and looks else hidden[0]


def place_tokens(frame: Frame, _: int) -> str | None:
    """Until seat 1 would lay down the token it alone has seen."""
    tells = frame.eye == 1 and json.loads(frame.body)["view"]["phase"] == "place"
    return None if tells else frame.moves.split("\n")[0]


def solve_puzzles(frame: Frame, turn: int) -> str:
    """Both choose; seat 1 tries in vain, then solves its puzzle, which turns the sand for seat 0."""
    if turn < 2:
        return ("C:weights", "C:pipes")[turn]
    puzzle = PUZZLES[json.loads(frame.body)["view"]["mine"]["puzzle"]["id"]]
    answer = {"cells": [None] * 9} if turn == 2 else BY_NAME[puzzle.kind].solve(puzzle.data, 1).first
    return "A:" + canonical(answer).decode()


PLOTS = (
    Plot(
        "saboteur_duel", dealt_cards, play_cards, 7,
        ("P:VV@9,9:0", "P:GD@0,-2:0", "P:XA@0,-2:0", "X:MAP", "X:KEY", "M:g1", "nonsense", "Z"), {}, last=True,
    ),
    Plot("glux", by_eye, place_tokens, 5, ("Z9=9", "nonsense"), {}),
    Plot("enigma", by_eye, solve_puzzles, 4, ("nonsense",), {"mode": "live"}),
)  # fmt: skip


def test_every_game_that_hides_something_has_a_plot():
    assert {plot.game for plot in PLOTS} == {key for key, game in GAMES.items() if not game.info.open}


# -- a world ----------------------------------------------------------------------------------------------------------


def addresses_of_a_match() -> Iterator[str]:
    """Everything under a match that is asked for by its id alone, streams aside."""

    def walk(resolver: URLResolver, before: str) -> Iterator[str]:
        for entry in resolver.url_patterns:
            path = before + str(entry.pattern)
            if isinstance(entry, URLResolver):
                yield from walk(entry, path)
            elif isinstance(entry, URLPattern) and re.findall(r"<[^>]+>", path) == ["<uuid:match_id>"]:
                yield "/" + path

    return (path for path in walk(get_resolver(), "") if not path.endswith(("/stream", ".png")))


class World:
    """One match, its hidden deal given; what seat 0, the gallery and a stranger can read of it is noted."""

    def __init__(self, plot: Plot, monkeypatch: pytest.MonkeyPatch, other: bool) -> None:
        self.plot, self.notes = plot, []
        given = plot.deals(other)

        def deal(deciding, at, record=None):
            record = record or decide.ChanceRecord()
            fold = deciding.fold
            while (question := fold.game.draw(fold.position.state)) is not None:
                first = fold.position.played.drawn.get(question.label, 0)
                drawn = given(question)
                fold.deal(question, drawn, at)
                record.add(question, first, drawn)
            return record

        monkeypatch.setattr(decide.Deciding, "_draw_all", deal)
        monkeypatch.setattr(frames, "publish", self._published)
        self.people = [new_guest("Ann"), new_guest("Bea")]
        self.tokens = [f"Bearer {new_token(account)}" for account in self.people]
        self.match = opened(account=self.people[0].pk, wish=Wish(plot.game, 2, plot.options, lot=False))
        take_seat(match_id=self.match.id, account=self.people[1].pk)
        advance(str(self.match.id))
        seated = Client()
        seated.force_login(self.people[0], backend=BACKEND)
        self.callers = [(Client(headers={"authorization": self.tokens[0]}), seated), (Client(), Client())]

    def _published(self, match_id, messages, counts) -> None:
        self.notes += [veiled(frames.pack([(eye, message)]).decode()) for eye, message in messages if eye != 1]

    def read(self, whole: bool = True) -> None:
        """Everything seat 0 and the gallery can get; between two moves frames, events and exports alone."""
        self.match.refresh_from_db()
        base = f"/api/matches/{self.match.id}"
        past = [f"{base}/frames/{seq}" for seq in range(3, self.match.judged_seq + 1, 3)]
        paths = [path.replace("<uuid:match_id>", str(self.match.id)) for path in addresses_of_a_match()]
        paths += [f"{base}/frame?after=-1", f"{base}/frames?from=2&to={self.match.head.seq}", *past]
        often = (base, f"{base}/frame?after=-1", f"{base}/events", f"{base}/export")
        for program, browser in self.callers:
            for path in paths if whole else often:
                answer = (program if path.startswith("/api/") else browser).get(path)
                self.notes.append(veiled(f"{path} {answer.status_code} {answer.content.decode()}"))
        for token in (self.tokens[0], ""):
            self.notes.append(veiled(asyncio.run(self._stream(token))))

    async def _stream(self, token: str) -> str:
        """What a stream opens with."""
        text, begun = "", asyncio.Event()

        async def send(message: Any) -> None:
            nonlocal text
            text += message.get("body", b"").decode()
            if "event: frame" in text:
                begun.set()

        async def receive() -> Any:
            return await asyncio.Event().wait()

        headers = [(b"host", b"testserver"), *([(b"authorization", token.encode())] if token else [])]
        asked = {"headers": headers, "query_string": b"after=0", "client": ("127.0.0.1", 9)}
        serving = asyncio.create_task(stream._stream(asked, receive, send, self.match.id))
        await asyncio.wait_for(begun.wait(), 20)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        await stream.the_hub().close()
        stream.hub = None
        return text

    def try_refused(self) -> None:
        """Refusals: other seats' cards, nonsense, the other's turn, another eye."""
        frame = Frame.objects.get(match=self.match, eye=0)
        listed = (frame.moves or "").split("\n")
        for move in [text for text in self.plot.refused if text not in listed]:
            answer = self._post(0, frame.decision or 1, move)
            self.notes.append(veiled(f"{move} {answer.status_code} {answer.content.decode()}"))
        for eye in (1, 7):
            answer = self.callers[0][0].get(f"/api/matches/{self.match.id}/frames/3?eye={eye}")
            self.notes.append(veiled(f"{answer.status_code} {answer.content.decode()}"))

    def _post(self, seat: int, decision: int, move: str):
        body = {"decision": decision, "move": move, "command_id": str(uuid.uuid4())}
        path = f"/api/matches/{self.match.id}/moves"
        return Client().post(path, json.dumps(body), "application/json", HTTP_AUTHORIZATION=self.tokens[seat])

    def turn(self, number: int) -> bool:
        asked = Frame.objects.filter(match=self.match, decision__isnull=False, eye__gte=0)
        frame = asked.order_by("-eye").first()
        move = None if frame is None else self.plot.play(frame, number)
        if move is None:
            return False
        answer = self._post(frame.eye, frame.decision, move)
        assert answer.status_code == 202, answer.content
        advance(str(self.match.id))
        return True


@pytest.fixture
def still() -> Iterator[None]:
    """Time stands: what follows from how long something took is the same in both worlds."""
    now = "CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT {} $$"
    with kept_function("house_now"), connection.cursor() as cursor:
        cursor.execute(now.format("timestamptz '2026-11-01 12:00:00.123+00'"))
        yield


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.game)
def test_the_opponent_and_the_gallery_get_the_same_bytes_over_two_hidden_deals(plot, monkeypatch, still):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)
    monkeypatch.setattr(stream, "hub", None)
    notes, hands = [], []
    for other in (False, True):
        world = World(plot, monkeypatch, other)
        world.read()
        for number in range(plot.turns):
            if not world.turn(number):
                break
            world.read(whole=False)
        if plot.last and Frame.objects.get(match=world.match, eye=0).decision is None:
            world.turn(plot.turns)
        world.try_refused()
        world.read()
        notes.append(world.notes)
        hands.append(json.loads(Frame.objects.get(match=world.match, eye=1).body)["view"])
        assert Match.objects.get(pk=world.match.pk).status == Match.Status.RUNNING
    assert hands[0] != hands[1], "the two deals must differ for the seat that holds them"
    assert len(notes[0]) == len(notes[1]) > 30
    for note, other_note in zip(*notes, strict=True):
        assert note == other_note
