"""ACTOR, ORDER and ENTRY: who may write an event, what may come when, and entries, byes asked for, being ready."""

from __future__ import annotations

from typing import Final

from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.book import Book, instant
from verifier.tournament.plan import BYE_FORMATS, rounds_planned
from verifier.tournament.reckoning import Reckoning

OF_HOLDER: Final = ("bye.requested", "arena.ready", "arena.left", "entry.withdrawn")
BEFORE: Final = ("entry.made", "entry.withdrawn", "entry.refused", "bye.requested", "ruling.made")
LATE_FORMATS: Final = ("swiss", "swiss_pods")
MOST_BYES: Final = 2


class TournamentConduct:
    """Looks at each event before it is taken into the book."""

    def __init__(self, book: Book, report: Report) -> None:
        self.book, self.report = book, report
        self.revealed = False

    def check(self, event: Event, reckoning: Reckoning | None) -> None:
        """`reckoning`: who is out by now; None before the start."""
        self._stage(event)
        self._actor(event)
        kind = event["type"]
        if kind == "entry.made":
            self._made(event, reckoning)
        elif kind in OF_HOLDER:
            self._of_holder(event, reckoning)
        elif kind == "entry.refused" and pub(event)["account"] in self.book.refused:
            self._fault("ENTRY", event, "an account is refused twice")

    def _fault(self, code: str, event: Event, text: str) -> None:
        self.report.add(code, event.get("seq"), text)

    # -- what may come when -------------------------------------------------------------------------------------------

    def _stage(self, event: Event) -> None:
        book, kind = self.book, event["type"]
        text = ""
        if self.revealed:
            text = "something follows the reveal"
        elif book.closed is not None:
            text = "" if kind == "seed.revealed" else f"{kind} after the close"
        elif kind == "seed.revealed":
            text = "the seed is revealed before the close"
        elif (kind == "tournament.opened") != (event["seq"] == 0):
            text = "the first event, and no other, opens the tournament"
        elif kind == "tournament.started" and book.start is not None:
            text = "the tournament is started again"
        elif kind == "entry.refused" and book.start is not None:
            text = "refused after the start"
        elif book.start is None and kind not in (
            *BEFORE,
            "tournament.opened",
            "tournament.started",
            "tournament.closed",
        ):
            text = f"{kind} before the start"
        self.revealed = self.revealed or kind == "seed.revealed"
        if text:
            self._fault("ORDER", event, text)

    def _actor(self, event: Event) -> None:
        role, _, who = str(event["actor"]).partition(":")
        content = pub(event)
        directors = self.book.directors if event["seq"] else content["directors"]
        if role == "director" and who not in directors:
            self._fault("ACTOR", event, f"{who} is no director")
        elif role == "acct" and event["type"] == "entry.made" and who != content["account"]:
            self._fault("ACTOR", event, "an account enters another")
        elif role == "acct" and event["type"] in OF_HOLDER and not self._holds(who, content["entry"]):
            self._fault("ACTOR", event, f"{who} does not hold entry {content['entry']}")

    def _holds(self, account: str, entry: int) -> bool:
        return entry in self.book.entries and self.book.holder(entry) == account

    # -- entries ------------------------------------------------------------------------------------------------------

    def _made(self, event: Event, reckoning: Reckoning | None) -> None:
        book, content = self.book, pub(event)
        number, account = content["entry"], content["account"]
        if number != len(book.entries) + 1:
            self._fault("ENTRY", event, f"the next entry is {len(book.entries) + 1}")
        if event["actor"].startswith("director:") and content["entropy"]:
            self._fault("ENTRY", event, "who is entered by a director adds no entropy")
        if account in book.refused:
            self._fault("ENTRY", event, "the account was refused")
        standing = [n for n in self._standing(reckoning) if book.holder(n) == account]
        once = book.start is not None and any(book.holder(n) == account for n in book.order)
        if standing or once:
            self._fault("ENTRY", event, "the account is entered already")
        cap = book.opening["entry"].get("cap")
        if cap is not None and len(self._standing(reckoning)) >= cap:
            self._fault("ENTRY", event, f"more entries than {cap}")
        if book.start is None:
            closes = book.opening["entry"].get("closes_at")
            if closes is not None and instant(event["at"]) > instant(closes):
                self._fault("ENTRY", event, "entered after the entry was closed")
        else:
            self._late(event)

    def _late(self, event: Event) -> None:
        book = self.book
        if pub(event)["entropy"]:
            self._fault("ORDER", event, "a late entry adds no entropy")
        if book.format == "arena":
            return
        if book.format not in LATE_FORMATS or book.rules.get("late", "no") == "no":
            self._fault("ENTRY", event, "these rules know no late entry")
        elif 2 * len(book.rounds) > rounds_planned(book):
            self._fault("ENTRY", event, "more than half of the rounds were paired")

    def _standing(self, reckoning: Reckoning | None) -> list[int]:
        return self.book.entered() if reckoning is None else list(reckoning.present)

    def _of_holder(self, event: Event, reckoning: Reckoning | None) -> None:
        number, kind = pub(event)["entry"], event["type"]
        if number not in self.book.entries:
            self._fault("ENTRY", event, f"there is no entry {number}")
        elif number not in self._standing(reckoning):
            self._fault("ENTRY", event, f"entry {number} is out")
        elif kind == "bye.requested":
            self._bye(event)
        elif kind.startswith("arena."):
            self._arena(event, reckoning)

    def _bye(self, event: Event) -> None:
        book, content = self.book, pub(event)
        asked = [number for entry, number in book.byes if entry == content["entry"]]
        if book.format not in BYE_FORMATS:
            self._fault("BYEREQ", event, "this format has no byes to ask for")
        elif book.opening["rounds"] is None and book.start is None:
            self._fault("BYEREQ", event, "the number of rounds is not known yet")
        elif not len(book.rounds) < content["round"] < rounds_planned(book):
            self._fault("BYEREQ", event, "the round is paired, the last one, or none")
        elif content["round"] in asked or len(asked) >= book.rules.get("byes", MOST_BYES):
            self._fault("BYEREQ", event, "no bye is left")

    def _arena(self, event: Event, reckoning: Reckoning | None) -> None:
        number, ready = pub(event)["entry"], event["type"] == "arena.ready"
        if self.book.format != "arena":
            self._fault("ARENA", event, "this is no arena")
        elif ready == (number in self.book.ready):
            self._fault("ARENA", event, f"entry {number} {'is ready already' if ready else 'was not ready'}")
        elif ready and reckoning is not None and number in reckoning.playing:
            self._fault("ARENA", event, f"entry {number} is still playing")
