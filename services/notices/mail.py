"""Mails: how one is written, and the two ways it leaves: a server (EMAIL_URL), or a directory that keeps them."""

from __future__ import annotations

import hashlib
import os
import smtplib
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from pathlib import Path
from typing import Any, Final, Protocol
from uuid import UUID

from django.conf import settings

from services.notices.wording import Wording, words
from services.people.preferences import unsubscribe_token
from services.people.things import Thing

SECONDS: Final = 10.0  # for each step of the conversation with a server


class MailNotTaken(Exception):
    """The server did not take this mail. `final`: it says that the mailbox is none."""

    def __init__(self, why: str, *, final: bool = False) -> None:
        super().__init__(why)
        self.final = final


class ServerAway(Exception):
    """The server did not answer as a mail server does: no mail can leave now."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says, and to whom. `keys` name what it tells of: the same keys make the same Message-ID."""

    account: UUID
    address: str
    language: str
    title: str
    intro: str
    parts: tuple[Wording, ...]
    keys: tuple[str, ...]
    at: datetime
    thing: Thing | None = None
    unsubscribe: bool = True

    @property
    def mark(self) -> str:
        return hashlib.sha256("\n".join((str(self.account), *self.keys)).encode()).hexdigest()[:40]


def message_of(letter: Letter) -> EmailMessage:
    """Text and HTML. A repeat has the same Message-ID, by which mailboxes know it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = settings.MAIL_FROM
    message["To"] = letter.address
    message["Subject"] = letter.title
    message["Date"] = format_datetime(letter.at)
    domain = parseaddr(settings.MAIL_FROM)[1].rpartition("@")[2] or "localhost"
    message["Message-ID"] = f"<{letter.mark}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    foot = ""
    if letter.unsubscribe:
        token = unsubscribe_token(letter.account, letter.address, letter.thing)
        foot = f"{settings.PUBLIC_URL}/mail/unsubscribe/{token}"
        message["List-Unsubscribe"] = f"<{foot}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(_plain(letter, foot))
    message.add_alternative(_html(letter, foot), subtype="html")
    message["Content-Language"] = letter.language  # after the parts: making them takes such headers away
    return message


def _plain(letter: Letter, foot: str) -> str:
    said = words(letter.language)
    blocks = [letter.intro] if letter.intro else []
    blocks += [f"{part.text}\n{part.link}" for part in letter.parts]
    if foot:
        settings_link = f"{settings.PUBLIC_URL}/me/settings"
        blocks.append(f"-- \n{said['why']}\n{said['unsubscribe']}: {foot}\n{said['settings']}: {settings_link}")
    return "\n\n".join(blocks) + "\n"


def _html(letter: Letter, foot: str) -> str:
    said = words(letter.language)
    direction = "rtl" if letter.language == "fa" else "ltr"
    blocks = [f"<p>{escape(letter.intro)}</p>"] if letter.intro else []
    blocks += [
        f'<p>{escape(part.text)}<br><a href="{escape(part.link)}">{escape(part.link_text)}</a></p>'
        for part in letter.parts
    ]
    if foot:
        links = ((foot, said["unsubscribe"]), (f"{settings.PUBLIC_URL}/me/settings", said["settings"]))
        shown = " · ".join(f'<a href="{escape(link)}">{escape(text)}</a>' for link, text in links)
        blocks.append(f"<hr><p><small>{escape(said['why'])} {shown}</small></p>")
    body = "\n".join(blocks)
    head = f'<!doctype html><html lang="{letter.language}" dir="{direction}"><head><meta charset="utf-8"></head>'
    return f'{head}<body dir="{direction}">\n{body}\n</body></html>\n'


# -- ways out ---------------------------------------------------------------------------------------------------------


class Transport(Protocol):
    """A way for mails out of the house. `open` raises ServerAway; `send` raises ServerAway and NotTaken."""

    def open(self) -> None: ...

    def send(self, letter: Letter) -> None: ...

    def close(self) -> None: ...


def mail_transport() -> Transport:
    return Directory(settings.MAIL_DIR) if settings.MAIL_SERVER is None else Server(settings.MAIL_SERVER)


@dataclass(frozen=True, slots=True)
class Directory:
    """Keeps each mail as a file. Its name follows from its subject matter, so that a repeat is the same file."""

    path: Path

    def open(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ServerAway(f"{self.path.name}: {error.strerror}") from None

    def send(self, letter: Letter) -> None:
        name = f"{letter.at:%Y%m%dT%H%M%S}-{letter.mark[:16]}.eml"
        half = self.path / f".{name}.{os.getpid()}"
        try:
            half.write_bytes(message_of(letter).as_bytes())
            half.replace(self.path / name)
        except OSError as error:
            raise ServerAway(f"{self.path.name}: {error.strerror}") from None

    def close(self) -> None:
        pass


class Server:
    """A conversation with a mail server, for as many mails as there are."""

    def __init__(self, server: Mapping[str, Any]) -> None:
        """As deploy/mail_server.py reads it."""
        self.host, self.port = server["host"], server["port"]
        self.user, self.password = server["user"], server["password"]
        self.tls, self.starttls = server["tls"], server["starttls"]
        self._line: smtplib.SMTP | None = None

    def open(self) -> None:
        try:
            self._line = self._connect()
        except (smtplib.SMTPException, OSError) as error:
            raise ServerAway(_why(error)) from None

    def _connect(self) -> smtplib.SMTP:
        if self.tls:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        try:
            line.ehlo_or_helo_if_needed()
            if not self.tls and (self.starttls == "always" or (self.starttls != "never" and line.has_extn("starttls"))):
                line.starttls(context=ssl.create_default_context())
            if self.user:
                line.login(self.user, self.password)
        except BaseException:
            line.close()
            raise
        return line

    def send(self, letter: Letter) -> None:
        assert self._line is not None
        sender = parseaddr(settings.MAIL_FROM)[1]
        try:
            self._line.sendmail(sender, [letter.address], message_of(letter).as_bytes())
        except smtplib.SMTPRecipientsRefused as error:
            code, text = next(iter(error.recipients.values()))
            raise MailNotTaken(f"{code} {_text(text)}", final=500 <= code < 600) from None
        except smtplib.SMTPServerDisconnected as error:
            raise ServerAway(_why(error)) from None
        except smtplib.SMTPResponseException as error:
            raise MailNotTaken(f"{error.smtp_code} {_text(error.smtp_error)}") from None
        except (smtplib.SMTPException, OSError) as error:
            raise ServerAway(_why(error)) from None

    def close(self) -> None:
        if self._line is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._line.quit()
            self._line = None


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]


def _text(value: bytes | str) -> str:
    return (value.decode("utf-8", "replace") if isinstance(value, bytes) else value)[:150]
