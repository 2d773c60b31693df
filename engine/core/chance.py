"""fair1 chance: keys from a seed, blocks, uniform numbers, picks and draws. Nothing here reads a random source."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import TypeVar

from engine.core.codec import canonical

T = TypeVar("T")
Bag = Iterable[tuple[str, int]]
_WORD = 2**64


def tagged_hash(tag: str, message: bytes) -> bytes:
    return hashlib.sha256(tag.encode() + b"\0" + message).digest()


def keyed_hash(key: bytes, tag: str, message: bytes) -> bytes:
    return hmac.digest(key, tag.encode() + b"\0" + message, "sha256")


# -- seed and keys (fairness.md section 4) ----------------------------------------------------------------------------


def seed_commit(owner: str, seed: bytes) -> str:
    """`owner` is the match's id, or the deal's id for duplicate tables."""
    return tagged_hash("fair1/seed-commit", owner.encode() + b"\0" + seed).hex()


def match_seed(seed: bytes, owner: str, entropy: Iterable[tuple[str, str]], beacon: str) -> bytes:
    ordered = sorted(([account, value] for account, value in entropy), key=lambda pair: pair[0].encode())
    return keyed_hash(seed, "fair1/match-seed", canonical({"beacon": beacon, "entropy": ordered, "match": owner}))


def chance_key(of_match: bytes) -> bytes:
    return keyed_hash(of_match, "fair1/chance-key", b"")


def seal_key(seed: bytes, match: str) -> bytes:
    return keyed_hash(seed, "fair1/seal-key", match.encode())


def state_key(seed: bytes, match: str) -> bytes:
    return keyed_hash(seed, "fair1/state-key", match.encode())


def bot_key(of_match: bytes, seat: int) -> bytes:
    return keyed_hash(of_match, "fair1/bot-key", str(seat).encode())


def bot_seed(key: bytes, decision: int) -> bytes:
    return block(key, "bot", decision, 0)


# -- numbers (fairness.md section 5) ----------------------------------------------------------------------------------


def block(key: bytes, label: str, n: int, j: int) -> bytes:
    return keyed_hash(key, "fair1/block", label.encode() + b"\0" + n.to_bytes(4, "big") + j.to_bytes(4, "big"))


class Stream:
    """The stream of one (label, index) pair: unbiased whole numbers, one after another."""

    __slots__ = ("_index", "_j", "_key", "_label", "_words")

    def __init__(self, key: bytes, label: str, index: int) -> None:
        self._key, self._label, self._index = key, label, index
        self._j = 0
        self._words: list[int] = []

    def word(self) -> int:
        if not self._words:
            data = block(self._key, self._label, self._index, self._j)
            self._j += 1
            self._words = [int.from_bytes(data[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._words.pop()

    def uniform(self, k: int) -> int:
        """A whole number from 0 to k-1, each as likely as the other."""
        if k == 1:
            return 0
        limit = _WORD - _WORD % k
        while (x := self.word()) >= limit:
            pass
        return x % k

    def pick(self, bag: Bag) -> str:
        pairs = tuple(bag)
        x = self.uniform(sum(count for _, count in pairs))
        for item, count in pairs:
            x -= count
            if x < 0:
                return item
        raise ValueError("empty bag")

    def choose(self, items: Sequence[T]) -> T:
        return items[self.uniform(len(items))]

    def die(self, k: int) -> int:
        return 1 + self.uniform(k)

    def shuffle(self, items: Iterable[T]) -> list[T]:
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.uniform(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


def draw(key: bytes, label: str, first: int, bag: Bag, count: int) -> tuple[str, ...]:
    """`count` picks, nothing put back; pick i has index first + i and so a stream of its own."""
    left = dict(bag)
    drawn = []
    for index in range(first, first + count):
        item = Stream(key, label, index).pick(left.items())
        left[item] -= 1
        if not left[item]:
            del left[item]
        drawn.append(item)
    return tuple(drawn)
