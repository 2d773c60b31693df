"""A paired round: ROUNDS, TWICE, MISSING, ABSENT, BYEREQ, MATCH for all formats, and what each format asks besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.arena import arena_faults
from verifier.tournament.book import Book, Content, Seated
from verifier.tournament.brackets import DoubleKnockout, Duel, Knockout
from verifier.tournament.groups import balanced, berger, group_size, schedule_faults, snake
from verifier.tournament.league import Divisions, same_divisions, season_divisions
from verifier.tournament.plan import doublings, rounds_planned
from verifier.tournament.pods import pods_faults
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.standings import finalists
from verifier.tournament.stream import match_id
from verifier.tournament.swiss import swiss_faults

Faults = Iterator[tuple[str, str]]
ALL_AT_ONCE: Final = ("groups", "league")
UNKNOWN: Final[Divisions] = []  # the season before is not at hand


class Rounds:
    """Looks at each `round.paired` before it is taken into the book. `before`: what came of the season before."""

    def __init__(self, book: Book, report: Report, before: Divisions | None) -> None:
        self.book, self.report, self.before = book, report, before

    def check(self, event: Event, reckoning: Reckoning) -> None:
        content, seq = pub(event), event["seq"]
        if self._misnumbered(content, seq):
            return
        for code, text in (*self._tables(content), *self._people(content, reckoning)):
            self.report.add(code, seq, text)
        for code, text in self._by_format(event, reckoning):
            self.report.add(code, seq, text)

    def _misnumbered(self, content: Content, seq: int) -> bool:
        number, due = int(content["round"]), len(self.book.rounds) + 1
        if number < due:
            self.report.add("TWICE", seq, f"round {number} is paired again")
        elif number > due:
            self.report.add("ROUNDS", seq, f"round {number} is paired instead of {due}")
        elif self.book.format != "arena":
            if number > self._most_rounds():
                self.report.add("ROUNDS", seq, f"there is no round {number}")
            at_once = self.book.format == "round_robin" and self.book.rules.get("at_once")
            if not at_once and any(paired.closed is None for paired in self.book.rounds):
                self.report.add("CLOSE", seq, "the round before is not closed")
        return number != due

    def _most_rounds(self) -> int:
        final = self.book.rules.get("final") or {}
        if self.book.format == "groups" and final:
            people = min(final["k"], len(self.book.first_order))
            return 2 if final["kind"] == "table" else 1 + doublings(people)
        return rounds_planned(self.book)

    # -- all formats --------------------------------------------------------------------------------------------------

    def _tables(self, content: Content) -> Faults:
        for place, drawn in enumerate(content["tables"], 1):
            if drawn["table"] != place:
                yield "FIELDS", f"table {place} has the number {drawn['table']}"
            if drawn["match"] != match_id(self.book.tournament, (content["round"], place, 1)):
                yield "MATCH", f"the match of table {place} has another id"

    def _people(self, content: Content, reckoning: Reckoning) -> Faults:
        seated = [e for drawn in content["tables"] for e in drawn["entries"] if isinstance(e, int)]
        resting = [bye["entry"] for bye in content["byes"]]
        for entry in sorted({*seated, *resting}.difference(reckoning.order)):
            yield "ENTRY", f"there is no entry {entry}"
        once = content["round"] > 1 or self.book.format not in ALL_AT_ONCE
        for entry, times in Counter(seated + resting).items():
            if times > 1 and once:
                yield "TWICE", f"{entry} is paired {times} times"
        for drawn in content["tables"]:
            if len(set(drawn["entries"])) < len([e for e in drawn["entries"] if isinstance(e, int)]):
                yield "TWICE", f"somebody sits twice at table {drawn['table']}"
        # The designs of all-play-alls go on without those who have left.
        if self.book.format in ("swiss", "swiss_pods", "knockout", "double_knockout", "arena"):
            for entry in sorted({*seated, *resting} & reckoning.out):
                yield "ABSENT", f"{entry} is out"
        if self.book.format in ("swiss", "swiss_pods"):
            yield from self._in_turn(content, reckoning, {*seated, *resting})

    def _in_turn(self, content: Content, reckoning: Reckoning, listed: set[int]) -> Faults:
        for entry in reckoning.present:
            if entry not in listed:
                yield "MISSING", f"{entry} is neither paired nor free"
        asked = {e for e, number in self.book.byes if number == content["round"] and e not in reckoning.out}
        given = {bye["entry"] for bye in content["byes"] if bye["kind"] == "half"}
        if asked != given:
            yield "BYEREQ", f"byes were asked for by {sorted(asked)} and given to {sorted(given)}"
        for bye in content["byes"]:
            if bye["kind"] == "zero" or (bye["kind"] == "pairing" and self.book.seats > 2):
                yield "BYE", f"{bye['entry']} has a bye of a kind that is not given here"

    # -- each format --------------------------------------------------------------------------------------------------

    def _by_format(self, event: Event, reckoning: Reckoning) -> Faults:
        content, kind = pub(event), self.book.format
        wrong = [drawn["table"] for drawn in content["tables"] if self.book.seats == 2 and not _is_pair(drawn)]
        for table in wrong:
            yield "SMALL", f"table {table} is no pair of entrants"
        if wrong or not self._sound(content, reckoning):
            return
        if kind == "swiss":
            yield from swiss_faults(reckoning, content)
        elif kind == "swiss_pods":
            yield from pods_faults(reckoning, content)
        elif kind == "round_robin":
            yield from self._berger(content)
        elif kind == "arena":
            yield from arena_faults(reckoning, event)
        elif kind in ALL_AT_ONCE and content["round"] == 1:
            yield from self._groups(content)
        else:
            yield from self._bracket(content, reckoning)

    def _sound(self, content: Content, reckoning: Reckoning) -> bool:
        """Whether a format's own check can look at it: known entrants and, in Swiss, each once and nobody absent."""
        seated = [e for drawn in content["tables"] for e in drawn["entries"] if isinstance(e, int)]
        listed = [*seated, *(bye["entry"] for bye in content["byes"])]
        if not set(listed) <= set(reckoning.order):
            return False
        if self.book.format == "swiss_pods":
            return len(set(listed)) == len(listed)
        if self.book.format != "swiss":
            return True
        resting = {entry for entry, number in self.book.byes if number == content["round"]}
        free = {bye["entry"] for bye in content["byes"] if bye["kind"] != "half"}
        return len(set(listed)) == len(listed) and not (reckoning.out | resting).intersection({*seated, *free})

    def _berger(self, content: Content) -> Faults:
        order = self.book.first_order
        cycle = len(order) - 1 + len(order) % 2
        tables, free = berger(order, (content["round"] - 1) % cycle + 1)
        if content["round"] > cycle:
            tables = [(second, first) for first, second in tables]
        if _seats(content) != [list(table) for table in tables]:
            yield "BERGER", "the tables are not those of the Berger table"
        resting = [] if free is None else [{"entry": free, "kind": "zero"}]
        if list(content["byes"]) != resting:
            yield "BERGER", f"free in this round: {free}"

    def _groups(self, content: Content) -> Faults:
        book = self.book
        if book.format == "groups":
            groups = snake(book.first_order, group_size(book))
        elif self.before is UNKNOWN:
            return
        else:
            groups = season_divisions(book, self.before)
        schedule = (book.start or {}).get("schedule")
        expected = [balanced(group, book.seats) for group in groups]
        tables: list[list[int]] | None = None
        if schedule is None and None not in expected:
            tables = [list(table) for group in expected if group is not None for table in group]
        elif schedule is not None and None in expected:
            for text in schedule_faults(schedule, groups, book.seats):
                yield "DESIGN", text
            tables = [list(table) for table in schedule]
        if _seats(content) == tables and not content["byes"]:
            return
        if book.format == "league" and not same_divisions(book, _seats(content), groups):
            yield "LEAGUE", "the divisions are not those that follow"
        else:
            yield "DESIGN", "the tables are not those of the design"

    def _bracket(self, content: Content, reckoning: Reckoning) -> Faults:
        book = self.book
        third = bool(book.rules.get("third"))
        code = "BRACKET"
        waiting: Sequence[int] | None = None
        if book.format == "knockout":
            seeds: Sequence[int] = book.first_order
            due = Knockout(reckoning, seeds, 1).due(third)
        elif book.format == "double_knockout":
            seeds = book.first_order
            double = DoubleKnockout(reckoning, seeds)
            due = double.due()
            if double.final is None:
                seated = {slot for duel in due if None not in duel for slot in duel}
                waiting = [e for e in seeds if e not in seated and e not in double.out and e not in reckoning.out]
        else:
            code = "FINAL"
            first = Reckoning(book.as_before(book.rounds[1].seq)) if len(book.rounds) > 1 else reckoning
            seeds = finalists(first)
            if book.rules["final"]["kind"] == "table":
                if _seats(content) != [seeds] or content["byes"]:
                    yield code, f"the final is for {seeds}, seats in this order"
                return
            due = Knockout(reckoning, seeds, 2).due(third)
        yield from self._duels(content, reckoning, seeds, due, code, waiting)

    def _duels(
        self,
        content: Content,
        reckoning: Reckoning,
        seeds: Sequence[int],
        due: Sequence[Duel],
        code: str,
        waiting: Sequence[int] | None,
    ) -> Faults:
        pairs = [duel for duel in due if None not in duel]
        free = (
            [slot for duel in due if None in duel for slot in duel if slot is not None] if waiting is None else waiting
        )
        tables = _seats(content)
        if [set(table) for table in tables] != [set(pair) for pair in pairs]:
            yield code, f"the tables due are {[list(pair) for pair in pairs]}"
            return
        if list(content["byes"]) != [{"entry": entry, "kind": "pairing"} for entry in free]:
            yield code, f"free in this round: {list(free)}"
        for place, table in enumerate(tables, 1):
            better, worse = sorted(table, key=list(seeds).index)
            often = [sum(line.seat == 0 for line in reckoning.cards[e].played) for e in (better, worse)]
            first = better if often[0] < often[1] or (often[0] == often[1] and place % 2) else worse
            if table[0] != first:
                yield "SEATS", f"{first} has seat 0 of table {place}"


def _seats(content: Content) -> list[list[Any]]:
    return [list(drawn["entries"]) for drawn in content["tables"]]


def _is_pair(drawn: Content) -> bool:
    seats: list[Seated] = drawn["entries"]
    return len(seats) == 2 and all(isinstance(seated, int) for seated in seats)
