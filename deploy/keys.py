"""What a signing key has to look like."""

from __future__ import annotations

import re

NO_SIGNING_KEY = (
    "SIGNING_KEY (or signing_key in VAR_DIR) is not a key: it has 64 hexadecimal digits, as openssl rand -hex 32 gives."
)


def is_signing_key(text: str) -> bool:
    return re.fullmatch("[0-9a-fA-F]{64}", text) is not None
