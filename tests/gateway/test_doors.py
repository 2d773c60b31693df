"""One door: the API, the page without scripts and bots pass the same check and get the same answer."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from gateway.auth import KnownToken
from gateway.moves import record
from services.auditor.check import check_match
from services.bus import pokes
from services.errors import Refusal
from services.log.models import Event
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.intake import BotStamp, submit_move
from services.playing.offers import resign
from services.playing.tables import Wish, open_table, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.services.conftest import match_of

pytestmark = pytest.mark.django_db(transaction=True)
# The page alone trims what people type and reads Persian digits; the door does neither.
ZERTZ_TRIED = [
    "W,d4", "Wd4", "Wd4,d4", "Wa1,a1", "Kd4,d1", "x d4", "xd4We4", "", "?", "Wd4,d1?", "wd4,d1", "WD4,D1",
    "Wd4, d1", "hello", "Wd4,d1,d2", "W" * 900, "Wd4,,d1", "W d4,d1", "Wd4.d1", "Wd4;d1", "Zd4,d1", "W44,d1", "Wd4,-",
    "x", "xd4", "-", "B", "Gd4,", ",", "wD4,d1", "Wd4,d1\nWd4,d2", "Wd4,d1\u00e9",
]  # fmt: skip
ENIGMA_TRIED = [
    "",
    "a\nb",
    "free text",
    "A:",
    "A:{}",
    "A:nonsense",
    "C:nothing",
    "C:weights!",
    "G!",
    "O:1",
    "Z",
    "A:[1",
]


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


def move_scope(match: uuid.UUID, token: bytes) -> dict[str, Any]:
    """The request of a program that sends a move."""
    headers = [(b"host", b"testserver"), (b"content-type", b"application/json"), (b"authorization", b"Bearer " + token)]
    path = f"/api/matches/{match}/moves"
    return {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers, "scheme": "http",
        "http_version": "1.1", "client": ("127.0.0.1", 9), "server": ("testserver", 80),
    }  # fmt: skip


class Table:
    """A match, and four doors to the seat that is asked: each says what became of an answer."""

    def __init__(self, game: str, bots: bool = False, **options) -> None:
        self.people = [new_guest("Ann"), new_guest("Bea")]
        seated = {0: "random", 1: "random"} if bots else {}
        wish = Wish(game, 2, options=options, bots=seated, lot=False)
        self.id = open_table(account=self.people[0].pk, wish=wish).id
        if not bots:
            take_seat(match_id=self.id, account=self.people[1].pk)
        advance(str(self.id))
        self.tokens = [new_token(account) for account in self.people]
        self.browsers = [Client() for _ in self.people]
        for browser, account in zip(self.browsers, self.people, strict=True):
            browser.force_login(account)

    def frame(self) -> Frame:
        return Frame.objects.filter(match_id=self.id, eye__gte=0, decision__isnull=False).order_by("eye").first()

    def api(self, seat: int, decision: int, move: str, command: str) -> str:
        body = json.dumps({"decision": decision, "move": move, "command_id": command})
        path = f"/api/matches/{self.id}/moves"
        answer = Client().post(path, body, "application/json", HTTP_AUTHORIZATION=f"Bearer {self.tokens[seat]}")
        assert answer.status_code in (202, 400, 409, 422), answer.content
        return "recorded" if answer.status_code == 202 else answer.json().get("code") or answer.json()["error"]

    def lean(self, seat: int, decision: int, move: str, command: str) -> str:
        """What the lean door does not take comes to the ordinary one."""
        token = self.tokens[seat].encode()
        KnownToken().authenticate_credentials(token)
        before = self.made()
        body = json.dumps({"decision": decision, "move": move, "command_id": command}).encode()
        if record(move_scope(self.id, token), body) is not None:
            return "recorded"
        assert self.made() == before
        return self.api(seat, decision, move, command)

    def page(self, seat: int, decision: int, move: str, command: str) -> str:
        body = {"decision": decision, "move": move, "command_id": command}
        answer = self.browsers[seat].post(f"/matches/{self.id}/move", body)
        assert answer.status_code in (302, 422), answer.status_code
        return "recorded" if answer.status_code == 302 else answer.headers["X-Refused"]

    def intake(self, seat: int, decision: int, move: str, command: str) -> str:
        try:
            submit_move(
                match_id=self.id, account=self.people[seat].pk, decision=decision, move=move, command_id=command
            )
        except Refusal as refusal:
            return refusal.extra.get("code") or refusal.code
        return "recorded"

    def bot(self, seat: int, decision: int, move: str, command: str) -> str:
        """Both seats are held by bots, who are asked the same and say it with their stamp."""
        stamp = BotStamp("random", "1.0.0", 1, self.frame().seq)
        try:
            submit_move(match_id=self.id, seat=seat, decision=decision, move=move, bot=stamp)
        except Refusal as refusal:
            return refusal.extra.get("code") or refusal.code
        return "recorded"

    def made(self) -> int:
        return Event.objects.filter(stream_id=self.id, type="move.made").count()


DOORS = ("api", "lean", "page", "intake")


def through_each_door(game: str, tried: list[tuple[int, str]], **options) -> list[tuple[str, ...]]:
    """The answers of the doors to each of the moves, at tables of their own; `tried`: change of decision, and text."""
    tables = {door: Table(game, **options) for door in DOORS} | {"bot": Table(game, bots=True, **options)}
    answers = []
    for change, move in tried:
        row = []
        for door, table in tables.items():
            frame = table.frame()
            row.append(getattr(table, door)(frame.eye, frame.decision + change, move, str(uuid.uuid4())))
            advance(str(table.id))
        answers.append(tuple(row))
    for door in DOORS:  # a bot that repeats its input fails its audit, as it should
        table = tables[door]
        resign(match_id=table.id, account=table.people[0].pk)
        advance(str(table.id))
        assert check_match(match_of(table.id)) == []
    return answers


def test_the_same_moves_get_the_same_answer_at_every_door_of_zertz():
    tried = [(0, move) for move in ZERTZ_TRIED] + [(1, "Wd4,d1"), (-1, "Wd4,d1"), (99, "Wd4,d1")]
    tried += [(0, "Wd4,d1"), (0, "Gd5,a1"), (0, "Wd4,d1"), (0, "Bc3,a4"), (0, "Gb2,d7")]
    assert len(tried) >= 40
    answers = through_each_door("zertz", tried)
    assert [(what, row) for what, row in zip(tried, answers, strict=True) if len(set(row)) > 1] == []
    assert {row[0] for row in answers} >= {"recorded", "stale-decision"}


def test_the_same_moves_get_the_same_answer_at_every_door_of_enigma():
    tried = [(0, move) for move in ENIGMA_TRIED] + [(0, "C:weights"), (0, "C:pipes"), (0, "free text"), (0, "G")]
    answers = through_each_door("enigma", tried, mode="live")
    assert [row for row in answers if len(set(row)) > 1] == []
    assert {row[0] for row in answers} >= {"recorded"}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("command", ["", "a\nb", "free text", "0", "x" * 64])
def test_a_command_that_is_no_uuid_is_refused_at_every_door(door, command):
    table = Table("zertz")
    frame = table.frame()
    answer = getattr(table, door)(frame.eye, frame.decision, "Wd4,d1", command)
    assert answer in ("bad-request",)
    assert table.made() == 0


@pytest.mark.parametrize("door", DOORS)
def test_a_command_id_is_kept_in_lower_case(door):
    table = Table("zertz")
    command = str(uuid.uuid4())
    assert getattr(table, door)(0, 1, "Wd4,d1", command.upper()) == "recorded"
    assert Event.objects.get(stream_id=table.id, type="move.made").cmd == command


def test_a_bot_passes_the_same_door():
    account = new_guest()
    match = open_table(account=account.pk, wish=Wish("zertz", 2, bots={0: "random"}, lot=False)).id
    take_seat_of = match_of(match)
    assert take_seat_of.status == "starting"
    advance(str(match))
    seen = Frame.objects.get(match_id=match, eye=0).seq
    for move, stamp, code in [
        ("Wa1,a1", BotStamp("random", "1.0.0", 1, seen), "illegal-move"),
        ("Wd4,d1", BotStamp("random", "1.0.0", 1, seen - 1), "stale-decision"),
    ]:
        with pytest.raises(Refusal) as refused:
            submit_move(match_id=match, seat=0, decision=1, move=move, bot=stamp)
        assert refused.value.code == code
