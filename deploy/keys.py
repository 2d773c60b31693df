"""What the keys of the house have to look like."""

from __future__ import annotations

import re

NO_SIGNING_KEY = (
    "SIGNING_KEY (or signing_key in VAR_DIR) is not a key: it has 64 hexadecimal digits, as openssl rand -hex 32 gives."
)
NO_VAPID_KEY = NO_SIGNING_KEY.replace("SIGNING_KEY", "VAPID_KEY").replace("signing_key", "vapid_key")


def is_signing_key(text: str) -> bool:
    return re.fullmatch("[0-9a-fA-F]{64}", text) is not None
