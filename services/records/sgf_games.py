"""The games of an SGF file, cut apart while it is read: of each no more is held than is ever read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Protocol

LONGEST_GAME: Final = 256 * 1024  # bytes; a match on Boardspace has some 30 KiB, comments included
CHUNK: Final = 64 * 1024
_CLOSE: Final = ord("]")

# Whatever is no round bracket, with some whole values in which nothing is escaped; a part of a value that has begun.
# Both always match and are asked again from there, so that nothing is tried twice and little is remembered. (Possessive
# quantifiers would do, but Python 3.11.2 matches them wrongly.)
_BETWEEN: Final = re.compile(rb"[^()\[]*(?:\[[^\]\\]*\][^()\[]*){0,200}", re.DOTALL)
_IN_VALUE: Final = re.compile(rb"[^\]\\]*(?:\\.[^\]\\]*){0,200}", re.DOTALL)


class Bytes(Protocol):
    def read(self, size: int, /) -> bytes: ...


def games_in(file: Bytes) -> Iterator[bytes]:
    """One after another; what stands between them is skipped. One that is too long comes a byte longer than may be."""
    cutter, held = _Cutter(), b""
    while chunk := file.read(CHUNK):
        chunk = held + chunk
        held = b"\\" if (len(chunk) - len(chunk.rstrip(b"\\"))) % 2 else b""  # the sign that goes with it comes later
        yield from cutter.games_of(chunk.removesuffix(held))
    if cutter.depth:
        yield bytes(cutter.game)


class _Cutter:
    def __init__(self) -> None:
        self.depth, self.in_value, self.game = 0, False, bytearray()

    def games_of(self, data: bytes) -> Iterator[bytes]:
        """The games that end here."""
        begin = at = 0
        while at < len(data):
            if self.in_value:
                at = self._end_of_value(data, at)
                continue
            at = _end(_BETWEEN, data, at)
            sign = data[at : at + 1]
            if sign == b"(" and self.depth == 0:
                begin = at
            at += len(sign)
            self.in_value = sign == b"["
            if sign == b"(":
                self.depth += 1
            elif sign == b")" and self.depth:
                self.depth -= 1
                if self.depth == 0:
                    self._keep(data, begin, at)
                    yield bytes(self.game)
                    self.game.clear()
        if self.depth:
            self._keep(data, begin, at)

    def _end_of_value(self, data: bytes, at: int) -> int:
        while at < len(data) and data[at] != _CLOSE:
            at = _end(_IN_VALUE, data, at)
        self.in_value = at == len(data)
        return at + (not self.in_value)

    def _keep(self, data: bytes, begin: int, end: int) -> None:
        self.game += data[begin : min(end, begin + LONGEST_GAME + 1 - len(self.game))]


def _end(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    match = pattern.match(data, at)
    assert match is not None  # it also matches nothing
    return match.end()
