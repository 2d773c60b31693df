"""Mails about what operators did to an account: closed, opened again, renamed. They leave for closed accounts, too."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings

from services.notices.mail import Letter
from services.notices.outgoing import Word, write_word
from services.notices.queue import Message
from services.notices.wording import Reader, worded, words
from services.people.appeals import appeal_token
from services.people.order import CLOSE, RENAME, REOPEN
from services.people.things import Channel
from services.people.trail import entry_of

CLOSED, REOPENED, RENAMED = "closed", "reopened", "renamed"
_KINDS: Final = {CLOSE: CLOSED, REOPEN: REOPENED, RENAME: RENAMED}
RULED: Final = tuple(_KINDS.values())


def ruled(account: UUID, entry: UUID, now: datetime) -> None:
    """Nothing for an account that is gone; one without a confirmed address is sorted out when the mail is to leave."""
    row = entry_of(entry)
    if row is None or row.action not in _KINDS:
        return
    body = {"reason": row.reason, "text": row.text, "name": row.after.get("name", "")}
    kind = _KINDS[row.action]
    write_word(Word(account=account, kind=kind, key=f"{kind}:{entry}", body=body), Channel.MAIL, now, now)


def ruled_letter(row: Message, mail: str, reader: Reader) -> Letter | None:
    """To the address that was confirmed last; None: there is none, or it was opened again meanwhile."""
    link = _link(row)
    if not mail or link is None:
        return None
    said = words(reader.language)
    body = {
        "link": link,
        "reason": said["ruling_reasons"][row.body["reason"]],
        "words": f"\n\n{row.body['text']}" if row.body["text"] else "",
        "name": row.body["name"],
    }
    part = worded(row.thing, body, reader, None)
    return Letter(row.account, mail, reader.language, part.title, "", (part,), (row.key,), row.at, unsubscribe=False)


def _link(row: Message) -> str | None:
    if row.thing != CLOSED:
        return f"{settings.PUBLIC_URL}/me"
    token = appeal_token(row.account)
    return None if token is None else f"{settings.PUBLIC_URL}/appeal/{token}"
