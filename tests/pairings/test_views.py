"""What pages and the API show: rows with reasons, rounds, statuses, what each round brought, CSV, the desk, texts."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from pathlib import Path

import pytest

import services.pairings
from services.pairings.brought import brought
from services.pairings.events import EntryRefused
from services.pairings.fold import fold
from services.pairings.ledger import make_ledger
from services.pairings.refusals_en import REFUSALS
from services.pairings.rulings import RuleAnnul, RuleExpel, RuleHold, RuleSubstitute
from services.pairings.standings import standings
from services.pairings.texts_en import TIEBREAK_NAMES, WHY, number, why_sentence
from services.pairings.tiebreaks import TIEBREAKS
from services.pairings.views import csv_rows, desk, entry_status, round_json, standings_json
from services.pairings.why import Reason, reasons
from tests.pairings.logs import Log, recorded, tournament_of, vector, vectors

NAMES = [good["name"] for good in vectors()]
PACKAGE = Path(services.pairings.__file__).parent


def state_of(name: str):
    good = vector(name)
    return fold(tournament_of(good), recorded(good))


# -- rows and reasons --------------------------------------------------------------------------------------------------


def test_rows_carry_account_name_and_reason():
    state = state_of("swiss-6-expel-substitute")
    rows = standings_json(state, why_sentence, {2: "Omid"})
    second = next(row for row in rows if row["entry"] == 2)
    assert (second["account"], second["name"]) == ("s01", "Omid")
    assert second["why"] == "2 is above 4: 1½ points against 1."
    assert rows[-1]["why"] is None
    assert rows[-1]["name"] == "entrant 5"


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(0), "0"), (Fraction(1, 2), "½"), (Fraction(5, 2), "2½"), (Fraction(3), "3"), (Fraction(81, 8), "81/8")],
)
def test_halves_are_written_as_such(value, text):
    assert number(value) == text


def test_a_shared_place_before_the_end_has_its_sentence():
    log = Log(entrants=4, rounds=2)
    log.round_of((1, 2, "="), (3, 4, "="))
    assert why_sentence(reasons(log.standings(), log.state.opened.tiebreaks)[0]) == "1 and 2 share place 1."


def test_behind_a_final_equal_points_of_different_groups_are_separated_by_the_groups():
    points = {"points": Fraction(1), "against": Fraction(1)}
    place = Reason("group-place", {"above": 5, "below": 3, **points, "first": 3, "second": 4})
    group = Reason("group-number", {"above": 5, "below": 3, **points, "first": 1, "second": 2})
    assert why_sentence(place) == "5 is above 3: 1 point each; place 3 of its group against 4."
    assert why_sentence(group) == "5 is above 3: 1 point each; group 1 comes before group 2."


def test_rows_behind_a_final_say_group_and_place():
    log = Log("groups", 8, 2, rules={"group": 4, "final": {"kind": "bracket", "k": 2}}, tiebreaks=("wins",))
    log.pair_next()
    for table in log.state.rounds[0].tables:
        first, second = table.latest.entries
        log.result(table.table, *((1, 2) if first < second else (2, 1)))
    log.close()
    log.pair_next()
    log.result(1, 1, 2)
    log.close()
    said = {(r.params["above"], r.params["below"]): r for r in reasons(log.standings(), ("wins",)) if r}
    # Groups 1, 4, 5, 8 and 2, 3, 6, 7: the lower entry always won, so 36, 24, 12 and 0 points in both.
    assert said[4, 3].code == "group-number"
    assert (said[4, 3].params["first"], said[4, 3].params["second"]) == (1, 2)
    assert said[3, 5].code == "points"


def test_every_tie_break_has_a_name_or_a_sentence():
    assert all(name in TIEBREAK_NAMES or name in WHY for name in TIEBREAKS)


def test_seconds_and_meetings_have_sentences():
    log = Log("swiss_pods", 5, 3, rounds=2, tiebreaks=("meetings",))
    log.pair((1, 2, 3), (4, 5))
    log.result(1, 1, 2, 3)
    log.result(2, 1, 2)
    log.close()
    log.pair((1, 2, 4), (3, 5))
    log.result(1, 3, 1, 1)
    log.result(2, 1, 2)
    said = [why_sentence(reason) for reason in reasons(log.standings(), ("meetings",)) if reason]
    assert said[2] == "1 is above 3: 11 points each; meetings among the tied 1 against 0."


# -- what each round brought -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(("knockout", "double"))])
def test_the_parts_add_up_to_the_row(name):
    state = state_of(name)
    for row in standings(state).rows:
        parts = brought(state, row.entry)
        if row.entry in make_ledger(state).annulled:
            continue
        assert sum(part.points for part in parts) == row.points
        for tiebreak in ("buchholz", "buchholz_cut1", "sonneborn", "wins", "seconds"):
            if tiebreak in row.tiebreaks:
                assert sum(part.tiebreaks[tiebreak] for part in parts) == row.tiebreaks[tiebreak]


def test_a_part_names_match_opponents_and_points():
    log = Log(entrants=3, rounds=2)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    (part,) = brought(log.state, 1)
    assert part.as_json() == {
        "round": 1,
        "match": log.state.round(1).tables[0].latest.match,
        "opponents": [2],
        "points": 12,
        "tiebreaks": {"buchholz_cut1": 0, "buchholz": 0, "sonneborn": 0, "wins": 1},
    }
    (free,) = brought(log.state, 3)
    assert (free.match, free.opponents, free.points) == (None, (), 12)


# -- rounds, entrants, csv, desk ---------------------------------------------------------------------------------------


def test_a_round_shows_games_as_they_count_now():
    log = Log(entrants=4, rounds=2)
    log.pair((1, 2), (3, 4))
    log.result(1, 1, 2)
    log.result(2, why="aborted")
    log.add_game(2, 4, 3)
    shown = round_json(make_ledger(log.state), 1)
    games = [[(game["status"], game["places"], game["points"]) for game in t["games"]] for t in shown["tables"]]
    assert games == [[("over", [1, 2], [12, 0])], [("void", None, None), ("running", None, None)]]
    assert shown["status"] == "running"
    log.rule(RuleAnnul(1, 1))
    assert round_json(make_ledger(log.state), 1)["tables"][0]["games"][0]["status"] == "void"


def test_entrants_have_a_status():
    log = Log(entrants=5, rounds=2, start=False)
    log.withdraw(1)
    log.write(EntryRefused("a2", "conduct"))
    log.begin()
    log.withdraw(3)
    log.rule(RuleExpel(4))
    ledger = make_ledger(log.state)
    statuses = [entry_status(log.state, ledger, entry) for entry in range(1, 6)]
    assert statuses == ["withdrawn", "refused", "withdrawn", "expelled", "in"]


def test_csv_has_a_head_and_a_line_for_each_row():
    rows = csv_rows(state_of("swiss-8"), {1: "Ada"})
    ties = ["buchholz_cut1", "buchholz", "direct", "sonneborn", "wins", "lot"]
    assert rows[0] == ["place", "entry", "account", "name", "points", *ties]
    assert rows[1] == ["1", "1", "a01", "Ada", "24", "48", "66", "1", "504", "1", "1"]
    assert len(rows) == 9


def test_csv_of_groups_names_the_group_and_leaves_out_missing_places():
    rows = csv_rows(state_of("groups-2-two-of-4"), {})
    assert rows[0][:2] == ["place", "group"]
    assert csv_rows(state_of("round-robin-6-annulled"), {})[-1][0] == ""


def test_the_desk_shows_a_hold_a_missed_start_and_tables_past_their_deadline():
    now = "2026-12-01T00:00:00.000Z"
    waiting = Log(entrants=1, start=False, entry={"open": True, "starts_at": "2026-11-30T00:00:00.000Z"})
    assert desk(waiting.state, now) == [{"kind": "start", "since": "2026-11-30T00:00:00.000Z"}]
    log = Log(entrants=4, rounds=2, rules={"deadline": "director"})
    log.pair((1, 2), (3, 4), deadline="2026-11-30T00:00:00.000Z")
    log.result(1, 1, 2)
    log.rule(RuleHold())
    kinds = [(item["kind"], item.get("table")) for item in desk(log.state, now)]
    assert kinds == [("hold", None), ("deadline", 2)]


def test_a_substitute_is_shown_with_the_new_account():
    log = Log(entrants=2, rounds=1)
    log.rule(RuleSubstitute(1, "s9", "carry"))
    assert standings_json(log.state, why_sentence, {})[0]["account"] == "s9"


# -- texts -------------------------------------------------------------------------------------------------------------


def reasons_in_code():
    """Every reason named where something is refused: the texts given to a refusal."""
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                name = node.func.id
                if name in ("TournamentRefused", "TournamentRefusal") or (
                    name == "_refuse" and path.name == "opening_checks.py"
                ):
                    yield from texts_in(node.args[min(1, len(node.args) - 1)])
                elif name == "_refuse":
                    yield from texts_in(node.args[0])


def texts_in(node: ast.expr):
    """The texts an argument can be: itself, both ways of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from (*texts_in(node.body), *texts_in(node.orelse))


def test_every_reason_has_a_sentence():
    codes = set(reasons_in_code())
    assert len(codes) > 60
    assert codes - set(REFUSALS) == set()


def test_every_sentence_is_used():
    text = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py") if path.name != "refusals_en.py")
    made = {f"re-pair-{code}" for code in ("twice", "missing", "rematch", "absent", "bye", "byereq")}
    unused = {reason for reason in REFUSALS if not re.search(f'"{reason}"', text)} - made
    assert unused == set()
