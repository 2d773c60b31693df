"""The writer's half of fair1: hashes of events, salts and commitments, digests, receipts, checkpoints.

Pure functions of fairness.md sections 2, 3 and 7; no database, no clock, no configuration.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.core.chance import keyed_hash, tagged_hash
from engine.core.codec import canonical, canonical_trusted

ZERO_HASH: Final = "0" * 64  # `prev` of the first event
RECEIPT: Final = "fair1/receipt"
CHECKPOINT: Final = "fair1/checkpoint"


# -- the chain (section 3.1) ------------------------------------------------------------------------------------------


def event_hash(envelope_without_hash: Mapping[str, Any]) -> str:
    """The `hash` of an envelope; a `hash` already in it is left out."""
    body = {name: value for name, value in envelope_without_hash.items() if name != "hash"}
    return tagged_hash("fair1/event", canonical_trusted(body)).hex()


def public_digest(view: Any) -> str:
    """`dp`: of the gallery's view."""
    return tagged_hash("fair1/state-pub", canonical_trusted(view)).hex()


def full_digest(state_key: bytes, dumped: Any) -> str:
    """`df`: of the whole state, keyed, so that nobody can guess hidden cards and compare."""
    return keyed_hash(state_key, "fair1/state-full", canonical_trusted(dumped)).hex()


# -- sealed parts (section 3.4) ---------------------------------------------------------------------------------------


def salt(seal_key: bytes, seq: int, audience: str) -> bytes:
    return keyed_hash(seal_key, "fair1/salt", seq.to_bytes(8, "big") + audience.encode())


def commitment(salt: bytes, payload: Mapping[str, Any]) -> str:
    return tagged_hash("fair1/sealed", salt + canonical_trusted(payload)).hex()


def fits_mask(public: str, move: str) -> bool:
    """Whether `move` can be what `public` shows, each `?` standing for one or more characters."""
    head, *rest = public.split("?")
    if not rest:
        return public == move
    if not move.startswith(head):
        return False
    at = len(head)
    for part in rest[:-1]:
        # The leftmost fit that leaves one character for the `?` before it leaves most for those that follow.
        place = move.find(part, at + 1)
        if place < 0:
            return False
        at = place + len(part)
    return len(move) - len(rest[-1]) > at and move.endswith(rest[-1])


# -- times (sections 3.1 and 3.5) -------------------------------------------------------------------------------------


def time_text(moment: datetime) -> str:
    """`YYYY-MM-DDTHH:MM:SS.mmmZ`, cut to the millisecond."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def time_of(text: str) -> datetime:
    """The moment an `at` names. Raises ValueError for any other form."""
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    if time_text(moment) != text:
        raise ValueError(f"not a time with milliseconds: {text}")
    return moment


def ms_between(started: str, at: str) -> int:
    """Whole milliseconds from one `at` to another."""
    passed = time_of(at) - time_of(started)
    return (passed.days * 86_400 + passed.seconds) * 1000 + passed.microseconds // 1000


# -- receipts and checkpoints (section 7) -----------------------------------------------------------------------------


def receipt_body(match: str, size: int, head: str) -> dict[str, Any]:
    return {"match": match, "size": size, "head": head}


def checkpoint_body(origin: str, size: int, root: str, at: str) -> dict[str, Any]:
    return {"origin": origin, "size": size, "root": root, "at": at}


def signed_bytes(tag: str, body: Mapping[str, Any]) -> bytes:
    return tag.encode() + b"\0" + canonical(body)


def sign(secret: bytes, tag: str, body: Mapping[str, Any]) -> str:
    return _signer(secret).sign(signed_bytes(tag, body)).hex()


@cache
def _signer(secret: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret)


def check_signature(public_hex: str, tag: str, body: Mapping[str, Any], sig_hex: str) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_hex))
        key.verify(bytes.fromhex(sig_hex), signed_bytes(tag, body))
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


@cache
def public_key(secret: bytes) -> str:
    return _signer(secret).public_key().public_bytes_raw().hex()


def fingerprint(head: str) -> str:
    """What every board shows of the head."""
    return head[:8]
