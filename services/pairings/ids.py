"""What is derived and never chosen: ids and seeds of a tournament's matches, and the digest of standings."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from engine.core.chance import keyed_hash, tagged_hash
from engine.core.codec import canonical


def tournament_match_id(tournament: str, round_number: int, table: int, game: int) -> str:
    """The first 16 bytes of the hash as a UUID, without version bits."""
    message = f"{tournament}{round_number}/{table}/{game}".encode()
    return str(uuid.UUID(bytes=tagged_hash("fair1/tournament-match", message)[:16]))


def tournament_match_seed(tournament_seed: bytes, match: str) -> bytes:
    """The seed S of a match, from the tournament's match_seed: nobody could choose a deal."""
    return keyed_hash(tournament_seed, "fair1/tournament-match", match.encode())


def standings_digest(rows: Iterable[tuple[int, int | None, int]]) -> str:
    """Over [entry, place or null, points in twelfths] of each row, in the order of the standings."""
    return tagged_hash("fair1/standings", canonical([list(row) for row in rows])).hex()
