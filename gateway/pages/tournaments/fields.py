"""What people write into fields, as requests have it: digits of either language, accounts by id or by address.

And the command id of each form.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from typing import Final

_DIGITS: Final = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩", "01234567890123456789")
_ID: Final = re.compile("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


def ascii_digits(text: str) -> str:
    return text.translate(_DIGITS)


def account_in(text: str) -> str:
    """The id in the address of a player's page; anything else as it is, to be refused by whoever reads it."""
    ids = _ID.findall(text)
    return str(ids[-1]).lower() if ids else text.strip()


@dataclass(frozen=True, slots=True)
class FormCommands:
    """A command id for each form of a page, by its act: `{{ command.enter_invited }}`.

    A form that could not be answered in time keeps its id: what was done after all is answered, not refused, the second
    time.
    """

    kept_act: str = ""
    kept: str = ""

    def __getitem__(self, act: str) -> str:
        return self.kept if act.replace("_", "-") == self.kept_act else str(uuid.uuid4())
