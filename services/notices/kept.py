"""Mails that were kept because no server is named: read back for the developer's page."""

from __future__ import annotations

import email
import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Final

from django.conf import settings

MOST: Final = 200
_NAME: Final = re.compile(r"[0-9T]{15}-[0-9a-f]{16}\.eml")


@dataclass(frozen=True, slots=True)
class KeptMail:
    """A mail as /dev/mail shows it."""

    name: str
    to: str
    subject: str
    at: str
    text: str
    headers: tuple[tuple[str, str], ...]


def kept_mails() -> list[KeptMail]:
    """The newest first."""
    directory = Path(settings.MAIL_DIR)
    names = sorted((path.name for path in directory.glob("*.eml")), reverse=True) if directory.is_dir() else []
    mails = [kept_mail(name) for name in names[:MOST]]
    return [mail for mail in mails if mail is not None]


def kept_mail(name: str) -> KeptMail | None:
    path = Path(settings.MAIL_DIR) / name
    if not _NAME.fullmatch(name) or not path.is_file():
        return None
    message = email.message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    text = "" if body is None else body.get_content()
    headers = tuple((key, str(value)) for key, value in message.items())
    return KeptMail(name, str(message["To"]), str(message["Subject"]), str(message["Date"]), text, headers)
