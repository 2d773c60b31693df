"""Short-lived signed tickets: whoever shows one may follow one match as the account it was given to."""

from __future__ import annotations

from uuid import UUID

from django.core import signing

SECONDS = 60
_SALT = "bazigah.stream"


class BadTicket(Exception):
    """Damaged, expired, or of another match."""


def issue(match_id: UUID, account: UUID | None) -> str:
    """The ticket names the holder, not the eye: seats may still be drawn by lot when the match starts."""
    return signing.dumps([str(match_id), None if account is None else str(account)], salt=_SALT)


def holder_of(ticket: str, match_id: UUID) -> UUID | None:
    """The account a ticket was given to; None: somebody who only watches. Raises BadTicket."""
    try:
        match, account = signing.loads(ticket, salt=_SALT, max_age=SECONDS)
        holder = None if account is None else UUID(account)
    except (signing.BadSignature, ValueError, TypeError, AttributeError):
        raise BadTicket from None
    if match != str(match_id):
        raise BadTicket
    return holder
