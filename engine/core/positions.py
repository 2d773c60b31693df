"""Positions up to symmetry: what a game that has position texts says about one of them."""

from __future__ import annotations

from typing import Protocol


class Keyed(Protocol):
    """A position text, and the one text that stands for it and all its images."""

    @property
    def key(self) -> str: ...

    def to_key(self, move: str) -> str:
        """A move of the position as one of the key: of those that a symmetry of the key exchanges, the least text."""
        ...

    def from_key(self, move: str) -> str:
        """A move of the key as one of the position: of those that are the same there, the least text."""
        ...
