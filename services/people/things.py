"""The things people are called back for, and the channels by which they hear of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Thing(StrEnum):
    TURN = "turn"
    TIME = "time"
    OFFER = "offer"
    START = "start"
    END = "end"
    INVITATION = "invitation"
    SEAT = "seat"
    TOURNAMENT = "tournament"


class Channel(StrEnum):
    PAGE = "page"
    MAIL = "mail"
    PUSH = "push"
    WEBHOOK = "webhook"


THINGS: Final = tuple(Thing)
CHANNELS: Final = tuple(Channel)
