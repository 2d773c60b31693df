"""The hashes of fair1 as a reader computes them, apart from the writer: events, seals, digests, times, receipts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from engine.core.chance import keyed_hash, tagged_hash
from engine.core.codec import canonical, canonical_trusted
from verifier import ed25519

_YEAR, _LEAP_YEAR = "[1-9][0-9]{3}", "(?:[1-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)"
_DAY = (
    f"(?:{_YEAR}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    f"|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|{_LEAP_YEAR}-02-29)"
)
TIME_PATTERN: Final = _DAY + "T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z"  # days that there are
_TIME = re.compile(TIME_PATTERN, re.ASCII)


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
    return isinstance(text, str) and _TIME.fullmatch(text) is not None


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
