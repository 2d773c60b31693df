"""python -m engine.games.enigma.generate: a thin wrapper around the generator."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from engine.games.enigma.generate import make
from engine.games.enigma.generate.__main__ import main
from engine.games.enigma.rules.kinds import BY_NAME


def test_the_module_prints_what_the_generator_makes_without_answers():
    command = [sys.executable, "-m", "engine.games.enigma.generate", "--kind=weights", "--count=3", "--seed=winter"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    wanted = [{name: puzzle[name] for name in puzzle if name != "answer"} for puzzle in make("weights", 3, "winter")]
    assert json.loads(run.stdout)["puzzles"] == wanted
    assert "3/3 weights" in run.stderr


def test_it_can_keep_the_answers_and_write_a_file(tmp_path):
    path = tmp_path / "set.json"
    assert main(["--kind=pipes", "--count=1", "--seed=1", "--level=1", "--answers", f"--out={path}"]) == 0
    (puzzle,) = json.loads(path.read_text())["puzzles"]
    assert puzzle["level"] == 1
    assert BY_NAME["pipes"].fault(puzzle["data"], puzzle["answer"]) is None


def test_it_says_when_there_are_not_so_many(capsys):
    with pytest.raises(SystemExit):
        main(["--kind=tangram", "--count=14", "--seed=1", "--level=3"])
    assert "only 13 tangram" in capsys.readouterr().err


def test_it_refuses_a_count_below_one(capsys):
    with pytest.raises(SystemExit):
        main(["--kind=tangram", "--count=0", "--seed=1"])
    assert "1 or more" in capsys.readouterr().err
