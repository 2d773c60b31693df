"""Tables of results, drawn: everybody against everybody, and everybody by rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString

from gateway.drawings.canvas import END, MIDDLE, START, Canvas, cut
from gateway.drawings.words import TWELVE, DrawingWords
from services.pairings.ledger import FORFEIT_LOSS, FORFEIT_WIN, HALF, PAIRING, Ledger, Sitting
from services.pairings.outcomes import ANNULLED, OPEN
from services.pairings.standings import Standings

ROW, HEAD, PLACE, NAME_WIDTH, TOTAL, CELL, WIDE = 30.0, 28.0, 30.0, 150.0, 46.0, 38.0, 50.0
NAME = 17
MOST_IN_CROSS = 32


@dataclass(frozen=True, slots=True)
class GridRow:
    entry: int
    place: int | None
    points: int


def rows_of(table: Standings, group: int | None = None) -> list[GridRow]:
    return [GridRow(row.entry, row.place, row.points) for row in table.rows if row.group == group]


# -- everybody against everybody --------------------------------------------------------------------------------------


def cross_drawing(ledger: Ledger, words: DrawingWords, rows: Sequence[GridRow], label: str) -> SafeString:
    """One pool in the order of its standings. At three and four seats a cell says who was ahead how often."""
    canvas = _sheet(len(rows), len(rows) * CELL, words)
    left = PLACE + NAME_WIDTH
    for at in range(len(rows)):
        canvas.text(left + CELL * (at + 0.5), HEAD / 2, words.number(at + 1), "head", MIDDLE)
    _frame(canvas, rows, words, len(rows) * CELL)
    for line, row in enumerate(rows):
        against = meetings(ledger, row.entry)
        for column, other in enumerate(rows):
            x, y = left + CELL * column, HEAD + ROW * line
            if other.entry == row.entry:
                canvas.box(x + 1, y + 1, CELL - 2, ROW - 2, "self")
            elif other.entry in against:
                value = against[other.entry]
                canvas.text(x + CELL / 2, y + ROW / 2, " ".join(map(words.points, value)), _look(value), MIDDLE)
    return canvas.svg(label, "grid")


def meetings(ledger: Ledger, entry: int) -> dict[int, list[int]]:
    """By opponent: at two seats what each game brought; at more, 1 for the better place and a half for the same."""
    two = ledger.state.opened.seats == 2
    points: dict[int, list[int]] = defaultdict(list)
    for sitting in ledger.records[entry].sittings:
        if sitting.kind == ANNULLED:
            continue
        for other in sitting.others:
            points[other].append(sitting.points if two else _ahead(ledger, sitting, other))
    return dict(points) if two else {other: [sum(values)] for other, values in points.items()}


def _ahead(ledger: Ledger, sitting: Sitting, other: int) -> int:
    theirs = next(theirs_too for theirs_too in ledger.records[other].sittings if theirs_too.match == sitting.match)
    if sitting.place is None or theirs.place is None:
        return 0
    return TWELVE if sitting.place < theirs.place else TWELVE // 2 if sitting.place == theirs.place else 0


def _look(values: Sequence[int]) -> str:
    mean = Fraction(sum(values), len(values))
    return "won" if mean >= TWELVE else "lost" if mean == 0 else "even"


# -- everybody by rounds ----------------------------------------------------------------------------------------------


def round_drawing(
    ledger: Ledger, words: DrawingWords, rows: Sequence[GridRow], label: str, most: int | None = None
) -> SafeString:
    """A column for each round: against which row, and what came of it; at three and four seats the place.

    `most`: so many rows are drawn; opponents further down have their numbers all the same.
    """
    numbers, rows = {row.entry: at for at, row in enumerate(rows, 1)}, rows[:most]
    rounds = len(ledger.state.rounds)
    canvas = _sheet(len(rows), rounds * WIDE, words)
    left = PLACE + NAME_WIDTH
    for number in range(rounds):
        canvas.text(left + WIDE * (number + 0.5), HEAD / 2, words("round_short", number=number + 1), "head", MIDDLE)
    _frame(canvas, rows, words, rounds * WIDE)
    running = open_games(ledger)
    for line, row in enumerate(rows):
        cells = round_cells(ledger, words, row.entry, numbers, running.get(row.entry, {}))
        for number, (text, look, title) in cells.items():
            x, y = left + WIDE * (number - 0.5), HEAD + ROW * (line + 0.5)
            canvas.text(x, y, text, look, MIDDLE, title)
    return canvas.svg(label, "grid")


Cell = tuple[str, str, str]


def open_games(ledger: Ledger) -> dict[int, dict[int, tuple[int, ...]]]:
    """By entrant and round: against whom a match is being played."""
    games: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for paired in ledger.state.rounds:
        if paired.closed_seq is not None:
            continue
        for game in paired.games():
            if not game.replaced and ledger.outcome(game).kind == OPEN:
                for entry in game.people:
                    games[entry][paired.round] = tuple(other for other in game.people if other != entry)
    return games


def round_cells(
    ledger: Ledger,
    words: DrawingWords,
    entry: int,
    numbers: dict[int, int],
    running: Mapping[int, tuple[int, ...]],
) -> dict[int, Cell]:
    """By round: words, look and what a pointer shows."""
    cells: dict[int, Cell] = {}
    for rest in ledger.records[entry].idle:
        mark = {PAIRING: "bye", HALF: "half_bye"}.get(rest.kind, "none")
        cells[rest.round] = (words(mark), "muted", words("idle_" + rest.kind))
    for number, others in running.items():
        cells[number] = ("…", "running", words("comma").join(map(words.name, others)))
    for sitting in ledger.records[entry].sittings:
        if sitting.kind != ANNULLED:
            cells[sitting.round] = _sat(ledger, words, sitting, numbers)
    return cells


def _sat(ledger: Ledger, words: DrawingWords, sitting: Sitting, numbers: dict[int, int]) -> Cell:
    names = words("comma").join(words.name(other) for other in sitting.others)
    if len(sitting.others) != 1:
        people = len(sitting.others) + 1
        place = words("no_place") if sitting.place is None else words("place", place=sitting.place, people=people)
        return place, "won" if sitting.place == 1 else "even", names
    look = "won" if sitting.place == 1 and sitting.alone else "even" if sitting.place == 1 else "lost"
    sign = {"won": "+", "even": "=", "lost": "−"}[look]
    forfeit = words("forfeit") if sitting.kind in (FORFEIT_WIN, FORFEIT_LOSS) else ""
    opponent = numbers.get(sitting.others[0])
    text = f"{sign}{'' if opponent is None else words.number(opponent)}{forfeit}"
    return f"\u2066{text}\u2069", look, names


# -- what both have ---------------------------------------------------------------------------------------------------


def _sheet(rows: int, cells: float, words: DrawingWords) -> Canvas:
    return Canvas(PLACE + NAME_WIDTH + cells + TOTAL, HEAD + ROW * rows + 2, words.rtl)


def _frame(canvas: Canvas, rows: Sequence[GridRow], words: DrawingWords, cells: float) -> None:
    """Numbers, names and points, and a line below each row."""
    end = PLACE + NAME_WIDTH + cells + TOTAL
    canvas.text(end - 6, HEAD / 2, words("points"), "head", END)
    canvas.line([(0, HEAD), (end, HEAD)], "rule strong")
    for line, row in enumerate(rows):
        y = HEAD + ROW * (line + 0.5)
        name = words.name(row.entry)
        canvas.text(PLACE - 8, y, words.number(line + 1), "muted", END)
        canvas.text(PLACE, y, cut(name, NAME), "name" if row.place is not None else "name muted", START, name)
        canvas.text(end - 6, y, words.points(row.points), "total", END)
        canvas.line([(0, y + ROW / 2), (end, y + ROW / 2)], "rule")
