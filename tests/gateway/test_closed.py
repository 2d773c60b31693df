"""A closed account: what it may still ask, what ends with it, what its person reads and says to that."""

from __future__ import annotations

import asyncio
import re
import uuid

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from gateway import following, tickets
from gateway.readers import identify
from services.errors import Conflict, NotAllowed, Refusal
from services.lobby.follow import handle as lobby_hears
from services.lobby.invitations import invite
from services.lobby.models import Invitation, Seek
from services.lobby.seeks import Wanted, make_seek
from services.log.models import Event
from services.log.outbox import follow
from services.matches.models import Match, Seat
from services.notices import senders
from services.notices.follow import handle as notices_hear
from services.people.appeals import appeal_token
from services.people.links import new_link
from services.people.models import Account, Appeal, TrailEntry
from services.people.order import close_account, rename_account, reopen_account, settle_report
from services.people.preferences import change_settings, confirm_mail, confirmation_token
from services.people.tokens import new_token
from services.people.trail import trail_of
from services.people.vacations import change_vacation, vacation_of
from services.playing.tables import Wish, take_seat
from services.referee.tasks import advance
from tests.gateway.order_hands import PASSWORD, kept, order
from tests.gateway.test_admission import scope
from tests.services.conftest import match_of, opened
from tests.services.notices_hands import smtp_server

pytestmark = pytest.mark.django_db(transaction=True)
DAYS = {"kind": "per_move", "ms": 86_400_000, "vacation": True}


@pytest.fixture(autouse=True)
def no_pokes(pokes):
    pass


@pytest.fixture
def ann() -> Account:
    return kept("Ann")


@pytest.fixture
def bea() -> Account:
    return kept("Bea")


def client_of(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def caller(account: Account) -> Client:
    return Client(headers={"authorization": f"Bearer {new_token(account)}"})


def refused(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def close(account: Account, text: str = "Again and again.") -> None:
    close_account(account.pk, order("close", "stalling", text))


def say(client: Client, text: str = "It was not me.", **more):
    body = {"text": text, "command_id": str(uuid.uuid4()), **more}
    return client.post("/api/appeals", body, content_type="application/json")


# -- who is let in ----------------------------------------------------------------------------------------------------


def test_a_closed_account_may_ask_who_it_is_and_what_was_decided_and_nothing_else(ann):
    by_token, by_session = caller(ann), client_of(ann)
    assert by_token.get("/api/me").json()["closed"] is None
    close(ann)
    for client in (by_token, by_session):
        me = client.get("/api/me").json()
        assert (me["name"], me["closed"]["reason"], me["closed"]["text"]) == ("Ann", "stalling", "Again and again.")
        (row,) = client.get("/api/me/trail").json()["results"]
        assert (row["action"], row["match"], row["after"]) == ("close", None, {"closed": True})
        assert "operator" not in row
        assert client.get("/api/me/data").status_code == 200
        asked = [client.get(f"/api/{path}") for path in ("me/matches", "me/settings", "tables", "invitations", "games")]
        written = client.post("/api/tables", {"game": "zertz", "seats": 2}, content_type="application/json")
        assert {refused(answer) for answer in (*asked, written)} == {(403, "account-closed")}
    assert {by_session.get(page).status_code for page in ("/", "/me", "/games/zertz", "/sign-in")} == {403}
    assert "Again and again." in by_session.get("/me").content.decode()
    reopen_account(ann.pk, order("reopen"))
    assert by_token.get("/api/me").json()["closed"] is None
    assert by_session.get("/me").status_code == 200


def test_neither_the_right_password_nor_a_link_signs_a_closed_account_in(ann):
    link = new_link(ann.pk)
    close(ann)
    visitor = Client()
    page = visitor.post("/sign-in", {"login": "ann-1", "password": PASSWORD})
    assert page.status_code == 403
    assert "/appeal/" in page.content.decode()
    assert visitor.post("/sign-in", {"login": "ann-1", "password": "wrong"}).status_code == 400
    assert refused(visitor.post(f"/api/recovery/{link}", {}, content_type="application/json")) == (
        403,
        "account-closed",
    )
    assert "_auth_user_id" not in visitor.session


def test_a_session_of_before_a_new_password_is_nobodys(ann):
    client = client_of(ann)
    ann.set_password("vermilion-basalt-4")
    ann.save()
    close(ann)
    assert refused(client.get("/api/me"))[0] == 401


def test_a_closed_account_follows_no_stream_by_token_session_or_ticket(ann, bea):
    match = opened(account=ann.pk, wish=Wish("zertz", 2))
    ticket = tickets.issue(match.id, ann.pk)
    session = client_of(ann).cookies["sessionid"].value
    ways = [
        scope(authorization=f"Bearer {new_token(ann)}"),
        scope(cookie=f"sessionid={session}"),
        scope() | {"query_string": f"ticket={ticket}".encode()},
    ]
    close(ann)
    for way in ways:
        with pytest.raises(Refusal) as raised:
            identify(way, match.id)
        assert raised.value.code == "account-closed"


def test_a_stream_that_runs_ends_when_its_account_is_closed(ann, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.01)
    sent: list[dict] = []
    cleaned: list[bool] = []

    async def never() -> dict:
        return await asyncio.Future()

    async def follow_on() -> None:
        try:
            await asyncio.Future()
        finally:
            cleaned.append(True)

    async def send(message: dict) -> None:
        sent.append(message)

    async def course() -> None:
        stream = asyncio.create_task(following.run(follow_on(), ann.pk, never, send))
        await asyncio.sleep(0)
        await asyncio.to_thread(close_in_thread, ann)
        await asyncio.wait_for(stream, 20)

    asyncio.run(course())
    assert cleaned == [True]
    assert sent == [{"type": "http.response.body", "body": b"", "more_body": False}]


def close_in_thread(account: Account) -> None:
    try:
        close(account)
    finally:
        connection.close()


def test_the_bots_of_a_closed_account_are_closed_with_it_and_come_back_with_it(ann):
    made = caller(ann).post("/api/me/bots", {"name": "Machine"}, content_type="application/json").json()["id"]
    bot = caller(Account.objects.get(pk=made))
    close(ann)
    assert refused(bot.get("/api/me/matches")) == (403, "account-closed")
    reopen_account(ann.pk, order("reopen"))
    assert bot.get("/api/me/matches").status_code == 200


# -- what ends --------------------------------------------------------------------------------------------------------


def hear() -> None:
    follow("lobby", lobby_hears)


def test_seeks_invitations_and_open_tables_of_a_closed_account_end(ann, bea):
    make_seek(account=ann.pk, wanted=Wanted("zertz"), asker="")
    table = opened(account=ann.pk, wish=Wish("zertz", 2))
    invite(table=table.id, me=ann.pk, other=bea.pk)
    other = opened(account=bea.pk, wish=Wish("zertz", 2))
    invite(table=other.id, me=bea.pk, other=ann.pk)
    close(ann)
    hear()
    hear()
    assert Seek.objects.get().status == Seek.Status.GONE
    assert {row.status for row in Invitation.objects.all()} == {Invitation.Status.GONE}
    assert match_of(table.id).status == Match.Status.ABORTED
    assert match_of(other.id).status == Match.Status.OPEN
    asked = caller(bea)
    assert refused(asked.put(f"/api/me/follows/{ann.pk}")) == (404, "not-found")
    wanted = {"account": str(ann.pk), "command_id": str(uuid.uuid4())}
    path = f"/api/tables/{other.id}/invitations"
    assert refused(asked.post(path, wanted, content_type="application/json")) == (404, "not-found")
    assert asked.get("/api/players?name=ann").json()["results"] == []
    assert asked.get(f"/api/players/{ann.pk}").json()["name"] == "Ann"


def started(first: Account, second: Account, **wish) -> Match:
    table = opened(account=first.pk, wish=Wish("zertz", 2, lot=False, **wish))
    take_seat(match_id=table.id, account=second.pk)
    advance(str(table.id))
    return match_of(table.id)


def test_a_match_without_a_clock_is_resigned_and_one_with_a_clock_runs_on(ann, bea):
    untimed, timed = started(ann, bea), started(ann, bea, clock=DAYS)
    change_vacation(ann.pk, on=True)
    close(ann)
    hear()
    assert match_of(untimed.id).status == Match.Status.ENDED
    resigned = Event.objects.get(stream_id=untimed.id, type="seat.resigned")
    assert (resigned.actor, resigned.pub) == ("seat:0", {"seat": 0})
    assert match_of(timed.id).status == Match.Status.RUNNING
    assert Seat.objects.get(match_id=timed.id, seat=0).account == ann.pk
    assert vacation_of(ann.pk).since is None


# -- what is said of it -----------------------------------------------------------------------------------------------


def test_an_appeal_is_taken_once_a_closing_and_only_of_a_closed_account(ann, bea):
    client = caller(ann)
    assert refused(say(client)) == (409, "not-closed")
    close(ann)
    command = str(uuid.uuid4())
    first, again = say(client, command_id=command), say(client, command_id=command)
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
    assert refused(say(client)) == (409, "already-appealed")
    token = appeal_token(ann.pk)
    assert refused(say(Client(), token=token)) == (409, "already-appealed")
    reopen_account(ann.pk, order("reopen"))
    assert refused(say(Client(), token=token)) == (409, "not-closed")
    close(ann)
    assert refused(say(Client(), token=token)) == (409, "link-gone")
    assert say(caller(bea), token=appeal_token(ann.pk)).status_code == 202
    assert list(Appeal.objects.values_list("account", flat=True)) == [ann.pk, ann.pk]
    for wrong in ("x", new_link(ann.pk), confirmation_token(ann.pk, "a@example.org"), "\u200f" * 9):
        assert refused(say(Client(), token=wrong)) == (409, "link-gone")
    assert refused(say(Client())) == (401, "not-signed-in")


def test_closing_opening_and_renaming_are_mailed_and_the_link_in_the_mail_takes_the_appeal(ann, settings):
    with smtp_server(settings) as mailbox:
        change_settings(ann.pk, {"mail": "ann@example.org"})
        assert confirm_mail(confirmation_token(ann.pk, "ann@example.org"))
        deliver()
        mailbox.mails.clear()
        close(ann, "Seventeen matches left standing.")
        deliver()
        text = mailbox.mails[0].get_body(("plain",)).get_content()
        assert "Seventeen matches left standing." in text
        path = re.search(r"/appeal/\S+", text).group(0)
        visitor = Client()
        assert "playing slowly" in visitor.get(path).content.decode().lower()
        assert visitor.post(path, {"text": ""}).status_code == 400
        assert visitor.post(path, {"text": "My train had no signal."}).status_code == 200
        assert Appeal.objects.get().text == "My train had no signal."
        assert visitor.post(path, {"text": "And again."}).status_code == 409


def deliver() -> None:
    follow("notices", notices_hear)
    senders.send_mails()


def test_the_trail_tells_whom_it_concerns_what_was_done_and_cannot_be_changed(ann, bea):
    rename_account(ann.pk, "Annabel", order("rename", "name"))
    answer = caller(bea).post(
        "/api/reports", {"account": str(ann.pk), "reason": "name", "command_id": str(uuid.uuid4())},
        content_type="application/json",
    )  # fmt: skip
    settle_report(uuid.UUID(answer.json()["id"]), order("done", "name", "Renamed."))
    (row,) = trail_of(ann.pk)
    assert (row["before"], row["after"]) == ({"name": "Ann"}, {"name": "Annabel"})
    assert [row["text"] for row in trail_of(bea.pk)] == ["Renamed."]
    assert caller(bea).get(f"/api/players/{ann.pk}").json()["formerly"] is None
    assert "Renamed." in client_of(bea).get("/me").content.decode()
    for change in ("UPDATE gateway_trailentry SET text = ''", "DELETE FROM gateway_trailentry"):
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute(change)
    assert TrailEntry.objects.count() == 2


def test_an_order_that_is_refused_leaves_nothing(ann):
    close(ann)
    before = TrailEntry.objects.count()
    with pytest.raises(Conflict, match="already-closed"):
        close(ann)
    own = order("close")
    with pytest.raises(NotAllowed, match="yourself"):
        close_account(own.operator, own)
    with pytest.raises(Refusal):
        close_account(ann.pk, order("close", "because"))
    assert TrailEntry.objects.count() == before
