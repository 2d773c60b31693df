"""Whether whoever asks came in by a mailed link just now: only that session or token, not all of the account."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from services.log import clock
from services.people.links import is_recent, is_trusted_token
from services.people.tokens import HeldToken

_KEY: Final = "by_link"


def note_link(request: Any) -> None:
    """In the session that the link has opened."""
    request.session[_KEY] = clock.now().timestamp()


def by_link(request: Any) -> bool:
    token = getattr(request, "auth", None)
    if isinstance(token, HeldToken):
        return is_trusted_token(token.account.pk, token.digest)
    used_at = request.session.get(_KEY)
    return used_at is not None and is_recent(datetime.fromtimestamp(used_at, UTC))
