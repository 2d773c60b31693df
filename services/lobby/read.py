"""What pages and API ask of the lobby: seeks, invitations, and requests about them. Nobody else is asked."""

from __future__ import annotations

from services.lobby.invitations import answer as answer_invitation
from services.lobby.invitations import challenge, count_to, invite, open_from, open_to, withdraw
from services.lobby.leaving import forget
from services.lobby.seeks import (
    Wanted,
    answer_seek,
    end_seek,
    make_seek,
    my_seeks,
    open_seeks,
    own_seek,
    seek_json,
    waiting_counts,
)

__all__ = [
    "Wanted", "answer_invitation", "answer_seek", "challenge", "count_to", "end_seek", "forget", "invite", "make_seek",
    "my_seeks", "open_from", "open_seeks", "open_to", "own_seek", "seek_json", "waiting_counts", "withdraw",
]  # fmt: skip
