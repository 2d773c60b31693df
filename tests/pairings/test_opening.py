"""Opening: presets and defaults, and every combination that cannot work with what would."""

from __future__ import annotations

import pytest

from services.pairings.errors import TournamentRefusal
from services.pairings.formats import FORMATS, GameFacts
from services.pairings.forms import MISSING, UNKNOWN, WRONG, opening_problems
from services.pairings.lifecycle import check_start
from services.pairings.opening import CORRESPONDENCE, DAY_MS, LIVE, PRESETS, fill_opening
from services.pairings.opening_checks import check_opening
from services.pairings.refusals_en import refusal_sentence
from tests.pairings.logs import Log

NOW = "2026-11-01T10:00:00.000Z"
ZERTZ = GameFacts("zertz", (2,), 1)
GLUX = GameFacts("glux", (2, 3, 4), 1)
THREES = GameFacts("threes", (3,), 1)
GOLF = GameFacts("golf", (2, 3, 4), 1, less_is_better=True)


def opened(game: GameFacts = ZERTZ, preset: str | None = None, **request):
    return fill_opening({"format": "swiss", **request} if preset is None else request, game, preset)


def refusals(game: GameFacts = ZERTZ, **request) -> tuple[TournamentRefusal, ...]:
    return check_opening(opened(game, **request), game, NOW)


def only(game: GameFacts = ZERTZ, **request) -> TournamentRefusal:
    (refusal,) = refusals(game, **request)
    return refusal


# -- what works --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_can_be_opened_as_it_is(preset):
    game = GLUX if preset == "groups-4" else ZERTZ
    assert check_opening(opened(game, preset), game, NOW) == ()


@pytest.mark.parametrize("format_key", FORMATS)
@pytest.mark.parametrize("game", [ZERTZ, GLUX], ids=["two", "four"])
def test_a_format_can_be_opened_with_its_defaults_wherever_the_game_has_the_seats(format_key, game):
    if set(FORMATS[format_key].seats) & set(game.seats):
        assert refusals(game, format=format_key) == ()
    else:
        assert only(game, format=format_key).code == "bad-seats"


def test_the_five_presets():
    assert list(PRESETS) == ["knockout-8", "swiss-5", "round-robin-6", "league", "groups-4"]
    assert opened(preset="knockout-8").entry["cap"] == 8
    assert opened(preset="swiss-5").rounds == 5
    assert opened(preset="round-robin-6").rules["at_once"] is True
    assert opened(preset="league").format == "league"
    assert opened(GLUX, "groups-4").seats == 4


def test_what_is_given_stands_before_the_preset():
    draft = opened(preset="knockout-8", rules={"best_of": 3}, entry={"cap": 16})
    assert (draft.rules["best_of"], draft.rules["third"], draft.entry["cap"]) == (3, True, 16)


def test_defaults_of_the_formats():
    swiss = opened()
    assert swiss.points == {"win": 12, "draw": 6, "loss": 0}
    assert swiss.tiebreaks == ("buchholz_cut1", "buchholz", "direct", "sonneborn", "wins")
    assert (swiss.rules["c07"], swiss.rules["byes"], swiss.rounds) == ("2026", 2, None)
    assert opened(format="round_robin").tiebreaks == ("direct", "wins", "sonneborn")
    pods = opened(GLUX, format="swiss_pods")
    assert (pods.seats, pods.tiebreaks) == (4, ("wins", "seconds", "share", "opponents", "meetings"))
    assert opened(format="arena").points == {"win": 24, "draw": 12, "loss": 0}
    assert opened(format="knockout").tiebreaks == ()


def test_a_round_robin_starts_all_at_once_if_it_is_asynchronous():
    assert opened(format="round_robin", clock=CORRESPONDENCE).rules["at_once"] is True
    assert opened(format="round_robin", clock=LIVE).rules["at_once"] is False


def test_shares_are_left_out_where_less_is_better():
    assert "share" not in opened(GOLF, format="swiss_pods").tiebreaks
    assert only(GOLF, format="swiss_pods", tiebreaks=["share"]).code == "bad-tiebreaks"


def test_table_sizes_a_game_lacks_are_written_into_the_rules():
    assert opened(GameFacts("t", (3, 4), 1), format="swiss_pods").rules["sizes"] == (3, 4)
    assert "sizes" not in opened(GLUX, format="swiss_pods").rules


def test_a_copy_takes_everything_but_the_moments():
    entry = {"open": False, "cap": 9, "starts_at": NOW}
    first = opened(rounds=4, rules={"late": "half"}, entry=entry).opened(ZERTZ, ("d",), "00")
    copy = fill_opening({}, ZERTZ, copy_of=first)
    assert (copy.rounds, copy.rules["late"], copy.entry) == (4, "half", {"open": False, "cap": 9})


# -- what does not -----------------------------------------------------------------------------------------------------

IMPOSSIBLE = [
    ("bad-seats", "seats", ZERTZ, {"seats": 3}),
    ("bad-seats", "format", THREES, {"format": "swiss"}),
    ("bad-rounds", "rounds", ZERTZ, {"rounds": 0}),
    ("bad-rounds", "rounds", ZERTZ, {"rounds": 8, "entry": {"cap": 8}}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "round_robin", "rounds": 4}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "round_robin", "rounds": 7, "entry": {"cap": 6}}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "round_robin", "rounds": 5, "rules": {"twice": True}}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "knockout", "rounds": 4, "entry": {"cap": 8}}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "double_knockout", "rounds": 4}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "groups", "rounds": 2}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "league", "rounds": 3}),
    ("bad-rounds", "rounds", ZERTZ, {"format": "arena", "rounds": 5}),
    ("bad-rounds", "rounds", GLUX, {"format": "swiss_pods", "rounds": None}),
    ("bad-cap", "entry.cap", ZERTZ, {"entry": {"cap": 1}}),
    ("bad-cap", "entry.cap", GLUX, {"format": "groups", "seats": 4, "entry": {"cap": 3}}),
    ("bad-cap", "entry.cap", ZERTZ, {
        "format": "groups", "entry": {"cap": 6}, "rules": {"group": 3, "final": {"kind": "bracket", "k": 8}},
    }),
    ("bad-times", "entry.closes_at", ZERTZ, {"entry": {"closes_at": "2026-10-31T00:00:00.000Z"}}),
    ("bad-times", "entry.starts_at", ZERTZ, {"entry": {"starts_at": NOW}}),
    ("bad-times", "entry.closes_at", ZERTZ, {
        "entry": {"closes_at": "2026-11-09T00:00:00.000Z", "starts_at": "2026-11-08T00:00:00.000Z"},
    }),
    ("bad-points", "points", ZERTZ, {"points": {"win": 0, "draw": 0, "loss": 0}}),
    ("bad-points", "points", ZERTZ, {"points": {"win": 6, "draw": 12, "loss": 0}}),
    ("bad-points", "points", ZERTZ, {"points": {"place": {"2": [12, 0]}}}),
    ("bad-points", "points.win", ZERTZ, {"points": {"win": 13, "draw": 6, "loss": 0}}),
    ("bad-points", "points", GLUX, {"format": "swiss_pods", "points": {"win": 12, "draw": 6, "loss": 0}}),
    ("bad-points", "points.place.3", GLUX, {
        "format": "groups", "seats": 3, "points": {"place": {"3": [120, 60]}},
    }),
    ("bad-points", "points.place.3", GLUX, {
        "format": "groups", "seats": 3, "points": {"place": {"3": [120, 60, 10]}},
    }),
    ("bad-points", "points.place.3", GLUX, {
        "format": "groups", "seats": 3, "points": {"place": {"3": [12, 60, 120]}},
    }),
    ("bad-tiebreaks", "tiebreaks", ZERTZ, {"tiebreaks": ["wins", "wins"]}),
    ("bad-tiebreaks", "tiebreaks", ZERTZ, {"format": "round_robin", "tiebreaks": ["buchholz"]}),
    ("bad-tiebreaks", "tiebreaks", ZERTZ, {"format": "knockout", "tiebreaks": ["wins"]}),
    ("bad-tiebreaks", "tiebreaks", GLUX, {"format": "swiss_pods", "tiebreaks": ["direct"]}),
    ("clock-does-not-fit", "clock", ZERTZ, {"format": "arena", "clock": CORRESPONDENCE}),
    ("clock-does-not-fit", "clock", ZERTZ, {"format": "arena", "clock": {"kind": "per_move", "ms": 60_000}}),
    ("clock-does-not-fit", "clock", ZERTZ, {"clock": None, "rules": {"rated": True}}),
    ("clock-does-not-fit", "clock", ZERTZ, {
        "clock": {"kind": "per_move", "ms": 3 * DAY_MS}, "rules": {"round_hours": 48},
    }),
    ("bad-rules", "rules.best_of", ZERTZ, {"format": "knockout", "rules": {"best_of": 2}}),
    ("bad-rules", "rules.best_of", ZERTZ, {"rules": {"best_of": 3}}),
    ("bad-rules", "rules.byes", ZERTZ, {"rules": {"byes": 3}}),
    ("bad-rules", "rules.byes", ZERTZ, {"format": "knockout", "rules": {"byes": 1}}),
    ("bad-rules", "rules.late", ZERTZ, {"format": "round_robin", "rules": {"late": "half"}}),
    ("bad-rules", "rules.late", ZERTZ, {"rules": {"late": "full"}}),
    ("bad-rules", "rules.c07", ZERTZ, {"rules": {"c07": "2009"}}),
    ("bad-rules", "rules.deadline", ZERTZ, {"rules": {"deadline": "director"}}),
    ("bad-rules", "rules.no_show_hours", ZERTZ, {"rules": {"no_show_hours": 0}}),
    ("bad-rules", "rules.minutes", ZERTZ, {"format": "arena", "rules": {"minutes": 0}}),
    ("bad-rules", "rules.group", GLUX, {"format": "groups", "seats": 4, "rules": {"group": 3}}),
    ("bad-rules", "rules.final", GLUX, {
        "format": "groups", "seats": 4, "rules": {"group": 5, "final": {"kind": "bracket", "k": 4}},
    }),
    ("bad-rules", "rules.final", GLUX, {
        "format": "groups", "seats": 4, "rules": {"group": 5, "final": {"kind": "table", "k": 5}},
    }),
    ("bad-rules", "rules.final", ZERTZ, {"format": "groups", "rules": {"final": {"kind": "bracket", "k": 1}}}),
    ("bad-rules", "rules.sizes", THREES, {"format": "swiss_pods", "rules": {"sizes": [2, 3]}}),
    ("bad-rules", "rules.bots", ZERTZ, {"rules": {"bots": True}}),
    ("bad-rules", "entry.rating_from", ZERTZ, {"entry": {"rating_from": 1800, "rating_to": 1500}}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "field", "game", "request_"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_what_cannot_work_is_refused_with_its_code_and_a_sentence(code, field, game, request_):
    refused = refusals(game, **request_)
    assert (code, (field,)) in [(refusal.code, refusal.fields) for refusal in refused]
    for refusal in refused:
        sentence = refusal_sentence(refusal)
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_more_rounds_than_pairings_names_the_rounds_that_work():
    refusal = only(rounds=8, entry={"cap": 8})
    assert refusal_sentence(refusal) == (
        "8 entrants have pairings for at most 7 rounds: fewer rounds or a higher cap would work."
    )


def test_points_that_cannot_be_shared_name_the_places():
    refusal = only(GLUX, format="groups", seats=3, points={"place": {"3": [120, 60, 10]}})
    # 60 + 10 = 70 divides by 2, 120 + 60 + 10 = 190 not by 3.
    assert dict(refusal.params) == {"first": 1, "last": 3, "total": 190, "sharing": 3}


def test_a_season_before_has_to_be_a_finished_league_of_the_same_game():
    draft = opened(format="league", rules={"group": 4})
    other = Log("swiss", 4, rounds=1)
    assert check_opening(draft, ZERTZ, NOW, other.state)[0].code == "bad-previous"
    season = Log("league", 4, rules={"group": 4})
    assert check_opening(draft, ZERTZ, NOW, season.state)[0].reason == "previous-not-over"
    season.pair_next()
    for table in range(1, 7):
        season.result(table, 1, 2)
    season.close()
    season.finish()
    assert check_opening(draft, ZERTZ, NOW, season.state) == ()
    assert check_opening(opened(GLUX, format="league", seats=3), GLUX, NOW, season.state)[-1].code == "bad-previous"


# -- at the start ------------------------------------------------------------------------------------------------------


def code_at_start(log: Log) -> str | None:
    refusal = check_start(log.state)
    return refusal.code if refusal is not None else None


def test_a_start_needs_enough_entrants_and_rounds_that_fit():
    assert code_at_start(Log(entrants=1, start=False)) == "too-few"
    assert code_at_start(Log(entrants=4, rounds=4, start=False)) == "rounds-do-not-fit"
    assert code_at_start(Log("round_robin", 4, rounds=5, start=False)) == "rounds-do-not-fit"
    assert code_at_start(Log("swiss_pods", 5, 4, rounds=2, rules={"sizes": [3, 4]}, start=False)) == "too-few"
    assert code_at_start(Log("groups", 3, 4, start=False)) == "too-few"
    assert code_at_start(Log(entrants=4, rounds=3, start=False)) is None
    assert code_at_start(Log(entrants=4)) == "already-started"


# -- requests that cannot be read --------------------------------------------------------------------------------------


def test_unknown_missing_and_wrong_fields_are_named():
    body = {"name": "", "seats": "2", "colour": "red", "rules": {"bye": 1, "byes": "two"}, "tiebreaks": ["median"]}
    assert opening_problems(body) == {
        "name": WRONG, "seats": WRONG, "colour": UNKNOWN, "tiebreaks": WRONG, "format": MISSING, "game": MISSING,
        "rules.bye": UNKNOWN, "rules.byes": WRONG,
    }  # fmt: skip


def test_a_preset_spares_the_format():
    assert opening_problems({"name": "Evening", "game": "zertz", "preset": "knockout-8"}) == {}
    assert opening_problems({"name": "Evening", "game": "zertz", "preset": "knockout-9"}) == {"preset": WRONG}


def test_a_whole_request_can_be_read():
    body = {
        "command_id": "x", "name": "Cup", "game": "glux", "format": "swiss_pods", "seats": 4, "rounds": 3,
        "clock": None, "points": {"place": {"4": [4, 3, 2, 1]}}, "tiebreaks": ["wins"], "directors": ["d"],
        "rules": {"late": "half", "bots": "greedy", "final": None, "sizes": [3, 4]},
        "entry": {"open": True, "cap": 12, "closes_at": NOW, "starts_at": None},
    }  # fmt: skip
    assert opening_problems(body) == {}


def test_true_is_no_number():
    assert opening_problems({"name": "n", "game": "g", "format": "swiss", "rounds": True}) == {"rounds": WRONG}
