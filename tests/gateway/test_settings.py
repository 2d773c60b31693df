"""What an account says about itself: settings, channels, feeds (async.md 5 and 6)."""

from __future__ import annotations

import base64
import json
import uuid

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from services.bus import pokes
from services.log.models import Outbox
from services.people.accounts import new_guest
from services.people.preferences import confirm_mail, confirmation_token
from services.people.tokens import new_token

pytestmark = pytest.mark.django_db(transaction=True)
USUAL = {
    "utc_offset": 0, "auto_vacation": False, "mail": None, "mail_confirmed": False, "quiet": None, "digest": None,
    "invitations": "everybody", "show_playing": True,
}  # fmt: skip
THINGS = ["turn", "time", "offer", "start", "end", "invitation", "seat", "tournament"]


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def account():
    return new_guest("Ann")


@pytest.fixture
def call(account):
    return caller(new_token(account))


def caller(token):
    def send(method, path, body=None):
        data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return getattr(Client(), method)(path, **data, headers={"Authorization": f"Bearer {token}"})

    return send


def browser_keys():
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    key = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {
        "p256dh": base64.urlsafe_b64encode(key).decode().rstrip("="),
        "auth": base64.urlsafe_b64encode(b"0" * 16).decode().rstrip("="),
    }


# -- settings ---------------------------------------------------------------------------------------------------------


def test_who_has_chosen_nothing_has_the_usual_settings(call):
    answer = call("get", "/api/me/settings").json()
    assert answer == USUAL | {"things": {thing: ["page", "mail", "push", "webhook"] for thing in THINGS}}


def test_what_is_changed_stays_changed_and_the_rest_as_it_was(call):
    changes = {"utc_offset": 210, "quiet": [22, 7], "digest": "daily", "auto_vacation": True, "things": {"end": []}}
    answer = call("patch", "/api/me/settings", changes)
    assert answer.status_code == 200
    assert answer.json() == call("get", "/api/me/settings").json()
    assert {name: answer.json()[name] for name in changes if name != "things"} == {
        name: value for name, value in changes.items() if name != "things"
    }
    assert answer.json()["things"]["end"] == []
    assert answer.json()["things"]["turn"] == ["page", "mail", "push", "webhook"]


@pytest.mark.parametrize(
    "changes",
    [
        {"utc_offset": 841}, {"utc_offset": -721}, {"utc_offset": True}, {"utc_offset": 1.5}, {"quiet": [22]},
        {"quiet": [5, 5]}, {"quiet": [0, 24]}, {"digest": "weekly"}, {"mail": "nobody"}, {"mail": 5},
        {"mail": "a@b.c\nBcc: d@e.f"}, {"things": {"rain": ["mail"]}}, {"things": {"turn": ["fax"]}}, {"things": []},
        {"mail_confirmed": True}, {"name": "x"}, {"auto_vacation": "yes"}, [], "x",
    ],
)  # fmt: skip
def test_settings_that_are_none_are_refused_and_nothing_is_changed(call, changes):
    answer = call("patch", "/api/me/settings", changes)
    assert answer.status_code == 400, answer.content
    assert call("get", "/api/me/settings").json()["utc_offset"] == 0


def test_a_wrong_setting_among_right_ones_changes_none_of_them(call):
    assert call("patch", "/api/me/settings", {"utc_offset": 60, "digest": "weekly"}).status_code == 400
    assert call("get", "/api/me/settings").json()["utc_offset"] == 0


def test_nobody_has_settings_without_signing_in():
    assert Client().get("/api/me/settings").status_code == 401


# -- mail addresses ---------------------------------------------------------------------------------------------------


def test_a_mail_address_waits_to_be_confirmed_and_the_house_is_asked_to_send_a_link(call):
    answer = call("patch", "/api/me/settings", {"mail": "ann@example.org"}).json()
    assert (answer["mail"], answer["mail_confirmed"]) == ("ann@example.org", False)
    assert Outbox.objects.filter(fact="mail.entered", follower="notices").count() == 1


def test_the_link_of_the_mail_confirms_it_by_post_alone_and_without_signing_in(call, account):
    call("patch", "/api/me/settings", {"mail": "ann@example.org"})
    path = f"/mail/confirm/{confirmation_token(account.pk, 'ann@example.org')}"
    assert Client().get(path).status_code == 200
    assert call("get", "/api/me/settings").json()["mail_confirmed"] is False
    assert Client(enforce_csrf_checks=True).post(path).status_code == 200
    assert call("get", "/api/me/settings").json()["mail_confirmed"] is True


def test_a_link_for_an_address_that_was_changed_confirms_nothing(call, account):
    call("patch", "/api/me/settings", {"mail": "ann@example.org"})
    token = confirmation_token(account.pk, "ann@example.org")
    call("patch", "/api/me/settings", {"mail": "bea@example.org"})
    assert Client().post(f"/mail/confirm/{token}").status_code == 404
    assert call("get", "/api/me/settings").json()["mail_confirmed"] is False


def test_another_address_is_not_confirmed_because_the_first_was(call, account):
    call("patch", "/api/me/settings", {"mail": "ann@example.org"})
    assert confirm_mail(confirmation_token(account.pk, "ann@example.org"))
    assert call("patch", "/api/me/settings", {"mail": "ann@example.org"}).json()["mail_confirmed"] is True
    assert call("patch", "/api/me/settings", {"mail": "bea@example.org"}).json()["mail_confirmed"] is False


def test_a_made_up_link_is_unknown():
    assert Client().post("/mail/confirm/made-up").status_code == 404


# -- channels ---------------------------------------------------------------------------------------------------------


def test_the_push_key_is_a_point_on_the_curve(call, settings):
    settings.VAPID_KEY = "7f" * 32
    key = call("get", "/api/push-key").json()["key"]
    point = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    assert ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def test_a_browser_subscribes_is_listed_and_removed(call, settings):
    settings.CLOSED_NETWORK = True
    body = {"endpoint": "https://127.0.0.1/push/1", "expirationTime": None, "keys": browser_keys()}
    answer = call("post", "/api/me/push", body)
    assert answer.status_code == 201
    assert set(answer.json()) == {"id"}
    again = call("post", "/api/me/push", body)
    assert again.json() == answer.json()
    assert [row["id"] for row in call("get", "/api/me/push").json()] == [answer.json()["id"]]
    assert call("delete", f"/api/me/push/{answer.json()['id']}").status_code == 204
    assert call("get", "/api/me/push").json() == []
    assert call("delete", f"/api/me/push/{answer.json()['id']}").status_code == 404


@pytest.mark.parametrize("keys", [{}, {"p256dh": "x", "auth": "y"}, {"p256dh": "A" * 87, "auth": "A" * 22}])
def test_keys_that_are_none_make_no_subscription(call, settings, keys):
    settings.CLOSED_NETWORK = True
    answer = call("post", "/api/me/push", {"endpoint": "https://127.0.0.1/", "keys": keys})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-subscription")


def test_a_webhook_shows_its_secret_once(call, settings):
    settings.CLOSED_NETWORK = True
    answer = call("post", "/api/me/webhooks", {"url": "http://127.0.0.1:9/hook"})
    assert answer.status_code == 201
    assert set(answer.json()) == {"id", "url", "secret"}
    assert len(answer.json()["secret"]) >= 32
    (row,) = call("get", "/api/me/webhooks").json()
    assert (row["id"], row["url"], row["failures"], row["off"]) == (
        answer.json()["id"], "http://127.0.0.1:9/hook", 0, False,
    )  # fmt: skip
    assert "secret" not in row
    assert call("delete", f"/api/me/webhooks/{row['id']}").status_code == 204
    assert call("get", "/api/me/webhooks").json() == []


def test_nobody_removes_what_is_somebody_elses(call, settings):
    settings.CLOSED_NETWORK = True
    key = call("post", "/api/me/webhooks", {"url": "http://127.0.0.1:9/hook"}).json()["id"]
    other = caller(new_token(new_guest("Bea")))
    assert other("delete", f"/api/me/webhooks/{key}").status_code == 404
    assert len(call("get", "/api/me/webhooks").json()) == 1


@pytest.mark.parametrize("path", ["/api/me/webhooks", "/api/me/push"])
def test_an_address_inside_the_house_is_refused_when_it_is_entered(call, path):
    body = {"url": "https://127.0.0.1/"} if path.endswith("webhooks") else {
        "endpoint": "https://127.0.0.1/", "keys": browser_keys(),
    }  # fmt: skip
    answer = call("post", path, body)
    assert (answer.status_code, answer.json()["error"]) == (422, "address-not-public")
    assert answer.json()["detail"]


def test_feeds_have_secret_addresses_that_can_be_made_anew(call):
    first = call("get", "/api/me/feeds").json()
    assert set(first) == {"calendar", "atom"}
    assert call("get", "/api/me/feeds").json() == first
    second = call("post", "/api/me/feeds", {}).json()
    assert not set(second.values()) & set(first.values())
    assert call("get", "/api/me/feeds").json() == second


def test_ids_that_are_nobodys_are_unknown(call):
    for kind in ("push", "webhooks", "bots", "tokens"):
        assert call("delete", f"/api/me/{kind}/{uuid.uuid4()}").status_code == 404
