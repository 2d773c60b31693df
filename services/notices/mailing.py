"""Mails on their way: single ones and digests, over one conversation with the server for as many as there are."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from services.notices import queue
from services.notices.dates import digits
from services.notices.mail import Letter, MailNotTaken, ServerAway, Transport, mail_transport
from services.notices.needs import Needs, sort_out
from services.notices.queue import Message
from services.notices.recovery import MOVES, RECOVERY, move_letter, sign_in_letter
from services.notices.ruled import RULED, ruled_letter
from services.notices.wording import Players, Reader, Wording, players_of, worded, words
from services.people.preferences import confirmation_token
from services.people.things import THINGS, Channel, Thing

FIRST_WAIT, LONGEST_WAIT = 5, 3600  # seconds before a mail is tried again
TRIES: Final = 80  # about three days
FINAL_TRIES: Final = 8  # of a mailbox that the server says is none
CONFIRM: Final = "confirm"


def send_all(stop: float, many: int) -> bool:
    """Whether there may be more. A server that is away is left alone until the next task."""
    transport = mail_transport()
    sending = Sending(transport, stop)
    try:
        while time.monotonic() < stop:
            single, gathered = queue.claim(Channel.MAIL, many), queue.claim_digests(many)
            if not single and not gathered:
                return False
            sending.send([[message] for message in single] + _by_account(gathered))
    except ServerAway:
        return False
    finally:
        transport.close()
    return True


def _by_account(messages: Sequence[Message]) -> list[list[Message]]:
    groups: dict[UUID, list[Message]] = {}
    for message in messages:
        groups.setdefault(message.account, []).append(message)
    return list(groups.values())


class Sending:
    """One conversation: opened with the first letter, and again after the server has hung up."""

    def __init__(self, transport: Transport, stop: float) -> None:
        self.transport, self.stop = transport, stop
        self.open = False

    def send(self, groups: Sequence[Sequence[Message]]) -> None:
        """Each group is a mail. Raises ServerAway after all of them were given back."""
        needed, needs = sort_out(Channel.MAIL, [message for group in groups for message in group], queue.drop)
        kept = {message.id for message in needed}
        players = players_of(message.match for message in needed)
        wanted = [rows for group in groups if (rows := [message for message in group if message.id in kept])]
        for number, rows in enumerate(wanted):
            if time.monotonic() > self.stop:
                queue.release([message for group in wanted[number:] for message in group])
                return
            letter = letter_of(rows, needs, players)
            if letter is None:
                queue.drop(rows, "there is no address for it")
                continue
            try:
                self._deliver(rows, letter)
            except ServerAway as error:
                queue.later(rows, _wait(rows), str(error))
                queue.release([message for group in wanted[number + 1 :] for message in group])
                raise

    def _deliver(self, rows: Sequence[Message], letter: Letter) -> None:
        try:
            if not self.open:
                self.transport.open()
                self.open = True
            self.transport.send(letter)
        except MailNotTaken as error:
            tries = max(message.tries for message in rows) + 1
            if tries >= (FINAL_TRIES if error.final else TRIES):
                queue.give_up(rows, str(error))
            else:
                queue.later(rows, _wait(rows), str(error))
        else:
            queue.done(rows)


def _wait(rows: Sequence[Message]) -> float:
    return float(min(FIRST_WAIT * 2 ** min(max(message.tries for message in rows), 12), LONGEST_WAIT))


# -- letters ----------------------------------------------------------------------------------------------------------


def letter_of(rows: Sequence[Message], needs: Needs, players: dict[UUID, Players]) -> Letter | None:
    """None: the account has no address that it may go to."""
    first = rows[0]
    chosen, language = needs.chosen[first.account], needs.languages[first.account] or "en"
    reader = Reader(language, chosen.utc_offset)
    if first.thing == CONFIRM:
        return _confirmation(first, chosen.mail, chosen.mail_confirmed, reader)
    if first.thing == RECOVERY:
        return sign_in_letter(first, chosen.link_mail, reader)
    if first.thing in MOVES:
        return move_letter(first, reader)
    if first.thing in RULED:
        return ruled_letter(first, chosen.link_mail, reader)
    if not chosen.mail or not chosen.mail_confirmed:
        return None
    parts = tuple(worded(row.thing, _linked(row.body), reader, _players(row, players)) for row in rows)
    title, intro = (parts[0].title, "") if not first.digest else _digest_words(len(rows), reader)
    return Letter(
        account=first.account,
        address=chosen.mail,
        language=language,
        title=title,
        intro=intro,
        parts=parts,
        keys=tuple(row.key for row in rows),
        at=_written(rows),
        thing=Thing(first.thing) if len(rows) == 1 and first.thing in THINGS else None,
    )


def _linked(body: Any) -> Any:
    """A word of the house leads to the settings."""
    return body if body.get("link") else {**body, "link": f"{settings.PUBLIC_URL}/me/settings"}


def _players(row: Message, players: dict[UUID, Players]) -> Players | None:
    return None if row.match is None else players.get(row.match)


def _written(rows: Sequence[Message]) -> datetime:
    return max(row.at for row in rows)


def _confirmation(row: Message, mail: str, confirmed: bool, reader: Reader) -> Letter | None:
    """Only to the address it was asked for, while the account still has that and has not confirmed it."""
    if not mail or mail != row.body["mail"] or confirmed:
        return None
    link = f"{settings.PUBLIC_URL}/mail/confirm/{confirmation_token(row.account, mail)}"
    part: Wording = worded(CONFIRM, {"link": link}, reader, None)
    return Letter(row.account, mail, reader.language, part.title, "", (part,), (row.key,), row.at, unsubscribe=False)


@cache
def _digest_words(count: int, reader: Reader) -> tuple[str, str]:
    texts = words(reader.language)["digest"]
    title = texts["title_one"] if count == 1 else texts["title"].replace("{count}", digits(count, reader.language))
    return title, texts["text"]
