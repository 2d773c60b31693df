"""The hub: one pub/sub connection for all streams of a process, however they come."""

from __future__ import annotations

import asyncio
import uuid

from services.bus import Hub, Message, Signal, publish

READERS = 200


def message(seq: int) -> Message:
    return Message(seq=seq, over=False, body="{}", moves=None, news="[]")


async def hear_one(hub: Hub, match: uuid.UUID, joined: asyncio.Barrier) -> int:
    async with hub.subscribe(match, 0) as subscriber:
        await joined.wait()
        async with asyncio.timeout(30):
            while isinstance(found := await subscriber.queue.get(), Signal):
                pass
        return found.seq


async def one_after_the_other() -> list[int]:
    hub, joined = Hub(), asyncio.Barrier(READERS + 1)
    matches = [uuid.uuid4() for _ in range(READERS)]
    readers = []
    for match in matches:
        readers.append(asyncio.create_task(hear_one(hub, match, joined)))
        await asyncio.sleep(0)  # so that some come while the connection is being made
    async with asyncio.timeout(30):
        await joined.wait()
    for number, match in enumerate(matches):
        publish(match, [(0, message(number))], {})
    heard = await asyncio.gather(*readers)
    await hub.close()
    return heard


def test_whoever_joins_while_the_connection_is_being_made_hears_too():
    assert asyncio.run(one_after_the_other()) == list(range(READERS))
