"""A tournament that cannot work is refused at opening: which combination is impossible, and what would work (422)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from services.pairings.errors import TournamentRefusal
from services.pairings.formats import FORMATS, GameFacts, sensible_tiebreaks
from services.pairings.opening import DAY_MS, OpeningDraft, first_time
from services.pairings.opening_rules import check_rules, people_needed
from services.pairings.points import undivided
from services.pairings.rounds import ONE_ROUND, natural_rounds, swiss_most
from services.pairings.state import TournamentState
from services.pairings.times import HOUR_MS, to_ms

MOST_POINTS = 240  # twelfths of one match: the six sums of a Swiss pairing stay exact
MOST_ROUNDS = 200


def check_opening(
    draft: OpeningDraft, game: GameFacts, now: str, previous: TournamentState | None = None
) -> tuple[TournamentRefusal, ...]:
    """Everything that is impossible about it; empty if it can be opened."""
    seats = tuple(_seats(draft, game))
    if seats:
        return seats
    checks = (_rounds, _cap, _times, _points, _clock)
    refusals = [refusal for check in checks for refusal in check(draft, now)]
    refusals += [*_tiebreaks(draft, game), *check_rules(draft, game), *_previous(draft, previous)]
    return tuple(refusals)


def _seats(draft: OpeningDraft, game: GameFacts) -> Iterator[TournamentRefusal]:
    works = [seats for seats in FORMATS[draft.format].seats if seats in game.seats]
    if not works:
        others = [key for key, facts in FORMATS.items() if set(facts.seats) & set(game.seats)]
        yield _refuse("bad-seats", "format-needs-seats", "format", game=game.key, works=_listed(others))
    elif draft.seats not in works:
        yield _refuse("bad-seats", "seats-of-format", "seats", format=draft.format, works=_listed(works))


def _rounds(draft: OpeningDraft, now: str) -> Iterator[TournamentRefusal]:
    rounds, cap = draft.rounds, draft.entry.get("cap")
    if rounds is None:
        if draft.format == "swiss_pods":
            yield _refuse("bad-rounds", "rounds-announced", "rounds", most=MOST_ROUNDS)
        return
    if draft.format == "arena":
        if rounds != 0:
            yield _refuse("bad-rounds", "rounds-arena", "rounds")
    elif draft.format in ONE_ROUND:
        if rounds != 1:
            yield _refuse("bad-rounds", "rounds-one", "rounds", format=draft.format)
    elif not 1 <= rounds <= MOST_ROUNDS:
        yield _refuse("bad-rounds", "rounds-range", "rounds", most=MOST_ROUNDS)
    else:
        yield from _rounds_for_cap(draft, rounds, cap)


def _rounds_for_cap(draft: OpeningDraft, rounds: int, cap: int | None) -> Iterator[TournamentRefusal]:
    """Rounds that no number of entrants up to the cap can play."""
    most = cap if cap is not None and cap >= 2 else 2 * MOST_ROUNDS + 2
    if draft.format == "swiss":
        if rounds > swiss_most(most):
            yield _refuse("bad-rounds", "rounds-swiss", "rounds", cap=most, works=swiss_most(most))
        return
    if draft.format == "swiss_pods":
        return
    twice = bool(draft.rules.get("twice"))
    possible = sorted({natural_rounds(draft.format, people, twice) or 0 for people in range(2, most + 1)})
    if rounds not in possible:
        nearest = min(possible, key=lambda other: (abs(other - rounds), other))
        yield _refuse("bad-rounds", "rounds-follow", "rounds", format=draft.format, works=nearest)


def _cap(draft: OpeningDraft, now: str) -> Iterator[TournamentRefusal]:
    cap = draft.entry.get("cap")
    needed = people_needed(draft)
    if cap is not None and cap < needed:
        yield _refuse("bad-cap", "cap-too-small", "entry.cap", format=draft.format, works=needed)


def _times(draft: OpeningDraft, now: str) -> Iterator[TournamentRefusal]:
    closes, starts = draft.entry.get("closes_at"), draft.entry.get("starts_at")
    for name, moment in (("closes_at", closes), ("starts_at", starts)):
        if moment is not None and to_ms(moment) <= to_ms(now):
            yield _refuse("bad-times", "time-gone-by", f"entry.{name}", now=now)
    if closes is not None and starts is not None and to_ms(closes) > to_ms(starts):
        yield _refuse("bad-times", "closes-after-start", "entry.closes_at", works=starts)
    low, high = draft.entry.get("rating_from"), draft.entry.get("rating_to")
    if low is not None and high is not None and low > high:
        yield _refuse("bad-rules", "rating-range", "entry.rating_from", works=high)


def _points(draft: OpeningDraft, now: str) -> Iterator[TournamentRefusal]:
    if draft.seats == 2:
        yield from _win_points(draft)
    else:
        yield from _place_points(draft)


def _win_points(draft: OpeningDraft) -> Iterator[TournamentRefusal]:
    points = draft.points
    if set(points) != {"win", "draw", "loss"}:
        yield _refuse("bad-points", "points-two-seats", "points")
        return
    win, draw, loss = points["win"], points["draw"], points["loss"]
    if not MOST_POINTS >= win >= draw >= loss >= 0 or win == loss:
        yield _refuse("bad-points", "points-order", "points", most=MOST_POINTS)
    if win % 2 and FORMATS[draft.format].byes:
        yield _refuse("bad-points", "points-half", "points.win", win=win, works=win + 1)


def _place_points(draft: OpeningDraft) -> Iterator[TournamentRefusal]:
    rows = draft.points.get("place")
    if not isinstance(rows, dict) or set(draft.points) != {"place"}:
        yield _refuse("bad-points", "points-by-place", "points", seats=draft.seats)
        return
    for other in sorted(set(rows) - {"2", "3", "4"}):
        yield _refuse("bad-points", "points-size", f"points.place.{other}", size=other)
    for size in sorted({int(size) for size in rows if size in ("2", "3", "4")} | _sizes_needed(draft)):
        row = rows.get(str(size))
        field = f"points.place.{size}"
        if row is None or len(row) != size:
            yield _refuse("bad-points", "points-length", field, size=size, length=len(row or ()))
        elif list(row) != sorted(row, reverse=True) or row[0] > MOST_POINTS or row[-1] < 0 or row[0] == row[-1]:
            yield _refuse("bad-points", "points-falling", field, size=size, most=MOST_POINTS)
        elif (run := undivided(row)) is not None:
            total = sum(row[run[0] - 1 : run[1]])
            sharing = run[1] - run[0] + 1
            yield _refuse("bad-points", "points-divide", field, first=run[0], last=run[1], total=total, sharing=sharing)


def _sizes_needed(draft: OpeningDraft) -> set[int]:
    """Numbers of people that may sit at a table."""
    if draft.format != "swiss_pods":
        return {draft.seats}
    sizes = {int(size) for size in draft.rules.get("sizes") or (2, 3, 4)}
    sizes |= {2, 3} if draft.rules.get("bots") else set()
    return {size for size in sizes if size <= max(draft.seats, 4 if draft.seats == 3 else 0)} | {draft.seats}


def _clock(draft: OpeningDraft, now: str) -> Iterator[TournamentRefusal]:
    clock, hours = draft.clock, draft.rules.get("round_hours")
    live = clock is not None and "start_ms" in clock and first_time(clock) < DAY_MS
    if draft.format == "arena" and not live:
        yield _refuse("clock-does-not-fit", "clock-arena", "clock")
    if clock is None and draft.rules.get("rated"):
        yield _refuse("clock-does-not-fit", "clock-rated", "clock")
    if clock is not None and isinstance(hours, int) and hours > 0 and first_time(clock) > hours * HOUR_MS:
        needed = -(-first_time(clock) // HOUR_MS)
        yield _refuse("clock-does-not-fit", "clock-longer-than-round", "clock", hours=hours, works=needed)


def _tiebreaks(draft: OpeningDraft, game: GameFacts) -> Iterator[TournamentRefusal]:
    works = sensible_tiebreaks(draft.format, draft.seats, game.less_is_better)
    seen: set[str] = set()
    for name in draft.tiebreaks:
        if name in seen:
            yield _refuse("bad-tiebreaks", "tiebreak-twice", "tiebreaks", name=name)
        elif name not in works:
            reason = "tiebreak-format" if works else "tiebreak-bracket"
            params = {"name": name, "format": draft.format, "works": _listed(works)}
            yield TournamentRefusal("bad-tiebreaks", reason, ("tiebreaks",), params)
        seen.add(name)


def _previous(draft: OpeningDraft, previous: TournamentState | None) -> Iterator[TournamentRefusal]:
    if previous is None:
        return
    before = previous.opened
    if draft.format != "league" or before.format != "league":
        yield _refuse("bad-previous", "previous-league", "previous")
    elif previous.closed is None or previous.closed.reason != "done":
        yield _refuse("bad-previous", "previous-not-over", "previous")
    elif (before.game, before.seats) != (draft.game, draft.seats):
        yield _refuse("bad-previous", "previous-other-game", "previous", game=before.game, seats=before.seats)


def _refuse(code: str, reason: str, field: str, **params: Any) -> TournamentRefusal:
    return TournamentRefusal(code, reason, (field,), params)


def _listed(values: Any) -> str:
    return ", ".join(str(value) for value in values)
