"""Throttles on Redis. When Redis is away nobody is throttled: play goes on."""

from __future__ import annotations

from threading import Lock
from typing import Any

from rest_framework.throttling import SimpleRateThrottle

from services.bus import counters

MOST_WINDOWS = 10_000
_taken: dict[str, int] = {}  # window -> requests taken in Redis and not used yet by this process
_lock = Lock()


class _OpenWhenAway(SimpleRateThrottle):
    def allow_request(self, request: Any, view: Any) -> bool:
        user = getattr(request, "user", None)
        return self.allow(str(user.pk) if user is not None and user.is_authenticated else self.get_ident(request))

    def allow(self, who: str) -> bool:
        """A counter per window. A generous rate is not counted one by one: a hundredth of it is taken at a time."""
        if self.rate is None:
            return True
        self.now = self.timer()
        window = f"{self.scope}:{who}:{int(self.now // self.duration)}"
        share = max(1, self.num_requests // 100)
        with _lock:
            left = _taken.get(window, 0)
            if left:
                _taken[window] = left - 1
                return True
        used = counters.hit(window, share, int(self.duration) + 1)
        if used is not None and used > self.num_requests:
            return False
        with _lock:
            if len(_taken) > MOST_WINDOWS:
                _taken.clear()
            _taken[window] = _taken.get(window, 0) + share - 1
        return True

    def wait(self) -> float:
        return float(self.duration - self.now % self.duration)


class Everybody(_OpenWhenAway):
    scope = "everybody"


class Guests(_OpenWhenAway):
    scope = "guests"


class Tables(_OpenWhenAway):
    scope = "tables"


class Commitments(_OpenWhenAway):
    """By address: anybody may ask, signed in or not."""

    scope = "commitments"

    def allow_request(self, request: Any, view: Any) -> bool:
        return self.allow(self.get_ident(request))


class SignIn(_OpenWhenAway):
    scope = "sign_in"
