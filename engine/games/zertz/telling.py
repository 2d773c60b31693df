"""A view in lines, for readers who have no board to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.game import Json, News, Parts

GONE, VACANT = "-", "o"


def describe(view: Json) -> Iterator[News]:
    rings = [(f"{letter}{row}", sign) for letter, row, sign in _signs(view) if sign != GONE]
    marbles: Parts = [{"ring": ring, "colour": sign} for ring, sign in rings if sign != VACANT]
    yield News("rings", {"count": len(rings), "vacant": len(rings) - len(marbles)})
    if marbles:
        yield News("marbles", {"marbles": marbles})
    yield News("free", {"rings": " ".join(view["free"])})
    yield News("pool", _counts(view["pool"]))
    for seat, captured in enumerate(view["captured"]):
        yield News("captured", {"seat": seat, **_counts(captured)})
    yield News("goals", view["goals"])


def _signs(view: Json) -> Iterator[tuple[str, int, str]]:
    for letter, column in zip(view["letters"], view["columns"], strict=True):
        yield from ((letter, row, sign) for row, sign in enumerate(column, 1))


def _counts(marbles: Sequence[int]) -> dict[str, int]:
    return dict(zip(("white", "grey", "black"), marbles, strict=True))
