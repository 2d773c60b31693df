"""A bot for any game: `example_bot.py BASE TOKEN [MATCHES]` plays where it is asked, and ends after so many matches.

It picks any move of the list; put something better into `choose`.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from bazigah import House, Refused


def choose(frame: dict[str, Any]) -> str:
    """One of the moves that are listed."""
    return random.choice(frame["moves"])


def play(house: House, match: str) -> bool:
    """Answer whatever this match asks us, and stay while others answer quickly; whether it is over."""
    for frame in house.frames(match, patience=3):
        if frame["winners"] is not None:
            return True
        try:
            if frame["decision"] is not None and not frame["moves"]:
                house.resign(match)
            elif frame["decision"] is not None:
                house.move(match, frame["decision"], choose(frame))
        except Refused as refused:
            if refused.status not in (409, 422):  # the match has moved on, or a hint was no move: the next frame tells
                raise
    return False


def run(house: House, wanted: int | None) -> None:
    over: set[str] = set()
    for happened in house.happenings():
        data = happened.data
        asked = [row["match"] for row in data["asked"]] if happened.kind == "home" else [data["match"]]
        if happened.kind == "end":
            over.add(data["match"])
        elif happened.kind in ("home", "turn", "time", "start"):
            over |= {match for match in asked if play(house, match)}
        elif happened.kind == "offer":
            house.answer_offer(data["match"], data["offer"], False)
        if wanted is not None and len(over) >= wanted:
            return


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    run(House(sys.argv[1], sys.argv[2]), int(sys.argv[3]) if len(sys.argv) == 4 else None)
