"""Proofs of the checkpoint log as a reader checks them (RFC 6962, 2.1): a leaf in a tree, a tree in a later one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY = sha256().hexdigest()


def included(leaf: bytes, index: int, size: int, root: str, path: Sequence[str]) -> bool:
    """Whether that leaf is number `index` of the tree of `size` leaves with that root."""
    if not 0 <= index < size:
        return False
    try:
        steps = [bytes.fromhex(step) for step in path]
    except ValueError:
        return False
    value, last = sha256(b"\0" + leaf).digest(), size - 1
    for step in steps:
        if last == 0:
            return False
        if index & 1 or index == last:
            value = _node(step, value)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            value = _node(value, step)
        index, last = index >> 1, last >> 1
    return last == 0 and value.hex() == root


def consistent(old: int, old_root: str, new: int, new_root: str, path: Sequence[str]) -> bool:
    """Whether the tree of `old` leaves is the beginning of that of `new`, by the proof."""
    if not 1 <= old <= new:
        return False
    if old == new:
        return not path and old_root == new_root
    try:
        steps = [bytes.fromhex(step) for step in path]
        if old & (old - 1) == 0:  # a full tree is its own first step
            steps.insert(0, bytes.fromhex(old_root))
    except ValueError:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    if not steps:
        return False
    before = after = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            before, after = _node(step, before), _node(step, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = _node(after, step)
        place, last = place >> 1, last >> 1
    return last == 0 and before.hex() == old_root and after.hex() == new_root


def root_of(leaves: Iterable[str]) -> str:
    """The root over leaf hashes."""
    stack: list[tuple[int, bytes]] = []  # full subtrees, the widest first: level, hash
    for leaf in leaves:
        level, value = 0, bytes.fromhex(leaf)
        while stack and stack[-1][0] == level:
            value = _node(stack.pop()[1], value)
            level += 1
        stack.append((level, value))
    if not stack:
        return EMPTY
    value = stack.pop()[1]
    while stack:
        value = _node(stack.pop()[1], value)
    return value.hex()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
