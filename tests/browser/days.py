"""A house whose clock a test moves by days, and hands on what it sends."""

from __future__ import annotations

import email
import re
from email.policy import default

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
MAIL = """
from services.people.models import Preferences
Preferences.objects.update_or_create(account_id="{account}", defaults={{"mail": "{mail}", "mail_confirmed": True}})
"""


class Days:
    """Moves the database's clock, which is the house's."""

    def __init__(self, house: House) -> None:
        self.house, self.hours = house, 0

    def pass_by(self, *, hours: int) -> None:
        self.hours += hours
        self.house.run(MOVE.format(hours=self.hours))

    def give_mail(self, account: str, mail: str) -> None:
        self.house.run(MAIL.format(account=account, mail=mail))

    def link_of_mail(self, word: str) -> str:
        """The first link to a match in a kept mail whose subject has the word."""
        return str(until(lambda: self._link(word), 60))

    def _link(self, word: str) -> str | None:
        for path in sorted((self.house.var / "mail").glob("*.eml")):
            message = email.message_from_bytes(path.read_bytes(), policy=default)
            body = message.get_body(preferencelist=("plain",))
            link = re.search(r"https?://\S+/matches/[0-9a-f-]{36}\S*", body.get_content() if body else "")
            if link and word in message["Subject"]:
                return link[0]
        return None
