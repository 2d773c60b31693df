"""Throttles on Redis. When Redis is away nobody is throttled: play goes on."""

from __future__ import annotations

from typing import Any

from rest_framework.throttling import SimpleRateThrottle

from services import bus


class _OpenWhenAway(SimpleRateThrottle):
    def get_cache_key(self, request: Any, view: Any) -> str:
        user = getattr(request, "user", None)
        ident = str(user.pk) if user is not None and user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def allow_request(self, request: Any, view: Any) -> bool:
        """A counter per window: one round trip, whatever the rate."""
        if self.rate is None:
            return True
        self.key = self.get_cache_key(request, view)
        self.now = self.timer()
        used = bus.hit(f"{self.key}:{int(self.now // self.duration)}", int(self.duration) + 1)
        return used is None or used <= self.num_requests

    def wait(self) -> float:
        return float(self.duration - self.now % self.duration)


class Everybody(_OpenWhenAway):
    scope = "everybody"


class Guests(_OpenWhenAway):
    scope = "guests"


class Tables(_OpenWhenAway):
    scope = "tables"


class SignIn(_OpenWhenAway):
    scope = "sign_in"
