"""Webhooks and pushes, to real receivers: signed, encrypted, tried three times, never inside the house."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
from ipaddress import ip_address

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from services.notices import calls, senders
from services.notices.models import Outgoing
from services.people import addresses, vapid
from services.people.addresses import AddressNotPublic, destination_of, is_public
from services.people.channels import add_push
from services.people.models import PushSubscription, Webhook
from tests.services.notices_hands import look_around, person, played, receiver, smtp_server, tell, webhook_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(settings, pokes):
    with receiver(settings) as running:
        yield running


def states() -> dict[str, int]:
    rows = list(Outgoing.objects.values_list("state", flat=True))
    return {state: rows.count(state) for state in set(rows)}


# -- webhooks ---------------------------------------------------------------------------------------------------------


def test_a_webhook_gets_the_thing_signed_by_its_secret(server):
    ann = person("Ann")
    hook = webhook_of(ann, f"{server.url}/hook?a=1")
    match = played(ann, person("Bea"), clock={"kind": "per_move", "ms": 86_400_000})
    look_around()
    senders.send_webhooks()
    ((path, headers, body),) = server.calls
    assert path == "/hook?a=1"
    data = json.loads(body)
    assert set(data) == {"key", "thing", "match", "game", "seat", "deadline", "link", "at"}
    assert (data["thing"], data["match"], data["game"], data["seat"]) == ("turn", str(match.id), "zertz", 0)
    assert data["link"].endswith(f"/matches/{match.id}")
    assert data["deadline"] is not None
    seconds, signed = (part.partition("=")[2] for part in headers["Bazigah-Signature"].split(","))
    expected = hmac.new(hook.secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    assert signed == expected
    assert states() == {"sent": 1}


def test_each_webhook_of_an_account_gets_it_once(server):
    ann = person("Ann")
    webhook_of(ann, f"{server.url}/a")
    webhook_of(ann, f"{server.url}/b")
    tell(ann)
    tell(ann)
    senders.send_webhooks()
    senders.send_webhooks()
    assert sorted(path for path, _, _ in server.calls) == ["/a", "/b"]


@pytest.mark.parametrize("status", [500, 404, 302])
def test_a_refused_delivery_is_tried_three_times_under_the_same_key(server, house_clock, status):
    ann = person("Ann")
    webhook_of(ann, server.url)
    server.status = status
    tell(ann)
    for seconds in (0, 1, 5, 10, 60, 120, 3600):
        house_clock(seconds=seconds)
        senders.send_webhooks()
    assert len(server.calls) == 3
    assert len({json.loads(body)["key"] for _, _, body in server.calls}) == 1
    assert states() == {"failed": 1}
    assert (Webhook.objects.get().failures, Webhook.objects.get().off) == (1, False)


def test_a_receiver_that_is_back_in_time_loses_nothing_and_gets_nothing_twice(server, house_clock):
    ann = person("Ann")
    webhook_of(ann, server.url)
    server.status = 500
    for number in range(3):
        tell(ann, number)
    senders.send_webhooks()
    server.status = 204
    before = len(server.calls)
    for seconds in (5, 60, 120):
        house_clock(seconds=seconds)
        senders.send_webhooks()
    keys = [json.loads(body)["key"] for _, _, body in server.calls[before:]]
    assert sorted(keys) == ["invitation:0", "invitation:1", "invitation:2"]
    assert Webhook.objects.get().failures == 0


def test_a_dead_receiver_delays_nobody_elses(server, house_clock):
    ann, bea = person("Ann"), person("Bea")
    webhook_of(ann, "http://127.0.0.1:9/")
    webhook_of(bea, server.url)
    tell(ann)
    tell(bea)
    senders.send_webhooks()
    assert len(server.calls) == 1


def test_a_slow_receiver_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr(calls, "SECONDS", 0.5)
    ann = person("Ann")
    webhook_of(ann, server.url)
    server.slow = 3.0
    tell(ann)
    senders.send_webhooks()
    row = Outgoing.objects.get()
    assert (row.state, row.tries) == ("waiting", 1)


def test_after_twenty_failed_deliveries_in_a_row_it_is_off_and_its_owner_is_notified(server, settings, house_clock):
    ann = person("Ann", "ann@example.org", things={"invitation": ["webhook"]})
    webhook_of(ann, server.url)
    server.status = 500
    for number in range(25):
        tell(ann, number)
    for seconds in (0, 5, 60):
        house_clock(seconds=seconds)
        senders.send_webhooks()
    hook = Webhook.objects.get()
    assert (hook.failures, hook.off) == (20, True)
    with smtp_server(settings) as mailbox:
        senders.send_mails()
        (mail,) = mailbox.mails
    assert server.url in mail.get_body(("plain",)).get_content()
    tell(ann, 99)
    calls_before = len(server.calls)
    house_clock(hours=1)
    senders.send_webhooks()
    assert len(server.calls) == calls_before


def test_a_good_delivery_ends_the_row_of_failures(server, house_clock):
    ann = person("Ann")
    Webhook.objects.filter(pk=webhook_of(ann, server.url).pk).update(failures=19)
    tell(ann)
    senders.send_webhooks()
    assert Webhook.objects.get().failures == 0


# -- addresses --------------------------------------------------------------------------------------------------------

INSIDE = [
    "http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://0.0.0.0/", "http://10.1.2.3/",
    "http://192.168.0.1/", "http://172.16.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/",
    "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/",
    "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/", "http://0x7f.1/",
    "http://100.64.0.1/", "http://[fd00::1]/", "http://224.0.0.1/", "http://255.255.255.255/", "http://[::]/",
    "http://localhost./", "http://127.0.0.1.:80/", "http://user@127.0.0.1/", "http://example.org@127.0.0.1/",
    "ftp://example.org/", "file:///etc/passwd", "gopher://127.0.0.1/", "http:///x", "http://127。0。0。1/",
    "http://①②⑦.0.0.1/", "http://example.org:99999/", "http://a b/", "http://exa\tmple.org/", "",
]  # fmt: skip


@pytest.mark.parametrize("url", INSIDE)
def test_no_way_of_writing_an_address_leads_inside(url):
    with pytest.raises(AddressNotPublic):
        destination_of(url)


@pytest.mark.parametrize("ip", ["8.8.8.8", "2606:4700::1111"])
def test_public_addresses_are_public(ip):
    assert is_public(ip_address(ip))


def resolver(monkeypatch, *ips: str) -> list[str]:
    """A name server that gives these addresses, one set after another."""
    asked = []

    def answer(host, port, **kwargs):
        asked.append(host)
        chosen = ips[min(len(asked), len(ips)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in chosen.split()]

    monkeypatch.setattr(addresses.socket, "getaddrinfo", answer)
    return asked


@pytest.mark.parametrize("ips", ["127.0.0.1", "8.8.8.8 10.0.0.1", "169.254.169.254"])
def test_a_name_that_leads_inside_is_refused(monkeypatch, ips):
    resolver(monkeypatch, ips)
    with pytest.raises(AddressNotPublic):
        destination_of("http://rebind.example/")


def test_a_name_is_looked_up_once_and_what_was_checked_is_dialled(monkeypatch):
    asked = resolver(monkeypatch, "8.8.8.8", "127.0.0.1")
    dialled = []

    def dial(address, timeout):
        dialled.append(address)
        raise OSError

    monkeypatch.setattr(calls.socket, "create_connection", dial)
    assert calls.post("http://rebind.example/", b"{}", {}).status == 0
    assert asked == ["rebind.example"]
    assert dialled == [("8.8.8.8", 80)]


def test_a_redirect_is_not_followed(server):
    with receiver_beside(server) as other:
        server.status, server.location = 307, other.url
        answer = calls.post(server.url, b"{}", {})
    assert (answer.status, answer.good) == (307, False)
    assert other.calls == []


def receiver_beside(server):
    from contextlib import closing

    return closing(type(server)())


def test_an_address_that_moved_inside_is_not_called(settings, server):
    ann = person("Ann")
    webhook_of(ann, server.url)
    settings.CLOSED_NETWORK = False
    tell(ann)
    senders.send_webhooks()
    assert server.calls == []
    assert Outgoing.objects.get().why == "its address is not public"


# -- pushes -----------------------------------------------------------------------------------------------------------


class Browser:
    """Subscribes, and decrypts what is pushed to it."""

    def __init__(self, account, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen-bytes-ok"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _coded(point), "auth": _coded(self.auth)}
        self.row = add_push(account.pk, endpoint, keys)

    def read(self, body: bytes) -> dict:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def _coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture
def browser(server, settings):
    settings.VAPID_KEY = "5a" * 32
    return Browser(person("Ann"), f"{server.url}/push/1")


def test_a_browser_decrypts_what_it_is_pushed_in_the_readers_words(browser, server, house_clock):
    played(browser.row.account, person("Bea"))
    look_around()
    house_clock(seconds=10)
    senders.send_pushes()
    ((path, headers, body),) = server.calls
    assert path == "/push/1"
    assert headers["Content-Encoding"] == "aes128gcm"
    data = browser.read(body)
    assert data["thing"] == "turn"
    assert data["shown"]["title"] == "Your turn: ZERTZ"
    assert "/matches/" in data["link"]


def test_a_push_is_signed_with_the_key_that_browsers_subscribe_with(browser, server, house_clock):
    tell(browser.row.account)
    house_clock(seconds=10)
    senders.send_pushes()
    _, headers, _ = server.calls[0]
    kind, _, rest = headers["Authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert kind == "vapid"
    assert fields["k"] == vapid.public_key()
    assert Vapid02.verify(headers["Authorization"])
    claims = json.loads(base64.urlsafe_b64decode(fields["t"].split(".")[1] + "=="))
    assert claims["aud"] == server.url
    assert headers["TTL"].isdigit()


def test_a_browser_that_has_gone_is_forgotten(browser, server, house_clock):
    server.status = 410
    tell(browser.row.account)
    house_clock(seconds=10)
    senders.send_pushes()
    assert not PushSubscription.objects.exists()


def test_a_push_service_in_trouble_gets_it_again_and_not_twice(browser, server, house_clock):
    server.status = 503
    tell(browser.row.account)
    for seconds in (10, 12):
        house_clock(seconds=seconds)
        senders.send_pushes()
    assert len(server.calls) == 1
    server.status = 201
    for seconds in (60, 120):
        house_clock(seconds=seconds)
        senders.send_pushes()
    assert len(server.calls) == 2
    assert states() == {"sent": 1}
