"""What the calls of asynchronous play refuse, by the codes of their table, and what a repeated call gives."""

from __future__ import annotations

import json
import uuid

import pytest

from services.clocks.tasks import tick
from services.log.models import Event
from services.people.vacations import DAYS
from services.referee.tasks import advance
from tests.gateway.test_async_calls import DAY, Caller, ann, bea, begun, move, no_pokes, refused  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


def said(here: str) -> int:
    return Event.objects.filter(stream_id=here[9:]).count()


def unjudged(who: Caller, here: str) -> None:
    frame = who("get", f"{here}/frame").said
    assert who.do("post", f"{here}/moves", decision=frame["decision"], move=frame["moves"][0]).status_code == 202


# -- while a move waits -----------------------------------------------------------------------------------------------


def test_while_a_move_waits_nobody_offers_answers_or_resigns(ann, bea):  # noqa: F811
    here = begun(ann, bea)
    assert bea.do("post", f"{here}/offers", kind="draw").status_code == 202
    unjudged(ann, here)
    before = said(here)
    refused(bea.do("post", f"{here}/offers", kind="abort"), 409, "move-waits")
    refused(ann.do("post", f"{here}/offers/1/answer", accepted=True), 409, "move-waits")
    refused(bea.do("post", f"{here}/resignation"), 409, "move-waits")
    assert said(here) == before


def test_nobody_comes_back_while_the_bots_move_waits(ann, bea, house_clock):  # noqa: F811
    here = begun(ann, bea, clock={"kind": "per_move", "ms": DAY, "on_timeout": "bot"})
    move(ann, here)
    house_clock(days=2)
    tick()
    refused(bea.do("post", f"{here}/moves", decision=1, move="x"), 409, "substituted")
    from services.opponents.tasks import think

    advance(here[9:])
    house_clock(days=2, minutes=1)
    think(here[9:], 1)
    refused(bea.do("post", f"{here}/return"), 409, "move-waits")
    advance(here[9:])
    back = bea.do("post", f"{here}/return")
    assert (back.status_code, set(back.said)) == (202, {"seq", "head", "receipt"})
    refused(bea.do("post", f"{here}/return"), 409, "not-away")


# -- the same call again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "other"),
    [
        ("post", "/offers", {"kind": "draw"}, {"kind": "abort"}),
        ("put", "/plan", {"lines": [[[0, "a"], [1, "b"]]]}, {"lines": [[[0, "a"]]]}),
        ("post", "/resignation", {}, None),
    ],
)
def test_the_same_command_gets_the_same_answer_and_another_body_is_refused(ann, bea, method, path, body, other):  # noqa: F811
    here, command = begun(ann, bea), str(uuid.uuid4())
    first = bea(method, here + path, {**body, "command_id": command})
    again = bea(method, here + path, {**body, "command_id": command.upper()})
    assert first.status_code == again.status_code == 202
    assert first.said == again.said
    if other is not None:
        refused(bea(method, here + path, {**other, "command_id": command}), 409, "command-reused")


def test_an_answer_an_ended_pause_and_a_dropped_plan_are_repeated_alike(ann, bea):  # noqa: F811
    here = begun(ann, bea)
    ann.do("post", f"{here}/offers", kind="pause")
    twice(bea, "post", f"{here}/offers/1/answer", {"accepted": True})
    twice(bea, "post", f"{here}/pause-end", {})
    bea.do("put", f"{here}/plan", lines=[[[0, "a"], [1, "b"]]])
    command = str(uuid.uuid4())
    dropped = [bea("delete", f"{here}/plan?command_id={command}") for _ in range(2)]
    assert [answer.status_code for answer in dropped] == [202, 202]
    assert dropped[0].said == dropped[1].said


def twice(who: Caller, method: str, path: str, body: dict) -> None:
    command = str(uuid.uuid4())
    first, again = (who(method, path, {**body, "command_id": command}) for _ in range(2))
    assert (first.status_code, first.said) == (again.status_code, again.said)
    assert first.status_code == 202


@pytest.mark.parametrize("command", ["", "1", "x" * 36, None, 7])
def test_a_command_id_is_a_uuid_in_every_call(ann, bea, command):  # noqa: F811
    here = begun(ann, bea)
    before = said(here)
    calls = [
        ("post", f"{here}/offers", {"kind": "draw"}),
        ("post", f"{here}/offers/1/answer", {"accepted": True}),
        ("put", f"{here}/plan", {"lines": [[[0, "a"]]]}),
        ("post", f"{here}/pause-end", {}),
        ("post", f"{here}/return", {}),
        ("post", f"{here}/rematch", {}),
        ("put", "/me/vacation", {"on": True}),
    ]
    for method, path, body in calls:
        refused(bea(method, path, {**body, "command_id": command}), 400, "bad-request")
    assert said(here) == before


# -- plans ------------------------------------------------------------------------------------------------------------


def line(number: int, plies: int = 2) -> list[list]:
    return [[0, f"m{number}"], *([1, "a"] for _ in range(plies - 1))]


@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        ([line(number) for number in range(20)], True),
        ([line(number) for number in range(21)], False),
        ([line(1, 20)], True),
        ([line(1, 21)], False),
        ([[[0, "m"], [1, "y" * 900]] for _ in range(17)], True),
        ([[[0, f"{number}"], [1, "y" * 900]] for number in range(18)], False),
        ([[[1, "a"]]], False),
        ([[[2, "a"]]], False),
        ([[[0, "a", "b"]]], False),
        ([[[0, "what?"]]], False),
        ([[[True, "a"]]], False),
        ([[]], False),
        ("a1", False),
        ({}, False),
    ],
)
def test_a_plan_has_its_limits(ann, bea, lines, fits):  # noqa: F811
    here = begun(ann, bea)
    put = bea.do("put", f"{here}/plan", lines=lines)
    if fits:
        assert put.status_code == 202, put.said
        assert bea("get", f"{here}/plan").said == {"plan": put.said["plan"], "lines": lines}
    else:
        refused(put, 400, "bad-plan")
        assert bea("get", f"{here}/plan").status_code == 404


def test_a_plan_that_contradicts_itself_leaves_the_one_before(ann, bea):  # noqa: F811
    here = begun(ann, bea)
    lines = [[[0, "a"], [1, "b"]]]
    bea.do("put", f"{here}/plan", lines=lines)
    refused(bea.do("put", f"{here}/plan", lines=[*lines, [[0, "a"], [1, "c"]]]), 422, "plan-contradicts")
    assert bea("get", f"{here}/plan").said["lines"] == lines


def test_a_stranger_neither_reads_nor_leaves_a_plan(ann, bea):  # noqa: F811
    here, stranger = begun(ann, bea), Caller("Cem")
    bea.do("put", f"{here}/plan", lines=[[[0, "a"], [1, "secret"]]])
    assert stranger("get", f"{here}/plan").status_code == 403
    refused(stranger.do("put", f"{here}/plan", lines=[[[0, "a"]]]), 403, "not-your-seat")
    shown = [stranger("get", here + path).said for path in ("", "/frame", "/events", "/export", "/clocks")]
    assert "secret" not in json.dumps(shown)
    assert stranger("get", f"{here}/frame").said["plans"] == [1]


# -- vacation ---------------------------------------------------------------------------------------------------------


def test_a_vacation_is_switched_and_shown(ann):  # noqa: F811
    assert ann("get", "/me/vacation").said == {"on": False, "since": None, "days_left": DAYS}
    on = ann.do("put", "/me/vacation", on=True)
    assert (on.status_code, on.said["on"], on.said["days_left"]) == (200, True, DAYS - 1)
    assert on.said["since"].endswith("Z")
    off = ann.do("put", "/me/vacation", on=False)
    assert (off.said["on"], off.said["since"], off.said["days_left"]) == (False, None, DAYS - 1)


def test_a_repeated_command_switches_no_vacation_again(ann):  # noqa: F811
    command = str(uuid.uuid4())
    ann("put", "/me/vacation", {"on": True, "command_id": command})
    ann.do("put", "/me/vacation", on=False)
    again = ann("put", "/me/vacation", {"on": True, "command_id": command})
    assert (again.status_code, again.said["on"]) == (200, False)
    refused(ann("put", "/me/vacation", {"on": False, "command_id": command}), 409, "command-reused")


def test_without_days_left_nobody_goes_on_vacation(ann, house_clock):  # noqa: F811
    from services.log import clock
    from services.people.models import Vacation

    now = clock.now()
    for _ in range(DAYS):
        Vacation.objects.create(account=ann.account, began=now, until=now, ended=now)
    refused(ann.do("put", "/me/vacation", on=True), 409, "no-days-left")
    assert ann("get", "/me/vacation").said["days_left"] == 0
