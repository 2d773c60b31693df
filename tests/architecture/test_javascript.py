"""The measures and walls of the JavaScript: lines, functions, who imports whom. `make js` checks types and form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HOUSE = ROOT / "gateway" / "static" / "house"
BOARDS = sorted(ROOT.glob("engine/games/*/ui/**/*.js"))
SCRIPTS = sorted([*HOUSE.rglob("*.js"), *BOARDS, *ROOT.glob("tests/js/**/*.js"), *ROOT.glob("tests/browser/*.js")])
TYPES = sorted([*HOUSE.rglob("*.d.ts"), *ROOT.glob("engine/games/*/ui/**/*.d.ts")])
LONGEST_LINE, LONGEST_FUNCTION, LONGEST_MODULE = 120, 60, 400
# The verifier of the browser is one module without imports, so that a reader can keep it as one file.
ONE_FILE = ROOT / "gateway/static/house/verify/verifier.js"

KEYWORD = r"(?:if|for|while|switch|catch|with)\b"
HEADER = re.compile(rf"^(?P<indent> *)(?! )(?!\}}? ?(?:else )?{KEYWORD})(?=.*(?:\bfunction\b|=>|\)) ?.*\{{$).*$")
CLOSER = re.compile(r"^(?P<indent> *)\} ?else")
IMPORTED = re.compile(r"""(?:^(?:import|export)\b(?:[^;"'=(]*\bfrom)? |\bimport\()["']([^"']+)["']""", re.MULTILINE)
each_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
each_board_module = pytest.mark.parametrize("path", BOARDS, ids=lambda path: str(path.relative_to(ROOT)))


def functions(text: str) -> Iterator[tuple[int, int]]:
    """First line and length of each function, in the formatter's form: a body is closed at its header's indent."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        header = HEADER.match(line)
        if not header or CLOSER.match(line):
            continue
        indent = header["indent"]
        end = next((n for n in range(at + 1, len(lines)) if re.match(rf"^{indent}\S", lines[n])), at)
        yield at + 1, end - at + 1


@each_script
def test_a_script_is_checked_against_its_types(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("// @ts-check\n")


@pytest.mark.parametrize("path", sorted({*SCRIPTS, *TYPES}), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_of_javascript_is_longer_than_120(path: Path) -> None:
    long = [n for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if len(line) > LONGEST_LINE]
    assert not long


@each_script
def test_no_function_of_javascript_is_longer_than_60_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not [(at, length) for at, length in functions(text) if length > LONGEST_FUNCTION]
    assert path == ONE_FILE or text.count("\n") <= LONGEST_MODULE


def test_a_long_function_is_seen() -> None:
    body = "\n".join(["    act();"] * LONGEST_FUNCTION)
    for header in ("  act(one) {", "  const act = (one) => {", "  async function act() {", "  get act() {"):
        assert [length for _, length in functions(f"class A {{\n{header}\n{body}\n  }}\n}}\n")] == [62]
    assert not list(functions(f"if (a(b)) {{\n{body}\n}} else if (b()) {{\n{body}\n}}\n"))


@each_board_module
def test_a_board_imports_the_kit_and_its_own_folder(path: Path) -> None:
    folder = path.parent
    for name in IMPORTED.findall(path.read_text(encoding="utf-8")):
        own = name.startswith("./") and (folder / name).resolve().is_relative_to(folder)
        assert own or name in {"/static/house/kit.js", "/static/house/types.js"}, name


@pytest.mark.parametrize("path", sorted(ROOT.glob("engine/games/*/ui/board.js")), ids=lambda path: path.parts[-3])
def test_a_board_answers_as_all_boards_do(path: Path) -> None:
    board = path.read_text(encoding="utf-8")
    assert " extends Board {" in board
    assert all("new Answers" not in module.read_text(encoding="utf-8") for module in path.parent.glob("*.js"))


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.js")), ids=lambda path: str(path.relative_to(HOUSE)))
def test_the_house_imports_no_board_by_name(path: Path) -> None:
    for name in IMPORTED.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / name).resolve().is_relative_to(HOUSE), name


PREFER = re.compile(r"""["'`]?\bprefer\b["'`]?\s*[:,\]=]|["'`]prefer["'`]|\bwait=""", re.IGNORECASE)


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.js")), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_script_of_the_pages_waits_for_the_judgement_of_a_move(path: Path) -> None:
    """`Prefer: wait` is for programs: a browser hears by the stream, and keeps no request of the house open."""
    assert not PREFER.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "script",
    ['{headers: {Prefer: "wait=2"}}', '{"Prefer": wait}', 'headers.set("prefer", text)', "['Prefer', `wait=${n}`]"],
)
def test_a_script_that_waits_is_seen(script: str) -> None:
    assert PREFER.search(script)
