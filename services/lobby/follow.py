"""What the lobby hears of: accounts that were closed."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from services.facts import AccountRuled, Fact
from services.lobby.closed import end_for_closed, with_bots


def handle(facts: Sequence[Fact]) -> None:
    for fact in facts:
        if isinstance(fact, AccountRuled):
            end_for_closed(with_bots(UUID(fact.account)))
