"""HELD, CLOSE, EARLY, STANDINGS, PLACE and the last lots: how a round and a tournament end."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.arena import ends_at
from verifier.tournament.book import Book, instant
from verifier.tournament.brackets import DoubleKnockout, Knockout
from verifier.tournament.lots import check_lots, last_questions
from verifier.tournament.plan import doublings, rounds_planned
from verifier.tournament.pods import table_sizes
from verifier.tournament.reckoning import OPEN, Reckoning
from verifier.tournament.series import settlement
from verifier.tournament.standings import finalists, standings
from verifier.tournament.swiss import SwissField

Faults = Iterator[tuple[str, str]]


class Closing:
    """`key`: of the lots, once the seed is revealed."""

    def __init__(self, book: Book, report: Report, key: bytes | None) -> None:
        self.book, self.report, self.key = book, report, key

    def check_round(self, event: Event, reckoning: Reckoning) -> None:
        for code, text in self._round(event, reckoning):
            self.report.add(code, event["seq"], text)

    def _round(self, event: Event, reckoning: Reckoning) -> Faults:
        if self.book.held:
            yield "HELD", "closed while a hold stands"
        paired = self.book.round(pub(event)["round"])
        if paired is None:
            yield "ROUNDS", "a round that was not paired is closed"
            return
        if paired.closed is not None:
            yield "TWICE", f"round {paired.number} is closed again"
        for games in paired.tables:
            if not settlement(reckoning, games).settled:
                yield "CLOSE", f"table {games[0].table} of round {paired.number} is open"
        if pub(event)["standings"] != standings(reckoning).digest:
            yield "STANDINGS", f"not the digest of the standings after round {paired.number}"

    # -- the end ------------------------------------------------------------------------------------------------------

    def check_end(self, event: Event, reckoning: Reckoning | None) -> None:
        """Before the close is in the book."""
        for code, text in self._end(event, reckoning):
            self.report.add(code, event["seq"], text)
        tied = standings(reckoning).tied if reckoning is not None else []
        check_lots(event, last_questions(tied), self.key, self.report)

    def check_places(self, event: Event, reckoning: Reckoning | None) -> None:
        """After it."""
        if reckoning is None:
            return
        final = standings(reckoning)
        if pub(event)["standings"] != final.digest:
            self.report.add("STANDINGS", event["seq"], "not the digest of the last standings")
        if pub(event)["places"] != [[row.entry, row.place] for row in final.rows if row.place is not None]:
            self.report.add("PLACE", event["seq"], "not the places of the last standings")

    def _end(self, event: Event, reckoning: Reckoning | None) -> Faults:
        reason = pub(event)["reason"]
        if self.book.held:
            yield "HELD", "closed while a hold stands"
        if reason == "cancelled":
            return
        if reckoning is None:
            yield "EARLY", "closed before the start"
        elif self.book.format == "arena":
            yield from self._end_of_arena(event, reckoning)
        else:
            yield from self._end_of_rounds(reason, reckoning)

    def _end_of_arena(self, event: Event, reckoning: Reckoning) -> Faults:
        """Matches that run at the end count if they end within the clock's start time."""
        end = ends_at(self.book)
        if end is None:
            return
        over = instant(event["at"]) - end
        games = (game for paired in self.book.rounds for game in paired.games)
        running = any(reckoning.verdicts[game.key].kind == OPEN for game in games)
        if over < 0:
            yield "EARLY", "the time of the arena is not over"
        elif running and over < (self.book.opening["clock"] or {}).get("start_ms", 0):
            yield "CLOSE", "a match still runs and may count"

    def _end_of_rounds(self, reason: str, reckoning: Reckoning) -> Faults:
        for paired in self.book.rounds:
            if paired.closed is None:
                yield "CLOSE", f"round {paired.number} is not closed"
        if reason == "done" and len(self.book.rounds) < self._rounds_in_all(reckoning):
            yield "EARLY", "not all rounds were played"
        elif reason == "no-pairing" and self._pairable(reckoning):
            yield "EARLY", "another round could have been paired"

    def _rounds_in_all(self, reckoning: Reckoning) -> int:
        book, final = self.book, self.book.rules.get("final") or {}
        if book.format == "double_knockout":
            return len(book.rounds) + (not DoubleKnockout(reckoning, book.first_order).over)
        if book.format == "groups" and final:
            people = min(final["k"], len(book.first_order))
            return 2 if final["kind"] == "table" else 1 + doublings(people)
        return rounds_planned(book)

    def _pairable(self, reckoning: Reckoning) -> bool:
        """Whether the rules would have paired the next round."""
        book, number = self.book, len(self.book.rounds) + 1
        if number > self._rounds_in_all(reckoning):
            return True  # then it was over, not without a pairing
        if book.format == "swiss":
            return SwissField(reckoning, number).pairable()
        if book.format == "swiss_pods":
            resting = {entry for entry, asked in book.byes if asked == number}
            people = [entry for entry in reckoning.present if entry not in resting]
            return table_sizes(book, len(people)) is not None
        if book.format == "knockout":
            due = Knockout(reckoning, book.first_order, 1).due(bool(book.rules.get("third")))
        elif book.format == "double_knockout":
            due = DoubleKnockout(reckoning, book.first_order).due()
        elif book.format == "groups" and number > 1:
            return self._final_pairable(reckoning)
        else:
            return True
        return any(slot is not None for duel in due for slot in duel)

    def _final_pairable(self, reckoning: Reckoning) -> bool:
        book = self.book
        if book.rules["final"]["kind"] == "table":
            return len(finalists(reckoning)) > 1
        first = Reckoning(book.as_before(book.rounds[1].seq)) if len(book.rounds) > 1 else reckoning
        due = Knockout(reckoning, finalists(first), 2).due(bool(book.rules.get("third")))
        return any(slot is not None for duel in due for slot in duel)
