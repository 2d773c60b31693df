"""Streams are let in like other calls: by host, by account, a bounded number at a time; answers are nobody else's."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from gateway.admission import check_host, stream_slot
from gateway.readers import identify
from services.errors import Refusal
from services.people.accounts import new_guest
from services.people.tokens import new_token
from tests.gateway.test_pages import no_pokes, signed_in, started  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


def scope(host: str = "testserver", **headers: str) -> dict:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in {"host": host, **headers}.items()]
    return {"headers": pairs, "query_string": b"", "client": ("203.0.113.5", 1), "path": "/"}


def test_a_stream_of_a_host_that_is_not_ours_is_refused(settings):
    settings.ALLOWED_HOSTS = ["play.example.org"]
    check_host(scope("play.example.org:8000"))
    with pytest.raises(Refusal) as refused:
        check_host(scope("evil.example.org"))
    assert refused.value.code == "bad-host"


def test_an_account_has_a_bounded_number_of_streams(settings):
    settings.MOST_STREAMS = 2
    account = uuid.uuid4()
    with stream_slot(scope(), account), stream_slot(scope(), account):
        with pytest.raises(Refusal) as refused, stream_slot(scope(), account):
            pass
        assert refused.value.code == "too-many-streams"
        with stream_slot(scope(), uuid.uuid4()):
            pass
    with stream_slot(scope(), account):
        pass


def test_a_closed_account_follows_nothing_by_its_session():
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2)
    session = signed_in(ann).cookies["sessionid"].value
    asked = scope(cookie=f"sessionid={session}")
    assert identify(asked, match.id).account == ann.pk
    ann.is_active = False
    ann.save()
    with pytest.raises(Refusal) as refused:
        identify(asked, match.id)
    assert refused.value.code == "account-closed"


def test_an_id_that_was_never_sent_begins_the_stream_anew():
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2)
    token = f"Bearer {new_token(ann)}"
    assert identify(scope(authorization=token, last_event_id="900000000"), match.id).after is None
    assert identify(scope(authorization=token, last_event_id="1"), match.id).after == 1


@pytest.mark.parametrize("sent", ["-5", "0x1", "1.0", "1e3", "two", "²", "9" * 400, "1; DROP", " "])
def test_an_id_that_is_none_of_ours_begins_the_stream_anew(sent):
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2)
    asked = scope(authorization=f"Bearer {new_token(ann)}")
    asked["headers"].append((b"last-event-id", sent.encode()))
    after = identify(asked, match.id).after
    assert after is None or after < 0, "from the beginning"


def test_private_answers_are_not_kept_and_vary_by_who_asks():
    ann = new_guest("Ann")
    match = started(ann, "zertz", 2)
    answer = Client(headers={"authorization": f"Bearer {new_token(ann)}"}).get(f"/api/matches/{match.id}/frame")
    assert answer["Cache-Control"] == "no-store"
    assert {"Authorization", "Cookie"} <= set(answer["Vary"].split(", "))


def test_a_name_that_is_too_long_for_any_file_is_404():
    assert Client().get(f"/shelf/zertz/{'a' * 300}.js").status_code == 404
