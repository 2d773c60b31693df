"""The bracket of a knockout, drawn: a column for each round, the lower bracket of a double one below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from gateway.drawings.canvas import END, START, Canvas, cut
from gateway.drawings.words import DrawingWords
from services.pairings.brackets import Duel, Slot, bracket_rounds, first_duels, follow, pair_up
from services.pairings.ledger import Ledger
from services.pairings.outcomes import COUNTING
from services.pairings.series import table_status
from services.pairings.state import PairedTable

COLUMN, GAP, BOX, LINE, HEAD = 164.0, 22.0, 50.0, 66.0, 26.0
NAME = 17  # letters that fit beside the score


@dataclass(frozen=True, slots=True)
class Tie:
    """Two who meet, where they stand in the drawing, and what came of it."""

    column: int
    y: float  # its middle
    slots: Duel
    wins: tuple[str, str]
    winner: Slot
    match: str | None
    label: str = ""


def bracket_drawing(ledger: Ledger, words: DrawingWords) -> SafeString:
    """Of a knockout or a double one that has started."""
    seeds = ledger.state.started.order
    double = ledger.state.opened.format == "double_knockout"
    upper = single_ties(ledger, words, seeds, 1, bool(ledger.state.opened.rules.get("third")) and not double)
    lower = _lower_ties(ledger, words, seeds, _bottom(upper)) if double else []
    return _draw(upper, lower, words, words("bracket"))


def final_drawing(ledger: Ledger, words: DrawingWords, seeds: tuple[int, ...], first_round: int) -> SafeString:
    """The bracket of a group final."""
    third = bool(ledger.state.opened.rules.get("third"))
    return _draw(single_ties(ledger, words, seeds, first_round, third), [], words, words("bracket"))


def single_ties(
    ledger: Ledger, words: DrawingWords, seeds: tuple[int, ...], first_round: int, third: bool
) -> list[Tie]:
    """All ties of a single bracket, those still to come with empty places."""
    total = bracket_rounds(len(seeds))
    duels, ties, losers = first_duels(seeds), list[Tie](), list[Slot]()
    for column in range(total):
        number = first_round + column
        for index, duel in enumerate(duels):
            if column or None not in duel:
                ties.append(_tie(ledger, words, number, duel, column, _middle(column, index), seeds))
        if number <= len(ledger.state.rounds):
            followed = follow(ledger, number, duels, seeds)
            winners = followed.winners
            losers = list(followed.losers) if column == total - 2 else losers
        else:
            winners = _alone(duels) if column == 0 else (None,) * len(duels)
        duels = pair_up(winners) if len(winners) > 1 else ()
    if third and total > 1:
        small = (losers[0], losers[1]) if len(losers) == 2 else (None, None)
        below = _middle(total - 1, 0) + LINE * 1.5
        ties.append(_tie(ledger, words, first_round + total - 1, small, total - 1, below, seeds, words("third")))
    return ties


def _alone(duels: Sequence[Duel]) -> tuple[Slot, ...]:
    """Who has a first round free goes on."""
    return tuple((first or second) if None in (first, second) else None for first, second in duels)


def _middle(column: int, index: int) -> float:
    return HEAD + LINE * ((1 << column) * (index + 0.5))


def _tie(
    ledger: Ledger, words: DrawingWords, number: int, duel: Duel, column: int, y: float, seeds: tuple[int, ...],
    label: str = "",
) -> Tie:  # fmt: skip
    table = _table_of(ledger, number, duel)
    if table is None:
        return Tie(column, y, duel, ("", ""), None, None, label)
    wins = tuple("" if entry is None else _wins(ledger, words, table, entry) for entry in duel)
    winner = table_status(ledger, number, table, seeds).winner
    return Tie(column, y, duel, (wins[0], wins[1]), winner, table.latest.match, label)


def _table_of(ledger: Ledger, number: int, duel: Duel) -> PairedTable | None:
    if number > len(ledger.state.rounds) or None in duel:
        return None
    tables = ledger.state.round(number).tables
    return next((table for table in tables if set(table.latest.people) == set(duel)), None)


def _wins(ledger: Ledger, words: DrawingWords, table: PairedTable, entry: int) -> str:
    """Points of all games of the table that count; nothing before the first result."""
    games = [game for game in table.games if ledger.outcome(game).kind in COUNTING]
    points = [ledger.outcome(game).points[game.entries.index(entry)] for game in games]
    return words.points(sum(points)) if points else ""


# -- the lower bracket ------------------------------------------------------------------------------------------------


def _lower_ties(ledger: Ledger, words: DrawingWords, seeds: tuple[int, ...], top: float) -> list[Tie]:
    """Tables of those who have lost once, as they were paired; the final stands with them."""
    lost: set[int] = set()
    ties: list[Tie] = []
    depth = bracket_rounds(len(seeds))
    for number in range(1, len(ledger.state.rounds) + 1):
        beaten: set[int] = set()
        row = 0
        for table in ledger.state.round(number).tables:
            first, second = sorted(table.latest.people, key=seeds.index)
            status = table_status(ledger, number, table, seeds)
            beaten |= {status.loser} if status.loser is not None else set()
            if first in lost or second in lost:
                y = top + HEAD + LINE * (row + 0.5)
                label = words("final") if number >= 2 * depth else ""
                ties.append(_tie(ledger, words, number, (first, second), number - 1, y, seeds, label))
                row += 1
        lost |= beaten
    return ties


# -- drawing ----------------------------------------------------------------------------------------------------------


def _bottom(ties: Sequence[Tie]) -> float:
    return max((tie.y + LINE / 2 for tie in ties), default=HEAD)


def _draw(upper: Sequence[Tie], lower: Sequence[Tie], words: DrawingWords, label: str) -> SafeString:
    every = [*upper, *lower]
    columns = 1 + max((tie.column for tie in every), default=0)
    canvas = Canvas(columns * (COLUMN + GAP) - GAP + 4, _bottom(every) + 6, words.rtl)
    for column in range(columns):
        canvas.text(_left(column) + COLUMN / 2, 10, words("round", number=column + 1), "head", "middle")
    for tie in upper:
        _connect(canvas, tie, upper)
    if lower:
        canvas.text(2, _bottom(upper) + 12, words("lower"), "head", START)
    for tie in every:
        _draw_tie(canvas, tie, words)
    return canvas.svg(label, "bracket")


def _left(column: int) -> float:
    return 2 + column * (COLUMN + GAP)


def _connect(canvas: Canvas, tie: Tie, ties: Sequence[Tie]) -> None:
    """From a tie to the one that its winner goes on to."""
    if tie.label:
        return
    ahead = [other for other in ties if other.column == tie.column + 1 and not other.label]
    if not ahead:
        return
    target = min(ahead, key=lambda other: abs(other.y - tie.y))
    out, into = _left(tie.column) + COLUMN, _left(target.column)
    middle = (out + into) / 2
    canvas.line([(out, tie.y), (middle, tie.y), (middle, target.y), (into, target.y)], "way")


def _draw_tie(canvas: Canvas, tie: Tie, words: DrawingWords) -> None:
    x, top = _left(tie.column), tie.y - BOX / 2
    names = [words.name(slot) for slot in tie.slots]
    if tie.match:
        canvas.link(words.link(tie.match), " – ".join(name or "?" for name in names))
    if tie.label:
        canvas.text(x + 4, top - 8, tie.label, "head", START)
    canvas.box(x, top, COLUMN, BOX, "tie open" if tie.match and tie.winner is None else "tie")
    canvas.line([(x, tie.y), (x + COLUMN, tie.y)], "part")
    for place, (slot, name, won) in enumerate(zip(tie.slots, names, tie.wins, strict=True)):
        y = top + BOX * (0.25 + 0.5 * place)
        look = "winner" if slot is not None and slot == tie.winner else "loser" if tie.winner is not None else ""
        canvas.text(x + 8, y, cut(name, NAME), look, START, name)
        canvas.text(x + COLUMN - 8, y, won, look, END)
    if tie.match:
        canvas.end_link()
