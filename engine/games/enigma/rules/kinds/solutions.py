"""What an exhaustive search for the answers of one puzzle brings back."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Json


@dataclass(frozen=True, slots=True)
class Solutions:
    """`answers` in the order of the search; `nodes`: steps looked at. Where a limit was given, there may be more."""

    answers: tuple[Json, ...]
    nodes: int

    @property
    def first(self) -> Json | None:
        return self.answers[0] if self.answers else None


def is_int(value: Json) -> bool:
    """A whole number and not `true` or `false`."""
    return type(value) is int
