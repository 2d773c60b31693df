"""Receivers in bad times, and a worker that is killed among them: nothing is lost, and nothing arrives twice."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack, closing

import pytest
from aiosmtpd.controller import Controller

from tests.flow.parts import SHIFT
from tests.services.notices_hands import Mailbox, Receiver, free_port

PEOPLE = """
from django.conf import settings
settings.CLOSED_NETWORK = True
from services.people.channels import add_webhook
from services.people.models import Preferences
lose_pokes()
people = [new_guest("Ann").pk, new_guest("Bea").pk]
things = {{"turn": ["mail", "webhook"], "start": []}}
for account in people:
    Preferences.objects.create(account_id=account, mail="reader@example.org", mail_confirmed=True, things=things)
    for url in {urls}:
        add_webhook(account, url)
match = opened(people=people)
from services.referee.tasks import advance
advance(str(match))
print(match)
"""
TRIED = """
import time
from services.notices.models import Outgoing
end = time.monotonic() + 40
while Outgoing.objects.filter(channel="{channel}", state="waiting", tries__gte=1).count() < {many}:
    assert time.monotonic() < end
    time.sleep(0.1)
"""
EMPTY_REDIS = "from services.bus import connection\nconnection.client().flushall()"


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


@pytest.fixture
def slow_hook():
    receiver = Receiver()
    receiver.slow = 2.0
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


def test_dead_slow_and_failing_receivers_get_everything_once_in_the_end(timed, hook, slow_hook):
    smtp, web = free_port(), free_port()
    timed.env |= {"EMAIL_URL": f"smtp://127.0.0.1:{smtp}", "CLOSED_NETWORK": "1"}
    hook.status = 500
    match = timed.run(PEOPLE.format(urls=[hook.url, slow_hook.url, f"http://127.0.0.1:{web}/"]))
    timed.start("notices", "sweeper")
    timed.run(TRIED.format(channel="webhook", many=2))  # the failing and the dead
    timed.run(EMPTY_REDIS)
    hook.status = 204
    mailbox = CountingMailbox()
    with ExitStack() as started:
        late = started.enter_context(closing(Receiver(web)))
        timed.run(SHIFT + "shift(30_000)")
        timed.run(TRIED.format(channel="mail", many=1))
        mailbox.answer = "451 later"
        server = Controller(mailbox, hostname="127.0.0.1", port=smtp)
        server.start()
        started.callback(server.stop)
        ahead = soon(timed, lambda: mailbox.tries, 30_000)
        timed.kill("notices")
        mailbox.answer, mailbox.slow = "250 taken", 1.0
        timed.start("notices")
        hooks = (hook, slow_hook, late)
        ahead = soon(timed, lambda: mailbox.mails and all(204 in each.answered for each in hooks), ahead)
        timed.kill("notices")
        timed.start("notices")
        timed.run(SHIFT + f"shift({ahead + 7_200_000})")
        time.sleep(4)
    (mail,) = mailbox.mails
    assert match in mail.as_string()
    assert [status for status in hook.answered if status != 500] == [204]
    assert [slow_hook.answered, late.answered] == [[204], [204]]
    assert len({json.loads(body)["key"] for receiver in hooks for _, _, body in receiver.calls}) == 1
