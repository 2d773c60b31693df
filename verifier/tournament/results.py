"""Games added and results noted: GAME, SEATS, MATCH, RESULT, PLACES, POINTS."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verifier.log import Event, pub
from verifier.report import Report
from verifier.tournament.book import Book, Content, Game
from verifier.tournament.counting import well_placed
from verifier.tournament.reckoning import Reckoning, Verdict
from verifier.tournament.series import settlement
from verifier.tournament.stream import match_id

Faults = Iterator[tuple[str, str]]
WITHOUT_SCORES: Final = ("no-show", "ruling", "aborted")


class Results:
    def __init__(self, book: Book, report: Report) -> None:
        self.book, self.report = book, report

    def check(self, event: Event, reckoning: Reckoning) -> None:
        check = self._game if event["type"] == "game.added" else self._result
        for code, text in check(pub(event), reckoning):
            self.report.add(code, event["seq"], text)

    def _game(self, content: Content, reckoning: Reckoning) -> Faults:
        games = self.book.games_of(content)
        if not games:
            yield "GAME", "there is no such table"
            return
        last = games[-1]
        if content["game"] != last.number + 1:
            yield "GAME", f"the next game is {last.number + 1}"
        paired = self.book.rounds[last.round - 1]
        if paired.closed is not None:
            yield "GAME", "the round is closed"
        elif not settlement(reckoning, games).another:
            yield "GAME", "a game too many"
        turned = last.seats[::-1] if len(last.seats) == 2 else last.seats
        if tuple(content["entries"]) != turned:
            yield "SEATS", "the seats of the next game are not turned"
        if content["match"] != match_id(self.book.tournament, (last.round, last.table, content["game"])):
            yield "MATCH", "the match has another id"

    def _result(self, content: Content, reckoning: Reckoning) -> Faults:
        game = self.book.game_of(content)
        if game is None or game.replaced:
            yield "RESULT", "there is no such game"
            return
        if game.result is not None:
            yield "RESULT", f"a second result of game {game.number} of table {game.table}"
        if self.book.rounds[game.round - 1].closed is not None:
            yield "RESULT", "the round is closed"
        if content["match"] != game.match:
            yield "MATCH", "the result names another match"
        faults = list(self._places(content, game, reckoning.verdicts[game.key]))
        yield from faults
        if not faults:
            yield from self._points(content, game, reckoning)

    def _places(self, content: Content, game: Game, verdict: Verdict) -> Faults:
        why, places = content["why"], content["places"]
        if len(content["points"]) != len(game.seats):
            yield "POINTS", "not one for each seat"
        if why == "ruling" and not verdict.ruled:
            yield "RULING", "ended by a ruling that is not in the log"
        elif why == "ruling" and places != (None if verdict.places is None else list(verdict.places)):
            yield "PLACES", "not the places of the ruling"
        if why == "aborted" and places is not None:
            yield "PLACES", "an aborted match has no places"
        elif why not in ("aborted", "ruling") and places is None:
            yield "PLACES", "a match that was played has places"
        elif places is not None:
            yield from self._placed(content, game)
        scores = content["scores"]
        if scores is not None and (why in WITHOUT_SCORES or len(scores) != len(game.seats)):
            yield "PLACES", "the scores do not fit the result"

    def _placed(self, content: Content, game: Game) -> Faults:
        places = content["places"]
        nobody = [not isinstance(seated, int) for seated in game.seats]
        if [place is None for place in places] != nobody or not well_placed(places):
            yield "PLACES", f"{places} are no places of these seats"
            return
        bots = content.get("bots", [])
        behind = [place for seated, place in zip(game.seats, places, strict=True) if seated in bots]
        ahead = [p for seated, p in zip(game.seats, places, strict=True) if seated not in bots and p is not None]
        if not set(bots) <= set(game.people) or any(place != len(ahead) + 1 for place in behind):
            yield "PLACES", "who was finished by a bot is placed last"

    def _points(self, content: Content, game: Game, reckoning: Reckoning) -> Faults:
        places, verdict = content["places"], reckoning.verdicts[game.key]
        if content["why"] == "ruling":
            due = list(verdict.points or [0] * len(game.seats))
        elif places is None:
            due = [0] * len(game.seats)
        elif self.book.format == "arena":
            due = reckoning.arena_points(game, places, reckoning.streaks)
        else:
            bots = content.get("bots", [])
            shared = zip(game.seats, reckoning.rates.share(places), strict=True)
            due = [0 if seated in bots else points for seated, points in shared]
        if content["points"] != due:
            yield "POINTS", f"these places are worth {due}"
