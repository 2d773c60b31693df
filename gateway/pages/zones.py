"""Time zones on the pages: the choices of a form, and the one a browser sends along when somebody sits down."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from gateway.words import digits
from services.people.preferences import change_settings, settings_of

OFFSETS: Final = (
    -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180, 210, 240,
    270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
)  # fmt: skip


def offset_choices(chosen: int, language: str) -> list[tuple[int, str]]:
    return [(offset, offset_text(offset, language)) for offset in sorted({*OFFSETS, chosen})]


def offset_text(offset: int, language: str) -> str:
    hours, minutes = divmod(abs(offset), 60)
    text = "UTC" if not offset else f"UTC{'+' if offset > 0 else '−'}{hours}" + (f":{minutes:02}" if minutes else "")
    return "\u200e" + digits(text, language)


def keep_zone(account: UUID, text: str) -> None:
    """Keep the zone that a form sent, if it is one and another than before."""
    bare = text.removeprefix("-")
    if not bare.isascii() or not bare.isdigit() or len(bare) > 3 or not -720 <= int(text) <= 840:
        return
    if settings_of(account).utc_offset != int(text):
        change_settings(account, {"utc_offset": int(text)})
