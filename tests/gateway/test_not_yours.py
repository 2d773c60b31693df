"""Other people's things: strangers, blocked accounts, bots and nobody try every call, and guess at tokens."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.test import Client

from services.errors import Conflict
from services.lobby.models import Invitation, Seek
from services.log.models import Outbox
from services.people.appeals import account_of_appeal, appeal_token
from services.people.links import new_link, token_for_link
from services.people.models import Account, Appeal, SignInLink
from services.people.order import close_account
from services.people.tokens import new_token
from services.playing.tables import Wish
from tests.gateway.order_hands import order
from tests.gateway.test_budgets import rates
from tests.gateway.test_pages import no_pokes  # noqa: F401
from tests.gateway.test_people_calls import PASSWORD, Person, command, outcome
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
FRESH = "vermilion-basalt-4"
Call = tuple[str, str, dict[str, object] | None]


@pytest.fixture
def ann() -> Person:
    return Person("Ann", "ann-1")


@pytest.fixture
def bea() -> Person:
    return Person("Beatrice", "bea-1")


@pytest.fixture
def eve() -> Person:
    return Person("Eve", "eve-1")


@pytest.fixture(autouse=True)
def _not_throttled(monkeypatch):
    rates(monkeypatch, everybody="100000/min", sign_in="100000/min", reports="100000/min", seeks="100000/min")


class Things:
    """What Ann has, and ids that nothing has."""

    def __init__(self, ann: Person, bea: Person) -> None:
        self.seek = ann("post", "seeks", {"game": "glux", "command_id": command()}).json()["id"]
        self.private, self.open = (
            str(opened(account=ann.account.pk, wish=Wish("zertz", 2, lot=False, private=private)).id)
            for private in (True, False)
        )
        ask = {"account": bea.id, "command_id": command()}
        self.invitation = ann("post", f"tables/{self.private}/invitations", ask).json()["id"]
        self.link = new_link(ann.account.pk)


def on(seek: str, table: str, invitation: str, other: str) -> Iterator[Call]:
    """Every call that names a thing of somebody else which the caller does not get to see."""
    yield "get", f"seeks/{seek}", None
    yield "delete", f"seeks/{seek}", None
    yield "post", f"tables/{table}/invitations", {"account": other}
    yield "delete", f"invitations/{invitation}", None
    for accepted in (True, False):
        yield "post", f"invitations/{invitation}/answer", {"accepted": accepted}


def ask(who: Person, call: Call):
    method, path, body = call
    if method == "post":
        body = {**(body or {}), "command_id": command()}
    return who(method, path, body)


def all_rows() -> dict[str, list[tuple[object, ...]]]:
    """Everything that is kept, but for when somebody was seen."""
    return {
        model._meta.label: sorted(model.objects.values_list(*_names(model)), key=repr)
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy
    }


def _names(model) -> list[str]:
    seen = {"last_login", "expiry", "seen_at", "last_seen"}
    return [field.attname for field in model._meta.concrete_fields if field.attname not in seen]


def test_other_peoples_things_are_absent_for_strangers_and_the_blocked(ann, bea, eve):
    ann("put", f"me/blocks/{eve.id}")
    things, stranger = Things(ann, bea), Person("Cid", "cid-1")
    before = all_rows()
    nothing = [str(uuid.uuid4()) for _ in range(3)]
    absent = [ask(stranger, call) for call in on(*nothing, bea.id)]
    for who in (stranger, eve):
        answers = [ask(who, call) for call in on(things.seek, things.private, things.invitation, bea.id)]
        assert {outcome(answer) for answer in answers} == {(404, "not-found")}
        assert [answer.content for answer in answers] == [answer.content for answer in absent]
    # The blocked do not see what strangers may: an open seek, an open table.
    ways = ((f"seeks/{things.seek}/answers", {}), (f"tables/{things.open}/invitations", {"account": bea.id}))
    for path, body in ways:
        assert ask(eve, ("post", path, body)).content == absent[0].content
    assert outcome(ask(stranger, ("post", ways[1][0], ways[1][1]))) == (403, "not-your-table")
    # Withdrawing is for the inviter, answering for the invited.
    assert outcome(bea("delete", f"invitations/{things.invitation}")) == (404, "not-found")
    mine = ask(ann, ("post", f"invitations/{things.invitation}/answer", {"accepted": True}))
    assert mine.content == absent[0].content
    # Accounts that are none.
    for call in (("put", "me/follows/"), ("put", "me/blocks/")):
        assert ask(eve, (call[0], call[1] + nothing[0], None)).content == absent[0].content
    report: dict[str, object] = {"account": nothing[0], "reason": "name"}
    assert ask(eve, ("post", "reports", report)).content == absent[0].content
    of_theirs = report | {"account": ann.id, "match": things.private}
    assert outcome(ask(eve, ("post", "reports", of_theirs))) == (422, "not-in-that-match")
    assert outcome(ask(eve, ("post", "reports", of_theirs | {"match": nothing[0]}))) == (422, "not-in-that-match")
    assert all_rows() == before


def test_lists_settings_sessions_and_passwords_are_the_callers_own(ann, bea, eve):
    ann("put", f"me/blocks/{eve.id}")
    ann("put", f"me/follows/{bea.id}")
    things = Things(ann, bea)
    for path in ("me/follows", "me/blocks", "invitations", "invitations?sent=1", "seeks?mine=1", "seeks"):
        assert eve("get", path).json() == {"results": [], "next": None}
    # What one takes back on other people's behalf is one's own, and there is none.
    guest, before = Person("Guest"), all_rows()
    for path in (f"me/follows/{bea.id}", f"me/blocks/{ann.id}"):
        assert eve("delete", path).status_code == 204
    for wrong in ({"password": FRESH}, {"password": FRESH, "old": "wrong-marble-9"}):
        assert outcome(eve("put", "me/password", wrong)) == (403, "wrong-password")
    hers = {"login": "ann-1", "password": FRESH}
    assert outcome(eve("put", "me/password", hers | {"old": PASSWORD})) == (409, "login-taken")
    assert outcome(guest("post", "me/keep", hers)) == (409, "login-taken")
    assert all_rows() == before
    # A new password and the end of all sessions concern the caller alone.
    assert eve("patch", "me/settings", {"invitations": "nobody"}).status_code == 200
    token = eve("put", "me/password", {"password": FRESH, "old": PASSWORD}).json()["token"]
    eve.token = token
    assert eve("delete", "me/sessions").status_code == 204
    assert ann("get", "me").json()["id"] == ann.id
    assert ann("get", "me/settings").json()["invitations"] == "everybody"
    assert Client().post("/sign-in", {"login": "ann-1", "password": PASSWORD}).url == "/me"
    assert SignInLink.objects.filter(account=ann.account, used_at__isnull=True).count() == 1
    assert Seek.objects.get(pk=things.seek).status == "open"
    assert Invitation.objects.get(pk=things.invitation).status == "open"


def calls_of_people(things: Things, ann: Person, bea: Person) -> Iterator[Call]:
    """Every call that needs somebody, but for answering an invitation."""
    yield from list(on(things.seek, things.private, things.invitation, bea.id))[:4]
    yield "post", "seeks", {"game": "glux"}
    yield "post", f"seeks/{things.seek}/answers", {}
    yield "post", "reports", {"account": ann.id, "reason": "name"}
    yield "post", "me/keep", {"login": "new-1", "password": FRESH}
    for what in ("follows", "blocks"):
        yield "get", f"me/{what}", None
        for method in ("put", "delete"):
            yield method, f"me/{what}/{ann.id}", None
    yield "patch", "me", {"name": "Somebody"}
    yield "put", "me/password", {"password": FRESH, "login": "new-1"}
    yield "delete", "me/sessions", None


def test_bots_and_nobody_are_kept_out_of_every_call(ann, bea):
    machine, nobody = Person("x"), Person("y")
    machine.token = new_token(Account.objects.get(pk=bea("post", "me/bots", {"name": "Machine"}).json()["id"]))
    nobody.token = "0" * 64
    things = Things(ann, bea)
    before = all_rows()
    calls = list(calls_of_people(things, ann, bea))
    assert {outcome(ask(machine, call)) for call in calls} == {(403, "bots-kept-out")}
    calls += [*on(things.seek, things.private, things.invitation, bea.id), ("get", "invitations", None)]
    assert {outcome(ask(nobody, call)) for call in calls} == {(401, "bad-token")}
    anonymous = [Client().generic(method, f"/api/{path}", "{}", "application/json") for method, path, _ in calls]
    assert {outcome(answer) for answer in anonymous} == {(401, "not-signed-in")}
    mine = ask(machine, ("post", f"invitations/{things.invitation}/answer", {"accepted": True}))
    assert outcome(mine) == (404, "not-found")
    assert all_rows() == before


# -- guesses ----------------------------------------------------------------------------------------------------------


def post(path: str, body: object, address: str = "198.51.100.7", token: str = ""):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    client = Client(headers=headers, REMOTE_ADDR=address)
    return client.post(f"/api/{path}", body, content_type="application/json")


def guesses(true: str, number: int) -> Iterator[str]:
    """Random ones, and the true one with its start cut off, a letter added or changed."""
    yield from (true[1:], true[:-1], f"{true}x", true.swapcase(), true[::-1])
    yield from (secrets.token_urlsafe(24) for _ in range(number - 5))


def test_a_thousand_guesses_at_tokens_do_nothing(ann, eve):
    close_account(eve.account.pk, order("close"))
    link, token = new_link(ann.account.pk), str(appeal_token(eve.account.pk))
    Outbox.objects.all().delete()
    before = all_rows()
    links, tokens = list(guesses(link, 500)), list(guesses(token, 500))
    refused = {outcome(post(f"recovery/{guess}", {})) for guess in links[:25]}
    for guess in tokens[:25]:
        refused.add(outcome(post("appeals", {"text": "Mine.", "token": guess, "command_id": command()})))
    assert refused == {(409, "link-gone")}
    for try_it, rest in ((token_for_link, links[25:]), (account_of_appeal, tokens[25:])):
        for guess in rest:
            with pytest.raises(Conflict, match="link-gone"):
                try_it(guess)
    assert all_rows() == before
    assert post(f"recovery/{link}", {}).json()["account"]["id"] == ann.id
    taken = post("appeals", {"text": "Mine.", "token": token, "command_id": command()})
    assert (taken.status_code, Appeal.objects.get().account) == (202, eve.account.pk)


def test_guesses_are_counted_by_address_whoever_sends_them(ann, monkeypatch):
    rates(monkeypatch, sign_in="20/min", reports="30/min")
    tokens = ["", *(Person(f"Guest {number}").token for number in range(3))]
    for path, budget in (("recovery/guess", 20), ("appeals", 30)):
        body = {"text": "Mine.", "token": "guess", "command_id": command()} if path == "appeals" else {}
        answers = [post(path, body, token=tokens[number % 4]) for number in range(budget + 10)]
        assert [outcome(answer) for answer in answers[:budget]] == [(409, "link-gone")] * budget
        assert {outcome(answer) for answer in answers[budget:]} == {(429, "throttled")}
        assert int(answers[-1]["Retry-After"]) >= 1
        assert outcome(post(path, body, address="198.51.100.8")) == (409, "link-gone")


def test_the_eleventh_report_of_a_day_is_refused(ann, bea):
    def report():
        return ask(ann, ("post", "reports", {"account": bea.id, "reason": "name"}))

    assert {report().status_code for _ in range(10)} == {202}
    refused = report()
    assert outcome(refused) == (429, "too-many-reports")
    assert 86_000 < int(refused["Retry-After"]) <= 86_400
