"""Promise 13: the house tells what it counts about itself, in both languages."""

from __future__ import annotations

import uuid

import pytest
from django.core.cache import cache

from services.bus import pokes
from services.playing.tables import Wish, leave_seat
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("language", "word"), [("en", "Tables given up"), ("fa", "میزهای رهاشده")])
def test_the_status_page_counts_a_table_that_was_given_up(client, monkeypatch, language, word):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)
    cache.clear()
    account = uuid.uuid4()
    match = opened(account=account, wish=Wish("zertz", 2))
    leave_seat(match_id=match.id, account=account)
    page = client.get("/status", HTTP_ACCEPT_LANGUAGE=language).content.decode()
    assert word in page
    row = page[page.index(word) :]
    assert "<td>1</td>" in row[:80] or "<td>۱</td>" in row[:80]
    assert "status." not in page.replace("house/status.", "")
