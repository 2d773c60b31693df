"""The stream's own front door: who comes in, and how a stream ends or catches up, without a web server around it."""

from __future__ import annotations

import asyncio
import uuid

import pytest
from django.test import Client

from gateway import stream
from gateway.asgi import Scope, ask
from gateway.readers import identify
from gateway.throttles import Everybody
from services.bus import pokes
from services.bus.frames import FrameMessage, publish
from services.errors import Refusal
from services.matches.models import Match
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.intake import submit_move
from services.playing.tables import Wish, leave_seat, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    monkeypatch.setattr(stream, "hub", None)
    return [new_guest("Ann"), new_guest("Bea")]


@pytest.fixture
def match(people):
    table = opened(account=people[0].pk, wish=Wish("zertz", 2, lot=False))
    take_seat(match_id=table.id, account=people[1].pk)
    advance(str(table.id))
    return Match.objects.get(pk=table.id)


def scope(query: str = "", **headers: str) -> Scope:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    named.append((b"host", b"testserver"))
    return {"headers": named, "query_string": query.encode(), "client": ("127.0.0.1", 9)}


def session_of(account) -> str:
    client = Client()
    client.force_login(account)
    return client.cookies["sessionid"].value


@pytest.mark.parametrize("beside", ["a/b=1", 'prefs={"a":1}', "flag", "k[a]=1", "path=/x", "x=1"])
def test_a_foreign_cookie_beside_ours_changes_nothing(people, match, beside):
    cookie = f"{beside}; sessionid={session_of(people[0])}"
    assert identify(scope(cookie=cookie), match.id).eye == 0


@pytest.mark.parametrize("cookie", ['sessionid="aaaaaaaa\\000bbb"', "sessionid=", "sessionid=" + "a" * 5000])
def test_a_session_that_cannot_be_ours_is_nobodys(client, match, cookie):
    assert identify(scope(cookie=cookie), match.id).account is None
    assert client.get("/api/games", HTTP_COOKIE=cookie).status_code == 200
    assert client.get("/api/me", HTTP_COOKIE=cookie).status_code == 401


def test_another_kind_of_authorization_is_none_and_a_bad_token_is_refused(match):
    assert identify(scope(authorization="Basic eDp5"), match.id).account is None
    with pytest.raises(Refusal) as refused:
        identify(scope(authorization="Bearer nonsense"), match.id)
    assert refused.value.code == "bad-token"


def test_streams_are_throttled_like_other_calls(people, match, monkeypatch):
    monkeypatch.setattr(Everybody, "rate", "3/min", raising=False)
    asked = scope(authorization=f"Bearer {new_token(people[0])}")
    for _ in range(3):
        identify(asked, match.id)
    with pytest.raises(Refusal) as refused:
        identify(asked, match.id)
    assert refused.value.code == "throttled"
    assert 1 <= refused.value.params["wait"] <= 60


def test_a_caller_cannot_choose_who_is_throttled(rf):
    request = rf.get("/", REMOTE_ADDR="10.0.0.9", HTTP_X_FORWARDED_FOR="10.1.2.3")
    assert Everybody().get_ident(request) == "10.0.0.9"


# -- what is sent -----------------------------------------------------------------------------------------------------


class Sent:
    """What a stream has written; `stuck` never takes anything after the first lines."""

    def __init__(self, stuck: bool = False) -> None:
        self.text, self.done, self.stuck = "", False, stuck

    async def __call__(self, message) -> None:
        if message["type"] == "http.response.body":
            self.text += message["body"].decode()
            self.done = not message.get("more_body", False)
            if self.stuck:
                await asyncio.Event().wait()


async def answers(caller: Scope, match: uuid.UUID) -> tuple[int, dict[str, str], str]:
    messages: list[dict] = []

    async def send(message) -> None:
        messages.append(message)

    async def receive() -> dict:
        return await asyncio.Event().wait()

    await stream._stream(caller, receive, send, match)
    headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    return messages[0]["status"], headers, messages[1]["body"].decode()


def test_a_refusal_has_the_language_and_the_headers_of_other_refusals(match):
    bad = scope("lang=fa", authorization="Bearer nonsense")
    status, headers, body = asyncio.run(answers(bad, match.id))
    assert status == 401
    assert headers["www-authenticate"] == "Bearer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "bad-token" in body
    assert any("\u0600" < letter < "\u06ff" for letter in body)


def test_the_stream_of_a_table_that_never_started_is_over(people, client):
    table = opened(account=people[0].pk, wish=Wish("zertz", 2))
    leave_seat(match_id=table.id, account=people[0].pk)
    reader = identify(scope(), table.id)
    sent = Sent()
    asyncio.run(asyncio.wait_for(stream._follow(reader, sent), 10))
    assert sent.text == "event: over\ndata: {}\n\n"
    assert sent.done
    answer = client.get(f"/api/matches/{table.id}/frame")
    assert (answer.status_code, answer.json()["error"]) == (404, "never-started")


def make_move(match: Match, people) -> Match:
    frame = Frame.objects.get(match=match, decision__isnull=False)
    submit_move(
        match_id=match.id, account=people[frame.eye].pk, decision=frame.decision, move=frame.moves.split("\n")[0],
        command_id=str(uuid.uuid4()),
    )  # fmt: skip
    advance(str(match.id))
    match.refresh_from_db()
    return match


def message(match: Match, after: int, over: bool = False) -> FrameMessage:
    return FrameMessage(match.judged_seq, after, over, '{"seq":0}', None, "[]")


def test_a_frame_that_was_missed_is_made_up_for_with_its_news(people, match):
    """Promise 10: the frames of the first move never came; those of the second tell that something is missing."""
    reader, sent = identify(scope(), match.id), Sent()

    async def missed() -> None:
        writer = stream._Writer(reader, sent)
        await writer.catch_up()
        first = await ask(make_move, match, people)
        seen = first.judged_seq
        second = await ask(make_move, match, people)
        sent.text = ""
        await writer.relay(message(second, after=seen))

    asyncio.run(missed())
    match.refresh_from_db()
    assert sent.text.startswith(f"event: frame\nid: {match.judged_seq}\n")
    assert sent.text.count('"text":') >= 2, "the news of both moves"


def test_whoever_names_a_seq_to_come_begins_anew(match):
    reader, sent = identify(scope("after=5000"), match.id), Sent()
    assert reader.after is None
    asyncio.run(stream._Writer(reader, sent).relay(message(match, after=0, over=True)))
    assert sent.text.startswith("event: frame\nid: 3\n")


def test_a_reader_that_takes_nothing_is_let_go(match):
    async def stuck() -> bool:
        reader = await ask(identify, scope(), match.id)
        following = asyncio.create_task(stream._follow(reader, Sent(stuck=True)))
        while not stream.the_hub().count():
            publish(match.id, [(-1, message(match, after=0))], {})
            await asyncio.sleep(0.05)
        for _ in range(40):
            publish(match.id, [(-1, message(match, after=0))], {})
        await asyncio.wait({following}, timeout=10)
        ended = following.done()
        following.cancel()
        await stream.the_hub().close()
        return ended

    assert asyncio.run(stuck())
