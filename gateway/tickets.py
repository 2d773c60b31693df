"""Short-lived signed tickets: whoever holds one may follow one eye of one match."""

from __future__ import annotations

from uuid import UUID

from django.core import signing

SECONDS = 60
_SALT = "bazigah.stream"


def issue(match_id: UUID, eye: int) -> str:
    return signing.dumps([str(match_id), eye], salt=_SALT)


def eye_of(ticket: str, match_id: UUID) -> int | None:
    """The eye a ticket is for; None: damaged, expired, or of another match."""
    try:
        owner, eye = signing.loads(ticket, salt=_SALT, max_age=SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return int(eye) if owner == str(match_id) else None
