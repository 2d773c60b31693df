"""Odd signs in every field and query of every page: refused or passed over, never a fault of ours."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from gateway.pages.guests import BACKEND
from services.lobby.seeks import Wanted, make_seek
from services.matches.models import Match
from services.people.models import Account
from services.playing.tables import Wish
from tests.services.conftest import Pokes, opened, seated
from tests.services.tournament_hands import Evening

pytestmark = pytest.mark.django_db(transaction=True)
GATEWAY = Path(__file__).resolve().parents[2] / "gateway"
ODD = ("²", "٣", "-1", "9" * 30, "9" * 5000, "\x00", "\u3164", "1e9", "[]")
APART = ("api/", "static/", "shelf/", "metrics", "readyz", "healthz", "dev/")


def fields_of_pages() -> list[str]:
    """What forms of pages send, and what their code asks for."""
    written = "".join(path.read_text() for path in (GATEWAY / "templates").rglob("*.html"))
    read = "".join(path.read_text() for path in (GATEWAY / "pages").rglob("*.py"))
    names = re.findall(r' name="([a-z_]+)"', written) + re.findall(r'(?:get|getlist)\("([a-z_]+)"', read)
    return sorted(set(names) - {"command_id", "viewport", "robots"})


def addresses(parts: dict[str, str]) -> Iterator[str]:
    """Every address of a page, its places filled with what is there."""

    def walk(resolver: URLResolver, before: str) -> Iterator[str]:
        for entry in resolver.url_patterns:
            path = before + str(entry.pattern)
            yield from walk(entry, path) if isinstance(entry, URLResolver) else [path]
            assert isinstance(entry, URLResolver | URLPattern)

    for path in walk(get_resolver(), ""):
        if not path.startswith(APART):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda match: parts.get(match[1], "1"), path)


@pytest.fixture
def house(pokes: Pokes) -> tuple[Client, list[str]]:
    ann = Account.objects.create(name="Ann", guest=False, login="ann")
    match = seated("zertz")[0]
    Match.objects.filter(pk=match.pk).update(opened_by=ann.pk)
    table = opened(account=ann.pk, wish=Wish("zertz", 2))
    evening = Evening(pokes, "swiss", 4)
    seek = make_seek(account=ann.pk, wanted=Wanted("zertz"), asker="")
    client = Client(raise_request_exception=False)
    client.force_login(ann, backend=BACKEND)
    parts = {"match_id": str(match.id), "tournament": str(evening.id), "key": "zertz", "account": str(ann.pk)}
    listed = list(addresses(parts)) + list(addresses({**parts, "match_id": str(table.id), "seek": str(seek["id"])}))
    return client, sorted(set(listed))


def test_no_odd_sign_in_a_page_is_our_fault(house):
    client, listed = house
    assert len(listed) > 60
    names = fields_of_pages()
    assert {"seat", "round", "utc_offset", "rest_from"} <= set(names)
    wrong = set()
    for odd in ODD:
        everything = dict.fromkeys(names, odd) | {"command_id": str(uuid.uuid4())}
        for address in listed:
            for answer in (client.get(address, everything), client.post(address, everything)):
                if answer.status_code >= 500:
                    wrong.add((answer.request["REQUEST_METHOD"], address, ascii(odd)[:20]))
    assert wrong == set()


FORMS = {
    "/games/zertz/tables": {
        "seats": "2", "clock": "own", "own_kind": "byoyomi", "own_time": "3", "own_more": "1", "own_periods": "5",
        "own_time_unit": "days", "own_more_unit": "hours", "rest_days": "4", "rest_hours": "on", "rest_from": "22",
        "rest_to": "7", "delay": "5m", "utc_offset": "210", "bot": "greedy", "entropy": "ab" * 32, "private": "on",
        "rated": "on", "goal": "standard", "board": "37",
    },
    "/tournaments/new": {
        "preset": "knockout-8", "game": "zertz", "name": "Thursday", "act": "open", "seats": "2", "rounds": "3",
        "cap": "8", "clock": "day", "starts_at": "2031-01-01T10:00", "closes_at": "2031-01-01T10:00",
        "rating_from": "100", "rating_to": "2000", "no_show_hours": "5", "extend_hours": "5", "byes": "1",
        "points": "1", "deadline": "72", "utc_offset": "210",
    },
    "/tournaments/new?": {
        "preset": "knockout-8", "game": "zertz", "name": "Thursday", "act": "open", "utc_offset": "-720",
        "starts_at": "0001-01-01T00:00", "closes_at": "9999-12-31T23:59",
    },
    "/me/settings/save": {
        "utc_offset": "210", "quiet": "on", "quiet_from": "22", "quiet_to": "7", "digest": "daily",
        "mail": "a@b.example",
    },
    "/games/zertz/play": {"bot": "greedy", "seats": "2", "entropy": "ab", "board": "37"},
}  # fmt: skip


@pytest.mark.parametrize("address", FORMS)
def test_no_odd_sign_in_a_form_that_is_otherwise_right_is_our_fault(house, address):
    client, _ = house
    wrong = set()
    for name in FORMS[address]:
        for odd in ODD:
            sent = FORMS[address] | {"command_id": str(uuid.uuid4()), name: odd}
            if client.post(address, sent).status_code >= 500:
                wrong.add((name, ascii(odd)[:20]))
    assert wrong == set()


def test_a_clock_nobody_can_play_by_opens_no_table(house):
    """No time at all, milliseconds by a unit that is none, and years: refused in whatever kind."""
    client, _ = house
    before = Match.objects.count()
    for kind in ("fischer", "per_move", "byoyomi"):
        for amount in ("0", "999999", "999999999"):
            sent = FORMS["/games/zertz/tables"] | {"own_kind": kind, "own_time": amount}
            sent |= {"own_more": "0"} if amount == "0" else {}
            assert client.post("/games/zertz/tables", sent).status_code == 400, (kind, amount)
    assert Match.objects.count() == before
