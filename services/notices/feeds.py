"""The feeds of an account: a calendar of the deadlines of its matches (iCalendar), and its notices (Atom)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID
from xml.etree import ElementTree as Xml

from django.conf import settings
from django.db import connection
from icalendar import Alarm, Calendar, Event

from services.log import clock
from services.notices.announcements import match_path
from services.notices.models import Notice
from services.notices.wording import Reader, calendar_title, players_of, worded, words
from services.people.models import Account
from services.people.preferences import settings_of

MOST: Final = 50  # entries of an Atom feed
ALARM: Final = timedelta(hours=2)
ATOM: Final = "http://www.w3.org/2005/Atom"
_ASKED: Final = """
    SELECT s.match_id, m.game, s.seat, s.deadline_at, s.asked_at FROM store_seat s
      JOIN store_match m ON m.id = s.match_id
     WHERE s.account = %s AND s.bot = '' AND s.decision IS NOT NULL AND s.answered_seq IS NULL
       AND s.deadline_at IS NOT NULL AND m.status = 'running' ORDER BY s.deadline_at, s.match_id
"""


@dataclass(frozen=True, slots=True)
class AskedMatch:
    """A match that waits for the account, with a deadline."""

    match: UUID
    game: str
    seat: int
    deadline: datetime
    asked_at: datetime


def calendar_of(account: UUID) -> bytes:
    """An entry for each match that asks the account and has a deadline: it begins when the time is up."""
    reader = reader_of(account)
    texts = words(reader.language)
    calendar = Calendar()
    calendar.add("prodid", "-//Bazigah//matches//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", texts["calendar"])
    calendar.add("refresh-interval", timedelta(minutes=15), parameters={"VALUE": "DURATION"})
    rows = _asked(account)
    players = players_of([row.match for row in rows])
    now = clock.now()
    for row in rows:
        body = {"game": row.game, "seat": row.seat, "match": str(row.match)}
        calendar.add_component(_entry(row, calendar_title(body, reader, players[row.match]), now))
    text: bytes = calendar.to_ical()
    return text


def _asked(account: UUID) -> list[AskedMatch]:
    with connection.cursor() as cursor:
        cursor.execute(_ASKED, [account])
        return [AskedMatch(*row) for row in cursor.fetchall()]


def _entry(row: AskedMatch, title: str, now: datetime) -> Event:
    link = settings.PUBLIC_URL + match_path(row.match)
    entry = Event()
    entry.add("uid", f"{row.match}-{row.seat}@bazigah")
    entry.add("dtstamp", now)
    entry.add("last-modified", row.asked_at)
    entry.add("dtstart", row.deadline.replace(microsecond=0))
    entry.add("summary", title)
    entry.add("description", link)
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -ALARM)
    alarm.add("description", title)
    entry.add_component(alarm)
    return entry


def reader_of(account: UUID) -> Reader:
    language = Account.objects.filter(pk=account).values_list("language", flat=True).first()
    return Reader(language or "en", settings_of(account).utc_offset)


# -- Atom -------------------------------------------------------------------------------------------------------------


def atom_of(account: UUID, address: str) -> bytes:
    """The latest notices, the newest first. `address`: the feed's own."""
    reader = reader_of(account)
    rows = list(Notice.objects.filter(account=account).order_by("-number")[:MOST])
    feed = Xml.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": reader.language})
    _text(feed, "id", f"urn:uuid:{account}")
    _text(feed, "title", str(words(reader.language)["atom"]))
    _text(feed, "updated", (rows[0].at if rows else clock.now()).isoformat())
    Xml.SubElement(Xml.SubElement(feed, f"{{{ATOM}}}author"), f"{{{ATOM}}}name").text = "Bazigah"
    Xml.SubElement(feed, f"{{{ATOM}}}link", {"rel": "self", "href": address})
    _entries(feed, rows, reader)
    Xml.register_namespace("", ATOM)
    text: bytes = Xml.tostring(feed, "utf-8", xml_declaration=True)
    return text


def _entries(feed: Xml.Element, rows: Sequence[Notice], reader: Reader) -> None:
    matches = {row: UUID(row.body["match"]) if row.body.get("match") else None for row in rows}
    players = players_of(matches.values())
    for row in rows:
        item = worded(row.thing, row.body, reader, players.get(match) if (match := matches[row]) else None)
        entry = Xml.SubElement(feed, f"{{{ATOM}}}entry")
        _text(entry, "id", f"urn:bazigah:{row.account}:{row.key}")
        _text(entry, "title", item.title)
        _text(entry, "updated", row.at.isoformat())
        Xml.SubElement(entry, f"{{{ATOM}}}link", {"href": item.link})
        _text(entry, "content", item.text)


def _text(parent: Xml.Element, name: str, text: str) -> None:
    Xml.SubElement(parent, f"{{{ATOM}}}{name}").text = _printable(text)


def _printable(text: str) -> str:
    """Without signs that XML cannot hold."""
    return "".join(sign for sign in text if sign in "\t\n" or (sign >= " " and not "\ud800" <= sign <= "\udfff"))
