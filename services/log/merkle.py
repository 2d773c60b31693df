"""The Merkle tree over finished streams (RFC 6962), pure: leaves, root, inclusion paths."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.codec import canonical


def merkle_leaf(body: Mapping[str, Any]) -> bytes:
    """The leaf of a finished match: the canonical bytes of its last receipt's body."""
    return canonical(body)


def merkle_root(leaves: Sequence[bytes]) -> str:
    return _tree(leaves).hex()


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[str]:
    """The neighbours' hashes from the leaf up to the root."""
    if len(leaves) <= 1:
        return []
    cut = _left_size(len(leaves))
    if index < cut:
        return [*inclusion_path(leaves[:cut], index), _tree(leaves[cut:]).hex()]
    return [*inclusion_path(leaves[cut:], index - cut), _tree(leaves[:cut]).hex()]


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[str]) -> str:
    """The root that a leaf at `index` of a tree of `size` leaves leads to. Raises ValueError for an unfit path."""
    if not 0 <= index < size:
        raise ValueError("no such leaf")
    return _climb(_leaf_hash(leaf), index, size, list(path)).hex()


def _climb(found: bytes, index: int, size: int, path: list[str]) -> bytes:
    if size == 1:
        if path:
            raise ValueError("path too long")
        return found
    if not path:
        raise ValueError("path too short")
    neighbour, cut = bytes.fromhex(path[-1]), _left_size(size)
    if index < cut:
        return _node_hash(_climb(found, index, cut, path[:-1]), neighbour)
    return _node_hash(neighbour, _climb(found, index - cut, size - cut, path[:-1]))


def _tree(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return _leaf_hash(leaves[0])
    cut = _left_size(len(leaves))
    return _node_hash(_tree(leaves[:cut]), _tree(leaves[cut:]))


def _left_size(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)


def _leaf_hash(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\0" + leaf).digest()


def _node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
