"""Notes to oneself on a match: private, one for each match."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from services.errors import BadRequest
from services.log import clock
from services.people.models import MatchNote

MOST: Final = 4000  # characters


def note_of(account: UUID, match: UUID) -> str:
    """Empty where there is none."""
    return MatchNote.objects.filter(account_id=account, match=match).values_list("text", flat=True).first() or ""


def notes_by(account: UUID) -> dict[UUID, str]:
    """All of them, by match."""
    return dict(MatchNote.objects.filter(account_id=account).order_by("at").values_list("match", "text"))


def write_note(account: UUID, match: UUID, text: str) -> None:
    """An empty text takes the note away. Raises BadRequest."""
    if len(text) > MOST or "\0" in text:
        raise BadRequest({"text": f"up to {MOST} characters"})
    if not text.strip():
        MatchNote.objects.filter(account_id=account, match=match).delete()
        return
    MatchNote.objects.update_or_create(account_id=account, match=match, defaults={"text": text, "at": clock.now()})
