"""The state behind a view."""

from __future__ import annotations

from engine.core import codec
from engine.core.chance import Stream
from engine.core.game import Eye, Json
from engine.games.potion_explosion.state import State


def imagine(view: Json, eye: Eye, chance: Stream) -> State:
    """Nothing is hidden (P66), so there is only one."""
    return codec.load(State, view)
