"""The hub: one pub/sub connection for all streams of a process, however they come."""

from __future__ import annotations

import asyncio
import uuid

from services.bus import Message, publish
from services.hub import Hub, Signal, newest_head

READERS = 200


def message(seq: int) -> Message:
    return Message(seq=seq, after=seq - 1, over=False, body="{}", moves=None, news="[]")


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
        publish(match, "", [(0, message(number))], {})
    heard = await asyncio.gather(*readers)
    await hub.close()
    return heard


async def heads_of_one() -> list[str | None]:
    hub, match = Hub(), uuid.uuid4()
    found = [newest_head(match)]
    async with hub.subscribe(match, 0) as subscriber, asyncio.timeout(30):
        publish(match, "5 abc", [(0, message(5))], {})
        while isinstance(await subscriber.queue.get(), Signal):
            pass
        found.append(newest_head(match))
    found.append(newest_head(match))
    await hub.close()
    return found


def test_the_newest_head_is_known_while_a_match_is_followed():
    assert asyncio.run(heads_of_one()) == [None, "5 abc", None]


def test_whoever_joins_while_the_connection_is_being_made_hears_too():
    assert asyncio.run(one_after_the_other()) == list(range(READERS))
