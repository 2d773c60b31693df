"""What counts by now: the outcome of every game with the rulings in force, who has left, and everybody's card."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from verifier.tournament.book import ON_GAMES, Book, Game, PairedRound, Ruled
from verifier.tournament.counting import Places, Rates, put_last

PLAYED, FORFEIT, ANNULLED, ABORTED, OPEN, REPLACED = "played", "forfeit", "annulled", "aborted", "open", "replaced"
WON_FREE, LOST_FREE = "won by forfeit", "lost by forfeit"
BYE, HALF, ZERO, FREE, GONE, LATE, IDLE = "pairing", "half", "zero", "free", "gone", "late", "idle"
IN_TURN: Final = ("swiss", "swiss_pods")  # a round without a match is a thing of its own
ALL_PLAY_ALL: Final = ("round_robin", "groups", "league")
Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a game counts as; `seq`: when its result was noted or, without one, ruled."""

    kind: str
    places: Places | None = None
    points: Sequence[int] = ()
    scores: Sequence[int] | None = None
    seq: int | None = None
    ruled: bool = False
    lost: frozenset[int] = frozenset()  # entries that forfeited

    @property
    def counts(self) -> bool:
        return self.kind in (PLAYED, FORFEIT)


@dataclass(frozen=True, slots=True)
class Line:
    """One game on a card."""

    key: Key
    seat: int
    others: tuple[int, ...]
    kind: str  # played, won or lost by forfeit, annulled
    points: int
    place: int | None
    alone: bool  # nobody shares the place
    share: Fraction | None
    small: bool  # fewer people than the tournament has seats

    @property
    def round(self) -> int:
        return self.key[0]


@dataclass(frozen=True, slots=True)
class Pause:
    """A round without a game on a card."""

    round: int
    kind: str
    points: int


@dataclass
class Card:
    lines: list[Line] = field(default_factory=list)
    pauses: list[Pause] = field(default_factory=list)

    @cached_property
    def points(self) -> int:
        return sum(line.points for line in self.lines) + sum(pause.points for pause in self.pauses)

    @cached_property
    def played(self) -> list[Line]:
        return [line for line in self.lines if line.kind == PLAYED]

    @cached_property
    def met(self) -> set[int]:
        return {other for line in self.played for other in line.others}

    def points_before(self, number: int) -> int:
        sat = sum(line.points for line in self.lines if line.round < number)
        return sat + sum(pause.points for pause in self.pauses if pause.round < number)

    def of_rounds(self, last: int) -> Card:
        return Card([x for x in self.lines if x.round <= last], [x for x in self.pauses if x.round <= last])


class Reckoning:
    """Everything worked out from the book as it stands; made anew when the book has changed."""

    def __init__(self, book: Book) -> None:
        self.book, self.rates = book, Rates.of(book.opening)
        self.order = book.order
        self.numbers = {entry: index for index, entry in enumerate(self.order, 1)}
        self.leaves = self._leaves()
        self.out = {entry for entry, spans in self.leaves.items() if any(span[1] is None for span in spans)}
        self.expelled = {e for e, spans in self.leaves.items() if any(s[1] is None and s[2] for s in spans)}
        noted = {game.key: verdict for game, verdict in self._verdicts()}
        self.annulled = self._annulled(noted)
        self.verdicts = self._settled(noted)
        self.cards = self._cards()

    @property
    def present(self) -> list[int]:
        return [entry for entry in self.order if entry not in self.out]

    @property
    def playing(self) -> set[int]:
        """Who sits at a game without an outcome."""
        games = (game for paired in self.book.rounds for game in paired.games)
        return {entry for game in games if self.verdicts[game.key].kind == OPEN for entry in game.people}

    def placeless(self, entry: int) -> bool:
        return entry in self.annulled or entry in self.expelled

    # -- who has left -------------------------------------------------------------------------------------------------

    def _leaves(self) -> dict[int, list[tuple[int, int | None, bool]]]:
        """By entry: since, until (None: still), expelled."""
        book, spans = self.book, defaultdict[int, list[tuple[int, int | None, bool]]](list)
        for seq, entry in book.withdrawn.items():
            if seq > book.start_seq:
                spans[entry].append((seq, book.revoked.get(seq), False))
        for ruled in book.rulings:
            if ruled.kind == "expel":
                spans[ruled.pub["entry"]].append((ruled.seq, book.revoked.get(ruled.seq), True))
        return dict(spans)

    def left_before(self, entry: int, seq: int) -> bool:
        return any(until is None and since < seq for since, until, _ in self.leaves.get(entry, ()))

    def _annulled(self, noted: Mapping[Key, Verdict]) -> set[int]:
        """Two seats, all play all: who left before half of the own matches had results."""
        book = self.book
        if book.format not in ALL_PLAY_ALL or book.seats != 2:
            return set()
        rounds = book.rounds if book.format == "round_robin" else book.rounds[:1]
        if book.format == "round_robin":
            own = Counter(dict.fromkeys(self.order, (len(book.first_order) - 1) * (1 + bool(book.rules.get("twice")))))
        else:
            own = Counter(e for paired in rounds for games in paired.tables for e in games[0].people)
        annulled = set()
        for entry in self.out:
            gone = min(since for since, until, _ in self.leaves[entry] if until is None)
            done = 0
            for game in (game for paired in rounds for game in paired.games if entry in game.people):
                verdict = noted[game.key]
                done += verdict.counts and verdict.seq is not None and verdict.seq < gone
            if 2 * done < own[entry]:
                annulled.add(entry)
        return annulled

    # -- games --------------------------------------------------------------------------------------------------------

    def _verdicts(self) -> Iterator[tuple[Game, Verdict]]:
        last: dict[Key, Ruled] = {}
        for ruled in self.book.standing:
            if ruled.kind in ON_GAMES:
                for game in self.book.games_of(ruled.pub):
                    if ruled.pub.get("game", game.number) == game.number:
                        last[game.key] = ruled
        for game in (game for paired in self.book.rounds for game in paired.games):
            yield game, self._verdict(game, last.get(game.key))

    def _verdict(self, game: Game, ruled: Ruled | None) -> Verdict:
        if game.replaced:
            return Verdict(REPLACED)
        if ruled is not None:
            return self._ruled(game, ruled)
        result = game.result
        if result is None:
            return Verdict(OPEN)
        if result["places"] is None or result["why"] == "ruling":  # its ruling was taken back
            return Verdict(ABORTED, None, [0] * len(game.seats), seq=game.result_seq)
        if result["why"] != "no-show":
            return Verdict(PLAYED, result["places"], result["points"], result["scores"], game.result_seq)
        lost = frozenset(
            seated for seated, place in zip(game.seats, result["places"], strict=True)
            if place != 1 and isinstance(seated, int)
        )  # fmt: skip
        return Verdict(FORFEIT, result["places"], result["points"], result["scores"], game.result_seq, lost=lost)

    def _ruled(self, game: Game, ruled: Ruled) -> Verdict:
        seq = game.result_seq if game.result is not None else ruled.seq
        scores = game.result["scores"] if game.result is not None else None
        nothing = [0] * len(game.seats)
        if ruled.kind == "annul":
            return Verdict(ANNULLED, None, nothing, seq=seq, ruled=True)
        if ruled.kind == "double-forfeit":
            return Verdict(FORFEIT, None, nothing, seq=seq, ruled=True, lost=frozenset(game.people))
        if ruled.kind == "result":
            places = ruled.pub["places"]
            return Verdict(PLAYED, places, self.rates.share(places), scores, seq, True)
        seat = game.seats.index(ruled.pub["entry"])
        before = game.result["places"] if game.result is not None else None
        places = put_last(before or [1 if isinstance(seated, int) else None for seated in game.seats], [seat])
        points = self.rates.share(places)
        points[seat] = 0
        lost = frozenset({ruled.pub["entry"]})
        if len(game.people) == 2:
            return Verdict(FORFEIT, places, points, None, seq, True, lost)
        return Verdict(PLAYED, places, points, scores, seq, True, lost)

    def _settled(self, noted: Mapping[Key, Verdict]) -> dict[Key, Verdict]:
        """With what follows from leaving, and an arena's points for rulings."""
        settled: dict[Key, Verdict] = {}
        streaks: Counter[int] = Counter()
        for game in (game for paired in self.book.rounds for game in paired.games):
            verdict = noted[game.key]
            nothing = [0] * len(game.seats)
            if not game.replaced and self.annulled.intersection(game.people):
                verdict = Verdict(ANNULLED, None, nothing, seq=verdict.seq)
            elif verdict.kind == OPEN and all(self.left_before(entry, game.seq) for entry in game.people):
                verdict = Verdict(FORFEIT, None, nothing, seq=game.seq, lost=frozenset(game.people))
            if self.book.format == "arena" and verdict.counts and verdict.places is not None:
                points = self.arena_points(game, verdict.places, streaks)
                for entry, place in zip(game.people, verdict.places, strict=True):
                    streaks[entry] = streaks[entry] + 1 if place == 1 and verdict.places.count(1) == 1 else 0
                verdict = replace(verdict, points=points) if verdict.ruled else verdict
            settled[game.key] = verdict
        return settled

    def arena_points(self, game: Game, places: Places, streaks: Mapping[int, int]) -> list[int]:
        """A win after two wins in a row counts double."""
        points = self.rates.share(places)
        for seat, entry in enumerate(game.people):
            if places[seat] == 1 and places.count(1) == 1 and streaks.get(entry, 0) >= 2:
                points[seat] *= 2
        return points

    @property
    def streaks(self) -> dict[int, int]:
        """Wins in a row up to now."""
        streaks = {}
        for entry, card in self.cards.items():
            streak = 0
            for line in card.lines:
                if line.place is not None:
                    streak = streak + 1 if line.place == 1 and line.alone else 0
            streaks[entry] = streak
        return streaks

    # -- cards --------------------------------------------------------------------------------------------------------

    def _cards(self) -> dict[int, Card]:
        book = self.book
        zero = {
            ruled.pub["entry"]: ruled.seq
            for ruled in book.standing
            if ruled.kind == "substitute" and ruled.pub["score"] == "zero"
        }
        cards = {entry: Card() for entry in self.order}
        for paired in book.rounds:
            seated: set[int] = set()
            for game in paired.games:
                seated.update(() if game.replaced else game.people)
                for entry, line in self._lines(game, zero):
                    cards[entry].lines.append(line)
            for entry, pause in self._pauses(paired, seated):
                lost = paired.seq < zero.get(entry, -1)
                cards[entry].pauses.append(replace(pause, points=0) if lost else pause)
        return cards

    def _lines(self, game: Game, zero: Mapping[int, int]) -> Iterator[tuple[int, Line]]:
        verdict = self.verdicts[game.key]
        if not verdict.counts and verdict.kind != ANNULLED:
            return
        places = verdict.places or [None] * len(game.seats)
        shares = _shares(verdict)
        for seat, entry in enumerate(game.seats):
            if not isinstance(entry, int):
                continue
            kind = verdict.kind
            if kind == FORFEIT:
                kind = LOST_FREE if entry in verdict.lost else WON_FREE
            counted = verdict.seq is None or verdict.seq >= zero.get(entry, -1)
            yield entry, Line(
                game.key, seat, tuple(other for other in game.people if other != entry), kind,
                verdict.points[seat] if counted else 0, places[seat], places.count(places[seat]) == 1,
                shares[seat] if shares else None, len(game.people) < self.book.seats,
            )  # fmt: skip

    def _pauses(self, paired: PairedRound, seated: set[int]) -> Iterator[tuple[int, Pause]]:
        book = self.book
        in_turn = book.format in IN_TURN
        resting = {entry: kind for entry, kind in paired.byes.items() if entry not in seated}
        for entry, kind in resting.items():
            yield entry, Pause(paired.number, kind if in_turn else FREE, self.rates.bye(kind) if in_turn else 0)
        end = paired.closed if paired.closed is not None else book.seq
        for entry in self.order if in_turn else ():
            if entry in seated or entry in resting:
                continue
            if book.entries[entry].late and book.entries[entry].seq > paired.seq:
                points = self.rates.rest if book.rules.get("late") == "half" else 0
                yield entry, Pause(paired.number, LATE, points)
            else:
                spans = self.leaves.get(entry, ())
                gone = any(s <= end and (u is None or u > paired.seq) for s, u, _ in spans)
                yield entry, Pause(paired.number, GONE if gone else IDLE, 0)


def _shares(verdict: Verdict) -> list[Fraction] | None:
    """Own score as a part of the winner's; where that is not above 0, 1 for the winners and 0 for the others."""
    if verdict.scores is None or verdict.places is None:
        return None
    best = max(score for score, place in zip(verdict.scores, verdict.places, strict=True) if place == 1)
    if best <= 0:
        return [Fraction(place == 1) for place in verdict.places]
    return [Fraction(max(0, score), best) for score in verdict.scores]
