"""The puzzle of the day as it is shown, answers to puzzles, and who has tried."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from engine.core.errors import MoveError
from engine.games.zertz.puzzles import Judged, judge, start
from services.analysis.models import Puzzle, PuzzleTry
from services.analysis.puzzles import puzzle_of
from services.errors import NotAllowed, NotFound
from services.log import clock

SOLVED = "solved"


def puzzle_today() -> Puzzle:
    """Raises NotFound."""
    puzzle = puzzle_of(clock.now().astimezone(UTC).date())
    if puzzle is None:
        raise NotFound("no-puzzle")
    return puzzle


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Without what gives the answer away: neither line nor match."""
    counts = PuzzleTry.objects.filter(puzzle=puzzle).aggregate(tried=Count("who"), solved=Count("who", Q(solved=True)))
    return {
        "id": str(puzzle.pk), "position": puzzle.position, "goal": puzzle.goal, "seat": puzzle.seat,
        "plies": puzzle.plies, **counts,
    }  # fmt: skip


def answer_puzzle(*, puzzle_id: UUID, moves: Sequence[str], give_up: bool, who: str) -> dict[str, Any]:
    """What the moves so far have come to. Raises NotFound, and NotAllowed for a move that is illegal."""
    puzzle = Puzzle.objects.filter(pk=puzzle_id).first()
    if puzzle is None:
        raise NotFound
    judged = _judged(puzzle, moves)
    _note(puzzle, who, judged.state == SOLVED, give_up)
    answer: dict[str, Any] = {"state": judged.state, "reply": judged.reply}
    if judged.state == SOLVED or give_up:
        answer |= {"line": puzzle.line, "from": {"match": str(puzzle.subject), "seq": puzzle.seq}}
    return answer


def _judged(puzzle: Puzzle, moves: Sequence[str]) -> Judged:
    try:
        return judge(start(puzzle.position, puzzle.goal), moves)
    except MoveError as error:
        refusal = NotAllowed("illegal-move", text=(moves[-1] if moves else "")[:60])
        refusal.extra = {"code": error.code}
        raise refusal from None


def _note(puzzle: Puzzle, who: str, solved: bool, gave_up: bool) -> None:
    """Solved counts only for who has not seen the answer before."""
    row, _ = PuzzleTry.objects.get_or_create(puzzle=puzzle, who=who)
    rows = PuzzleTry.objects.filter(puzzle=puzzle, who=who)
    if gave_up and not row.solved:
        rows.update(gave_up=True)
    elif solved and not row.gave_up:
        rows.update(solved=True)


def tries_of(account: UUID) -> list[dict[str, Any]]:
    tries = PuzzleTry.objects.filter(who=str(account)).order_by("puzzle_id")
    return [{"puzzle": str(row.puzzle_id), "solved": row.solved, "gave_up": row.gave_up} for row in tries]


def forget_tries(account: UUID) -> None:
    PuzzleTry.objects.filter(who=str(account)).delete()
