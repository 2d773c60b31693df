"""The Merkle tree over finished streams (RFC 6962), pure: roots and proofs from the hashes of perfect subtrees.

A node (level, index) is the hash over the 2**level leaves from index * 2**level on. Once such a subtree is full it
never changes, so that a root or a proof at any size is made of a few dozen stored nodes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.core.codec import canonical

Place = tuple[int, int]  # level, index
Node = Callable[[Place], bytes]
_UNKNOWN = bytes(32)


def merkle_leaf(body: Mapping[str, Any]) -> bytes:
    """The leaf of a finished match: the canonical bytes of its last receipt's body."""
    return canonical(body)


# -- growing ----------------------------------------------------------------------------------------------------------


def frontier(size: int) -> list[Place]:
    """The full subtrees, side by side, that a tree of so many leaves is made of; the widest first."""
    places, start = [], 0
    for level in range(size.bit_length() - 1, -1, -1):
        if size >> level & 1:
            places.append((level, start >> level))
            start += 1 << level
    return places


def grow(size: int, edge: Mapping[Place, bytes], leaves: Iterable[bytes]) -> dict[Place, bytes]:
    """The nodes that come with these leaves behind the first `size`. `edge`: the nodes of `frontier(size)`."""
    open_nodes = dict(edge)
    added: dict[Place, bytes] = {}
    for number, leaf in enumerate(leaves, size):
        level, index, value = 0, number, leaf_hash(leaf)
        added[level, index] = open_nodes[level, index] = value
        while index & 1:
            left, right = open_nodes.pop((level, index - 1)), open_nodes.pop((level, index))
            level, index, value = level + 1, index >> 1, node_hash(left, right)
            added[level, index] = open_nodes[level, index] = value
    return added


# -- roots and proofs --------------------------------------------------------------------------------------------------


def root(size: int, node: Node) -> str:
    return _subtree(0, size, node).hex() if size else hashlib.sha256().hexdigest()


def inclusion_proof(index: int, size: int, node: Node) -> list[str]:
    """PATH(index, D[size]): the neighbours' hashes from the leaf up to the root."""
    return [value.hex() for value in _inclusion(index, 0, size, node)]


def consistency_proof(old: int, size: int, node: Node) -> list[str]:
    """PROOF(old, D[size]) of RFC 6962, 2.1.2, for 1 <= old <= size."""
    return [value.hex() for value in _consistency(old, 0, size, node, whole=True)]


def nodes_needed(make: Callable[[Node], object]) -> set[Place]:
    """Which nodes a root or a proof asks for."""
    places: set[Place] = set()

    def note(place: Place) -> bytes:
        places.add(place)
        return _UNKNOWN

    make(note)
    return places


def _subtree(start: int, size: int, node: Node) -> bytes:
    """Over the leaves from `start` on; `start` is a multiple of the least power of two not below `size`."""
    if size & (size - 1) == 0:
        level = size.bit_length() - 1
        return node((level, start >> level))
    cut = _left_size(size)
    return node_hash(_subtree(start, cut, node), _subtree(start + cut, size - cut, node))


def _inclusion(index: int, start: int, size: int, node: Node) -> list[bytes]:
    if size == 1:
        return []
    cut = _left_size(size)
    if index < cut:
        return [*_inclusion(index, start, cut, node), _subtree(start + cut, size - cut, node)]
    return [*_inclusion(index - cut, start + cut, size - cut, node), _subtree(start, cut, node)]


def _consistency(old: int, start: int, size: int, node: Node, *, whole: bool) -> list[bytes]:
    """`whole`: the old tree begins where this part does, so that its root is known to who asks."""
    if old == size:
        return [] if whole else [_subtree(start, size, node)]
    cut = _left_size(size)
    if old <= cut:
        return [*_consistency(old, start, cut, node, whole=whole), _subtree(start + cut, size - cut, node)]
    return [*_consistency(old - cut, start + cut, size - cut, node, whole=False), _subtree(start, cut, node)]


# -- from all leaves --------------------------------------------------------------------------------------------------


def merkle_root(leaves: Sequence[bytes]) -> str:
    return root(len(leaves), grow(0, {}, leaves).__getitem__)


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[str]:
    return inclusion_proof(index, len(leaves), grow(0, {}, leaves).__getitem__)


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[str]) -> str:
    """The root that a leaf at `index` of a tree of `size` leaves leads to. Raises ValueError for an unfit path."""
    if not 0 <= index < size:
        raise ValueError("no such leaf")
    return _climb(leaf_hash(leaf), index, size, list(path)).hex()


def _climb(value: bytes, index: int, size: int, path: list[str]) -> bytes:
    if size == 1:
        if path:
            raise ValueError("path too long")
        return value
    if not path:
        raise ValueError("path too short")
    neighbour, cut = bytes.fromhex(path[-1]), _left_size(size)
    if index < cut:
        return node_hash(_climb(value, index, cut, path[:-1]), neighbour)
    return node_hash(neighbour, _climb(value, index - cut, size - cut, path[:-1]))


def _left_size(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)


def leaf_hash(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
