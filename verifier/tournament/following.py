"""FOLLOW and MATCHSEED: results are those of the matches' own logs, whose deals nobody could choose (section 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core.chance import seed_commit
from engine.core.codec import NotCanonical
from verifier import hashes
from verifier.log import ENDS, Event, pub
from verifier.report import Report
from verifier.tournament.book import Book, Content, Game
from verifier.tournament.counting import put_last
from verifier.tournament.stream import TournamentLog, match_id, seed_of_match
from verifier.verify import Games, examine

Faults = Iterator[tuple[str, str]]
WHY: Final = {"time": "time", "resign": "resign", "forfeit": "no-show", "ruling": "ruling"}
WITHOUT_SCORES: Final = ("no-show", "ruling")


class Following:
    """`games`: the rules at hand to refold whole exports with."""

    def __init__(self, log: TournamentLog, book: Book, report: Report, games: Games) -> None:
        self.log, self.book, self.report, self.games = log, book, report, games

    def check(self) -> None:
        games = {game.match: game for paired in self.book.rounds for game in paired.games}
        noted = {match for match, game in games.items() if game.result is not None}
        exports = self.log.exports
        if exports is None:
            if noted:
                self.report.beyond("the matches are not in this export")
            return
        if missing := sorted(noted - exports.keys()):
            self.report.beyond(f"{len(missing)} matches are not in this export")
        for match, export in exports.items():
            game = games.get(match)
            if game is None:
                self.report.add("FOLLOW", None, f"match {match} is none of this tournament")
                continue
            seq = game.result_seq if game.result is not None else game.seq
            for code, text in self._match(game, export):
                self.report.add(code, seq, f"match {match}: {text}")

    def _match(self, game: Game, export: Mapping[str, Any]) -> Faults:
        events: list[Event] = [event for event in export.get("events", []) if isinstance(event, dict)]
        if "format" in export:
            yield from self._log_of(game, export)
        else:
            # Only some events of it: what they say counts, whether they are all is not to be seen.
            self.report.beyond(f"match {game.match} is only an excerpt")
            yield from self._excerpt(game, events)
        by_type = {str(event.get("type")): event for event in reversed(events)}
        if "table.opened" in by_type:
            yield from self._opening(game, pub(by_type["table.opened"]))
        else:
            yield "FOLLOW", "its log has no opening"
        if "match.started" in by_type:
            yield from self._seats(game, pub(by_type["match.started"]))
        if "seed.revealed" in by_type:
            yield from self._seed(game, pub(by_type["seed.revealed"])["seed"])
        end = next((by_type[kind] for kind in ENDS if kind in by_type), None)
        if game.result is not None:
            yield from self._result(game, game.result, end, events)

    def _log_of(self, game: Game, export: Mapping[str, Any]) -> Faults:
        """The match's own log by all the checks of a match."""
        report = examine(export, games=self.games)
        if export.get("match") != game.match:
            yield "FOLLOW", "the log is another match's"
        for finding in report.findings:
            yield finding.code, f"event {'-' if finding.seq is None else finding.seq}: {finding.text}"
        if report.findings:
            yield "FOLLOW", "its own log does not hold"
        elif report.unfolded:
            self.report.beyond(f"match {game.match}: {report.unfolded}")

    def _excerpt(self, game: Game, events: list[Event]) -> Faults:
        for event in events:
            try:
                fits = hashes.hash_of(event) == event.get("hash")
            except (NotCanonical, RecursionError):
                fits = False
            if not fits or event.get("match") != game.match:
                yield "FOLLOW", f"event {event.get('seq')} is not of this match or has another hash"

    # -- where and with whom ------------------------------------------------------------------------------------------

    def _opening(self, game: Game, content: Content) -> Faults:
        wanted = {
            "tournament": self.book.tournament,
            "round": game.round,
            "table": game.table,
            "game_no": game.number,
            "rated": bool(self.book.rules.get("rated", False)),
            "game": self.book.opening["game"],
            "rules_version": self.book.opening["rules_version"],
            "options": self.book.opening["options"],
            "seats": len(game.seats),
        }
        given = {"rated": False, **content}
        if wrong := [name for name, value in wanted.items() if given.get(name) != value]:
            yield "FOLLOW", f"its opening has another {', '.join(wrong)}"
        if "clock" in content and content["clock"] != self.book.opening["clock"]:
            yield "FOLLOW", "its clock is not the tournament's"
        if game.match != match_id(self.book.tournament, game.key):
            yield "MATCH", "its id does not follow from the tournament"
        seed = self.log.tournament_seed
        if seed is not None:
            due = seed_commit(game.match, seed_of_match(seed, game.match))
            if content.get("seed_commit") != due:
                yield "MATCHSEED", "its seed does not follow from the tournament's"

    def _seats(self, game: Game, content: Content) -> Faults:
        """Who holds the entries, in order: no lot. A substitute may have come before the match began or since."""
        holders = content["seats"]
        if len(holders) != len(game.seats) or any(record["label"] == "seating" for record in content["chance"]):
            yield "FOLLOW", "its seats are not as paired"
            return
        for seat, (seated, holder) in enumerate(zip(game.seats, holders, strict=True)):
            if isinstance(seated, int):
                right = holder.get("account") in self._accounts(seated)
            else:
                right = holder == {"bot": seated.removeprefix("bot:")}
            if not right:
                yield "FOLLOW", f"seat {seat} is not held by entry {seated}"

    def _accounts(self, entry: int) -> set[str]:
        """All who have ever held it."""
        substitutes = {
            ruled.pub["account"] for ruled in self.book.rulings
            if ruled.kind == "substitute" and ruled.pub["entry"] == entry
        }  # fmt: skip
        return {self.book.entries[entry].account, *substitutes}

    def _seed(self, game: Game, revealed: str) -> Faults:
        seed = self.log.tournament_seed
        if seed is not None and revealed != seed_of_match(seed, game.match).hex():
            yield "MATCHSEED", "the seed it reveals does not follow from the tournament's"

    # -- its result ---------------------------------------------------------------------------------------------------

    def _result(self, game: Game, result: Content, end: Event | None, events: list[Event]) -> Faults:
        if end is None:
            yield "FOLLOW", "noted, but its log has no end"
            return
        if result["head"] != end.get("hash"):
            yield "FOLLOW", "the head noted is not that of its end"
        if end["type"] == "match.aborted":
            if result["places"] is not None or result["why"] not in ("aborted", "ruling"):
                yield "FOLLOW", "it was aborted"
            return
        content = pub(end)
        why = WHY.get(content["reason"], "played")
        if result["why"] != why:
            yield "FOLLOW", f"it ended by {content['reason']}, not by {result['why']}"
        if why == "ruling":
            return  # its places are the ruling's, looked at with the result
        bots = _bots(events, len(game.seats))
        people = {seat for seat, seated in enumerate(game.seats) if isinstance(seated, int)}
        if set(result.get("bots", [])) != {game.seats[seat] for seat in bots & people}:
            yield "FOLLOW", "not the entries that bots have finished"
        places = [place if seat in people else None for seat, place in enumerate(_places(content, len(game.seats)))]
        if result["places"] != put_last(places, bots & people):
            yield "FOLLOW", f"its own places are {places}"
        if result["scores"] != (None if why in WITHOUT_SCORES else content["scores"]):
            yield "FOLLOW", f"its own scores are {content['scores']}"


def _places(content: Content, seats: int) -> list[int]:
    """The engine's own at three and four seats; at two the winners say it all."""
    if "places" in content:
        return list(content["places"])
    winners = content["winners"]
    return [1 if seat in winners or not winners else 1 + len(winners) for seat in range(seats)]


def _bots(events: list[Event], seats: int) -> set[int]:
    """Seats of people that a bot held at the end."""
    held: set[int] = set()
    for event in events:
        seat = pub(event).get("seat")
        if event.get("type") == "seat.substituted" and isinstance(seat, int) and seat < seats:
            held = held | {seat} if "bot" in pub(event) else held - {seat}
        elif event.get("type") == "seat.returned" and isinstance(seat, int):
            held.discard(seat)
    return held
