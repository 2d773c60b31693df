"""What a page asks beside a match: which offers may be made, who rests, what is shown of agreements and plans."""

from __future__ import annotations

import pytest

from services.bus import pokes
from services.readers.models import NewsLine
from services.referee.tasks import advance
from tests.gateway.test_async_calls import DAY, Caller, begun, move, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def ann():
    return Caller("Ann")


@pytest.fixture
def bea():
    return Caller("Bea")


def codes(here: str, eye: str = "-1") -> list[str]:
    rows = NewsLine.objects.filter(match_id=here.rsplit("/", 1)[-1]).order_by("seq")
    lines = [line for row in rows for line in row.lines.get("all", []) + row.lines.get(eye, [])]
    return [line["code"] for line in lines if line["code"].startswith("house.")]


def test_a_seat_learns_what_it_may_offer_and_what_speaks_against_the_rest(ann, bea):
    here = begun(ann, bea)
    possible = ann("get", f"{here}/offers").said
    assert {kind: answer["refused"] for kind, answer in possible.items()} == {
        "draw": None, "undo": "undo-not-allowed", "pause": None, "abort": None,
    }  # fmt: skip
    move(ann, here)
    undo = ann("get", f"{here}/offers").said["undo"]
    assert undo["refused"] is None
    assert ann.do("post", f"{here}/offers", kind="undo", to=undo["to"]).status_code == 202
    assert ann("get", f"{here}/offers").said["draw"]["refused"] == "offer-open"


def test_only_seats_ask_what_they_may_offer(ann, bea):
    here = begun(ann, bea)
    refused(Caller("Cyd")("get", f"{here}/offers"), 403, "not-your-seat")


def test_everybody_sees_the_rests_ahead_and_the_pauses_that_are_open(ann, bea):
    clock = {"kind": "per_move", "ms": 3 * DAY, "rest_hours": [22, 7]}
    here = begun(ann, bea, clock=clock)
    first, second = Caller("Cyd")("get", f"{here}/pauses").said["seats"]
    assert first["left"] <= 3 * DAY == second["left"]
    assert len(first["rests"]) >= 5
    assert first["open"] == []
    assert ann.do("post", f"{here}/offers", kind="pause").status_code == 202
    assert bea.do("post", f"{here}/offers/1/answer", accepted=True).status_code == 202
    assert [pause["reason"] for pause in ann("get", f"{here}/pauses").said["seats"][0]["open"]] == ["agreement"]


def test_what_is_agreed_beside_the_moves_is_shown_to_everybody(ann, bea):
    here = begun(ann, bea)
    ann.do("post", f"{here}/offers", kind="pause")
    bea.do("post", f"{here}/offers/1/answer", accepted=True)
    bea.do("post", f"{here}/pause-end")
    assert codes(here) == ["house.offer_pause", "house.accepted", "house.paused_agreement", "house.resumed_agreement"]


def planned(ann: Caller, bea: Caller) -> tuple[str, str]:
    """A match in which Bea has planned to answer Ann's first listed move; and that move."""
    here = begun(ann, bea)
    first = ann("get", f"{here}/frame").said["moves"][0]
    answer = "Wd4,d7" if "d4" not in first and "d7" not in first else "Wd5,d1"
    assert bea.do("put", f"{here}/plan", lines=[[[0, first], [1, answer]]]).status_code == 202
    return here, first


def test_a_plan_that_answers_and_a_plan_that_is_left_are_shown_to_their_seat_alone(ann, bea):
    here, first = planned(ann, bea)
    frame = ann("get", f"{here}/frame").said
    ann.do("post", f"{here}/moves", decision=frame["decision"], move=first)
    advance(here.rsplit("/", 1)[-1])
    assert codes(here, "1") == ["house.plan", "house.plan_answered"]
    assert codes(here, "0") == ["house.plan"]
    move(ann, here, 3)
    assert codes(here, "1")[-1] == "house.plan_over_done"
    assert codes(here, "0") == ["house.plan"]


def test_a_move_off_the_lines_ends_a_plan_with_a_word(ann, bea):
    here, _ = planned(ann, bea)
    move(ann, here, 5)
    assert codes(here, "1")[-1] == "house.plan_over_off"


def test_a_seat_plays_ahead_for_both_sides_and_nothing_is_written(ann, bea):
    here = begun(ann, bea)
    head = ann("get", here).said["head"]
    start = bea("post", f"{here}/plan/try", {"line": []}).said
    assert (start["eye"], start["to_act"], start["decision"]) == (0, [0], 1)
    after = bea("post", f"{here}/plan/try", {"line": [[0, start["moves"][0]]]}).said
    assert (after["eye"], after["to_act"], after["decision"]) == (1, [1], 2)
    assert after["moves"]
    assert ann("get", here).said["head"] == head


def test_what_the_rules_forbid_cannot_be_played_ahead(ann, bea):
    here = begun(ann, bea)
    refused(bea("post", f"{here}/plan/try", {"line": [[1, "Wd4,d1"]]}), 422, "illegal-move")
    refused(bea("post", f"{here}/plan/try", {"line": [["x"]]}), 400, "bad-plan")
    refused(Caller("Cyd")("post", f"{here}/plan/try", {"line": []}), 403, "not-your-seat")


def test_a_game_with_luck_is_not_played_ahead(ann, bea):
    here = begun(ann, bea, game="glux")
    refused(bea("post", f"{here}/plan/try", {"line": []}), 422, "plan-not-allowed")
