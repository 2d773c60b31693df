"""Hands for the tests of the notices: accounts that can be called, servers that take what is sent."""

from __future__ import annotations

import email
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import UUID

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from services.log import clock
from services.matches.models import Match
from services.notices import due as due_module
from services.notices.announcements import Announcement, match_path
from services.notices.outgoing import announce
from services.people.accounts import new_guest
from services.people.channels import add_webhook
from services.people.models import Account, Preferences, Webhook
from services.people.things import Thing
from services.playing.tables import Wish, open_table, take_seat
from services.referee.tasks import advance

DAY = 86_400_000


def person(name: str, mail: str = "", language: str = "en", **chosen: Any) -> Account:
    """An account; with a mail address it is confirmed."""
    account = new_guest(name, language)
    Preferences.objects.create(account=account, mail=mail, mail_confirmed=bool(mail), **chosen)
    return account


def played(*people: Account, game: str = "zertz", **wish: Any) -> Match:
    """A started match of these accounts, in the order of their seats."""
    match_id = open_table(account=people[0].pk, wish=Wish(game, len(people), lot=False, **wish)).id
    for account in people[1:]:
        take_seat(match_id=match_id, account=account.pk)
    advance(str(match_id))
    return Match.objects.select_related("stream").get(pk=match_id)


def tell(account: Account, number: int = 0, thing: Thing = Thing.INVITATION, **more: Any) -> None:
    """Something that is announced to the account, about a match of no store."""
    subject = UUID(int=number + 1)
    item = Announcement(
        account=account.pk, thing=thing, key=f"{thing}:{number}", subject=subject, game="zertz", at=clock.now(),
        path=match_path(subject), **more,
    )  # fmt: skip
    announce([item], clock.now())


def look_around() -> None:
    """The due query over all running matches."""
    due_module._search.__init__()  # type: ignore[misc]  # as after a start of the service
    due_module.due(clock.now())


# -- SMTP -------------------------------------------------------------------------------------------------------------


class Mailbox:
    """What an SMTP server has taken. `answer` is what it says after a mail, `slow` how long it takes to say so."""

    def __init__(self) -> None:
        self.mails: list[email.message.EmailMessage] = []
        self.recipients: list[str] = []
        self.answer, self.slow = "250 taken", 0.0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.slow:
            import asyncio

            await asyncio.sleep(self.slow)
        if self.answer.startswith("2"):
            assert isinstance(envelope.content, bytes)
            self.mails.append(email.message_from_bytes(envelope.content, policy=default))
            self.recipients += envelope.rcpt_tos
        return self.answer


@contextmanager
def smtp_server(settings: Any, port: int = 0) -> Iterator[Mailbox]:
    """A real SMTP server, and the house is set to send by it."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    settings.MAIL_SERVER = server_at(controller.port)
    try:
        yield mailbox
    finally:
        controller.stop()


def server_at(port: int) -> dict[str, Any]:
    return {"host": "127.0.0.1", "port": port, "user": "", "password": "", "tls": False, "starttls": "if-offered"}


def free_port() -> int:
    import socket

    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


# -- HTTP -------------------------------------------------------------------------------------------------------------


class Receiver:
    """A real HTTP server that takes POSTs. `status`, `slow` and `location` say how it answers."""

    def __init__(self, port: int = 0) -> None:
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.answered: list[int] = []  # the status of each call
        self.status, self.slow, self.location = 204, 0.0, ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                time.sleep(receiver.slow)
                receiver.calls.append((self.path, dict(self.headers), body))
                receiver.answered.append(receiver.status)
                self.send_response(receiver.status)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.CLOSED_NETWORK = True
    server = Receiver()
    try:
        yield server
    finally:
        server.close()


def webhook_of(account: Account, url: str) -> Webhook:
    return add_webhook(account.pk, url)
