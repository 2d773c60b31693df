"""What people write into fields, as requests have it: digits of either language, accounts by id or by address."""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩", "01234567890123456789")
_ID: Final = re.compile("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


def ascii_digits(text: str) -> str:
    return text.translate(_DIGITS)


def account_in(text: str) -> str:
    """The id in the address of a player's page; anything else as it is, to be refused by whoever reads it."""
    ids = _ID.findall(text)
    return str(ids[-1]).lower() if ids else text.strip()
