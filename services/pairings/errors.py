"""Refusals: what cannot be done, as a stable code of tournaments.md section 6 and a reason with parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TournamentRefusal:
    """`reason` names the sentence that says what would work; `fields` what of the request it is about."""

    code: str
    reason: str
    fields: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)


class TournamentRefused(Exception):
    """Raised where something asked for cannot be recorded."""

    def __init__(self, code: str, reason: str = "", fields: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(code)
        self.refusal = TournamentRefusal(code, reason or code, fields, params)

    @property
    def code(self) -> str:
        return self.refusal.code
