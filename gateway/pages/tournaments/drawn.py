"""Which drawings a tournament has: a bracket, cross-tables of its groups, everybody by rounds."""

from __future__ import annotations

from django.utils.safestring import SafeString

from gateway.drawings.bracket import bracket_drawing, final_drawing
from gateway.drawings.grids import MOST_IN_CROSS, cross_drawing, round_drawing, rows_of
from gateway.pages.tournaments.reading import Reading
from services.pairings.finals import followed_finals
from services.pairings.series import BRACKETS

ALL_PLAY_ALL = ("round_robin", "groups", "league")
BY_ROUNDS = ("swiss", "swiss_pods", "round_robin")
MOST_ROWS = 60
MOST_ROUNDS = 40
MOST_IN_BRACKET = 128


def drawings(reading: Reading, language: str) -> list[tuple[str, SafeString]]:
    """Titles with drawings; none before the first pairing, and none that nobody could read."""
    ledger, state = reading.ledger, reading.state
    if ledger is None or not state.rounds:
        return []
    words = reading.words(language)
    form = state.opened.format
    if form in BRACKETS:
        small = len(state.started.order) <= MOST_IN_BRACKET
        return [(words("bracket"), bracket_drawing(ledger, words))] if small else []
    drawn: list[tuple[str, SafeString]] = []
    if form == "groups":
        drawn += _final(reading, language)
    if form in ALL_PLAY_ALL:
        drawn += _crosses(reading, language)
    if form in BY_ROUNDS and len(state.rounds) <= MOST_ROUNDS:
        rounds = round_drawing(ledger, words, rows_of(reading.table), words("rounds"), MOST_ROWS)
        drawn.append((words("rounds"), rounds))
    return drawn


def _final(reading: Reading, language: str) -> list[tuple[str, SafeString]]:
    ledger, words = reading.ledger, reading.words(language)
    finals = followed_finals(ledger) if ledger is not None else None
    if ledger is None or finals is None or not finals.paired or finals.kind != "bracket":
        return []
    return [(words("final"), final_drawing(ledger, words, tuple(finals.finalists), 2))]


def _crosses(reading: Reading, language: str) -> list[tuple[str, SafeString]]:
    assert reading.ledger is not None
    words = reading.words(language)
    groups = sorted({row.group for row in reading.table.rows}, key=lambda group: group or 0)
    drawn = []
    for group in groups:
        rows = rows_of(reading.table, group)
        title = words("cross") if group is None else words("cross_group", number=group)
        if 1 < len(rows) <= MOST_IN_CROSS:
            drawn.append((title, cross_drawing(reading.ledger, words, rows, title)))
    return drawn
