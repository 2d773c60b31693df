"""Announcements become rows: a numbered notice for the account, and a message for each channel it wants.

Everything is written in the transaction of the caller: with the deletion of a fact's row, or with what a seat was
called for. A key that is there already is not written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from engine.core.game import Json
from services.bus import pokes
from services.bus.frames import account_topic, publish_note
from services.notices.announcements import Announcement
from services.notices.holding import release
from services.notices.models import Inbox, Notice, Outgoing
from services.people.channels import Channels, channels_of
from services.people.things import Channel

KEPT: Final = 200  # notices of an account
TASKS: Final = {Channel.MAIL: "notices.mail", Channel.PUSH: "notices.push", Channel.WEBHOOK: "notices.webhooks"}


def announce(items: Sequence[Announcement], now: datetime) -> int:
    """Write all of them, whoever they are for; how many were new. Accounts that are gone or closed hear nothing."""
    if not items:
        return 0
    reaches = channels_of({item.account for item in items})
    ordered = sorted((item for item in items if item.account in reaches), key=lambda item: (item.account, item.at))
    if not ordered:
        return 0
    numbered = _numbered(ordered)
    written = _write_notices(numbered, reaches)
    new = [(number, item) for number, item in numbered if (item.account, item.key) in written]
    messages = [message for _, item in new for message in _messages(item, reaches[item.account], now)]
    Outgoing.objects.bulk_create(messages, ignore_conflicts=True)
    _trim({item.account: number for number, item in new})
    _send_pages([pair for pair in new if _on_page(pair[1], reaches)])
    poke_senders({Channel(message.channel) for message in messages if message.due_at <= now})
    return len(new)


_COUNT = f"""
    INSERT INTO {Inbox._meta.db_table} AS t (account, last) SELECT * FROM unnest(%s::uuid[], %s::bigint[])
    ON CONFLICT (account) DO UPDATE SET last = t.last + excluded.last RETURNING account, last
"""


def _numbered(items: Sequence[Announcement]) -> list[tuple[int, Announcement]]:
    """Each with the next number of its account. Accounts come in order, so that no two writers wait for each other."""
    amounts: dict[UUID, int] = {}
    for item in items:
        amounts[item.account] = amounts.get(item.account, 0) + 1
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [list(amounts), list(amounts.values())])
        following = {account: last - amounts[account] + 1 for account, last in cursor.fetchall()}
    pairs = []
    for item in items:
        pairs.append((following[item.account], item))
        following[item.account] += 1
    return pairs


_NOTICE_COLUMNS = ("account", "number", "key", "thing", "page", "subject", "body", "at")
_NOTICE_TYPES = ("uuid", "bigint", "text", "text", "boolean", "uuid", "jsonb", "timestamptz")
_INSERT = f"""
    INSERT INTO {Notice._meta.db_table} ({", ".join(_NOTICE_COLUMNS)})
    SELECT * FROM unnest({", ".join(f"%s::{kind}[]" for kind in _NOTICE_TYPES)})
    ON CONFLICT (account, key) DO NOTHING RETURNING account, key
"""


def _write_notices(
    numbered: Sequence[tuple[int, Announcement]], reaches: dict[UUID, Channels]
) -> set[tuple[UUID, str]]:
    rows = [
        (
            item.account, number, item.key, str(item.thing), _on_page(item, reaches), item.subject,
            json.dumps(item.body()), item.at,
        )
        for number, item in numbered
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [list(column) for column in zip(*rows, strict=True)])
        return {(account, key) for account, key in cursor.fetchall()}


def _on_page(item: Announcement, reaches: dict[UUID, Channels]) -> bool:
    return Channel.PAGE in reaches[item.account].chosen.channels(item.thing)


def _messages(item: Announcement, reach: Channels, now: datetime) -> Iterator[Outgoing]:
    for name in reach.chosen.channels(item.thing):
        channel = Channel(name)
        if channel is Channel.PAGE:
            continue
        due_at, digest = release(now, channel, item.thing, item.deadline, reach.chosen)
        for target in reach.targets(channel):
            yield Outgoing(
                account=item.account, channel=channel, target=target, key=item.key, thing=item.thing,
                subject=item.subject, decision=item.decision, body=item.body(), at=item.at, due_at=due_at,
                digest=digest,
            )  # fmt: skip


_TRIM = f"""
    DELETE FROM {Notice._meta.db_table} n USING unnest(%s::uuid[], %s::bigint[]) AS w(account, upto)
     WHERE n.account = w.account AND n.number <= w.upto
"""


def _trim(latest: dict[UUID, int]) -> None:
    far = {account: number - KEPT for account, number in latest.items() if number > KEPT}
    if far:
        with connection.cursor() as cursor:
            cursor.execute(_TRIM, [list(far), list(far.values())])


def _send_pages(new: Sequence[tuple[int, Announcement]]) -> None:
    """To the open pages of the accounts, once it is committed. Safe to lose: streams read what they missed."""
    for number, item in new:
        text = json.dumps({"id": number, **item.body()}, ensure_ascii=False)
        transaction.on_commit(partial(publish_note, account_topic(item.account), text))


def poke_senders(channels: Iterable[Channel]) -> None:
    for channel in sorted(channels):
        transaction.on_commit(partial(_poke, TASKS[channel]))


def _poke(task: str) -> None:
    pokes.poke(task, queue="notices")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Something the house itself has to say to one account, about no match."""

    account: UUID
    kind: str
    key: str
    body: Mapping[str, Json]
    subject: UUID | None = None


def write_word(word: Word, channel: Channel, at: datetime, due: datetime, target: str = "") -> None:
    row = Outgoing(
        account=word.account, channel=channel, target=target, key=word.key, thing=word.kind, subject=word.subject,
        body=word.body, at=at, due_at=due,
    )  # fmt: skip
    Outgoing.objects.bulk_create([row], ignore_conflicts=True)
    if due <= at:
        poke_senders({channel})
