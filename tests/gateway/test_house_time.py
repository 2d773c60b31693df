"""What pages show of clocks goes by the time of the house, not by the clock of the web server's machine."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from services.bus import pokes
from services.log import clock
from services.people.accounts import new_guest
from tests.services.conftest import seated

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def a_day_ahead(house_clock):
    clock.forget()
    house_clock(days=1)
    yield round(clock.now().timestamp() * 1000)
    clock.forget()


def is_about(moment: str, expected: int) -> bool:
    return 0 <= int(moment) - expected < timedelta(minutes=5) / timedelta(milliseconds=1)


def test_every_answer_of_the_api_has_the_time_of_the_house(a_day_ahead):
    assert is_about(Client().get("/api/games").headers["House-Time"], a_day_ahead)
    assert is_about(Client().get("/api/me").headers["House-Time"], a_day_ahead)


def test_the_page_of_a_match_has_it_too(monkeypatch, a_day_ahead):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)
    match, _ = seated("zertz")
    browser = Client()
    browser.force_login(new_guest("Ann"), backend="django.contrib.auth.backends.ModelBackend")
    page = browser.get(f"/matches/{match.id}").content.decode()
    assert is_about(re.search('data-now="([0-9]+)"', page)[1], a_day_ahead)
