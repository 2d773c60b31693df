"""Webhooks: the body that programs get, and the signature by which they know it is from us."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from services.notices.calls import CallAnswer, post


def deliver(url: str, secret: str, body: Mapping[str, Any]) -> CallAnswer:
    """One try. The key in the body is the same in each, so that a repeat can be recognised."""
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {"Content-Type": "application/json", "Bazigah-Signature": signature(secret, int(time.time()), data)}
    return post(url, data, headers)


def signature(secret: str, seconds: int, data: bytes) -> str:
    """HMAC-SHA-256 by the secret's text over the time, a full stop and the body."""
    signed = hmac.new(secret.encode(), f"{seconds}.".encode() + data, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={signed}"
