"""While PostgreSQL is away, programs and people are told so and when to come again; nothing answers 500."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper

pytestmark = pytest.mark.django_db
NOBODYS = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def away(monkeypatch):
    def execute(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(CursorWrapper, "execute", execute)


@pytest.mark.parametrize("path", ["/", "/games/zertz", f"/matches/{NOBODYS}"])
def test_a_page_says_that_a_store_is_away_and_tries_again(client, away, path):
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "2"
    assert "A store is away" in answer.content.decode()
    assert "یکی از انبارها" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/tables", f"/api/matches/{NOBODYS}/frame"])
def test_a_program_is_told_the_code(client, away, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]) == (503, "store-away")
    assert answer["Retry-After"] == "2"
