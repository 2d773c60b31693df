"""Damaged logs of asynchronous play: each damage is reported with its code, at the event where it lies.

Every one is made from a good log of async_vectors.json; chain, seals and numbers are made to fit again, so that the
conduct of the match alone gives it away. No engine is at hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.verifier.async_logs import Damaged, findings, good, known

HOUR = 3_600_000
DAY = 24 * HOUR
CODES = (
    "ASKED", "CLOCK", "EXPIRY", "TIMEOUT", "PAUSE", "CREDIT", "OFFER", "UNDO", "PLAN", "IDLE", "SUBST", "RETURN",
)  # fmt: skip
NEVER_CAME = "used up exactly when a rest begins: a no-show"
PAUSED_LATE = "the deadline passed before the vacation began"
BOTH_AWAY = "both away in a simultaneous phase"
TAKEN_OVER = "a bot takes over and the person returns"
CAME_BACK = "a person returns while the bot is asked"
ONE_OF_FOUR = "one of four resigns"
ONLY_PERSON = "three seats, the only person resigns"
LATE_MOVE = "lost on time, a move came too late"
VACATION = "a vacation in mid-stint"
AGREED_PAUSE = "pause by agreement, ended by the first move"
PAUSE_OF_THREE = "pause by agreement of three, ended by a seat"
DIRECTOR = "vacation and a director's pause overlap"
OUTAGE = "an outage is given back"
CREDITED = "a credit beyond the cap"
DRAW = "a draw by agreement"
ABORT = "an offer declined, another accepted"
UNDONE = "an undo granted"
UNDONE_OF_BOT = "a bot grants an undo at once"
NO_CLOCK = "no clock"
PLANNED = "a plan fires twice, then breaks"
LONG_PLAN = "a plan for a turn of several decisions"
IDLE = "an idle move"
NEW_HOLDER = "a director seats somebody else"
REFUSED = "a refused move"
PLAIN = "three days a move"
BYOYOMI = "byoyomi periods used up and given back"
SIMULTANEOUS = "a simultaneous phase of three"

Case = tuple[str, Callable[[], Damaged], str, int]


def lines(*plan: list[list[object]]) -> dict[str, object]:
    return {"lines": list(plan)}


EXPIRIES: list[Case] = [
    ("before the deadline", lambda: good(NEVER_CAME).change(4, later=-1).change(5, later=-1), "EXPIRY", 4),
    ("during a vacation", lambda: good(PAUSED_LATE).change(8, later=-2 * HOUR), "EXPIRY", 9),
    ("after a pause that was put in", lambda: good(NEVER_CAME)
        .insert(4, "clock.paused", "director:dora", {"seats": [0], "reason": "director"}, ms=HOUR)
        .insert(4, "clock.resumed", "director:dora", {"seats": [0], "reason": "director"}, ms=HOUR // 2),
     "EXPIRY", 6),
    ("after a credit that was put in", lambda: good(NEVER_CAME)
        .insert(4, "clock.credited", "server", {"seat": 0, "ms": 1}, ms=HOUR), "EXPIRY", 5),
    ("of a seat that is not asked", lambda: good(PAUSED_LATE).change(9, seat=1), "EXPIRY", 9),
    ("while a move waits to be judged", lambda: good(PAUSED_LATE)
        .insert(9, "move.made", "seat:0", {"decision": 2}, {"0": {"move": "go"}}), "EXPIRY", 10),
    ("alone although another seat has the same deadline", lambda: good(BOTH_AWAY).drop(5), "EXPIRY", 4),
    ("of the same seat twice", lambda: good(BOTH_AWAY).change(5, seat=0), "EXPIRY", 5),
    ("by another offset", lambda: good(NEVER_CAME).change(1, utc_offset=60), "EXPIRY", 4),
]  # fmt: skip
TIMEOUTS: list[Case] = [
    ("a no-show counted as played", lambda: good(NEVER_CAME).change(5, reason="time"), "TIMEOUT", 4),
    ("a loss on time without an expiry", lambda: good(PAUSED_LATE).drop(9), "TIMEOUT", 9),
    ("an abort for no-show without an expiry", lambda: good(NEVER_CAME).drop(4), "TIMEOUT", 4),
    ("nobody takes over from an expired seat", lambda: good(TAKEN_OVER).drop(8), "TIMEOUT", 7),
    ("nobody takes over from who resigned", lambda: good(ONE_OF_FOUR).drop(7), "TIMEOUT", 6),
    ("a resignation that ends nothing", lambda: good(ONLY_PERSON).change(6, reason="played-out"), "TIMEOUT", 5),
    ("a resignation while a move waits", lambda: good(ONLY_PERSON)
        .insert(5, "move.made", "seat:1", {"decision": 1}, {"1": {"move": "go"}}), "TIMEOUT", 6),
    ("a bot although the clock says lose", lambda: good(TAKEN_OVER).clock(on_timeout="lose"), "TIMEOUT", 7),
    ("the expired seat wins", lambda: good(PAUSED_LATE).change(10, winners=[0]), "SCORE", 10),
    ("both win on time", lambda: good(LATE_MOVE).change(11, winners=[0, 1]), "SCORE", 11),
    ("who resigned wins", lambda: good(ONLY_PERSON).change(6, winners=[1]), "SCORE", 6),
]  # fmt: skip
PAUSES: list[Case] = [
    ("by agreement, for one seat alone", lambda: good(AGREED_PAUSE).change(6, seats=[0]), "PAUSE", 6),
    ("by agreement, without an offer", lambda: good(AGREED_PAUSE).drop(4, 5), "PAUSE", 4),
    ("by agreement, though declined", lambda: good(AGREED_PAUSE).change(5, accepted=False), "PAUSE", 6),
    ("by agreement, for other reasons", lambda: good(AGREED_PAUSE).change(6, reason="director"), "PAUSE", 6),
    ("by agreement, ended with no move behind", lambda: good(PAUSE_OF_THREE)
        .change(9, actor="server").insert(10, "clock.credited", "director:dora", {"seat": 1, "ms": 1}), "PAUSE", 9),
    ("by agreement, not ended before a move", lambda: good(AGREED_PAUSE).drop(7), "PAUSE", 7),
    ("vacation written by another seat", lambda: good(VACATION).change(4, actor="seat:1"), "PAUSE", 4),
    ("vacation of another seat as well", lambda: good(VACATION).change(4, seats=[0, 1]), "PAUSE", 4),
    ("vacation where the clock allows none", lambda: good(VACATION).clock(vacation=False), "PAUSE", 4),
    ("vacation with a short clock", lambda: good(VACATION).clock(ms=DAY - 1), "PAUSE", 4),
    ("vacation of a bot", lambda: good(UNDONE_OF_BOT)
        .insert(8, "clock.paused", "server", {"seats": [1], "reason": "vacation"}), "PAUSE", 8),
    ("vacation begun twice", lambda: good(VACATION)
        .insert(5, "clock.paused", "server", {"seats": [0], "reason": "vacation"}), "PAUSE", 5),
    ("vacation ended that never began", lambda: good(VACATION).drop(4), "PAUSE", 4),
    ("another reason ended than begun", lambda: good(DIRECTOR).change(7, reason="vacation"), "PAUSE", 7),
    ("a director's written by the server", lambda: good(DIRECTOR).change(5, actor="server"), "PAUSE", 5),
    ("a seat that the table has not", lambda: good(DIRECTOR).change(5, seats=[0, 2]), "PAUSE", 5),
    ("the old holder's vacation goes on", lambda: good(NEW_HOLDER)
        .insert(4, "clock.paused", "seat:0", {"seats": [0], "reason": "vacation"}), "PAUSE", 6),
]  # fmt: skip
CREDITS: list[Case] = [
    ("of nothing", lambda: good(OUTAGE).change(4, ms=0), "CREDIT", 4),
    ("for an outage, to a clock that stood", lambda: good(OUTAGE).change(4, seat=1), "CREDIT", 4),
    ("to a bot", lambda: good(UNDONE_OF_BOT)
        .insert(4, "clock.credited", "director:dora", {"seat": 1, "ms": 60_000}), "CREDIT", 4),
    ("where no clock is", lambda: good(NO_CLOCK)
        .insert(4, "clock.credited", "director:dora", {"seat": 0, "ms": 60_000}), "CREDIT", 4),
]  # fmt: skip
OFFERS: list[Case] = [
    ("answered by the seat that made it", lambda: good(DRAW).change(7, actor="seat:1", seat=1), "OFFER", 7),
    ("answered in another seat's name", lambda: good(DRAW).change(7, actor="seat:1"), "OFFER", 7),
    ("answered by a bot", lambda: good(ONLY_PERSON)
        .insert(5, "offer.made", "seat:1", {"seat": 1, "offer": 1, "kind": "abort"})
        .insert(5, "offer.answered", "seat:0", {"seat": 0, "offer": 1, "accepted": True}), "OFFER", 6),
    ("made by a bot", lambda: good(ONLY_PERSON)
        .insert(5, "offer.made", "seat:0", {"seat": 0, "offer": 1, "kind": "abort"}), "OFFER", 5),
    ("answered twice by one seat", lambda: good(PAUSE_OF_THREE).change(7, actor="seat:0", seat=0), "OFFER", 7),
    ("answered before all others have", lambda: good(PAUSE_OF_THREE).drop(7), "PAUSE", 7),
    ("answered though it is not there", lambda: good(DRAW).change(7, offer=2), "OFFER", 7),
    ("answered after a move of its seat", lambda: good(AGREED_PAUSE).drop(6, 7)
        .insert(12, "offer.answered", "seat:0", {"seat": 0, "offer": 1, "accepted": True}), "OFFER", 10),
    ("with a number left out", lambda: good(ABORT).change(8, offer=3).change(9, offer=3), "OFFER", 8),
    ("made again before a move has stood", lambda: good(ABORT)
        .change(8, actor="seat:1", seat=1, kind="draw").change(9, actor="seat:0", seat=0), "OFFER", 8),
    ("two open of one seat", lambda: good(DRAW)
        .insert(7, "offer.made", "seat:1", {"seat": 1, "offer": 2, "kind": "abort"}), "OFFER", 7),
    ("of no known kind", lambda: good(DRAW).change(6, kind="truce"), "OFFER", 6),
    ("of a draw among three", lambda: good(PAUSE_OF_THREE).change(5, kind="draw"), "OFFER", 5),
    ("of a draw to a bot", lambda: good(UNDONE_OF_BOT).change(8, kind="draw", to=None), "OFFER", 8),
    ("of a pause with a short clock", lambda: good(AGREED_PAUSE)
        .clock(start_ms=DAY - 1, cap_ms=DAY), "OFFER", 4),
    ("of an abort after two moves each", lambda: good(BYOYOMI)
        .insert(12, "offer.made", "seat:0", {"seat": 0, "offer": 1, "kind": "abort"}), "OFFER", 12),
    ("while a move waits", lambda: good(DRAW)
        .insert(6, "move.made", "seat:1", {"decision": 1}, {"1": {"move": "go"}}), "OFFER", 7),
    ("that stands and leads to nothing", lambda: good(DRAW).change(8, reason="resign"), "OFFER", 7),
    ("a draw by agreement that nobody offered", lambda: good(DRAW).drop(6, 7), "OFFER", 6),
    ("an abort by agreement after a declined offer", lambda: good(ABORT).change(9, accepted=False), "OFFER", 10),
    ("a draw by which one wins", lambda: good(DRAW).change(8, winners=[0]), "SCORE", 8),
]  # fmt: skip
UNDOS: list[Case] = [
    ("of a draw", lambda: good(UNDONE)
        .part(5, "end", {"draws": [{"label": "d", "n": 0, "bag": [["a", 1]], "count": 1, "eye": "end"}],
                         "chance": [{"label": "d", "n": 0, "out": "a"}]}), "UNDO", 8),
    ("of something told to one seat", lambda: good(UNDONE).part(5, "1", {"told": "a card"}), "UNDO", 8),
    ("of something shown", lambda: good(UNDONE).change(5, shown=[{"of": 4, "move": "go"}]), "UNDO", 8),
    ("of a timer that ran out", lambda: good("a timer of the rules runs out")
        .insert(9, "offer.made", "seat:0", {"seat": 0, "offer": 1, "kind": "undo", "to": 5}), "UNDO", 9),
    ("of another person's move", lambda: good(PLAIN)
        .insert(8, "offer.made", "seat:0", {"seat": 0, "offer": 1, "kind": "undo", "to": 3}), "UNDO", 8),
    ("of no move of the asker's", lambda: good(UNDONE).change(6, actor="seat:1", seat=1)
        .change(7, actor="seat:0", seat=0), "UNDO", 8),
    ("to what is no state", lambda: good(UNDONE).change(6, to=4).change(8, to=4), "UNDO", 8),
    ("to something else than was offered", lambda: good("an undo within one's own turn").change(10, to=3), "UNDO", 10),
    ("that was declined", lambda: good(UNDONE).change(7, accepted=False), "UNDO", 8),
    ("that nobody asked for", lambda: good(UNDONE).drop(6, 7), "UNDO", 6),
    ("that nobody answered", lambda: good(NO_CLOCK).drop(7), "UNDO", 7),
    ("in a rated match", lambda: good(UNDONE).change(0, rated=True), "OFFER", 6),
]  # fmt: skip
PLANS: list[Case] = [
    ("an answer in no line", lambda: good(PLANNED).part(9, "0", {"move": "a9"}).change(10, move="a9"), "PLAN", 9),
    ("an answer of another line", lambda: good(PLANNED).part(6, "0", lines(
        [[1, "b1"], [0, "a5"]], [[1, "c1"], [0, "a2"]])), "PLAN", 9),
    ("an answer by a plan that is none", lambda: good(PLANNED).change(9, plan=5), "PLAN", 9),
    ("an answer after a ply off the lines", lambda: good(PLANNED).change(12, move="b7")
        .part(11, "1", {"move": "b7"}), "PLAN", 13),
    ("an answer after a masked ply", lambda: good(PLANNED).change(12, move="?"), "PLAN", 13),
    ("an answer after a draw", lambda: good(PLANNED)
        .part(12, "end", {"draws": [{"label": "d", "n": 0, "bag": [["a", 1]], "count": 1, "eye": "end"}],
                          "chance": [{"label": "d", "n": 0, "out": "a"}]}), "PLAN", 13),
    ("an answer after it was dropped", lambda: good(LONG_PLAN)
        .insert(9, "plan.dropped", "seat:0", {"seat": 0, "plan": 4}).drop(13), "PLAN", 10),
    ("made while the seat is asked", lambda: good(PLANNED)
        .insert(4, "plan.made", "seat:0", {"seat": 0}, {"0": lines([[1, "b1"], [0, "a2"]])}), "PLAN", 4),
    ("a plan dropped that is none", lambda: good(LONG_PLAN).change(13, plan=5), "PLAN", 13),
    ("that begins with the seat's own ply", lambda: good(LONG_PLAN).part(4, "0", lines(
        [[1, "b1"], [1, "b2"], [0, "a1"], [0, "a2"]], [[0, "a9"]])), "PLAN", 4),
    ("with two answers to one prefix", lambda: good(LONG_PLAN).part(4, "0", lines(
        [[1, "b1"], [1, "b2"], [0, "a1"], [0, "a2"]], [[1, "b1"], [1, "b2"], [0, "a9"]])), "PLAN", 4),
    ("of 21 lines", lambda: good(LONG_PLAN).part(4, "0", lines(
        [[1, "b1"], [1, "b2"], [0, "a1"], [0, "a2"]], *([[1, f"c{n}"], [0, "a1"]] for n in range(20)))), "PLAN", 4),
    ("of 21 plies", lambda: good(LONG_PLAN).part(4, "0", lines(
        [[1, "b1"], [1, "b2"], [0, "a1"], [0, "a2"]], [[1, "c1"]] * 21)), "PLAN", 4),
    ("over 16 KiB", lambda: good(LONG_PLAN).part(4, "0", lines(
        [[1, "b1"], [1, "b2"], [0, "a1"], [0, "a2"]], [[1, "c" * 900]] * 20)), "PLAN", 4),
    ("for a seat that the table has not", lambda: good(LONG_PLAN).part(4, "0", lines(
        [[1, "b1"], [1, "b2"], [0, "a1"], [0, "a2"]], [[2, "c1"]])), "PLAN", 4),
]  # fmt: skip
ABSENCES: list[Case] = [
    ("an idle move without an expiry", lambda: good(IDLE).drop(6), "IDLE", 6),
    ("an idle move for another seat", lambda: good(IDLE).change(6, seat=0), "IDLE", 7),
    ("a substitute without cause", lambda: good(TAKEN_OVER).drop(7), "SUBST", 7),
    ("a substitute for another seat than expired", lambda: good(TAKEN_OVER).change(8, seat=2), "SUBST", 8),
    ("a substitute for another seat than resigned", lambda: good(ONE_OF_FOUR).change(7, seat=3), "SUBST", 7),
    ("a substitute that the clock does not name", lambda: good(TAKEN_OVER).change(8, bot="strong"), "SUBST", 8),
    ("the usual substitute though another is named", lambda: good(TAKEN_OVER)
        .clock(substitute="strong"), "SUBST", 8),
    ("a substitute some time after the expiry", lambda: good(TAKEN_OVER).change(8, later=5), "SUBST", 8),
    ("a person seated by the server", lambda: good(NEW_HOLDER).change(5, actor="server"), "SUBST", 5),
    ("a director's substitute without a ruling", lambda: good(NEW_HOLDER).drop(4), "SUBST", 4),
    ("a ruling about another seat", lambda: good(NEW_HOLDER).change(4, seat=1), "SUBST", 5),
    ("a newcomer that sits there already", lambda: good(NEW_HOLDER).change(5, account="ben"), "SUBST", 5),
    ("a return after resigning", lambda: good(ONE_OF_FOUR).insert(8, "seat.returned", "seat:2", {"seat": 2})
        .drop(10, 11).change(9, asked=[3]), "RETURN", 8),
    ("a return of who never left", lambda: good(CAME_BACK).change(7, actor="seat:2", seat=2), "RETURN", 7),
    ("a return where none is allowed", lambda: good(CAME_BACK).clock(returns=False), "RETURN", 7),
    ("a return while the bot's move waits", lambda: good(TAKEN_OVER)
        .insert(10, "seat.returned", "seat:1", {"seat": 1}).drop(13), "RETURN", 10),
]  # fmt: skip
QUESTIONS: list[Case] = [
    ("a move of a seat that is not asked", lambda: good(PLAIN).change(5, asked=[0]), "ASKED", 7),
    ("a refusal that changes who is asked", lambda: good(REFUSED).change(5, asked=[1]), "ASKED", 5),
    ("an undo after which others are asked", lambda: good(NO_CLOCK).change(8, asked=[1]), "ASKED", 8),
    ("a judgement that does not say it", lambda: good(PLAIN).change(5, asked=None), "ASKED", 5),
    ("seats in falling order", lambda: good(SIMULTANEOUS).change(6, asked=[2, 0]), "ASKED", 6),
    ("a seat that the table has not", lambda: good(PLAIN).change(3, asked=[0, 2]), "ASKED", 3),
    ("an end by the rules while a seat is asked", lambda: good(PLAIN).change(9, asked=[1]), "ASKED", 10),
    ("a match with a clock whose start does not say it", lambda: good(PLAIN).change(3, asked=None), "ASKED", 3),
]  # fmt: skip
CLOCKS: list[Case] = [
    ("under a second", lambda: good(PLAIN).clock(ms=999), "CLOCK", 0),
    ("over a year", lambda: good(PLAIN).clock(ms=367 * DAY), "CLOCK", 0),
    ("a cap below the start", lambda: good(CREDITED).clock(cap_ms=DAY), "CLOCK", 0),
    ("seven rest days", lambda: good(PLAIN).clock(rest_days=[0, 1, 2, 3, 4, 5, 6]), "CLOCK", 0),
    ("rest hours of no length", lambda: good(PLAIN).clock(rest_hours=[7, 7]), "CLOCK", 0),
    ("no hour of a day", lambda: good(PLAIN).clock(rest_hours=[7, 24]), "CLOCK", 0),
    ("101 periods", lambda: good(BYOYOMI).clock(periods=101), "CLOCK", 0),
    ("no period", lambda: good(BYOYOMI).clock(periods=0), "CLOCK", 0),
    ("a field of another kind", lambda: good(PLAIN).clock(increment_ms=5), "CLOCK", 0),
    ("an unknown kind", lambda: good(PLAIN).clock(kind="hourglass"), "CLOCK", 0),
]  # fmt: skip
GROUPS = {
    "an expiry": EXPIRIES, "a time-out": TIMEOUTS, "a pause": PAUSES, "a credit": CREDITS, "an offer": OFFERS,
    "an undo": UNDOS, "a plan": PLANS, "absence": ABSENCES, "asked": QUESTIONS, "a clock": CLOCKS,
}  # fmt: skip
CASES = [(f"{group}: {name}", *rest) for group, cases in GROUPS.items() for name, *rest in cases]


@pytest.mark.parametrize(("damage", "code", "seq"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_damage_is_reported_with_its_code_and_event(damage, code, seq):
    assert (code, seq) in findings(damage().export())


def test_every_code_of_the_specification_is_among_the_damages():
    assert {case[2] for case in CASES} >= set(CODES)


@pytest.mark.parametrize("name", known())
def test_a_log_that_was_taken_apart_and_put_together_again_holds(name):
    """What the damaged logs are made with damages nothing by itself."""
    assert good(name).export()["events"] == known()[name]["export"]["events"]


def as_older(log: Damaged) -> Damaged:
    """The same log in the older form: no clock, and nobody says who is asked."""
    log.change(0, clock=None)
    for event in log.events:
        event["pub"].pop("asked", None)
    return log


@pytest.mark.parametrize(
    "case", [case for case in CASES if case[2] not in ("CLOCK", "SCORE")], ids=lambda case: case[0]
)
def test_none_of_these_checks_applies_to_an_older_log(case):
    log = as_older(case[1]())
    learned = {"UNDO"}  # what nobody may take back was checked in older logs before
    assert not {code for code, _ in findings(log.export())} & (set(CODES) - learned)


@pytest.mark.parametrize("damage", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_the_chain_of_a_damaged_log_gives_nothing_away(damage):
    """Numbers, links and seals fit: what is reported comes from the checks that look at what happened."""
    assert not {"SEQ", "LINK", "HASH", "SEAL", "SALT", "UNOPENED", "COMMIT"} & {
        code for code, _ in findings(damage().export())
    }
