"""The tasks of the notices: facts become messages, messages leave by their channel."""

from __future__ import annotations

from celery import shared_task

from services.bus import counters
from services.log import clock
from services.log.outbox import TOGETHER
from services.log.outbox import follow as follow_facts
from services.notices import senders
from services.notices.due import due
from services.notices.follow import handle


@shared_task(name="notices.follow")
def follow() -> None:
    follow_facts("notices", handle, together=TOGETHER)


@shared_task(name="notices.tick")
def tick() -> None:
    counters.heartbeat("notices")
    follow_facts("notices", handle, together=TOGETHER)
    due(clock.now())
    senders.poke_due()


@shared_task(name="notices.mail")
def mail() -> None:
    senders.send_mails()


@shared_task(name="notices.push")
def push() -> None:
    senders.send_pushes()


@shared_task(name="notices.webhooks")
def webhooks() -> None:
    senders.send_webhooks()
