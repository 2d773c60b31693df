"""The key of the house that pushes are signed with (VAPID), and what browsers subscribe with."""

from __future__ import annotations

import base64
from functools import cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


@cache
def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """From 64 hexadecimal digits: every such number means a key."""
    return ec.derive_private_key(int(text, 16) % (_ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str | None:
    """What browsers subscribe with; None: this house pushes nothing."""
    if not settings.VAPID_KEY:
        return None
    point = private_key(settings.VAPID_KEY).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")
