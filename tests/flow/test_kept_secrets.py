"""Promise 6: what a house writes down or keeps in Redis has no seed, key, hand or sealed move in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from tests.live import House, pair, running_house, until

PLIES = 8
SECRETS = """
import base64, json
from services.log import fair
from services.log.models import Commitment, Event, Seed, SealedPart, Stream
from services.matches.models import BotKey
stream = Stream.objects.get(pk="{match}")
keys = [bytes(Seed.objects.get(pk="{match}").seed), bytes(stream.seal_key)]
keys += [bytes(row.key) for row in BotKey.objects.filter(match="{match}")]
parts = SealedPart.objects.filter(stream="{match}")
keys += [fair.salt(keys[1], part.seq, part.audience) for part in parts]
keys += [bytes(row.seed) for row in Commitment.objects.all()]
texts = [json.dumps(part.payload, separators=separators) for part in parts for separators in ((",", ":"), (", ", ": "))]
print(json.dumps({{
    "keys": [form for key in keys for form in (key.hex(), base64.b64encode(key).decode()[:-2], repr(key)[2:-1])],
    "texts": sorted({{text for text in texts if len(text) > 14}}),
}}))
"""


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that writes down as much as it ever does."""
    with running_house(tmp_path_factory.mktemp("loud"), LOG_LEVEL="DEBUG") as house:
        yield house


def kept_in_redis(house: House) -> bytes:
    """Every key with its value, and what Redis would read when it starts again."""
    line = redis.Redis.from_url(house.environment()["REDIS_URL"])
    read = {
        b"string": line.get, b"list": lambda key: line.lrange(key, 0, -1), b"set": line.smembers,
        b"hash": line.hgetall, b"zset": lambda key: line.zrange(key, 0, -1, withscores=True),
    }  # fmt: skip
    values = [repr((key, read[line.type(key)](key))).encode() for key in line.scan_iter() if line.type(key) in read]
    return b"\n".join([*values, *written(house.var / "redis")])


def written(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()]


def test_logs_queues_and_counters_hold_nothing_hidden(loud):
    match, people = pair(loud, game="saboteur_duel")
    people[0].post("/api/commitments")
    kept, own_frames = [], []
    for _ in range(PLIES):
        asked = until(lambda: next((guest for guest in people if guest.frame(match)["moves"]), None))
        frame = asked.frame(match)
        own_frames.append(json.dumps(frame["view"], separators=(",", ":")))
        assert asked.move(match, frame["decision"], "Zz9").status_code == 422
        assert asked.move(match, frame["decision"], frame["moves"][0]).status_code == 202
        kept.append(kept_in_redis(loud))
        until(lambda asked=asked, seq=frame["seq"]: asked.frame(match)["seq"] > seq)
    people[0].get(f"/api/matches/{match}/frames/99999999999")
    people[0].post(f"/api/matches/{match}/moves", {"decision": 1, "move": "\x00", "command_id": "x"})
    secrets = json.loads(loud.run(SECRETS.format(match=match)))
    assert len(secrets["keys"]) > 30
    assert len(secrets["texts"]) > PLIES
    logs = written(loud.var / "log")
    assert sum(map(len, logs)) > 1000
    kept.append(kept_in_redis(loud))
    assert any(match.encode() in data for data in kept), "the queue names matches: it was read where it is kept"
    for name, texts in {**secrets, "frames": own_frames}.items():
        for text in texts:
            for place, pile in {"a log": logs, "Redis": kept}.items():
                assert not any(text.encode() in data for data in pile), f"{name} in {place}: {text}"
