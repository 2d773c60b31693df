"""What a command id and a move look like at every door."""

from __future__ import annotations

import re
import uuid
from typing import Final

from services.errors import BadRequest

MOVE: Final = re.compile(r"[\x20-\x3e\x40-\x7e]{1,1000}")


def command_of(text: str) -> str:
    """A command id as the log keeps it: a UUID in lower case. Raises BadRequest."""
    try:
        return str(uuid.UUID(text.strip()))
    except ValueError:
        raise BadRequest({"command_id": "a UUID"}) from None


def check_form(decision: int, move: str) -> None:
    """What the log can hold at all (fairness.md 3.3)."""
    if not MOVE.fullmatch(move):
        raise BadRequest({"move": "1 to 1000 printable ASCII characters without ?"})
    if not 1 <= decision < 2**31:
        raise BadRequest({"decision": "a whole number from 1"})
