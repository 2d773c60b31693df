"""Builds the verifier for people who have nothing else of the house: a wheel and one zipped file.

`python -m deploy.package [FOLDER]`, by default into dist/. Both hold the engine, its games' data and the verifier, and
need Python alone. The same sources give the same bytes: files in order, none with a time of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PATTERNS: Final = ("engine/**/*.py", "engine/games/*/data/*.json", "verifier/**/*.py")
ZIPPED: Final = "bazigah-verify.pyz"
FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)  # that a zipped file can name
FIRST_SECOND: Final = "315532800"  # the same, as SOURCE_DATE_EPOCH has it
START: Final = """\
import sys

if sys.version_info < (3, 11):
    print("bazigah-verify needs Python 3.11 or newer", file=sys.stderr)
    raise SystemExit(2)

from verifier.__main__ import main

raise SystemExit(main())
"""
PROJECT: Final = """\
[project]
name = "bazigah-verifier"
version = "{version}"
description = "Checks the log of a match of Bazigah: chain, seals, luck and rules."
requires-python = ">=3.11"

[project.scripts]
bazigah-verify = "verifier.__main__:main"

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools.packages.find]
include = ["engine*", "verifier*"]

[tool.setuptools.package-data]
"*" = ["data/*.json"]
"""
BUILD_WHEEL: Final = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


class BuildFailed(Exception):
    """The wheel could not be built; the text is what the build said."""


def sources() -> list[str]:
    """The files of both, from the root of the project."""
    return sorted(path.relative_to(ROOT).as_posix() for pattern in PATTERNS for path in ROOT.glob(pattern))


def build_zipped(folder: Path) -> Path:
    """One file that Python runs: `python bazigah-verify.pyz FILE`."""
    target = folder / ZIPPED
    contents = {name: (ROOT / name).read_bytes() for name in sources()} | {"__main__.py": START.encode()}
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, data in sorted(contents.items()):
                entry = zipfile.ZipInfo(name, FIRST_DAY)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, data)
    target.chmod(0o755)
    return target


def build_wheel(folder: Path) -> Path:
    """Raises BuildFailed. Nothing is fetched: the setuptools of this environment builds it."""
    with tempfile.TemporaryDirectory() as place:
        stage, made = Path(place) / "stage", Path(place) / "made"
        made.mkdir()
        for name in sources():
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, stage / name)
        (stage / "pyproject.toml").write_text(PROJECT.format(version=version()), encoding="utf-8")
        command = [sys.executable, "-c", BUILD_WHEEL, str(made)]
        environment = {"SOURCE_DATE_EPOCH": FIRST_SECOND, **os.environ}
        done = subprocess.run(command, cwd=stage, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildFailed(done.stdout + done.stderr)
        (wheel,) = made.glob("*.whl")
        return Path(shutil.copyfile(wheel, folder / wheel.name))


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0] if arguments else "dist")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for built in (build_zipped(folder), build_wheel(folder)):
            print(f"{built} ({built.stat().st_size // 1024} KiB)")
    except BuildFailed as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
