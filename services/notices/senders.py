"""What carries messages out of the house: mails, pushes, webhooks. Each channel has a task; slow ones keep no other.

A message is marked as sent when the other side has taken it. Whoever dies in between sends it again, under its key.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Final
from uuid import UUID

from django.db import transaction

from services.log import clock
from services.notices import mailing, push, queue, webhooks
from services.notices.calls import CallAnswer, for_all
from services.notices.needs import Needs, sort_out
from services.notices.outgoing import Word, poke_senders, write_word
from services.notices.queue import Message
from services.notices.wording import Players, Reader, players_of, worded
from services.people.models import PushSubscription, Webhook
from services.people.things import Channel, Thing

SECONDS: Final = 20.0  # a task stops after this and lets the next one go on
MANY: Final = 50  # messages that are claimed at a time
TRY_AGAIN: Final = (2, 20)  # seconds after which a webhook is tried again: three tries in all
MOST_FAILURES: Final = 20  # failed deliveries in a row, then a webhook is off
PUSH_TRIES: Final = 8
WEBHOOK_OFF: Final = "webhook-off"

_running = {channel: threading.Lock() for channel in Channel}


def alone(channel: Channel) -> Callable[[Callable[[float], bool]], Callable[[], None]]:
    """One task of a channel at a time in this process; what comes meanwhile is handled by the task that runs.

    The function gets the moment at which it has to stop, and says whether there may be more.
    """

    def decorate(work: Callable[[float], bool]) -> Callable[[], None]:
        @wraps(work)
        def run() -> None:
            if not _running[channel].acquire(blocking=False):
                return
            try:
                more = work(time.monotonic() + SECONDS)
            finally:
                _running[channel].release()
            if more:
                poke_senders([channel])

        return run

    return decorate


def poke_due() -> None:
    """At each tick: what was held or has to be tried again, and what a lost poke has left."""
    poke_senders(queue.due_channels())


@alone(Channel.MAIL)
def send_mails(stop: float) -> bool:
    return mailing.send_all(stop, MANY)


# -- webhooks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Delivery:
    message: Message
    answer: CallAnswer | None  # None: there was no time to try


@alone(Channel.WEBHOOK)
def send_webhooks(stop: float) -> bool:
    return _send(Channel.WEBHOOK, stop, _deliver_webhooks, _note_webhook)


@alone(Channel.PUSH)
def send_pushes(stop: float) -> bool:
    return _send(Channel.PUSH, stop, _deliver_pushes, _note_push)


Deliver = Callable[[Sequence[Message], Needs, float], "list[list[Delivery]]"]
Note = Callable[[Delivery], None]


def _send(channel: Channel, stop: float, deliver: Deliver, note: Note) -> bool:
    while time.monotonic() < stop:
        claimed = queue.claim(channel, MANY)
        if not claimed:
            return False
        needed, needs = sort_out(channel, claimed, queue.drop)
        for deliveries in deliver(needed, needs, stop):
            queue.release([item.message for item in deliveries if item.answer is None])
            for item in deliveries:
                if item.answer is not None:
                    note(item)
    return True


def _by_target(messages: Sequence[Message]) -> dict[UUID, list[Message]]:
    groups: dict[UUID, list[Message]] = {}
    for message in messages:
        groups.setdefault(UUID(message.target), []).append(message)
    return groups


def _in_turn(messages: Sequence[Message], send: Callable[[Message], CallAnswer], stop: float) -> list[Delivery]:
    """To one target after another, and not more once it has failed or time is up."""
    deliveries: list[Delivery] = []
    failed = False
    for message in messages:
        answer = None if failed or time.monotonic() > stop else send(message)
        failed = failed or (answer is not None and not answer.good)
        deliveries.append(Delivery(message, answer))
    return deliveries


def _deliver_webhooks(messages: Sequence[Message], needs: Needs, stop: float) -> list[list[Delivery]]:
    groups = _by_target(messages)
    rows = {row.id: row for row in Webhook.objects.filter(pk__in=groups, off=False)}
    queue.drop([item for key, items in groups.items() if key not in rows for item in items], "its webhook is gone")

    def work(key: UUID) -> list[Delivery]:
        row = rows[key]
        return _in_turn(groups[key], lambda item: webhooks.deliver(row.url, row.secret, item.body), stop)

    return for_all([key for key in groups if key in rows], work)


def _note_webhook(item: Delivery) -> None:
    answer, message = item.answer, item.message
    assert answer is not None
    if answer.good:
        with transaction.atomic():
            queue.done([message])
            Webhook.objects.filter(pk=message.target).exclude(failures=0).update(failures=0)
    elif message.tries < len(TRY_AGAIN):
        queue.later([message], TRY_AGAIN[message.tries], answer.why)
    else:
        with transaction.atomic():
            queue.give_up([message], answer.why)
            _count_failure(UUID(message.target))


def _count_failure(key: UUID) -> None:
    """After so many failed deliveries in a row the webhook is off, and its owner is notified."""
    row = Webhook.objects.select_for_update().filter(pk=key).first()
    if row is None or row.off:
        return
    row.failures += 1
    row.off = row.failures >= MOST_FAILURES
    row.save(update_fields=["failures", "off"])
    if not row.off:
        return
    now = clock.now()
    body = {"url": row.url, "count": row.failures, "link": ""}
    word = Word(account=row.account_id, kind=WEBHOOK_OFF, key=f"{WEBHOOK_OFF}:{key}:{now.isoformat()}", body=body)
    write_word(word, Channel.MAIL, now, now)
    for push_id in PushSubscription.objects.filter(account_id=row.account_id).values_list("pk", flat=True):
        write_word(word, Channel.PUSH, now, now, str(push_id))


# -- pushes -----------------------------------------------------------------------------------------------------------


def _deliver_pushes(messages: Sequence[Message], needs: Needs, stop: float) -> list[list[Delivery]]:
    groups = _by_target(messages)
    rows = {row.id: row for row in PushSubscription.objects.filter(pk__in=groups)}
    queue.drop([item for key, items in groups.items() if key not in rows for item in items], "its browser is gone")
    players = players_of(message.match for message in messages)

    def work(key: UUID) -> list[Delivery]:
        return _in_turn(groups[key], partial(_push, rows[key], needs, players), stop)

    return for_all([key for key in groups if key in rows], work)


def _push(row: PushSubscription, needs: Needs, players: Mapping[UUID, Players], message: Message) -> CallAnswer:
    """The browser gets what a webhook gets, and the words to show."""
    language = needs.languages[message.account] or "en"
    reader = Reader(language, needs.chosen[message.account].utc_offset)
    item = worded(message.thing, message.body, reader, None if message.match is None else players.get(message.match))
    shown = {"title": item.title, "text": item.text, "lang": language}
    payload = {"key": message.key, "thing": message.thing, **message.body, "shown": shown}
    return push.deliver(row, payload, urgent=message.thing in (Thing.TURN, Thing.TIME))


def _note_push(item: Delivery) -> None:
    answer, message = item.answer, item.message
    assert answer is not None
    if answer.good:
        queue.done([message])
    elif answer.status in push.GONE:
        with transaction.atomic():
            queue.drop([message], answer.why)
            PushSubscription.objects.filter(pk=message.target).delete()
    elif answer.status in (400, 413) or message.tries + 1 >= PUSH_TRIES:
        queue.give_up([message], answer.why)
    else:
        queue.later([message], answer.retry_after or min(5 * 2**message.tries, 3600), answer.why)
