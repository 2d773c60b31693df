"""A house whose clock a test moves by days, and hands on what it sends."""

from __future__ import annotations

import email
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.policy import default
from typing import Any

from tests.live import House, until

MOVE = """
from django.db import connection, transaction
from services.log import clock
from services.sweeper.models import Pulse
with transaction.atomic(), connection.cursor() as cursor:
    cursor.execute(
        "CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
        "$$ SELECT date_trunc('milliseconds', clock_timestamp()) + interval '{hours} hours' $$"
    )
    Pulse.objects.update(at=clock.now())  # the sweeper was there all the time: no outage
"""
OPEN = """
from django.conf import settings
from django.test import Client
from gateway.clocks import PRESETS
from services.people.accounts import new_guest
from services.playing.tables import Wish, open_table, take_seat
people = [new_guest(name, language) for name, language in zip(("Ann", "Bea"), {languages})]
match = open_table(account=people[0].pk, wish=Wish("zertz", 2, lot=False, clock=PRESETS["{clock}"] | {more})).id
take_seat(match_id=match, account=people[1].pk)
for account in people:
    client = Client()
    client.force_login(account)
    print(account.pk, settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
print(match)
"""
REMINDED = """
import time
from services.notices.models import Outgoing
end = time.monotonic() + 60
while not Outgoing.objects.filter(channel="mail", thing="time", subject="{match}").exists():
    assert time.monotonic() < end, "nobody was reminded"
    time.sleep(0.1)
"""
MAIL = """
from services.people.models import Preferences
Preferences.objects.update_or_create(account_id="{account}", defaults={{"mail": "{mail}", "mail_confirmed": True}})
"""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at a match, and what makes a browser theirs."""

    account: str
    state: dict[str, Any]


class Days:
    """Moves the database's clock, which is the house's."""

    def __init__(self, house: House) -> None:
        self.house, self.hours = house, 0

    def skip_hours(self, *, hours: int) -> None:
        self.hours += hours
        self.house.run(MOVE.format(hours=self.hours))

    def open_match(self, languages: Sequence[str], clock: str, **more: object) -> tuple[list[Seated], str]:
        """Two guests of these languages at a new match, the first of them asked; and its id."""
        code = OPEN.format(languages=tuple(languages), clock=clock, more=more)
        *people, match = self.house.run(code).split("\n")[:-1]
        return [_seated(*line.split(" ")) for line in people], match

    def give_mail(self, account: str, mail: str) -> None:
        self.house.run(MAIL.format(account=account, mail=mail))

    def link_of_reminder(self, match: str, subject: str) -> str:
        """The link to the match in the mail that says so; the grace before a mail leaves is skipped."""
        self.house.run(REMINDED.format(match=match))
        self.skip_hours(hours=1)
        return str(until(lambda: self._link(match, subject), 60))

    def _link(self, match: str, subject: str) -> str | None:
        for path in sorted((self.house.var / "mail").glob("*.eml")):
            message = email.message_from_bytes(path.read_bytes(), policy=default)
            body = message.get_body(preferencelist=("plain",))
            link = re.search(rf"https?://\S+/matches/{match}\S*", body.get_content() if body else "")
            if link and message["Subject"].startswith(subject):
                return link[0]
        return None


def _seated(account: str, cookie: str, value: str) -> Seated:
    known = {
        "name": cookie, "value": value, "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True,
        "secure": False, "sameSite": "Lax",
    }  # fmt: skip
    return Seated(account, {"cookies": [known], "origins": []})
