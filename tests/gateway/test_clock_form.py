"""The clock and the delay of a table as a form."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client

from gateway.clocks import PRESETS, words_of
from gateway.pages.clock_form import read_clock, read_delay
from services.bus import pokes
from services.errors import BadTable
from services.matches.models import Match
from services.people.models import Preferences

HOUR, DAY = 3_600_000, 86_400_000


def form(text: str) -> QueryDict:
    return QueryDict(text)


def test_a_preset_is_the_clock_of_its_name_and_no_name_is_no_clock():
    assert read_clock(form("clock=golem")) == PRESETS["golem"]
    assert read_clock(form("clock=")) is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("own_kind=per_move&own_time=36&own_time_unit=hours", {"kind": "per_move", "ms": 36 * HOUR}),
        ("own_kind=per_move&own_time=۳٦&own_time_unit=hours", {"kind": "per_move", "ms": 36 * HOUR}),
        (
            "own_kind=fischer&own_time=2&own_time_unit=days&own_more=12&own_more_unit=hours&own_cap=",
            {"kind": "fischer", "start_ms": 2 * DAY, "increment_ms": 12 * HOUR},
        ),
        (
            "own_kind=byoyomi&own_time=1&own_time_unit=days&own_more=8&own_more_unit=hours&own_periods=3",
            {"kind": "byoyomi", "main_ms": DAY, "period_ms": 8 * HOUR, "periods": 3},
        ),
    ],
)
def test_a_clock_of_ones_own_has_the_fields_of_its_kind(text, clock):
    assert read_clock(form(f"clock=own&{text}")) == clock


def test_rests_vacation_and_the_end_of_time_go_with_any_clock():
    clock = read_clock(
        form("clock=week&rest_days=4&rest_days=3&rest_hours=on&rest_from=22&rest_to=7&vacation=no&on_timeout=bot")
    )
    assert clock == {
        **PRESETS["week"], "rest_days": [3, 4], "rest_hours": [22, 7], "vacation": False, "on_timeout": "bot",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["clock=sundial", "clock=own&own_kind=x", "clock=own&own_kind=per_move&own_time=-1"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(BadTable) as refused:
        read_clock(form(text))
    assert refused.value.code == "bad-clock"


def test_a_delay_is_one_of_the_list():
    assert read_delay(form("delay=3p")) == {"plies": 3}
    assert read_delay(form("")) is None
    with pytest.raises(BadTable):
        read_delay(form("delay=9h"))


def test_rests_are_given_in_words():
    text = words_of({"kind": "per_move", "ms": DAY, "rest_days": [3, 4], "on_timeout": "bot"}, "fa")
    assert "پنجشنبه" in text
    assert "جمعه" in text
    assert "رایانه" in text


@pytest.mark.django_db(transaction=True)
def test_the_form_opens_a_table_with_its_clock_delay_and_time_zone(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    sent = {"seats": "2", "clock": "day", "rest_days": ["4"], "delay": "5m", "utc_offset": "210"}
    answer = Client().post("/games/zertz/tables", sent)
    assert answer.status_code == 302
    match = Match.objects.get()
    assert (match.clock["rest_days"], match.delay) == ([4], {"ms": 300_000})
    assert Preferences.objects.get(account_id=match.opened_by).utc_offset == 210
