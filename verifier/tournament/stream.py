"""A tournament's export as the checks read it: the events, and what follows from the seed once it is revealed."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.core.chance import chance_key, keyed_hash, match_seed, tagged_hash
from verifier.log import Event, Log, pub


class TournamentLog(Log):
    """`running`: no close yet; then the seed is not to be expected."""

    def __init__(self, export: Mapping[str, Any]) -> None:
        super().__init__(export, bundle=False)
        self.running = self.first("tournament.closed") is None and self.first("seed.revealed") is None
        self.bundle = self.running
        self.exports: Mapping[str, Any] | None = _object_or_none(export.get("exports"))
        self.previous: Mapping[str, Any] | None = _object_or_none(export.get("previous"))

    @cached_property
    def format(self) -> str:
        return str(self.opening.get("format"))

    @cached_property
    def began(self) -> Event | None:
        return self.first("tournament.started")

    @cached_property
    def tournament_seed(self) -> bytes | None:
        """From the committed seed and the entropy of all who were entered at the start; None: not revealed."""
        if self.seed is None or self.began is None:
            return None
        standing = set(pub(self.began)["order"])
        entropy = []
        for event in self.events[: self.events.index(self.began)]:
            content = pub(event)
            if event.get("type") == "entry.made" and content["entry"] in standing:
                entropy.append((content["account"], content["entropy"]))
        return match_seed(self.seed, self.match, entropy, "")

    @cached_property
    def lots_key(self) -> bytes | None:
        return None if self.tournament_seed is None else chance_key(self.tournament_seed)


def match_id(tournament: str, place: Sequence[int]) -> str:
    """Of round, table and game: sixteen bytes of the hash, without version bits."""
    message = tournament + "/".join(map(str, place))
    return str(uuid.UUID(bytes=tagged_hash("fair1/tournament-match", message.encode())[:16]))


def seed_of_match(tournament_seed: bytes, match: str) -> bytes:
    return keyed_hash(tournament_seed, "fair1/tournament-match", match.encode())


def _object_or_none(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, dict) else None
