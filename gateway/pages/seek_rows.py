"""Who looks for somebody to play one game, as rows of its page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from engine.core.game import complete_options
from engine.games import GAMES
from gateway.clocks import words_of
from gateway.pages.options import option_words
from services.lobby.read import open_seeks

SEATS = 2


def seek_rows(game: str, account: UUID | None, language: str) -> dict[str, Any]:
    """The rows, oldest first, and how many others wait among them."""
    rows = [_row(seek, account, language) for seek in open_seeks(game=game, me=account)]
    return {"rows": rows, "waiting": len({row["account"] for row in rows if not row["mine"]})}


def _row(seek: dict[str, Any], account: UUID | None, language: str) -> dict[str, Any]:
    return seek | {
        "mine": seek["account"] == str(account),
        "time": words_of(seek["clock"], language),
        "unusual": _unusual(seek, language),
    }


def _unusual(seek: dict[str, Any], language: str) -> list[tuple[str, str]]:
    """The options that are not the game's usual ones, in words."""
    usual = option_words(seek["game"], complete_options(GAMES[seek["game"]], SEATS, {}), language)
    return [pair for pair in option_words(seek["game"], seek["options"], language) if pair not in usual]
