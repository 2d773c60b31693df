"""The verifier on exports of our own: real digests, simultaneous seats, timers, things shown later; and its command."""

from __future__ import annotations

import copy
import json
import os
import string
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from engine.games import GAMES
from services.log import fair
from tests.engine.toy import HUSH
from tests.engine.vector_toy import VECTOR_TOY
from tests.verifier.vectors import chained_anew, good_exports, sealed_anew
from tests.verifier.writer import SECRET, Writer
from verifier.__main__ import main
from verifier.verify import examine, verify

GAMES_HERE = {**GAMES, "hush": HUSH, "toy": VECTOR_TOY}


@cache
def hush_export() -> Any:
    writer = Writer(HUSH, [None, "greedy", "random"], {"rounds": 3})
    assert writer.say(0, "lay 9") == "unreadable-move"
    assert writer.say(0, "keep") == "other-phase"
    writer.play(run_out_every=3)
    return writer.export()


@pytest.fixture
def export():
    return copy.deepcopy(hush_export())


def codes(export: Any, **more: Any) -> set[str]:
    return {finding.code for finding in verify(export, games=GAMES_HERE, **more)}


def first(export: Any, kind: str, **wanted: Any) -> Any:
    return next(
        event
        for event in export["events"]
        if event["type"] == kind and all(event["pub"].get(name) == value for name, value in wanted.items())
    )


# -- good ones --------------------------------------------------------------------------------------------------------


def test_an_export_with_hidden_hands_timers_and_things_shown_later_holds(export):
    kinds = {event["type"] for event in export["events"]}
    assert {"move.judged", "time.up", "match.ended", "seed.revealed"} <= kinds
    assert any("shown" in event["pub"] for event in export["events"])
    report = examine(export, games=GAMES_HERE, key=fair.public_key(SECRET))
    assert (report.findings, report.notes) == ([], [])


@pytest.mark.parametrize("seed", range(6))
def test_hush_exports_hold_at_every_size(seed):
    writer = Writer(HUSH, [None, "greedy", "random"][: 2 + seed % 2], {"rounds": 1 + seed % 3})
    writer.play(run_out_every=2 + seed)
    assert verify(writer.export(), games=GAMES_HERE) == []


def test_the_game_of_the_vectors_holds_with_digests_of_our_own():
    writer = Writer(VECTOR_TOY, [None, "dabbler"])
    writer.play()
    assert verify(writer.export(), games=GAMES_HERE) == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_match_of_random_bots_of_each_game_holds(key):
    game = GAMES[key]
    writer = Writer(game, ["random"] * max(2, game.info.seats[0]))
    writer.play(run_out_every=7)
    report = examine(writer.export(), games=GAMES)
    assert (report.findings, report.notes) == ([], [])


def test_the_bundle_of_each_seat_of_a_running_match_holds():
    writer = Writer(HUSH, [None, "greedy", "random"])
    for seat in range(3):
        assert codes(writer.so_far(seat), bundle=True) == set()
    writer.say(0, writer.ask(0))
    writer.say(2, writer.ask(2))
    for seat in range(3):
        assert codes(writer.so_far(seat), bundle=True) == set()
        assert codes(writer.so_far(seat), bundle=True, head=writer.events[3]["hash"]) == set()
        assert codes(writer.so_far(seat), bundle=True, head="0" * 64) == {"HEAD"}


def test_a_bundle_with_another_seats_part_or_without_an_own_one_is_reported():
    writer = Writer(HUSH, [None, "greedy"])
    writer.say(0, writer.ask(0))
    bundle = writer.so_far(0)
    assert "FORM" in codes(bundle | {"opened": writer.opened}, bundle=True)
    assert codes(bundle | {"opened": bundle["opened"][1:]}, bundle=True) == {"UNOPENED"}


def test_a_move_still_waiting_is_no_fault_in_a_running_match_only():
    writer = Writer(HUSH, [None, "greedy"])
    writer.say(0, writer.ask(0))
    writer.events.pop()
    assert codes(writer.so_far(0), bundle=True) == set()
    assert "JUDGE" in codes(writer.so_far(0))


def test_without_an_engine_of_that_version_there_is_a_note_and_a_verdict_of_its_own(export):
    report = examine(export, games=GAMES)
    assert report.findings == []
    assert report.notes == ["not refolded: no engine of hush with rules version 1 at hand"]
    assert report.verdict == "chain holds, not refolded: no engine of hush with rules version 1 at hand"


# -- damaged ones, hashed anew ----------------------------------------------------------------------------------------


def test_a_digest_of_another_state_is_reported(export):
    for name in ("dp", "df"):
        made = copy.deepcopy(export)
        first(made, "time.up")[name] = "ab" * 32
        assert codes(chained_anew(made)) == {"STATE"}


def test_a_move_shown_differently_is_reported(export):
    event = next(event for event in export["events"] if "shown" in event["pub"])
    entry = next(entry for entry in event["pub"]["shown"] if "of" in entry)
    entry["move"] = "lay 6" if entry["move"] != "lay 6" else "lay 5"
    assert codes(chained_anew(export)) == {"MOVE"}


def test_an_outcome_shown_differently_or_never_drawn_is_reported(export):
    event = next(e for e in export["events"] if any("label" in entry for entry in e["pub"].get("shown", [])))
    entry = next(entry for entry in event["pub"]["shown"] if "label" in entry)
    was = entry["out"]
    entry["out"] = "1" if was != "1" else "2"
    assert codes(chained_anew(export)) == {"CHANCE"}
    entry["out"], entry["n"] = was, 7
    assert codes(chained_anew(export)) == {"CHANCE"}


def test_what_the_rules_show_and_the_log_withholds_is_reported(export):
    event = next(event for event in export["events"] if any("of" in entry for entry in event["pub"].get("shown", [])))
    event["pub"]["shown"] = [entry for entry in event["pub"]["shown"] if "of" not in entry]
    assert codes(chained_anew(export)) == {"MOVE"}


def test_what_the_log_shows_and_the_rules_do_not_is_reported(export):
    event = first(export, "move.judged", verdict="stands")
    event["pub"]["shown"] = [{"label": "aside", "n": 0, "out": first_out(export, "aside")}]
    assert codes(chained_anew(export)) == {"CHANCE"}


def first_out(export: Any, label: str) -> str:
    records = [record for part in export["opened"] for record in part["payload"].get("chance", [])]
    return next(record["out"] for record in records if record["label"] == label)


@pytest.mark.parametrize("seats", [2**53 - 1, 0, -1, "3", None])
def test_an_absurd_number_of_seats_does_no_harm(export, seats):
    export["events"][0]["pub"]["seats"] = seats
    assert "FORM" in codes(chained_anew(export))


def test_an_absurd_number_of_picks_does_no_harm(export):
    event = first(export, "match.started")
    (part,) = [part for part in export["opened"] if (part["seq"], part["aud"]) == (event["seq"], "end")]
    payload = copy.deepcopy(part["payload"])
    payload["draws"][0] |= {"bag": [["6", 2**53 - 1]], "count": 2**52}
    assert "FORM" in codes(sealed_anew(export, event["seq"], "end", payload))


def test_a_sand_timer_that_ran_out_too_early_is_reported(export):
    event = first(export, "time.up")
    before = export["events"][event["seq"] - 1]
    event["at"] = before["at"]
    assert "ILLEGAL" in codes(chained_anew(export))


def test_a_pass_written_for_a_card_is_reported(export):
    judged = first(export, "move.judged", verdict="stands")
    made = export["events"][judged["pub"]["of"]]
    audience = next(iter(made["sealed"]))
    (part,) = [part for part in export["opened"] if part["seq"] == made["seq"]]
    other = "pass" if part["payload"]["move"] != "pass" else "lay 1"
    reported = codes(sealed_anew(export, made["seq"], audience, {"move": other}))
    assert reported & {"STATE", "ILLEGAL"}


def test_a_text_that_is_not_the_one_form_of_a_move_is_reported():
    zertz = Writer(GAMES["zertz"], [None, "random"])
    zertz.say(0, zertz.ask(0))
    (made,) = [event for event in zertz.events if event["type"] == "move.made"]
    (part,) = [part for part in zertz.opened if part["seq"] == made["seq"]]
    zertz.play()
    text = part["payload"]["move"]
    damaged = sealed_anew(zertz.export(), made["seq"], "0", {"move": f" {text}"})
    assert "ILLEGAL" in codes(damaged)


def test_a_bots_other_move_is_reported_and_only_when_bots_are_asked():
    writer = Writer(HUSH, [None, "greedy"], {"rounds": 1})
    writer.say(0, "pass")
    assert writer.ask(1) != "pass"
    writer.say(1, "pass")
    writer.play()
    made = writer.export()
    assert codes(made) == {"BOT"}
    assert codes(made, bots=False) == set()


def test_a_bot_that_the_game_does_not_have_is_reported_and_another_version_is_noted(export):
    for event in export["events"]:
        if event["actor"] == "bot:1" and event["type"] == "move.made":
            event["pub"]["bot_version"] = "0.9.0"
    report = examine(chained_anew(export), games=GAMES_HERE)
    assert report.findings == []
    assert any("greedy 0.9.0 is not at hand" in note for note in report.notes)
    assert report.verdict == f"holds, {report.unasked} moves of bots not asked again"


@pytest.mark.parametrize(("name", "value"), [("scores", [9, 9, 9]), ("winners", [0, 1, 2]), ("reason", "resign")])
def test_another_end_than_the_rules_give_is_reported(export, name, value):
    end = first(export, "match.ended")
    assert end["pub"][name] != value
    end["pub"][name] = value
    assert codes(chained_anew(export)) == {"SCORE"}


def test_options_that_the_game_does_not_have_are_reported(export):
    export["events"][0]["pub"]["options"]["rounds"] = 99
    assert "ILLEGAL" in codes(chained_anew(export))


def test_a_draw_that_the_rules_do_not_ask_for_is_reported(export):
    event = first(export, "match.started")
    (part,) = [part for part in export["opened"] if (part["seq"], part["aud"]) == (event["seq"], "end")]
    payload = copy.deepcopy(part["payload"])
    payload["draws"].append({"label": "extra", "n": 0, "bag": [["x", 1]], "count": 1, "eye": "end"})
    payload["chance"].append({"label": "extra", "n": 0, "out": "x"})
    assert codes(sealed_anew(export, event["seq"], "end", payload)) == {"BAG"}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("actor",), "seat:07"),
        (("actor",), "somebody"),
        (("cmd",), None),
        (("at",), "2026-03-01 12:00:00.000Z"),
        (("at",), "2026-02-30T12:00:00.000Z"),
        (("pub", "decision"), True),
        (("pub", "decision"), 0),
        (("sealed", "1"), "ab" * 32),
        (("sealed", "end"), "ab" * 32),
        (("v",), True),
        (("type",), "move.guessed"),
        (("dp",), "ab" * 32),
    ],
)
def test_other_forms_are_reported_although_hashed_anew(export, place, value):
    here = first(export, "move.made")
    for key in place[:-1]:
        here = here[key]
    here[place[-1]] = value
    assert "FORM" in codes(chained_anew(export))


def test_a_decision_answered_twice_is_reported(export):
    made = [event for event in export["events"] if event["actor"] == "seat:0" and event["type"] == "move.made"]
    made[1]["pub"]["decision"] = made[0]["pub"]["decision"]
    assert codes(chained_anew(export)) == {"JUDGE"}


# -- the command ------------------------------------------------------------------------------------------------------


def run(*arguments: Any, hash_seed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verifier", *map(str, arguments)]
    env = os.environ | ({"PYTHONHASHSEED": hash_seed} if hash_seed else {})
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def test_the_command_needs_no_database_and_says_that_a_log_holds(tmp_path):
    writer = Writer(GAMES["zertz"], ["random", "random"])
    writer.play()
    path = tmp_path / "export.json"
    path.write_text(json.dumps(writer.export()))
    done = run(path, "--key", fair.public_key(SECRET), "--head", writer.events[5]["hash"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "note: seat 0 bot random gave none",
        "note: seat 1 bot random gave none",
        f"match {writer.events[0]['match']}: {len(writer.events)} events, holds",
    ]


def test_the_command_prints_what_each_seat_gave_to_the_luck(tmp_path, capsys, export):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export))
    main([str(path), "--no-engine"])
    assert [line for line in capsys.readouterr().out.splitlines() if "seat" in line] == [
        f"note: seat 0 account a0 gave 16 bytes of entropy: {'00' * 16}",
        "note: seat 1 bot greedy gave none",
        "note: seat 2 bot random gave none",
    ]


def test_entropy_is_named_by_the_seat_that_was_drawn_and_a_duplicate_deal_leaves_it_out():
    export = next(export for name, export in good_exports() if "duplicate" in name)
    taken = first(export, "seat.taken", account="acct-7f")["pub"]
    assert taken["seat"] == 0
    assert examine(export, games={}).entropy == [
        "seat 0 bot dabbler gave none",
        f"seat 1 account acct-7f gave 16 bytes of entropy: {taken['entropy']}, left out of a duplicate deal",
    ]


def test_before_the_start_entropy_is_named_by_the_seat_that_was_taken():
    table = copy.deepcopy(Writer(HUSH, [None, None]).so_far())
    table["events"] = table["events"][:3]
    table["events"][2]["pub"]["entropy"] = ""
    assert examine(table, games={}, bundle=True).entropy == [
        f"seat 0 account a0 gave 16 bytes of entropy: {'00' * 16}",
        "seat 1 account a1 gave none",
    ]


def test_the_command_prints_a_line_for_each_finding(tmp_path, capsys, export):
    export["events"][4]["pub"]["chance"] = []
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export))
    assert main([str(path), "--no-engine"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "HASH 4 the hash does not fit the event" in lines
    findings = [line for line in lines[:-1] if not line.startswith("note: ")]
    assert lines[-1].endswith(f"{len(findings)} findings")


def test_the_command_reads_bundles_and_hints_at_them(tmp_path, capsys):
    writer = Writer(HUSH, [None, "greedy"])
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(writer.so_far(0)))
    assert main([str(path), "--bundle"]) == 0
    assert "--bundle" not in capsys.readouterr().out
    assert main([str(path)]) == 1
    assert "checked with --bundle" in capsys.readouterr().out


def test_the_command_has_an_exit_code_for_what_it_could_not_refold(tmp_path, capsys, export):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export))
    assert main([str(path)]) == 3
    assert capsys.readouterr().out.splitlines()[-1].endswith("no engine of hush with rules version 1 at hand")


@pytest.mark.parametrize("text", ["\ud800", "\x1b[2J", "\u202e", "\n"])
def test_the_command_lets_nothing_loose_on_a_terminal(tmp_path, capsys, export, text):
    export["match"] = text
    export["events"][0]["pub"]["game"] = text
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export))
    assert main([str(path)]) == 1
    assert set(capsys.readouterr().out) <= set(string.printable) - set("\x0b\x0c\r\t\x1b")


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "\ufffd", "[" * 100_000])
def test_the_command_says_when_a_file_is_no_export(tmp_path, capsys, text):
    path = tmp_path / "export.json"
    path.write_text(text)
    assert main([str(path)]) == 2
    assert "unreadable" in capsys.readouterr().err


def test_the_command_says_when_there_is_no_file(tmp_path):
    assert main([str(tmp_path / "nothing.json")]) == 2


@pytest.mark.parametrize("value", ["1.5", "1e3", "9007199254740992", "NaN"])
def test_values_outside_the_subset_are_reported_in_a_file(tmp_path, capsys, export, value):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export).replace('"v": 1,', f'"v": {value},', 1))
    assert main([str(path), "--no-engine"]) == 1
    assert "CANON" in capsys.readouterr().out


def test_a_key_written_twice_is_reported_in_a_file(tmp_path, capsys, export):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export).replace('"v": 1,', '"v": 1, "v": 1,', 1))
    assert main([str(path), "--no-engine"]) == 1
    assert "CANON - repeated key" in capsys.readouterr().out


@pytest.mark.parametrize("key", sorted(GAMES))
def test_another_process_with_another_hash_seed_has_every_bot_answer_the_same(key, tmp_path):
    """Nothing a bot does depends on the order of a set, or on when and where it is asked."""
    game = GAMES[key]
    writer = Writer(game, ["greedy", "random", "random", "random"][: max(2, game.info.seats[0])])
    writer.play()
    path = tmp_path / "export.json"
    path.write_text(json.dumps(writer.export()))
    assert any(event["pub"].get("bot") == "greedy" for event in writer.events if event["type"] == "move.made")
    done = run(path, hash_seed="4242")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("events, holds\n")
