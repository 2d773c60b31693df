"""The hub: one pub/sub connection for all streams of a process, however they come."""

from __future__ import annotations

import asyncio
import uuid

from services.bus.frames import FrameMessage, account_topic, match_topic, publish, publish_note
from services.bus.hub import Hub, Signal

READERS = 200


def message(seq: int) -> FrameMessage:
    return FrameMessage(seq=seq, after=seq - 1, over=False, body="{}", moves=None, news="[]")


async def first_seq(hub: Hub, match: uuid.UUID, joined: asyncio.Barrier) -> int:
    async with hub.subscribe(match_topic(match, 0)) as subscriber:
        await joined.wait()
        async with asyncio.timeout(30):
            while isinstance(received := await subscriber.queue.get(), Signal):
                pass
        return received.seq


async def join_in_turn() -> list[int]:
    hub, joined = Hub(), asyncio.Barrier(READERS + 1)
    matches = [uuid.uuid4() for _ in range(READERS)]
    readers = []
    for match in matches:
        readers.append(asyncio.create_task(first_seq(hub, match, joined)))
        await asyncio.sleep(0)  # so that some come while the connection is being made
    async with asyncio.timeout(30):
        await joined.wait()
    for number, match in enumerate(matches):
        publish(match, [(0, message(number))], {})
    heard = await asyncio.gather(*readers)
    await hub.close()
    return heard


def test_whoever_joins_while_the_connection_is_being_made_hears_too():
    assert asyncio.run(join_in_turn()) == list(range(READERS))


async def of_an_account() -> list[str]:
    hub, account, match = Hub(), uuid.uuid4(), uuid.uuid4()
    heard = []
    async with hub.subscribe(account_topic(account), match_topic(match, 0)) as subscriber, asyncio.timeout(30):
        publish_note(account_topic(account), "your turn")
        publish_note(account_topic(uuid.uuid4()), "somebody else's")
        publish(match, [(0, message(7)), (1, message(8))], {})
        while len(heard) < 2:
            item = await subscriber.queue.get()
            if not isinstance(item, Signal):
                heard.append(getattr(item, "text", None) or item.seq)
    await hub.close()
    return heard


def test_one_subscriber_follows_an_account_and_an_eye_of_a_match():
    assert asyncio.run(of_an_account()) == ["your turn", 7]
