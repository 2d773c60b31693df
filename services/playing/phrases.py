"""Polite phrases instead of a chat: codes that seats send each other. They are in no log and kept nowhere."""

from __future__ import annotations

import json
from typing import Final
from uuid import UUID

from services.bus.frames import phrase_topic, publish_note
from services.errors import BadRequest
from services.playing.door import must_hold_seat, read_seat

PHRASES: Final = (
    "hello", "good-luck", "good-move", "well-played", "thinking", "sorry", "thanks", "moment", "rematch", "goodbye",
)  # fmt: skip


def say_phrase(*, match_id: UUID, account: UUID, phrase: str) -> None:
    """Send it to whoever looks at the match now. Raises BadRequest; whatever holding a seat raises."""
    if phrase not in PHRASES:
        raise BadRequest({"phrase": f"one of {', '.join(PHRASES)}"})
    here = read_seat(match_id, account)
    if not here.match.over:
        must_hold_seat(here)
    publish_note(phrase_topic(match_id), json.dumps({"seat": here.seat, "phrase": phrase}))
