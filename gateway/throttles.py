"""Throttles: budgets in sliding windows, by account or address. While Redis is away nobody is held up."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from rest_framework.throttling import SimpleRateThrottle

from services.bus import budgets

PAST_PAGE: Final = 10  # pages


def address_of(request: Any) -> str:
    """As the web server says, which knows the proxies it may believe."""
    return str(request.META.get("REMOTE_ADDR", ""))


class _OpenWhenAway(SimpleRateThrottle):
    by_address = False
    left = 0.0  # seconds to wait

    def allow_request(self, request: Any, view: Any) -> bool:
        user = None if self.by_address else getattr(request, "user", None)
        who = str(user.pk) if user is not None and user.is_authenticated else self.get_ident(request)
        return self.allow(who, self.cost_of(request))

    def cost_of(self, request: Any) -> int:
        return 1

    def allow(self, who: str, cost: int = 1) -> bool:
        self.left = 0.0 if self.rate is None else budgets.spend(str(self.scope), who, self.rate, cost)
        return not self.left

    def get_rate(self) -> Any:
        rates: Any = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
        return rates.get(self.scope)

    def wait(self) -> float:
        return self.left


class Everybody(_OpenWhenAway):
    scope = "everybody"


class Guests(_OpenWhenAway):
    scope = "guests"


class Tables(_OpenWhenAway):
    scope = "tables"


class Commitments(_OpenWhenAway):
    """By address: anybody may ask, signed in or not."""

    scope = "commitments"
    by_address = True


class SignIn(_OpenWhenAway):
    """By address: a fresh guest account is no fresh budget. Keeping an account is counted with it: both hash."""

    scope = "sign_in"
    by_address = True


class Reports(_OpenWhenAway):
    scope = "reports"


class Appeals(Reports):
    """By address: whoever guesses at tokens has no fresh budget by a fresh guest account."""

    by_address = True


class Seeks(_OpenWhenAway):
    scope = "seeks"


class Invitations(_OpenWhenAway):
    scope = "invitations"


class Pages(_OpenWhenAway):
    """Pages by address: looking who is signed in would cost more than it saves."""

    scope = "pages"
    by_address = True

    def cost_of(self, request: Any) -> int:
        """A page of an earlier position folds the log up to it."""
        return PAST_PAGE if request.GET.get("seq") else 1


class Phrases(_OpenWhenAway):
    """What seats say to each other: a few a minute."""

    scope = "phrases"


class Exports(_OpenWhenAway):
    """Whole logs: each reads every event of a match."""

    scope = "exports"


class PastFrames(_OpenWhenAway):
    """Each folds up to a snapshot's distance."""

    scope = "past_frames"


class Settings(_OpenWhenAway):
    """What an account changes about itself: each may look up a name or send a mail."""

    scope = "settings"


class Stretches(_OpenWhenAway):
    """Stretches of past frames: each folds up to two hundred steps."""

    scope = "stretches"


class Outlines(_OpenWhenAway):
    scope = "outlines"


class Imports(_OpenWhenAway):
    scope = "imports"


class ImportBytes(_OpenWhenAway):
    """What an account sends for import, in bytes. Counted once the body is there: nobody knows its length before."""

    scope = "import_bytes"


class Searches(_OpenWhenAway):
    scope = "searches"


class Explorer(_OpenWhenAway):
    scope = "explorer"


class Tries(_OpenWhenAway):
    scope = "tries"


class Computer(_OpenWhenAway):
    """How often an account has the computer look at a match: each is minutes of work."""

    scope = "computer"
