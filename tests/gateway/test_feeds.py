"""The feeds of an account: a calendar of deadlines and Atom, read back as programs read them."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar

from services.log.outbox import follow
from services.matches.models import Seat
from services.notices.follow import handle
from services.people.channels import feed_addresses, feed_word, new_feed_word
from services.people.models import Account
from tests.services.notices_hands import DAY, look_around, person, played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def pokes(monkeypatch):
    from services.bus import pokes as bus_pokes

    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


def paths(account: Account) -> dict[str, str]:
    return {name: urlsplit(url).path for name, url in feed_addresses(feed_word(account.pk)).items()}


def entries(account: Account) -> list:
    answer = Client().get(paths(account)["calendar"])
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_the_calendar_has_an_entry_for_each_match_that_asks_me_with_its_deadline():
    ann = person("Ann")
    slow = played(ann, person("Bea"), clock={"kind": "per_move", "ms": 3 * DAY})
    quick = played(ann, person("Cem"), clock={"kind": "per_move", "ms": DAY})
    played(person("Dan"), ann, clock={"kind": "per_move", "ms": DAY})
    played(ann, person("Eli"))
    first, second = entries(ann)
    assert [str(entry["URL"]).rpartition("/")[2] for entry in (first, second)] == [str(quick.id), str(slow.id)]
    for entry, match in ((first, quick), (second, slow)):
        deadline = Seat.objects.get(match=match, seat=0).deadline_at
        assert entry.decoded("DTSTART") == deadline.replace(microsecond=0)
        assert entry.decoded("DTSTART").utcoffset() == timedelta(0)
    assert "against Cem" in str(first["SUMMARY"])


def test_an_entry_keeps_its_uid_so_that_calendars_know_it_again():
    ann = person("Ann")
    played(ann, person("Bea"), clock={"kind": "per_move", "ms": DAY})
    assert entries(ann)[0]["UID"] == entries(ann)[0]["UID"]


def test_nobody_reads_a_feed_without_its_word_and_old_words_end():
    ann = person("Ann")
    old = paths(ann)
    assert Client().get("/feeds/made-up/calendar.ics").status_code == 404
    new_feed_word(ann.pk)
    for path in old.values():
        assert Client().get(path).status_code == 404
    for path in paths(ann).values():
        assert Client().get(path).status_code == 200


def test_the_feeds_of_a_closed_account_end():
    ann = person("Ann")
    addresses = paths(ann)
    Account.objects.filter(pk=ann.pk).update(is_active=False)
    assert {Client().get(path).status_code for path in addresses.values()} == {404}


def test_atom_tells_what_happened_the_newest_first():
    ann = person("Ann")
    match = played(ann, person("Bea"))
    follow("notices", handle)
    look_around()
    answer = Client().get(paths(ann)["atom"])
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    items = feed.findall(f"{ATOM}entry")
    assert [item.find(f"{ATOM}title").text for item in items] == ["Your turn: ZERTZ", "It begins: ZERTZ"]
    assert len({item.find(f"{ATOM}id").text for item in items}) == 2
    assert all(item.find(f"{ATOM}link").get("href").endswith(f"/matches/{match.id}") for item in items)
    assert feed.find(f"{ATOM}updated").text == items[0].find(f"{ATOM}updated").text


def test_a_feed_of_nothing_is_a_feed():
    ann = person("Ann", language="fa")
    assert entries(ann) == []
    feed = ElementTree.fromstring(Client().get(paths(ann)["atom"]).content)
    assert feed.findall(f"{ATOM}entry") == []
