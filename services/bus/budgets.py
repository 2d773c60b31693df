"""Budgets: how much of something an account or an address may ask for in a sliding window, and waits after failures.

Kept in Redis. While Redis is away nobody is held up: play goes on.
"""

from __future__ import annotations

import contextlib
from functools import cache
from threading import Lock
from typing import Any, Final

from cachetools import TTLCache
from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from services.bus import connection
from services.bus.connection import AWAY

SHARES: Final = 100  # a generous budget is not counted one by one: a hundredth of it is taken at a time
FREE_FAILURES: Final = 5
LONGEST_WAIT: Final = 900  # seconds
FORGOTTEN: Final = 3600  # seconds after the last failure

_PERIODS: Final = {"s": "second", "m": "minute", "h": "hour", "d": "day"}
_taken: TTLCache[tuple[str, str], int] = TTLCache(10_000, 60)  # taken in Redis and not used yet by this process
_lock = Lock()


@cache
def limiter() -> SlidingWindowCounterRateLimiter:
    """Connects only when it is asked; the library loads its client here."""
    pool = connection.client().connection_pool
    storage = RedisStorage("redis://", connection_pool=pool, key_prefix=f"{settings.BUS_PREFIX}:budget")
    return SlidingWindowCounterRateLimiter(storage)


@cache
def _item(rate: str) -> RateLimitItem:
    """From `60/min` and the like: a number, and a word of which the first letter counts."""
    amount, _, period = rate.partition("/")
    return parse(f"{amount}/{_PERIODS[period[0]]}")


def spend(scope: str, who: str, rate: str, cost: int = 1) -> float:
    """Take that much from the budget. 0: it was there; else so many seconds to wait, and nothing was taken."""
    item, key = _item(rate), (scope, who)
    with _lock:
        left = _taken.get(key, 0)
        if left >= cost:
            _taken[key] = left - cost
            return 0.0
    share = max(cost, item.amount // SHARES)
    try:
        if not limiter().hit(item, scope, who, cost=share):
            return _wait(item, scope, who)
    except AWAY:
        return 0.0
    with _lock:
        _taken[key] = _taken.get(key, 0) + share - cost
    return 0.0


def _wait(item: RateLimitItem, scope: str, who: str) -> float:
    stats: Any = limiter().get_window_stats(item, scope, who)
    return max(1.0, float(stats.reset_time) - connection.redis_time())


# -- growing waits ----------------------------------------------------------------------------------------------------


def wait_after_failures(*who: str) -> int:
    """Seconds until the next try of any of these counts; 0: at once."""
    try:
        lefts: list[Any] = [connection.client().pttl(_name("wait", name)) for name in who]
    except AWAY:
        return 0
    return max(0, *(-(-int(left) // 1000) for left in lefts))


def note_failure(*who: str) -> None:
    """Each failure past the free ones doubles the wait, up to a quarter of an hour."""
    with contextlib.suppress(*AWAY):
        for name in who:
            failures: Any = connection.client().incr(_name("failures", name))
            connection.client().expire(_name("failures", name), FORGOTTEN)
            if failures > FREE_FAILURES:
                wait = min(2 ** (int(failures) - FREE_FAILURES), LONGEST_WAIT)
                connection.client().set(_name("wait", name), 1, ex=wait)


def forget_failures(*who: str) -> None:
    with contextlib.suppress(*AWAY):
        connection.client().delete(*(_name(kind, name) for name in who for kind in ("failures", "wait")))


def _name(kind: str, who: str) -> str:
    return f"{settings.BUS_PREFIX}:{kind}:{who}"
