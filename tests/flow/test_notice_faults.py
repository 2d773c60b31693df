"""Receivers in bad times, and a worker that is killed among them: nothing is lost, and nothing arrives twice."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from aiosmtpd.controller import Controller

from tests.flow.parts import SHIFT
from tests.live import until
from tests.services.notices_hands import Mailbox, Receiver, free_port

PEOPLE = """
from django.conf import settings
settings.CLOSED_NETWORK = True
from services.people.channels import add_webhook
from services.people.models import Preferences
from services.notices.models import Outgoing
lose_pokes()
people = [new_guest("Ann").pk, new_guest("Bea").pk]
things = {{"turn": ["mail", "webhook"], "start": []}}
for account in people:
    Preferences.objects.create(account_id=account, mail="reader@example.org", mail_confirmed=True, things=things)
    add_webhook(account, "{url}")
match = opened(people=people)
from services.referee.tasks import advance
advance(str(match))
print(match)
"""
TRIED = """
import time
from services.notices.models import Outgoing
end = time.monotonic() + 40
while not Outgoing.objects.filter(channel="mail", state="waiting", tries__gte=1).exists():
    assert time.monotonic() < end
    time.sleep(0.1)
"""


class CountingMailbox(Mailbox):
    """Also counts the mails that it did not take."""

    def __init__(self) -> None:
        super().__init__()
        self.tries = 0

    async def handle_DATA(self, server, session, envelope):
        self.tries += 1
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture
def hook():
    receiver = Receiver()
    yield receiver
    receiver.close()


def soon(timed, check: Callable[[], object], start: int) -> int:
    """Let the house's time pass until it is so; the milliseconds by which it is ahead then."""
    ahead = start
    end = time.monotonic() + 40
    while not check():
        assert time.monotonic() < end, "it did not come true in time"
        ahead += 30_000
        timed.run(SHIFT + f"shift({ahead})")
        time.sleep(1)
    return ahead


def test_dead_slow_and_failing_receivers_get_everything_once_in_the_end(timed, hook):
    port = free_port()
    timed.env |= {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "CLOSED_NETWORK": "1"}
    hook.status = 500
    match = timed.run(PEOPLE.format(url=hook.url))
    timed.start("notices", "sweeper")
    until(lambda: hook.calls, 40)
    timed.run(SHIFT + "shift(30_000)")
    timed.run(TRIED)
    mailbox = CountingMailbox()
    mailbox.answer = "451 later"
    server = Controller(mailbox, hostname="127.0.0.1", port=port)
    server.start()
    try:
        hook.status = 204
        ahead = soon(timed, lambda: mailbox.tries, 30_000)
        timed.kill("notices")
        mailbox.answer, mailbox.slow = "250 taken", 1.0
        timed.start("notices")
        ahead = soon(timed, lambda: mailbox.mails and taken(hook), ahead)
        timed.kill("notices")
        timed.start("notices")
        timed.run(SHIFT + f"shift({ahead + 7_200_000})")
        time.sleep(4)
    finally:
        server.stop()
    (mail,) = mailbox.mails
    assert match in mail.as_string()
    keys = {json.loads(body)["key"] for _, _, body in hook.calls}
    assert len(hook.calls) >= 2, "it was refused first"
    assert (len(keys), hook.answered.count(204)) == (1, 1)


def taken(hook: Receiver) -> bool:
    return 204 in hook.answered
