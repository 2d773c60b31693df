"""300 real matches: each replays move by move to the recorded end."""

import json
from pathlib import Path

from engine.games.zertz import GAME
from tests.engine.zertz.table import new, play, result

RECORDS = [json.loads(line) for line in (Path(__file__).parent / "zertz_boardspace_300.jsonl").read_text().splitlines()]


def test_z30_every_record_replays_to_its_recorded_end_and_is_written_as_recorded():
    assert len(RECORDS) == 300
    for record in RECORDS:
        state, written = new(board=record["board"], goal=record["goal"]), []
        for text in record["moves"]:
            assert result(state) is None, record["id"]
            state = play(state, text)
            written.append(state.last)
        assert written == record["moves"]
        assert result(state) == f"{record['result']} {record['reason']}"
        assert GAME.write_position(state) == record["final"]


def test_every_recorded_move_is_on_the_list_in_its_core_form():
    for record in RECORDS[::15]:
        state = new(board=record["board"], goal=record["goal"])
        for text in record["moves"]:
            core = GAME.write(GAME.read(state, state.side, text), None)
            assert core in GAME.legal_texts(state, state.side)
            state = play(state, core)
