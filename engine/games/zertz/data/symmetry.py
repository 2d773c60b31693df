"""The rotations and reflections that map a start board onto itself, and what they make of positions and moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from operator import itemgetter

from engine.games.zertz.data import BOARDS, WIDTH, RingBoard

Place = tuple[int, int]  # (q, s) of Z5
_RING = re.compile("[a-i][1-9]")


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """One of them: where each ring goes."""

    to: dict[str, str]  # label -> label
    turn: Callable[[str], tuple[str, ...]]  # the signs of all rings, in order of their labels -> those of the image

    def turned(self, move: str) -> str:
        """A move in core form with every ring where it goes."""
        return _RING.sub(lambda ring: self.to[ring[0]], move)


@cache
def symmetries(size: int) -> tuple[Symmetry, ...]:
    """Those of the start board of that size, the identity first."""
    board = BOARDS[size]
    places = {label: _place(board, label) for label in board.bit_of}
    maps = []
    for linear in _linear_maps():
        images = {label: linear(place) for label, place in places.items()}
        if (moved := _onto(places, images)) is not None:
            maps.append(_symmetry(moved))
    return tuple(maps)


def _place(board: RingBoard, label: str) -> Place:
    return divmod(board.bit_of[label].bit_length() - 1, WIDTH)


def _linear_maps() -> list[Callable[[Place], Place]]:
    """The twelve of the lattice: six rotations, each with the reflection that exchanges q and s before it."""
    maps: list[Callable[[Place], Place]] = []
    for mirrored in (False, True):
        for sixths in range(6):
            maps.append(_linear(sixths, mirrored))
    return maps


def _linear(sixths: int, mirrored: bool) -> Callable[[Place], Place]:
    def image(place: Place) -> Place:
        q, s = place[::-1] if mirrored else place
        for _ in range(sixths):
            q, s = s, s - q  # Z5: up becomes upper right, that becomes lower right, and so on
        return q, s

    return image


def _onto(places: dict[str, Place], images: dict[str, Place]) -> dict[str, str] | None:
    """The images shifted onto the board, if they fit there exactly."""
    shift_q = min(q for q, _ in places.values()) - min(q for q, _ in images.values())
    shift_s = min(s for _, s in places.values()) - min(s for _, s in images.values())
    label_at = {place: label for label, place in places.items()}
    moved = {label: label_at.get((q + shift_q, s + shift_s)) for label, (q, s) in images.items()}
    return None if None in moved.values() else {label: to for label, to in moved.items() if to is not None}


def _symmetry(to: dict[str, str]) -> Symmetry:
    labels = sorted(to)
    source = {image: labels.index(label) for label, image in to.items()}
    return Symmetry(to, itemgetter(*(source[label] for label in labels)))


@dataclass(frozen=True, slots=True)
class Turned:
    """A position text (Z32), its key, and how the two are turned onto each other."""

    key: str
    inward: tuple[Symmetry, ...]  # those that map the position onto its key
    outward: tuple[Symmetry, ...]  # their inverses

    def to_key(self, move: str) -> str:
        return min(symmetry.turned(move) for symmetry in self.inward)

    def from_key(self, move: str) -> str:
        return min(symmetry.turned(move) for symmetry in self.outward)


def key_of(text: str) -> str:
    """The least of the images of a well-formed position text."""
    size, columns, rest = text.split(" ", 2)
    signs = columns.replace("/", "")
    least = min(symmetry.turn(signs) for symmetry in symmetries(int(size)))
    return f"{size} {_columns(int(size), ''.join(least))} {rest}"


def turned(text: str) -> Turned:
    """The same with the symmetries; those that map a position onto its key are as many as its own."""
    size, columns, rest = text.split(" ", 2)
    signs = columns.replace("/", "")
    images = [(symmetry.turn(signs), symmetry) for symmetry in symmetries(int(size))]
    least = min(image for image, _ in images)
    inward = tuple(symmetry for image, symmetry in images if image == least)
    outward = tuple(_inverse(int(size), symmetries(int(size)).index(symmetry)) for symmetry in inward)
    return Turned(f"{size} {_columns(int(size), ''.join(least))} {rest}", inward, outward)


@cache
def _inverse(size: int, number: int) -> Symmetry:
    back = {to: label for label, to in symmetries(size)[number].to.items()}
    return next(symmetry for symmetry in symmetries(size) if symmetry.to == back)


def _columns(size: int, signs: str) -> str:
    return "/".join(signs[begin:end] for begin, end in _cuts(size))


@cache
def _cuts(size: int) -> tuple[tuple[int, int], ...]:
    ends = list(accumulate(len(column) for column in BOARDS[size].columns))
    return tuple(zip([0, *ends], ends, strict=False))
