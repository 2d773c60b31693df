"""Mails with a link to sign in, and words to an address that is left.

A link's secret is made when the letter is written: no fact and no row has it.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings

from services.notices.mail import Letter
from services.notices.models import Outgoing
from services.notices.outgoing import Word, write_word
from services.notices.queue import Message
from services.notices.wording import Reader, worded
from services.people.links import new_link
from services.people.models import Preferences
from services.people.things import Channel

RECOVERY: Final = "recovery"
MOVING, MOVED = "moving", "moved"  # what an address hears that is being left, and was
MOVES: Final = (MOVING, MOVED)
AN_HOUR: Final = 3  # mails to one account; more are not sent later either


def asked(account: UUID, now: datetime) -> None:
    """Nothing for an id that is nobody's, or an account without a confirmed address. The row's lock keeps the count."""
    if not Preferences.objects.select_for_update().filter(account_id=account).exclude(link_mail="").exists():
        return
    earlier = Outgoing.objects.filter(account=account, channel=Channel.MAIL, thing=RECOVERY)
    if earlier.filter(at__gt=now - timedelta(hours=1)).count() < AN_HOUR:
        word = Word(account=account, kind=RECOVERY, key=f"{RECOVERY}:{now:%Y%m%d%H%M%S%f}", body={})
        write_word(word, Channel.MAIL, now, now)


def moving(account: UUID, now: datetime) -> None:
    """A word to the address that links still go to, once for each address that is entered in its place."""
    row = Preferences.objects.filter(account_id=account).exclude(link_mail="").first()
    if row is None or not row.mail or row.mail.lower() == row.link_mail.lower():
        return
    entered = hashlib.sha256(row.mail.lower().encode()).hexdigest()[:32]
    word = Word(account=account, kind=MOVING, key=f"{MOVING}:{entered}", body={"mail": row.link_mail})
    write_word(word, Channel.MAIL, now, now)


def moved(account: UUID, now: datetime) -> None:
    """A word to the address that links went to before; it is forgotten with that."""
    row = Preferences.objects.select_for_update().filter(account_id=account).exclude(former_mail="").first()
    if row is None:
        return
    key = f"{MOVED}:{now:%Y%m%d%H%M%S%f}"
    write_word(Word(account=account, kind=MOVED, key=key, body={"mail": row.former_mail}), Channel.MAIL, now, now)
    row.former_mail = ""
    row.save(update_fields=["former_mail"])


def move_letter(row: Message, reader: Reader) -> Letter:
    """To the address of before, whatever the account has now."""
    path = "/sign-in/forgotten" if row.thing == MOVING else "/"
    part = worded(row.thing, {"link": f"{settings.PUBLIC_URL}{path}"}, reader, None)
    mail = row.body["mail"]
    return Letter(row.account, mail, reader.language, part.title, "", (part,), (row.key,), row.at, unsubscribe=False)


def sign_in_letter(row: Message, mail: str, reader: Reader) -> Letter | None:
    """To the address that was confirmed last; None: there is none any more."""
    if not mail:
        return None
    link = f"{settings.PUBLIC_URL}/sign-in/{new_link(row.account)}"
    part = worded(RECOVERY, {"link": link, "count": settings.LINK_SECONDS // 60}, reader, None)
    return Letter(row.account, mail, reader.language, part.title, "", (part,), (row.key,), row.at, unsubscribe=False)
