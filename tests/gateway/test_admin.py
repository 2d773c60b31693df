"""The admin: who comes in, what every page shows and never shows, what an order does and how it is refused."""

from __future__ import annotations

import json
import re
import uuid
from io import StringIO

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from gateway.words import shell_texts
from services.log.commitments import commit_to_seed
from services.log.models import Checkpoint, Commitment, Event, Outbox, SealedPart, Seed
from services.matches.models import BotKey, Match, Snapshot
from services.notices.models import Outgoing
from services.people.appeals import appeal
from services.people.channels import feed_word
from services.people.links import new_link
from services.people.models import Account, Appeal, MatchNote, Preferences, Report, SignInLink, TrailEntry, Webhook
from services.people.order import close_account
from services.people.social import report
from services.people.tokens import new_token
from services.playing.order import abort_match
from services.playing.plans import put_plan
from services.playing.tables import Wish
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.gateway.order_hands import PASSWORD, kept, order
from tests.gateway.test_closed import started
from tests.services.conftest import match_of, opened

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = {
    "seed", "password", "invite", "payload", "key", "sig", "salt", "digest", "token", "body_json", "word", "secret",
    "p256dh", "auth", "endpoint", "seal_key", "target", "moves", "data", "session_data",
}  # fmt: skip
KEPT_OUT = (Seed, SealedPart, BotKey, Snapshot, Frame, AuthToken, SignInLink, MatchNote, Webhook, Preferences, Event)


@pytest.fixture(autouse=True)
def no_pokes(pokes):
    pass


@pytest.fixture
def dora() -> Account:
    return kept("Dora", staff=True)


@pytest.fixture
def ann() -> Account:
    return kept("Ann")


@pytest.fixture
def bea() -> Account:
    return kept("Bea")


def entered(account: Account) -> Client:
    client = Client()
    answer = client.post("/admin/login/", {"username": account.login, "password": PASSWORD, "next": "/admin/"})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    return client


def address(thing) -> str:
    return reverse(f"admin:{thing._meta.app_label}_{thing._meta.model_name}_change", args=[str(thing.pk)])


def give(client: Client, thing, action: str, reason: str = "conduct", command: str = "", **more):
    form = {"action": action, "command_id": command or str(uuid.uuid4()), "reason": reason, "text": "Because.", **more}
    return client.post(address(thing), form)


def error_of(answer) -> str:
    assert answer.status_code == 200
    return re.search(r'data-error="([^"]*)"', answer.content.decode()).group(1)


# -- who comes in -----------------------------------------------------------------------------------------------------


def test_the_command_makes_an_operator_of_a_kept_account_and_ends_that(ann, capsys):
    said = StringIO()
    call_command("operator", "ANN-1", stdout=said)
    assert Account.objects.get(pk=ann.pk).is_staff
    call_command("operator", "ann-1", "--off", stdout=said)
    assert not Account.objects.get(pk=ann.pk).is_staff
    wrong = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("operator", "nobody-1", stderr=wrong)
    assert ended.value.code == 1
    assert wrong.getvalue().count("\n") == 1


def test_only_operators_come_in_and_everybody_else_is_sent_to_the_form(dora, ann):
    pages = ["/admin/", "/admin/gateway/account/", address(ann), "/admin/nothing/here"]
    for client in (Client(), signed_in(ann)):
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 302
            assert answer["Location"].startswith("/admin/login/?next=")
        assert give(client, ann, "close").status_code == 302
    assert Account.objects.get(pk=ann.pk).is_active
    visitor = Client()
    for login, password in ((ann.login, PASSWORD), (dora.login, "wrong"), ("", "")):
        answer = visitor.post("/admin/login/", {"username": login, "password": password})
        assert answer.status_code in (200, 429)
        assert "_auth_user_id" not in visitor.session
    call_command("operator", dora.login, "--off", stdout=StringIO())
    assert signed_in(dora).get("/admin/").status_code == 302


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_closed_operator_is_kept_out_by_session_and_by_password(dora):
    client = entered(dora)
    close_account(dora.pk, order("close"))
    assert client.get("/admin/").status_code == 403
    assert Client().post("/admin/login/", {"username": dora.login, "password": PASSWORD}).status_code == 403


def test_nothing_can_be_added_edited_or_deleted(dora, ann):
    client = entered(dora)
    request = client.get("/admin/").wsgi_request
    for model, pages in admin.site._registry.items():
        assert not pages.has_add_permission(request)
        assert not pages.has_change_permission(request)
        assert not pages.has_delete_permission(request)
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert client.get(base + "add/").status_code == 404
        assert client.post(base, {"action": "delete_selected"}).status_code == 403
        assert client.get(f"{base}{ann.pk}/delete/").status_code == 404
        assert client.get(f"{base}{ann.pk}/history/").status_code == 404
    client.post(address(ann), {"name": "Changed", "_save": "Save"})
    assert Account.objects.get(pk=ann.pk).name == "Ann"


# -- what is shown ----------------------------------------------------------------------------------------------------


def planted(ann: Account, bea: Account) -> set[str]:
    """One thing of every registered model at least; what of it must never be shown."""
    running = started(ann, bea)
    private = opened(account=ann.pk, wish=Wish("zertz", 2, private=True))
    frame = Frame.objects.filter(match=running, eye=0).get()
    put_plan(
        match_id=running.id, account=bea.pk, lines=[[[0, frame.moves.split("\n")[0]], [1, "no such move"]]],
        command_id=str(uuid.uuid4()),
    )  # fmt: skip
    MatchNote.objects.create(account=ann, match=running.id, text="the-secret-note", at=running.opened_at)
    parked = started(ann, bea)
    Match.objects.filter(pk=parked.id).update(parked="KeyError after seq 3", tries=3)
    opened(account=ann.pk, wish=Wish("zertz", 2, bots={0: "greedy", 1: "greedy"}))
    over = started(ann, bea)
    abort_match(over.id, order("abort"))
    advance(str(over.id))
    report(me=ann.pk, other=bea.pk, match=running.id, reason="stalling", text="She never moves.")
    close_account(bea.pk, order("close", "stalling"))
    appeal(bea.pk, "It was not me.")
    commitment = commit_to_seed(f"acct:{ann.pk}")
    at = running.opened_at
    Checkpoint.objects.create(size=7, root="ab" * 32, at=at, key="cd" * 32, sig="ef" * 64)
    Outbox.objects.create(follower="ratings", fact="leaf.added", version=1, body={"n": 1}, at=at, due_at=at, parked="!")
    Outgoing.objects.create(
        account=ann.pk, channel="webhook", target="the-secret-target", key="k", thing="turn", at=at, due_at=at,
        body={"link": "https://example.org/the-secret-body"}, state="failed", why="HTTP 500",
    )  # fmt: skip
    Webhook.objects.create(account=ann, url="https://example.org/the-secret-url", secret="the-secret-of-the-webhook")
    seeds = [bytes(row.seed).hex() for row in Seed.objects.all()] + [
        bytes(Commitment.objects.get(stream=commitment.stream).seed).hex()
    ]
    session = signed_in(ann).session.session_key
    texts = {"the-secret", session, new_token(ann), new_link(ann.pk), feed_word(ann.pk), match_of(private.id).invite}
    keys = {bytes(row.key).hex() for row in BotKey.objects.all()} | {"cd" * 32, "ef" * 64}
    parts = {json.dumps(part.payload)[:40] for part in SealedPart.objects.all() if len(json.dumps(part.payload)) > 20}
    return {*seeds, *texts, *keys, *parts, "argon2", "no such move"}


def test_no_page_shows_a_secret_and_every_page_opens_in_both_languages(dora, ann, bea):
    secrets = planted(ann, bea)
    client = entered(dora)
    seen = 0
    for model, pages in admin.site._registry.items():
        listing = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        things = list(pages.get_queryset(client.get("/admin/").wsgi_request)[:20])
        assert things, f"nothing of {model.__name__} was planted"
        for page in (listing, *(address_in(model, thing) for thing in things)):
            for language in ("en", "fa"):
                answer = client.get(page, HTTP_ACCEPT_LANGUAGE=language)
                assert answer.status_code == 200, page
                text = answer.content.decode()
                assert not [secret for secret in secrets if secret and secret in text], page
                assert not re.findall(r"\badmin\.[a-z_]+\.|\border\.[a-z]+\.", re.sub(r'"[^"]*"', "", text)), page
                assert f'dir="{"rtl" if language == "fa" else "ltr"}"' in text
                seen += 1
    assert seen > 50


def address_in(model, thing) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[str(thing.pk)])


def test_no_registered_model_names_a_secret_field_and_secret_models_are_not_registered():
    registered = admin.site._registry
    assert not set(registered) & set(KEPT_OUT)
    for pages in registered.values():
        shown = {*pages.fields, *pages.list_display, *pages.search_fields, *pages.get_readonly_fields(None)}
        assert not shown & SECRET, pages
        assert not pages.actions


def test_the_words_of_the_admin_are_there_in_both_languages():
    english, persian = (shell_texts(language)["admin"] for language in ("en", "fa"))
    assert keys_of(english) == keys_of(persian)
    for pages in admin.site._registry.values():
        assert {*pages.fields, *pages.list_display, *pages.filters} <= set(english["fields"])
        assert {f"{name}_{value}" for name, values in pages.filters.items() for value in values} <= set(
            english["values"]
        )
        assert {action.name for action in pages.orders} <= set(english["orders"]) & set(english["means"])


def keys_of(texts: dict) -> set[str]:
    return {f"{name}.{key}" for name, part in texts.items() for key in (part if isinstance(part, dict) else ("",))}


def test_a_delayed_match_is_shown_as_late_as_to_the_gallery(dora, ann, bea, house_clock):
    match = started(ann, bea, delay={"ms": 600_000})
    house_clock(minutes=11)
    abort_match(match.id, order("abort"))
    types = [event["type"] for event in Client().get(f"/api/matches/{match.id}/events").json()["events"]]
    text = entered(dora).get(address(match_of(match.id))).content.decode()
    assert re.findall(r'<code dir="ltr" class="short">([a-z]+\.[a-z]+)</code>', text) == types
    assert types[-1] == "match.started"


# -- orders -----------------------------------------------------------------------------------------------------------


def test_an_account_is_closed_once_by_its_form_opened_again_and_renamed(dora, ann):
    client, command = entered(dora), str(uuid.uuid4())
    for _ in range(2):
        answer = give(client, ann, "close", "cheating", command)
        assert (answer.status_code, answer["Location"]) == (302, address(ann))
    assert not Account.objects.get(pk=ann.pk).is_active
    assert TrailEntry.objects.count() == 1
    assert error_of(give(client, ann, "reopen", command=command)) == "command-reused"
    assert error_of(give(client, ann, "close")) == "already-closed"
    assert give(client, ann, "reopen").status_code == 302
    assert give(client, ann, "rename", name="Annabel").status_code == 302
    assert Account.objects.get(pk=ann.pk).name == "Annabel"
    assert error_of(give(client, ann, "rename", name="  ")) == "bad-request"
    assert error_of(give(client, dora, "close")) == "yourself"
    assert error_of(give(client, ann, "close", reason="because")) == "bad-request"
    assert error_of(give(client, ann, "close", text="x" * 501)) == "bad-request"
    assert error_of(give(client, ann, "close", command="nonsense")) == "bad-request"
    assert error_of(give(client, ann, "delete")) == "bad-request"
    assert list(TrailEntry.objects.order_by("at").values_list("action", "operator", "reason", "text")) == [
        ("close", dora.pk, "cheating", "Because."), ("reopen", dora.pk, "conduct", "Because."),
        ("rename", dora.pk, "conduct", "Because."),
    ]  # fmt: skip


def test_a_match_is_ruled_by_its_form_and_refusals_name_their_code(dora, ann, bea):
    client = entered(dora)
    own, timed, plain = (
        started(dora, bea),
        started(ann, bea, clock={"kind": "fischer", "start_ms": 3_600_000, "increment_ms": 1000}),
        started(ann, bea),
    )
    command = str(uuid.uuid4())
    assert error_of(give(client, own, "abort")) == "own-match"
    assert error_of(give(client, plain, "credit", seat="0", ms="1000")) == "no-clock"
    assert error_of(give(client, timed, "credit", seat="x", ms="1000")) == "bad-request"
    assert give(client, timed, "credit", "outage", command, seat="0", ms="60000").status_code == 302
    assert give(client, timed, "credit", "outage", command, seat="0", ms="60000").status_code == 302
    (credited,) = Event.objects.filter(stream_id=timed.id, type="clock.credited")
    assert (credited.actor, credited.cmd) == (f"director:{dora.pk}", command)
    assert credited.pub == {"seat": 0, "ms": 60_000, "reason": "outage"}
    assert give(client, plain, "forfeit", seat="0").status_code == 302
    assert error_of(give(client, plain, "abort")) == "match-over"
    Match.objects.filter(pk=timed.id).update(tournament=uuid.uuid4())
    assert error_of(give(client, timed, "abort")) == "tournament-match"
    assert error_of(give(client, opened(account=ann.pk, wish=Wish("zertz", 2)), "abort")) == "not-started"


def test_reports_appeals_and_what_was_put_aside_are_dealt_with(dora, ann, bea):
    planted(ann, bea)
    client = entered(dora)
    for thing, action in (
        (Report.objects.get(), "done"),
        (Appeal.objects.get(), "done"),
        (Outbox.objects.exclude(parked="").get(), "retry"),
    ):
        assert give(client, thing, action).status_code == 302
        again = give(client, thing, action)
        assert again.status_code == 404 or error_of(again) == "already-done"
    parked = Match.objects.exclude(parked="").get()
    page = reverse("admin:store_parkedmatch_change", args=[str(parked.pk)])
    form = {"action": "give-up", "command_id": str(uuid.uuid4()), "reason": "error", "text": ""}
    assert client.post(page, form).status_code == 302
    assert match_of(parked.pk).status == Match.Status.ABORTED


def test_lists_are_searched_filtered_and_turned(dora, ann, bea):
    client = entered(dora)
    started(ann, bea)
    for number in range(60):
        Report.objects.create(reporter=ann.pk, account=bea.pk, reason="other", text=f"No. {number}", at=ann.created_at)
    assert "Ann" in client.get("/admin/gateway/account/?q=an").content.decode()
    assert "Bea" not in re.sub(r"<header.*?</header>", "", client.get("/admin/gateway/account/?q=an").content.decode())
    assert str(ann.pk) in client.get(f"/admin/gateway/account/?q={ann.pk}").content.decode()
    assert client.get(f"/admin/store/match/?q={bea.pk}&status__exact=running").content.decode().count("/change/") >= 1
    assert 'rel="next"' in client.get("/admin/gateway/report/?done__exact=0").content.decode()
    assert 'rel="prev"' in client.get("/admin/gateway/report/?p=2").content.decode()
    assert client.get("/admin/gateway/account/not-an-id/change/").status_code == 404
