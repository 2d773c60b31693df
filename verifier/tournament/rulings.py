"""RULING and SEEN: a ruling is about what there is, and its author had seen what happened to it (section 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.book import IRREVOCABLE, ON_GAMES, Book, Content, instant, names
from verifier.tournament.counting import well_placed
from verifier.tournament.pods import ALL_SIZES
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.stream import match_id

Faults = Iterator[tuple[str, str]]


class Rulings:
    def __init__(self, book: Book, report: Report) -> None:
        self.book, self.report = book, report
        self.checks: Mapping[str, Callable[[Content, Reckoning], Faults]] = {
            **dict.fromkeys(ON_GAMES, self._on_game),
            "expel": self._expel,
            "substitute": self._substitute,
            "extend": self._extend,
            "re-pair": self._re_pair,
            "release": self._release,
            "revoke": self._revoke,
        }

    def check(self, event: Event, reckoning: Reckoning | None) -> bool:
        """Whether it can be taken: one about what there is not is left out of the book."""
        content, seq = pub(event), event["seq"]
        for text in self._unseen(content, seq):
            self.report.add("SEEN", seq, text)
        if reckoning is None:
            if content["ruling"] != "director":
                self.report.add("RULING", seq, f"{content['ruling']} before the start")
            return bool(content["ruling"] == "director")
        check = self.checks.get(content["ruling"])
        faults = list(check(content, reckoning)) if check is not None else []
        for code, text in faults:
            self.report.add(code, seq, text)
        return all(code != "RULING" for code, _ in faults)

    def _unseen(self, content: Content, seq: int) -> Iterator[str]:
        if content["seen"] >= seq:
            yield "its author cannot have seen this"
            return
        entries, tables = names(content)
        if content["ruling"] == "revoke" and content["of"] < len(self.book.named):
            entries, tables = self.book.named[content["of"]]
        for later in range(content["seen"] + 1, min(seq, len(self.book.named))):
            others, at = self.book.named[later]
            if others & entries or at & tables:
                yield f"event {later} names the same table or entry"

    def _on_game(self, content: Content, reckoning: Reckoning) -> Faults:
        games = self.book.games_of(content)
        if not games:
            yield "RULING", "there is no such table"
        if not games or "game" not in content:
            return
        game = self.book.game_of(content)
        if game is None or game.replaced:
            yield "RULING", "there is no such game"
        elif content["ruling"] == "forfeit" and content["entry"] not in game.people:
            yield "RULING", f"{content['entry']} does not sit at this table"
        elif content["ruling"] == "result":
            bots = [not isinstance(seated, int) for seated in game.seats]
            if [place is None for place in content["places"]] != bots or not well_placed(content["places"]):
                yield "RULING", f"{content['places']} are no places of these seats"

    def _expel(self, content: Content, reckoning: Reckoning) -> Faults:
        if content["entry"] not in reckoning.order:
            yield "RULING", f"there is no entry {content['entry']}"
        elif content["entry"] in reckoning.expelled:
            yield "RULING", f"{content['entry']} is expelled already"

    def _substitute(self, content: Content, reckoning: Reckoning) -> Faults:
        if content["entry"] not in reckoning.present:
            yield "RULING", f"{content['entry']} is not in"
        elif any(self.book.holder(entry) == content["account"] for entry in reckoning.order):
            yield "RULING", "the substitute is entered already"

    def _extend(self, content: Content, reckoning: Reckoning) -> Faults:
        paired = self.book.round(content["round"])
        if paired is None or not 1 <= content.get("table", 1) <= len(paired.tables):
            yield "RULING", "there is no such round or table"
        elif paired.closed is not None:
            yield "RULING", "the round is closed"
        elif paired.deadline is not None and instant(content["deadline"]) <= instant(paired.deadline):
            yield "RULING", "the deadline is not later"

    def _release(self, content: Content, reckoning: Reckoning) -> Faults:
        if not self.book.held:
            yield "RULING", "nothing is held"

    def _revoke(self, content: Content, reckoning: Reckoning) -> Faults:
        of = content["of"]
        ruled = next((ruled for ruled in self.book.standing if ruled.seq == of), None)
        withdrawn = of in self.book.withdrawn and of not in self.book.revoked
        if (ruled is None and not withdrawn) or (ruled is not None and ruled.kind in IRREVOCABLE):
            yield "RULING", f"event {of} cannot be taken back"
        elif of < self.book.start_seq:
            yield "RULING", "from before the start"

    def _re_pair(self, content: Content, reckoning: Reckoning) -> Faults:
        """Only tables that nobody has touched: here, those without a result."""
        paired = self.book.round(content["round"])
        if self.book.format not in ("swiss", "swiss_pods") or paired is None or paired.closed is not None:
            yield "RULING", "this round cannot be paired again"
            return
        sizes = (2,) if self.book.seats == 2 else tuple(self.book.rules.get("sizes") or ALL_SIZES)
        now = {number: games[-1].people for number, games in enumerate(paired.tables, 1)}
        for drawn in content["tables"]:
            games = self.book.games_of({"round": content["round"], "table": drawn["table"]})
            if not games or games[-1].result is not None or len(drawn["entries"]) not in sizes:
                yield "RULING", f"table {drawn['table']} is not there, has a result, or gets another size"
                return
            place = (content["round"], drawn["table"], games[-1].number + 1)
            if drawn["match"] != match_id(self.book.tournament, place):
                yield "MATCH", f"the match of table {drawn['table']} has another id"
            now[drawn["table"]] = tuple(seated for seated in drawn["entries"] if isinstance(seated, int))
        yield from self._re_paired(content, reckoning, now)

    def _re_paired(self, content: Content, reckoning: Reckoning, now: Mapping[int, tuple[int, ...]]) -> Faults:
        listed = [entry for people in now.values() for entry in people] + [bye["entry"] for bye in content["byes"]]
        redrawn = {e for drawn in content["tables"] for e in drawn["entries"] if isinstance(e, int)}
        if len(set(listed)) < len(listed):
            yield "TWICE", "somebody is paired twice"
        if not set(listed) <= set(reckoning.order):
            yield "RULING", "somebody is not entered"
            return
        for entry in sorted(redrawn & reckoning.out):
            yield "ABSENT", f"{entry} is out"
        paired = self.book.rounds[content["round"] - 1].seq
        for entry in reckoning.present:
            if entry not in listed and self.book.entries[entry].seq < paired:
                yield "MISSING", f"{entry} is neither paired nor free"
        for drawn in content["tables"] if self.book.seats == 2 else ():
            first, second = drawn["entries"]
            before = [line for line in reckoning.cards[first].played if line.round < content["round"]]
            if any(second in line.others for line in before):
                yield "REMATCH", f"{first} and {second} have met"
