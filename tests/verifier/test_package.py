"""What the verifier is handed out as: one zipped file and a wheel, run in a Python that has nothing else."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deploy.package import ROOT, ZIPPED, build_wheel, build_zipped
from engine.games import GAMES
from services.log import fair
from tests.engine.toy import HUSH
from tests.verifier.test_damaged_tournaments import enter_afterwards, move_result, remove, swap_lots, swap_opponents
from tests.verifier.tournaments import damaged, export_of_vector
from tests.verifier.vectors import vectors
from tests.verifier.writer import SECRET, Writer

# No site-packages, no variables of the environment, no folder of the caller: Python and nothing else.
BARE = [sys.executable, "-I", "-S"]
# Python finds an installed package by its folder; `-S` keeps this environment's own packages away.
INSTALLED = [sys.executable, "-S"]


@cache
def played(key: str) -> dict[str, Any]:
    game = {**GAMES, "hush": HUSH}[key]
    writer = Writer(game, ["random"] * max(2, game.info.seats[0]))
    writer.play(run_out_every=7)
    return writer.export()


@pytest.fixture(scope="module")
def zipped(tmp_path_factory) -> Path:
    return build_zipped(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The folder that pip has installed the wheel into."""
    wheel, target = build_wheel(tmp_path_factory.mktemp("dist")), tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel]
    subprocess.run(command, check=True, capture_output=True)
    return target


def run(command: list[Any], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """From another folder than the project's, with these variables alone."""
    return subprocess.run(
        list(map(str, command)), cwd=folder, env=variables, capture_output=True, text=True, check=False
    )


def written(folder: Path, export: Any) -> Path:
    path = folder / "match.json"
    path.write_text(json.dumps(export), encoding="utf-8")
    return path


# -- the zipped file --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_zipped_file_refolds_every_game(zipped, tmp_path, key):
    done = run([*BARE, zipped, written(tmp_path, played(key)), "--key", fair.public_key(SECRET)], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith("events, holds")


def test_the_zipped_file_finds_a_forged_signature_by_its_own_arithmetic(zipped, tmp_path):
    export = copy.deepcopy(played("zertz"))
    good = export["receipt"]["sig"]
    export["receipt"]["sig"] = good[:-2] + ("00" if good[-2:] != "00" else "01")
    done = run([*BARE, zipped, written(tmp_path, export)], tmp_path)
    assert done.returncode == 1
    assert "SIG - the signature does not fit the receipt" in done.stdout.splitlines()


def test_the_zipped_file_finds_damage(zipped, tmp_path):
    for case in vectors()["export_bad"][:8]:
        done = run([*BARE, zipped, written(tmp_path, case["export"]), "--no-engine"], tmp_path)
        assert done.returncode == 1, case["name"]
        assert any(line.startswith(f"{case['expect']} ") for line in done.stdout.splitlines()), case["name"]


DAMAGED_TOURNAMENTS = [
    ("swiss-8", move_result, "STANDINGS 15"),
    ("swiss-8", swap_opponents, "COST 10"),
    ("swiss-8", swap_lots, "LOT 9"),
    ("swiss-6-ruling-after-next-pairing", lambda events: remove(events, "ruling.made"), "STANDINGS 17"),
    ("swiss-8", enter_afterwards, "ENTRY 10"),
]


@pytest.mark.parametrize("bare", [True, False], ids=["the zipped file", "python -m verifier"])
def test_a_damaged_tournament_is_reported_with_its_code_and_event(zipped, tmp_path, bare):
    """A moved result, a swapped pairing, a changed lot, a removed ruling, an entrant added afterwards."""

    def verify(export: Any) -> tuple[int, list[str]]:
        file = written(tmp_path, export)
        done = run([*BARE, zipped, file], tmp_path) if bare else run([sys.executable, "-m", "verifier", file], ROOT)
        return done.returncode, done.stdout.splitlines()

    code, lines = verify(export_of_vector("swiss-8"))
    assert (code, lines[-1].split(", ")[1]) == (3, "holds as far as it could look")
    for name, damage, expected in DAMAGED_TOURNAMENTS:
        code, lines = verify(damaged(name, damage))
        assert code == 1
        assert any(line.startswith(f"{expected} ") for line in lines), (name, expected, lines)


def test_the_zipped_file_has_the_exit_codes_of_the_command(zipped, tmp_path):
    assert run([*BARE, zipped, written(tmp_path, played("hush"))], tmp_path).returncode == 3
    unreadable = run([*BARE, zipped, tmp_path / "nothing.json"], tmp_path)
    assert unreadable.returncode == 2
    assert unreadable.stderr.startswith("unreadable: ")


def test_no_compiled_library_is_there_when_it_runs_bare(zipped, tmp_path):
    code = f"import sys; sys.path.insert(0, {str(zipped)!r}); from verifier import ed25519; print(ed25519.COMPILED)"
    assert run([*BARE, "-c", code], tmp_path).stdout == "False\n"


def test_the_zipped_file_holds_the_engine_and_the_verifier_and_nothing_else(zipped):
    with zipfile.ZipFile(zipped) as archive:
        entries = archive.infolist()
    assert {entry.filename.split("/")[0] for entry in entries} == {"engine", "verifier", "__main__.py"}
    assert {Path(entry.filename).suffix for entry in entries} == {".py", ".json"}
    assert all(entry.compress_type == zipfile.ZIP_DEFLATED for entry in entries)
    assert len([entry for entry in entries if "/data/" in entry.filename]) >= len(GAMES)


def test_the_zipped_file_can_be_started_by_its_name(zipped, tmp_path):
    assert zipped.name == ZIPPED
    assert zipped.read_bytes().startswith(b"#!/usr/bin/env python3\n")
    assert os.access(zipped, os.X_OK)


def test_the_same_sources_give_the_same_bytes(zipped, tmp_path):
    assert build_zipped(tmp_path).read_bytes() == zipped.read_bytes()
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    assert build_wheel(first).read_bytes() == build_wheel(second).read_bytes()


# -- the wheel --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_installed_wheel_refolds_every_game(installed, tmp_path, key):
    command = [*INSTALLED, "-m", "verifier", written(tmp_path, played(key)), "--key", fair.public_key(SECRET)]
    done = run(command, tmp_path, PYTHONPATH=str(installed))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith("events, holds")


def test_the_installed_script_finds_damage(installed, tmp_path):
    export = copy.deepcopy(played("zertz"))
    export["events"][4]["at"] = "2026-03-01T12:00:00.501Z"
    command = [*INSTALLED, installed / "bin" / "bazigah-verify", written(tmp_path, export)]
    done = run(command, tmp_path, PYTHONPATH=str(installed))
    assert done.returncode == 1
    assert "HASH 4 the hash does not fit the event" in done.stdout.splitlines()


def test_the_wheel_asks_for_no_other_package(installed):
    (metadata,) = installed.glob("bazigah_verifier-*.dist-info/METADATA")
    assert "Requires-Dist" not in metadata.read_text(encoding="utf-8")
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {
        "bin",
        "engine",
        "verifier",
    }
