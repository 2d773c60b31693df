"""What of async.md only the rules of a game can say: who is asked, idle moves, and what a game does not allow."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from engine.core.replay import answer
from engine.games import GAMES
from tests.engine.toy import HUSH
from tests.verifier.vectors import chained_anew
from tests.verifier.writer import Writer
from verifier.verify import verify

DAY = 86_400_000
CLOCK = {"kind": "per_move", "ms": DAY}
ZERTZ = GAMES["zertz"]
HERE = {**GAMES, "hush": HUSH}


def allowing(**info: bool) -> dict[str, Any]:
    """The shelf with ZERTZ that allows what is named."""

    class Asked(type(ZERTZ)):  # type: ignore[misc]
        pass

    Asked.info = replace(ZERTZ.info, **info)
    return {**GAMES, "zertz": Asked()}


def findings(export: Any, **more: Any) -> list[tuple[str, int | None]]:
    return [(finding.code, finding.seq) for finding in verify(export, **{"games": HERE, **more})]


def begun(game: str = "zertz", clock: dict[str, Any] = CLOCK, options: dict[str, Any] | None = None) -> Writer:
    return Writer(HERE[game], [None, None], options, clock)


def answered(writer: Writer, plies: int) -> Writer:
    for _ in range(plies):
        seat = min(writer.game.to_act(writer.state))
        assert writer.say(seat, writer.game.legal_texts(writer.state, seat)[0]) is None
    return writer


def resigned(writer: Writer) -> Any:
    writer.add("seat.resigned", "seat:0", {"seat": 0})
    return writer.export([1], "resign")


# -- who is asked -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["zertz", "hush"])
def test_a_match_that_says_who_is_asked_holds(game):
    assert findings(resigned(answered(begun(game), 3))) == []


@pytest.mark.parametrize("number", [0, 1, 2])
def test_asked_is_whom_the_rules_ask(number):
    writer = begun("hush")
    if number:
        answered(writer, number)
    export = resigned(writer)
    step = [event for event in export["events"] if "asked" in event["pub"]][number]
    others = {(): [0], (0,): [1], (1,): [0], (0, 1): [0]}
    step["pub"]["asked"] = others[tuple(step["pub"]["asked"])]
    assert ("ASKED", step["seq"]) in findings(chained_anew(export))


def test_asked_after_an_undo_is_whom_the_rules_ask():
    writer = answered(begun(), 1)
    start = next(event["seq"] for event in writer.events if event["type"] == "match.started")
    back = writer.undo(start)
    good = resigned(writer)
    assert findings(good) == []
    damaged = copy.deepcopy(good)
    for seq in (start, back):
        damaged["events"][seq]["pub"]["asked"] = [1]
    assert {("ASKED", start), ("ASKED", back)} <= set(findings(chained_anew(damaged)))


# -- what a game does not allow ---------------------------------------------------------------------------------------


def with_offer(kind: str, writer: Writer) -> tuple[Any, int]:
    made = writer.add("offer.made", "seat:0", {"seat": 0, "offer": 1, "kind": kind})
    writer.add("offer.answered", "seat:1", {"seat": 1, "offer": 1, "accepted": False})
    return resigned(writer), made


@pytest.mark.parametrize("draws", [True, False])
def test_a_draw_is_offered_only_where_the_game_has_draws(draws):
    export, made = with_offer("draw", answered(begun(), 2))
    assert findings(export, games=allowing(draws=draws)) == ([] if draws else [("OFFER", made)])


def test_no_pause_is_offered_while_a_timer_of_the_rules_runs():
    writer = begun("hush", options={"rounds": 1})
    while writer.game.deadline(writer.state) is None:
        answered(writer, 1)
    export, made = with_offer("pause", writer)
    assert findings(export) == [("OFFER", made)]


@pytest.mark.parametrize("known", [True, False])
def test_the_substitute_is_a_bot_of_the_game(known):
    clock = CLOCK | {"substitute": "mcts" if known else "strong"}
    assert findings(resigned(answered(begun(clock=clock), 2))) == ([] if known else [("CLOCK", 0)])


# -- plans ------------------------------------------------------------------------------------------------------------


def ahead(writer: Writer, plies: int) -> list[list[Any]]:
    state, line = writer.state, []
    for _ in range(plies):
        seat = min(writer.game.to_act(state))
        line.append([seat, writer.game.legal_texts(state, seat)[0]])
        _, state = answer(writer.game, state, seat, line[-1][1], 0)
    return line


def planned(*, followed: bool) -> tuple[Any, int, int]:
    """Seat 1 plans its answer; the export, the seq of the plan and that of the answer."""
    writer = begun()
    line = ahead(writer, 2)
    plan = writer.add("plan.made", "seat:1", {"seat": 1}, {"1": {"lines": [line]}})
    assert writer.say(0, line[0][1]) is None
    said = len(writer.events)
    other = writer.game.legal_texts(writer.state, 1)[1]
    assert writer.say(1, line[1][1] if followed else other, plan=plan if followed else None) is None
    return resigned(writer), plan, said


def test_a_plan_that_the_house_answers_by_holds():
    export, _, _ = planned(followed=True)
    assert findings(export, games=allowing(plans=True)) == []


def test_a_plan_is_left_only_where_the_game_has_plans():
    export, plan, _ = planned(followed=True)
    assert findings(export, games=allowing(plans=False)) == [("PLAN", plan)]


def test_a_planned_answer_that_the_house_did_not_give_is_reported():
    export, _, said = planned(followed=False)
    assert findings(export, games=allowing(plans=True)) == [("PLAN", said)]


# -- idle seats -------------------------------------------------------------------------------------------------------


def idle(move: str | None) -> tuple[Any, int]:
    """Enigma: one gives up its puzzle, the other lets its time pass. None: nothing is done for it."""
    writer = begun("enigma", options={"mode": "async"})
    while len(writer.game.to_act(writer.state)) == 1:
        answered(writer, 1)
    assert writer.say(0, "G") is None
    writer.clock += 2 * DAY
    expired = writer.add("clock.expired", "server", {"seat": 1})
    if move is None:
        writer.add("match.ended", "server", {"scores": [0, 0], "winners": [0], "reason": "time"}, **writer.digests())
        writer.add("seed.revealed", "server", {"seed": writer.seed.hex()})
        return writer.so_far() | {"receipt": chained_anew(writer.so_far())["receipt"]}, expired
    writer.say(1, move, after_ms=0, idle=True)
    return resigned(writer), expired


def test_an_idle_move_that_the_rules_name_holds():
    export, _ = idle("G")
    assert findings(export) == []


def test_an_idle_move_is_the_one_that_the_rules_name():
    export, expired = idle("O")
    assert ("IDLE", expired + 1) in findings(export)


def test_an_idle_move_that_the_rules_name_is_made():
    export, expired = idle(None)
    assert ("IDLE", expired) in findings(export)
