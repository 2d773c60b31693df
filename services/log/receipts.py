"""Receipts: what a player keeps of a recorded command."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from engine.core.game import Json
from services.log import fair
from services.log.append import Head


@dataclass(frozen=True, slots=True)
class Receipt:
    """The place of the event, the head, and the signed receipt over it."""

    seq: int
    head: str
    receipt: dict[str, Json]

    def as_json(self) -> dict[str, Json]:
        return {"seq": self.seq, "head": self.head, "receipt": self.receipt}


def receipt_of(head: Head) -> Receipt:
    return Receipt(head.seq, head.hash, signed(head))


def signed(head: Head) -> dict[str, Json]:
    """The receipt's body, signed when a key is configured."""
    body = fair.receipt_body(head.name, head.seq + 1, head.hash)
    if not settings.SIGNING_KEY:
        return {"body": body}
    secret = bytes.fromhex(settings.SIGNING_KEY)
    return {"body": body, "key": fair.public_key(secret), "sig": fair.sign(secret, fair.RECEIPT, body)}
