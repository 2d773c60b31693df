"""The hashes of fair1 as a reader computes them, apart from the writer: events, seals, digests, times, receipts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from engine.core.chance import keyed_hash, tagged_hash
from engine.core.codec import canonical, canonical_trusted
from verifier import ed25519

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def hash_of(event: Mapping[str, Any]) -> str:
    return tagged_hash("fair1/event", canonical({key: event[key] for key in event if key != "hash"})).hex()


def salt_of(seal_key: bytes, seq: int, audience: str) -> str:
    return keyed_hash(seal_key, "fair1/salt", seq.to_bytes(8, "big") + audience.encode("ascii")).hex()


def commitment_of(salt: str, payload: Any) -> str:
    return tagged_hash("fair1/sealed", bytes.fromhex(salt) + canonical(payload)).hex()


def public_digest_of(view: Any) -> str:
    """Of a view that the engine gave: what it gives lies inside the subset."""
    return tagged_hash("fair1/state-pub", canonical_trusted(view)).hex()


def full_digest_of(state_key: bytes, dumped: Any) -> str:
    return keyed_hash(state_key, "fair1/state-full", canonical_trusted(dumped)).hex()


def is_time(text: Any) -> bool:
    if not isinstance(text, str) or not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def milliseconds(started: str, at: str) -> int:
    return (datetime.fromisoformat(at) - datetime.fromisoformat(started)) // timedelta(milliseconds=1)


def could_be(public: str, move: str) -> bool:
    """Whether the public text can stand for the move: each `?` hides one or more characters."""
    first, *others = public.split("?")
    if not others:
        return public == move
    if not move.startswith(first):
        return False
    last, upto = others.pop(), len(first)  # `upto`: so much of the move is accounted for
    for part in others:
        # The earliest place is as good as any: it leaves most of the move to what follows.
        place = move.find(part, upto + 1)
        if place < 0:
            return False
        upto = place + len(part)
    return move.endswith(last) and len(move) > upto + len(last)


def signed_by(key: Any, body: Mapping[str, Any], signature: Any) -> bool:
    try:
        return ed25519.verify(bytes.fromhex(key), b"fair1/receipt\0" + canonical(body), bytes.fromhex(signature))
    except (ValueError, TypeError):
        return False
