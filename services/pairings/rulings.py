"""What a director may rule (tournaments.md section 1): one frozen dataclass for each ruling, with its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from services.pairings.json_forms import Json, JsonForm, Parts

REASONS = ("absent", "conduct", "error", "outage", "agreement", "other")


@dataclass(frozen=True, slots=True)
class Ruling(JsonForm):
    name: ClassVar[str]


@dataclass(frozen=True, slots=True)
class RuleResult(Ruling):
    name: ClassVar[str] = "result"

    round: int
    table: int
    game: int
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RuleForfeit(Ruling):
    name: ClassVar[str] = "forfeit"

    round: int
    table: int
    game: int
    entry: int


@dataclass(frozen=True, slots=True)
class RuleDoubleForfeit(Ruling):
    name: ClassVar[str] = "double-forfeit"

    round: int
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class RuleAnnul(Ruling):
    """Without `game` the whole table counts as not played."""

    name: ClassVar[str] = "annul"
    optional: ClassVar[frozenset[str]] = frozenset({"game"})

    round: int
    table: int
    game: int | None = None


@dataclass(frozen=True, slots=True)
class RuleExpel(Ruling):
    name: ClassVar[str] = "expel"

    entry: int


@dataclass(frozen=True, slots=True)
class RuleSubstitute(Ruling):
    name: ClassVar[str] = "substitute"

    entry: int
    account: str
    score: str  # carry, zero


@dataclass(frozen=True, slots=True)
class RuleExtend(Ruling):
    name: ClassVar[str] = "extend"
    optional: ClassVar[frozenset[str]] = frozenset({"table"})

    round: int
    deadline: str
    table: int | None = None


@dataclass(frozen=True, slots=True)
class TableRedrawn(JsonForm):
    """A table of a re-pair; the server adds `match` before it is written."""

    optional: ClassVar[frozenset[str]] = frozenset({"match"})

    table: int
    entries: tuple[int | str, ...]
    match: str | None = None


@dataclass(frozen=True, slots=True)
class ByeRuled(JsonForm):
    entry: int
    kind: str


@dataclass(frozen=True, slots=True)
class RuleRePair(Ruling):
    """The tables named get these entries as their next game; `byes` are all byes of the round from now on."""

    name: ClassVar[str] = "re-pair"
    parts: ClassVar[Parts] = {"tables": TableRedrawn, "byes": ByeRuled}

    round: int
    tables: tuple[TableRedrawn, ...]
    byes: tuple[ByeRuled, ...]


@dataclass(frozen=True, slots=True)
class RuleHold(Ruling):
    name: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True)
class RuleRelease(Ruling):
    name: ClassVar[str] = "release"


@dataclass(frozen=True, slots=True)
class RuleDirectors(Ruling):
    name: ClassVar[str] = "director"

    accounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleRevoke(Ruling):
    name: ClassVar[str] = "revoke"

    of: int


OfTable = RuleResult | RuleForfeit | RuleDoubleForfeit | RuleAnnul
OF_TABLE = (RuleResult, RuleForfeit, RuleDoubleForfeit, RuleAnnul)
FINAL = (RuleRePair, RuleRelease, RuleDirectors, RuleRevoke)  # these cannot be revoked
RULINGS: dict[str, type[Ruling]] = {
    kind.name: kind
    for kind in (
        RuleResult, RuleForfeit, RuleDoubleForfeit, RuleAnnul, RuleExpel, RuleSubstitute, RuleExtend, RuleRePair,
        RuleHold, RuleRelease, RuleDirectors, RuleRevoke,
    )
}  # fmt: skip


def read_ruling(name: str, fields: dict[str, Json]) -> Ruling:
    return RULINGS[name].from_json(fields)
