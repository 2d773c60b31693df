"""Web Push: encrypted for one browser, signed with the key of the house (VAPID)."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import Vapid02

from services.notices.calls import CallAnswer, post
from services.people.channels import PUSH_SCHEMES
from services.people.models import PushSubscription
from services.people.vapid import private_key

SIGNED_FOR: Final = 12 * 3600  # seconds; push services refuse more than a day
KEPT_FOR: Final = 7 * 86_400  # seconds that a push service keeps what it cannot deliver
GONE: Final = (404, 410)  # the browser has ended its subscription


def deliver(row: PushSubscription, payload: Mapping[str, Any], *, urgent: bool) -> CallAnswer:
    """One try. `Topic` follows from the key: a repeat takes the place of what the browser has not fetched yet."""
    from pywebpush import (
        WebPusher,  # brings an HTTP client of its own, a tenth of the time that a process takes to start
    )

    keys = {"p256dh": row.p256dh, "auth": row.auth}
    data = json.dumps(payload, ensure_ascii=False).encode()
    body: bytes = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(data)["body"]
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Urgency": "high" if urgent else "normal",
        "Topic": hashlib.sha256(str(payload["key"]).encode()).hexdigest()[:32],
        **_signed(row.endpoint),
    }
    return post(row.endpoint, body, headers, PUSH_SCHEMES)


def _signed(endpoint: str) -> Mapping[str, str]:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": settings.PUBLIC_URL if settings.PUBLIC_URL.startswith("https:") else f"mailto:{_address()}",
    }
    headers: dict[str, str] = Vapid02(private_key(settings.VAPID_KEY)).sign(claims)
    return headers


def _address() -> str:
    return str(settings.MAIL_FROM).rpartition("<")[2].rstrip(">")
