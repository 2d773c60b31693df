"""manage.py puzzles make: a thin wrapper around the generator."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from engine.games.enigma.generate import make
from engine.games.enigma.kinds import BY_NAME


def made(*args):
    out = io.StringIO()
    call_command("puzzles", "make", *args, stdout=out)
    return json.loads(out.getvalue())["puzzles"]


def test_puzzles_make_prints_what_the_generator_makes_without_answers(capsys):
    found = made("--kind", "weights", "--count", "3", "--seed", "winter")
    wanted = [{name: one[name] for name in one if name != "answer"} for one in make("weights", 3, "winter")]
    assert found == wanted
    assert "3/3 weights" in capsys.readouterr().err


def test_puzzles_make_can_keep_the_answers_and_write_a_file(tmp_path):
    path = tmp_path / "set.json"
    call_command("puzzles", "make", "--kind=pipes", "--count=1", "--seed=1", "--level=1", "--answers", f"--out={path}")
    (puzzle,) = json.loads(path.read_text())["puzzles"]
    assert puzzle["level"] == 1
    assert BY_NAME["pipes"].fault(puzzle["data"], puzzle["answer"]) is None


def test_puzzles_make_says_when_there_are_not_so_many():
    with pytest.raises(CommandError, match="only 13 tangram"):
        made("--kind", "tangram", "--count", "14", "--seed", "1", "--level", "3")
    with pytest.raises(CommandError, match="1 or more"):
        made("--kind", "tangram", "--count", "0", "--seed", "1")
