"""The shape of a game folder: the same files with the same functions in every game on the shelf."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.games import GAMES

SHELF = Path(__file__).parent.parent.parent / "engine" / "games"
FOLDERS = sorted(path for path in SHELF.iterdir() if path.is_dir() and path.name != "__pycache__")
# What each module defines at its top level, and what it may be called with.
FUNCTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "rules": {
        "setup": ("seats", "options"),
        "draw": ("state",),
        "to_act": ("state",),
        "legal_moves": ("state", "seat"),
        "play": ("state", "seat", "move", "at"),
        "deal": ("state", "drawn"),
        "time_up": ("state", "at"),
        "scores": ("state",),
        "winners": ("state",),
        "reason": ("state",),
        "round_number": ("state",),
    },
    "notation": {"write": ("move", "eye"), "read": ("state", "seat", "text")},
    "seeing": {"view": ("state", "eye"), "describe": ("view",)},
    "news": {
        "news": ("before", "ply", "after", "eye"),
        "shown": ("before", "ply", "after"),
        "moments": ("before", "ply", "after"),
    },
    "imagine": {"imagine": ("view", "eye", "chance")},
}
NAMES: dict[str, set[str]] = {
    "__init__": {"GAME"},
    "state": {"State", "Move"},
    "bots/__init__": {"BOTS"},
    "bots/greedy": {"GreedyBot"},
    "bots/strong": {"StrongBot"},
    "bots/evaluate": set(),
    "data/__init__": set(),
}
VERSION = "version"  # of the rules: a further argument where versions differ
FILES = {
    "texts/en.json",
    "texts/fa.json",
    "ui/board.js",
    "ui/board.css",
    "ui/cover.svg",
    "ui/cover.jpg",
    "rules.en.html",
    "rules.fa.html",
}
AT_THE_TOP = {
    *("__init__.py", "game.py", "state.py", "notation.py", "seeing.py", "news.py", "imagine.py"),
    *("bots", "data", "ui", "texts", "rules.en.html", "rules.fa.html"),
}
RULES = {"rules.py", "rules"}  # either of them
FURTHER = {"generate", "puzzles.py"}  # what makes data of a game ahead of time, puzzles out of its matches
BOT_FILES = {"__init__.py", "greedy.py", "strong.py", "evaluate.py", "kernel.py", "search.py"}

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)


def module(folder: Path, name: str) -> ast.Module:
    """A module, or the package of that name."""
    path = folder / f"{name}.py"
    return ast.parse((path if path.is_file() else folder / name / "__init__.py").read_text(encoding="utf-8"))


def defined(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def listed(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name != "__pycache__"}


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    return body[1:] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else body


def test_every_folder_is_a_game_on_the_shelf():
    assert [folder.name for folder in FOLDERS] == sorted(GAMES)


@each_folder
def test_a_folder_holds_the_common_files_and_no_other(folder):
    names = listed(folder)
    assert len(names & RULES) == 1
    assert names - RULES - FURTHER == AT_THE_TOP
    assert all((folder / name).is_file() for name in FILES)


@each_folder
def test_bots_stand_in_the_common_files(folder):
    names = listed(folder / "bots")
    assert {"__init__.py", "greedy.py", "strong.py", "evaluate.py"} <= names <= BOT_FILES


@each_folder
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_module_has_the_common_functions(folder, name):
    functions = {
        node.name: tuple(argument.arg for argument in node.args.args if argument.arg != VERSION)
        for node in module(folder, name).body
        if isinstance(node, ast.FunctionDef)
    }
    assert {wanted: functions.get(wanted) for wanted in FUNCTIONS[name]} == FUNCTIONS[name]


@each_folder
@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_module_has_the_common_names(folder, name):
    assert defined(module(folder, name)) >= NAMES[name]


@each_folder
def test_the_game_class_delegates_only(folder):
    """Every method is one statement that calls a function of another module; the name of a method is its own."""
    (kind,) = (node for node in module(folder, "game").body if isinstance(node, ast.ClassDef))
    methods = [node for node in kind.body if isinstance(node, ast.FunctionDef)]
    wanted = {name for functions in FUNCTIONS.values() for name in functions}
    assert wanted <= {method.name for method in methods}
    for method in methods:
        (statement,) = without_docstring(method.body)
        assert isinstance(statement, ast.Return | ast.Expr), f"{method.name} does something by itself"
        if method.name in wanted:
            call = statement.value
            assert isinstance(call, ast.Call)
            assert isinstance(call.func, ast.Attribute)
            assert call.func.attr == method.name
