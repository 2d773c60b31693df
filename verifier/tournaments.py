"""Every check of a tournament's export (tournaments.md): chain, entries, lots, pairings, results, rulings, standings.

`examine_tournament` also follows the matches whose exports come with it, and the season before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games import GAMES
from verifier import chain, schema, seals
from verifier.events import OBJECT
from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.book import Book
from verifier.tournament.closing import Closing
from verifier.tournament.conduct import TournamentConduct
from verifier.tournament.following import Following
from verifier.tournament.league import Divisions, season_result
from verifier.tournament.lots import check_start
from verifier.tournament.plan import opening_faults, start_faults
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.results import Results
from verifier.tournament.rounds import UNKNOWN, Rounds
from verifier.tournament.rulings import Rulings
from verifier.tournament.stream import TournamentLog
from verifier.tournament.table import EVENTS, OWN, PLAIN, tournament_export_of
from verifier.verify import Games


def is_tournament(export: Mapping[str, Any]) -> bool:
    """Whether any of its events is one that only a tournament has."""
    events = export.get("events")
    return any(isinstance(event, dict) and event.get("type") in OWN for event in events or () if events)


def examine_tournament(
    export: Mapping[str, Any], *, games: Games = GAMES, head: str | None = None, key: str | None = None
) -> Report:
    """All findings; `report.limits` says what could not be looked at with what is at hand."""
    return _examine(export, games, head, key)[0]


def _examine(export: Mapping[str, Any], games: Games, head: str | None, key: str | None) -> tuple[Report, Book]:
    report, log = Report(), TournamentLog(export)
    walk = Walk(log, report)
    report.run("the form", lambda: _check_forms(export, log, report))
    report.run("the chain", lambda: chain.check(log, report))
    report.run("the values", lambda: chain.check_rest(log, report))
    report.run("the head", lambda: chain.check_head(log, report, head, key))
    report.run("the seed", lambda: seals.check_seed(log, report))
    if log.running:
        report.beyond("it is not over: the seed and so the lots are still to come")
    report.run("the season before", lambda: walk.read_previous(games))
    report.run("the tournament", walk.check)
    report.run("the matches", lambda: Following(log, walk.book, report, games).check())
    return report, walk.book


# -- forms ------------------------------------------------------------------------------------------------------------


def _check_forms(export: Mapping[str, Any], log: TournamentLog, report: Report) -> None:
    """FORM of export and envelopes, FIELDS of `pub`, ACTOR by the role."""
    for text in tournament_export_of(OBJECT).faults(export, "the export"):
        report.add("FORM", None, text)
    for place, event in enumerate(log.events):
        for text in PLAIN.faults(event, str(event.get("type"))[:40]):
            report.add("FORM", place, text)
        if event.get("match") != log.match:
            report.add("FORM", place, "the event belongs to another tournament")
        kind = EVENTS.get(str(event.get("type")))
        if kind is None:
            continue
        for text in kind.pub.faults(pub(event), str(event["type"])):
            report.add("FIELDS", place, text)
        if str(event.get("actor")).partition(":")[0] not in kind.by:
            report.add("ACTOR", place, f"{event['type']} is not written by {str(event.get('actor'))[:40]}")
    schema.check_commands(log.events, report)


def _sound(event: Event, place: int) -> bool:
    """Whether the event can be looked at further: an envelope and a `pub` of the right form."""
    kind = EVENTS.get(str(event.get("type")))
    return kind is not None and event.get("seq") == place and PLAIN.fits(event) and kind.pub.fits(event["pub"])


# -- the walk ---------------------------------------------------------------------------------------------------------


class Walk:
    """Event by event: what is wrong with it as things stand, then how things stand after it."""

    def __init__(self, log: TournamentLog, report: Report) -> None:
        self.log, self.report = log, report
        self.book = Book(log.match)
        self.before: Divisions | None = None
        self._reckoning: Reckoning | None = None

    @property
    def reckoning(self) -> Reckoning | None:
        """Of the book as it stands; None before the start."""
        if self._reckoning is None and self.book.start is not None:
            self._reckoning = Reckoning(self.book)
        return self._reckoning

    def read_previous(self, games: Games) -> None:
        """A league's season before: who moves up and down follows from it."""
        link = self.log.opening.get("previous")
        if link is None:
            return
        self.before = UNKNOWN
        if self.log.previous is None:
            self.report.beyond("the season before is not in this export")
            return
        report, book = _examine(self.log.previous, games, None, None)
        for finding in report.findings:
            self.report.add("LEAGUE", 0, f"the season before: {finding}")
        for text in report.limits:
            self.report.beyond(f"the season before: {text}")
        heads = [event.get("hash") for event in self.log.previous.get("events", []) if isinstance(event, dict)]
        if self.log.previous.get("match") != link["match"] or link["head"] not in heads:
            self.report.add("LEAGUE", 0, "another season than the opening names")
        elif not report.findings:
            self.before = season_result(Reckoning(book))

    def check(self) -> None:
        key = self.log.lots_key
        conduct, results = TournamentConduct(self.book, self.report), Results(self.book, self.report)
        rounds, rulings = Rounds(self.book, self.report, self.before), Rulings(self.book, self.report)
        closing = Closing(self.book, self.report, key)
        for place, event in enumerate(self.log.events):
            if not _sound(event, place):
                if place == 0:
                    return  # nothing can be said without the opening
                self.book.named.append((set(), set()))
                continue
            conduct.check(event, self.reckoning)
            if self._look(event, key, results, rounds, rulings, closing):
                self._take(event)
                self._look_after(event, closing)

    def _look(
        self, event: Event, key: bytes | None, results: Results, rounds: Rounds, rulings: Rulings, closing: Closing
    ) -> bool:
        """Whether the event goes into the book: what has no place in it is only reported."""
        kind, reckoning, before = event["type"], self.reckoning, len(self.report.findings)
        if kind == "tournament.opened":
            for code, text in opening_faults(pub(event)):
                self.report.add(code, event["seq"], text)
            return not self.book.opening
        if kind == "tournament.started" and self.book.start is None:
            check_start(event, self.book, key, self.report)
            return set(pub(event)["order"]) <= set(self.book.entries)
        if kind == "ruling.made":
            return rulings.check(event, reckoning)
        if kind == "tournament.closed" and self.book.closed is None:
            closing.check_end(event, reckoning)
            return True
        if reckoning is None or self.book.closed is not None:
            return reckoning is None and kind.startswith(("entry.", "bye."))
        if kind == "round.paired":
            rounds.check(event, reckoning)
            known = {e for drawn in pub(event)["tables"] for e in drawn["entries"] if isinstance(e, int)}
            known |= {bye["entry"] for bye in pub(event)["byes"]}
            return pub(event)["round"] == len(self.book.rounds) + 1 and known <= set(reckoning.order)
        if kind in ("game.added", "result.noted"):
            results.check(event, reckoning)
            codes = {finding.code for finding in self.report.findings[before:]}
            return not codes & {"RESULT", "GAME", "PLACES"}
        if kind == "round.closed":
            closing.check_round(event, reckoning)
        return True

    def _take(self, event: Event) -> None:
        try:
            self.book.take(event)
        finally:
            self._reckoning = None

    def _look_after(self, event: Event, closing: Closing) -> None:
        if event["type"] == "tournament.started":
            for code, text in start_faults(self.book):
                self.report.add(code, event["seq"], text)
        elif event["type"] == "tournament.closed":
            closing.check_places(event, self.reckoning)
