"""The secrets a match is judged with: all of them follow from the seed and the entropy of the seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from engine.core import chance


@dataclass(frozen=True, slots=True)
class Keys:
    """What chance follows from, what full digests are keyed with, what bots' keys follow from, and the seed itself."""

    chance: bytes
    state: bytes
    match_seed: bytes
    seed: bytes


def keys_of(match_id: UUID, seed: bytes, entropy: Mapping[str, str]) -> Keys:
    of_match = chance.match_seed(seed, str(match_id), entropy.items(), beacon="")
    return Keys(chance.chance_key(of_match), chance.state_key(seed, str(match_id)), of_match, seed)
