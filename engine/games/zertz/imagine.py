"""The state behind a view."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.core.game import Eye, Json
from engine.games.zertz.notation import load
from engine.games.zertz.state import WINS, State


def imagine(view: Json, eye: Eye, chance: Stream) -> State:
    """Nothing is hidden (Z1), so there is only one."""
    waiting, missed = view["pending"], view["missed"]
    ended = view["result"] or {"reason": waiting, "winner": 1 - view["side"] if waiting in WINS else None}
    return load(
        {
            "options": view["options"],
            "position": view["position"],
            "seen": view["seen"],
            "last": view["last"]["text"] if view["last"] else "",
            "bound": view["bound"],
            "annulled": missed and {"options": view["options"], "bound": True, **missed},
            "reason": ended["reason"],
            "winner": ended["winner"],
            "pending": waiting is not None,
        }
    )
