"""The test values of fairness_vectors.json, and digests learned from its good exports."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.codec import canonical
from services.log import fair
from tests.engine.vector_toy import VECTOR_TOY
from verifier.verify import examine

TOY = {"toy": VECTOR_TOY}


@cache
def vectors() -> Any:
    return json.loads((Path(__file__).parent.parent / "fairness_vectors.json").read_text(encoding="utf-8"))


def good_exports() -> list[tuple[str, Any]]:
    more = [(case["name"], case["export"]) for case in vectors()["export_good_too"]]
    return [("the match of 18 events", vectors()["export_good"]), *more]


class Unlearned(str):
    """The digest of a state that no good export has: it may be anything but the digest of another state."""

    def __new__(cls, known: set[str]) -> Unlearned:
        made = super().__new__(cls, "unlearned")
        made.known = known
        return made

    known: set[str]

    def __ne__(self, other: object) -> bool:
        return other in self.known

    def __eq__(self, other: object) -> bool:
        return other not in self.known

    __hash__ = str.__hash__


class Book:
    """Digests by state, learned from the good exports: the vectors do not tell the JSON that theirs are made of."""

    def __init__(self) -> None:
        self.learned: dict[bytes, tuple[str, str]] = {}
        for _, export in good_exports():
            examine(export, games=TOY, digest=self._learner(export))

    def _learner(self, export: Any) -> Callable[[Any, Any, bytes], tuple[str, str]]:
        recorded: Iterator[tuple[str, str]] = iter(
            [(event["dp"], event["df"]) for event in export["events"] if event["dp"] is not None]
        )

        def learn(game: Any, state: Any, key: bytes) -> tuple[str, str]:
            digests = next(recorded)
            return self.learned.setdefault(canonical(game.dump(state)), digests)

        return learn

    def digests(self, game: Any, state: Any, key: bytes) -> tuple[str, str]:
        digests = self.learned.get(canonical(game.dump(state)))
        known = {digest for pair in self.learned.values() for digest in pair}
        return digests or (Unlearned(known), Unlearned(known))


@cache
def book() -> Book:
    return Book()


def chained_anew(export: Any) -> Any:
    """The same export with every link, hash and the receipt's head made to fit again, unsigned."""
    made = copy.deepcopy(export)
    before = fair.ZERO_HASH
    for event in made["events"]:
        event["prev"] = before
        event["hash"] = before = fair.event_hash(event)
    made["receipt"] = {"body": fair.receipt_body(made["match"], len(made["events"]), before)}
    return made


def sealed_anew(export: Any, seq: int, audience: str, payload: Any) -> Any:
    """The same export with another payload in one part, its commitment and the chain made to fit."""
    made = copy.deepcopy(export)
    (part,) = [part for part in made["opened"] if (part["seq"], part["aud"]) == (seq, audience)]
    part["payload"] = payload
    made["events"][seq]["sealed"][audience] = fair.commitment(bytes.fromhex(part["salt"]), payload)
    return chained_anew(made)
