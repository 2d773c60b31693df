"""Importing over HTTP: who may, what is answered, how a refusal looks."""

from __future__ import annotations

import gzip

import pytest

from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.records.models import ImportJob
from services.records.tasks import take
from tests.services.records.boardspace import LINES

pytestmark = pytest.mark.django_db(transaction=True)
NDJSON = "application/x-ndjson"


@pytest.fixture
def somebody():
    return {"HTTP_AUTHORIZATION": f"Bearer {new_token(new_guest())}"}


def post(client, data, kind=NDJSON, **headers):
    return client.generic("POST", "/api/imports", data, kind, **headers)


def test_an_import_is_taken_read_and_reported(client, somebody):
    answer = post(client, gzip.compress(b"\n".join(LINES[:3])), HTTP_CONTENT_ENCODING="gzip", **somebody)
    assert (answer.status_code, answer.json()["status"]) == (202, "waiting")
    take(answer.json()["id"])
    answer = client.get(f"/api/imports/{answer.json()['id']}", **somebody)
    assert (answer.json()["status"], answer.json()["added"], len(answer.json()["matches"])) == ("done", 3, 3)
    assert ImportJob.objects.get().body is None


def test_a_body_over_64_kib_is_taken(client, somebody):
    data = b"\n".join(LINES)
    assert len(data) > 100_000
    assert post(client, data, **somebody).status_code == 202


def test_nobody_imports_without_signing_in_and_sees_no_others_import(client, somebody):
    assert (post(client, LINES[0]).status_code, post(client, LINES[0]).json()["error"]) == (401, "not-signed-in")
    job = post(client, LINES[0], **somebody).json()["id"]
    other = {"HTTP_AUTHORIZATION": f"Bearer {new_token(new_guest())}"}
    assert client.get(f"/api/imports/{job}", **other).status_code == 404
    assert client.get(f"/api/imports/{job}").status_code == 401


@pytest.mark.parametrize(
    ("data", "kind", "status", "code"),
    [
        (b"{}\n" * 10_001, NDJSON, 413, "too-large"),
        (b"PK\x03\x04", NDJSON, 415, "unsupported-type"),
        (b"a=1", "application/x-www-form-urlencoded", 415, "unsupported-type"),
        (b"\xff", NDJSON, 400, "unreadable"),
        (b"{", "application/json", 400, "unreadable"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_stored(client, somebody, data, kind, status, code):
    answer = post(client, data, kind, **somebody)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert not ImportJob.objects.exists()


def test_who_has_sent_too_much_learns_when_to_come_again(client, somebody, settings):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"import_bytes": "1000/hour"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    answer = post(client, b"\n".join(LINES[:9]), **somebody)
    assert (answer.status_code, answer.json()["error"]) == (429, "throttled")
    assert int(answer["Retry-After"]) > 0
    assert not ImportJob.objects.exists()
