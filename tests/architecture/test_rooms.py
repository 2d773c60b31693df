"""The walls of the house: who may import whom, what the engine may touch, and the measures of the pen."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("engine", "verifier", "services", "gateway", "deploy")
MAY_IMPORT = {
    "engine": {"engine"},
    "verifier": {"verifier", "engine"},
    "services": {"services", "verifier", "engine"},  # of these only the auditor and the records: a test below
    "gateway": {"gateway", "services", "engine"},
    "deploy": {"deploy", "gateway", "services", "engine"},
}
# The ground of services, in order: each may import those before it. Every other package with a service.py is a service.
GROUND = (
    "errors",
    "facts",
    "registry",
    "log",
    "bus",
    "people",
    "matches",
    "readers",
    "playing",
    "pairings",
)
PURE = {
    "__future__", "abc", "array", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "heapq", "hmac", "importlib", "inspect", "itertools", "json", "math", "operator", "pathlib", "re",
    "string", "struct", "types", "typing",
}  # fmt: skip
# Commands that a person starts: they alone know arguments, streams, processes and how long something took.
COMMANDS = {"engine/__main__.py", "engine/ladder.py"}
FOR_COMMANDS = {"argparse", "concurrent", "os", "sys", "time"}
IMPURE_NAMES = {"open", "exec", "eval", "input", "__import__", "breakpoint"}
IMPURE_CALLS = {
    "getenv", "urandom", "now", "utcnow", "today", "time_ns", "perf_counter", "monotonic", "getpid", "open",
    "write_text", "write_bytes", "unlink", "mkdir", "cwd", "home", "system",
}  # fmt: skip
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
UNFINISHED = re.compile(
    r"\b(?:TO"
    r"DO|FIX"
    r"ME|XX"
    r"X|TB"
    r"D)\b|(?i:not impl"
    r"emented|NotImpl"
    r"ementedError|simpl"
    r"ified|coming s"
    r"oon)"
)
MACHINE = re.compile(r"(?<![\w.])/(?:work|root|Users)/|\.\./shared|C:\\\\")


@dataclass(frozen=True)
class Module:
    path: str
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.path.split("/")[0]

    @property
    def command(self) -> bool:
        """A module that is run by a person, or that makes data of a game ahead of time."""
        return self.path in COMMANDS or re.fullmatch(r"engine/games/\w+/generate/__main__\.py", self.path) is not None

    def imports(self) -> tuple[tuple[str, int], ...]:
        return imports_in(self.path)

    def _imports(self) -> Iterator[tuple[str, int]]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module, node.lineno
                yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


@cache
def imports_in(path: str) -> tuple[tuple[str, int], ...]:
    """Every module named by an import anywhere in the file, `from a import b` as a and a.b, with its line."""
    return tuple(read(ROOT / path)._imports())


@cache
def read(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    return Module(path.relative_to(ROOT).as_posix(), text, ast.parse(text))


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    parsed = [read(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert parsed, f"nothing in {folders}"
    return tuple(parsed)


def own(name: str) -> bool:
    return name.split(".")[0] in ROOMS


# -- arrows -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_rooms_to_its_right(room):
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules(room)
        for name, line in module.imports()
        if own(name) and name.split(".")[0] not in MAY_IMPORT[room]
    ]
    assert not wrong


def test_nobody_imports_tests():
    wrong = [
        f"{module.path}:{line}"
        for module in modules(*ROOMS)
        for name, line in module.imports()
        if name.split(".")[0] == "tests"
    ]
    assert not wrong


def test_imports_are_absolute():
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules(*ROOMS, "tests")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and (node.level or any(alias.name == "*" for alias in node.names))
    ]
    assert not wrong


def part_of(name: str) -> str | None:
    """The part of services that a module or path belongs to."""
    pieces = name.removesuffix(".py").replace("/", ".").split(".")
    return pieces[1] if pieces[0] == "services" and len(pieces) > 1 and pieces[1] != "__init__" else None


def services_at_hand() -> set[str]:
    """The tree shows which parts are services: they have a service.py."""
    return {path.parent.name for path in (ROOT / "services").glob("*/service.py")}


def test_every_part_of_services_is_ground_or_a_service():
    parts = {part for module in modules("services") if (part := part_of(module.path)) is not None}
    assert parts <= {*GROUND, *services_at_hand(), "management"}
    assert not services_at_hand() & set(GROUND)


def test_ground_imports_only_the_ground_before_it():
    wrong = []
    for module in modules("services"):
        mine = part_of(module.path)
        if mine not in GROUND:
            continue
        allowed = GROUND[: GROUND.index(mine) + 1]
        wrong += [
            f"{module.path}:{line} imports {name}"
            for name, line in module.imports()
            if (other := part_of(name)) is not None and other not in allowed
        ]
    assert not wrong


def test_a_service_imports_the_ground_and_itself_never_another_service():
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("services")
        if (mine := part_of(module.path)) in services_at_hand()
        for name, line in module.imports()
        if part_of(name) in services_at_hand() - {mine}
    ]
    assert not wrong


def test_the_row_of_a_service_is_plain_data():
    """Processes and documents are made from it before Django is set up."""
    allowed = ("__future__", "services.facts", "services.registry")
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("services")
        if module.path.endswith("/service.py")
        for name, line in module.imports()
        if not name.startswith(allowed)
    ]
    assert not wrong


def test_of_a_service_the_gateway_imports_what_pages_may_read_and_nothing_else():
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("gateway")
        for name, line in module.imports()
        if part_of(name) in services_at_hand() and name.split(".")[2:3] != ["read"]
    ]
    assert not wrong


PICTURES = "gateway/preview.py"  # what it saves are pictures
# Django's admin reads tables by its nature: it pages and filters the querysets that functions of the ground and a
# service's read.py give it (docs/decisions.md). It names their type and makes none.
ADMIN = "gateway/admin/"


# Threads that end give their connection back; none is asked anything by it.
CONNECTIONS = "gateway/asgi.py"
OF_TABLES = {
    "objects", "_default_manager", "_base_manager", "cursor", "save", "delete", "refresh_from_db", "bulk_create",
    "raw_sql",
}  # fmt: skip
OF_STORES = {
    "django.db.connection", "django.db.connections", "django.db.models", "django.db.transaction",
    "django.shortcuts.get_object_or_404", "django.shortcuts.get_list_or_404",
}  # fmt: skip


def test_the_gateway_reads_no_table_by_itself():
    """It asks functions of the ground: no manager, no cursor, no model that is saved, deleted or read anew."""
    wrong = [
        f"{module.path}:{node.lineno} .{node.attr}"
        for module in modules("gateway")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
        and node.attr in OF_TABLES
        and not (node.attr == "save" and str(module.path) == PICTURES)
    ]
    wrong += [
        f"{module.path}:{line} imports {name}"
        for module in modules("gateway")
        for name, line in module.imports()
        if name in OF_STORES
        and not (name == "django.db.models" and module.path.startswith(ADMIN))
        and not (name == "django.db.connections" and module.path == CONNECTIONS)
    ]
    wrong += [
        f"{module.path}:{line} imports {name}"
        for module in modules("gateway")
        for name, line in module.imports()
        if module.path.startswith(ADMIN) and name.startswith("django.db.models.") and not name.endswith(".QuerySet")
    ]
    assert not wrong


# The types of a match's events and of a tournament's, and who has a name in common with them.
CATALOGUES = ("services/matches/events.py", "services/pairings/events.py")
NAMED_ALIKE = ("services/facts.py", "services/log/models.py")  # facts; the condition of an index


def test_an_event_type_is_named_in_the_catalogues_alone():
    """The verifier, migrations and the programs of `deploy` that call from outside aside."""
    texts = (read(ROOT / path).text for path in CATALOGUES)
    types = {name for text in texts for name in re.findall(r'(?i)\btype: ClassVar(?:\[str])? = "([a-z.]+)"', text)}
    assert {"move.made", "round.paired"} <= types
    wrong = [
        f"{module.path}:{node.lineno} {node.value}"
        for module in modules("services", "gateway")
        if "/migrations/" not in module.path and module.path not in (*CATALOGUES, *NAMED_ALIKE)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and node.value in types
    ]
    assert not wrong


def test_seeds_are_read_by_referee_auditor_and_tournaments_alone():
    """The door draws a seed and never reads one; tournaments read their own."""
    allowed = ("referee", "auditor", "tournaments")
    wrong = [
        f"{module.path}:{line}"
        for module in modules("services", "gateway")
        for name, line in module.imports()
        if name == "services.log.models.Seed" and part_of(module.path) not in allowed
    ]
    assert not wrong


def test_only_the_bus_talks_to_kombu_and_redis():
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("services", "gateway")
        for name, line in module.imports()
        if name.split(".")[0] in ("kombu", "redis") and part_of(module.path) != "bus"
    ]
    assert not wrong


def test_the_gateway_knows_no_queue_and_no_referee():
    banned = ("celery", "kombu", "redis", "engine.core.replay")
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("gateway")
        for name, line in module.imports()
        if any(name == prefix or name.startswith(prefix + ".") for prefix in banned)
    ]
    assert not wrong


# -- the verifier -----------------------------------------------------------------------------------------------------


def test_the_verifier_imports_the_engine_and_the_standard_library_alone():
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("verifier")
        for name, line in module.imports()
        if name.split(".")[0] not in {"verifier", "engine", *sys.stdlib_module_names}
        and (name.split(".")[0] != "cryptography" or line not in guarded_lines(module))
    ]
    assert not wrong


def guarded_lines(module: Module) -> set[int]:
    """Lines that may fail to import: inside a `try` whose handler names ImportError."""
    return {
        line
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Try)
        and any(isinstance(handler.type, ast.Name) and handler.type.id == "ImportError" for handler in node.handlers)
        for inner in node.body
        for line in range(inner.lineno, (inner.end_lineno or inner.lineno) + 1)
    }


def test_only_the_auditor_and_the_records_import_the_verifier():
    may = ("verifier/", "services/auditor/", "services/records/")
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules(*ROOMS)
        if not module.path.startswith(may)
        for name, line in module.imports()
        if name.split(".")[0] == "verifier"
    ]
    assert not wrong


# -- the engine -------------------------------------------------------------------------------------------------------


def test_the_engine_imports_only_what_is_pure():
    wrong = []
    for module in modules("engine"):
        allowed = PURE | (FOR_COMMANDS if module.command else set())
        for name, line in module.imports():
            if not own(name) and name.split(".")[0] not in allowed:
                wrong.append(f"{module.path}:{line} imports {name}")
    assert not wrong


def test_the_engine_reads_no_clock_no_environment_no_random_source_and_writes_nothing():
    wrong = []
    for module in modules("engine"):
        if module.command:
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_NAMES:
                wrong.append(f"{module.path}:{node.lineno} calls {node.func.id}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in IMPURE_CALLS:
                wrong.append(f"{module.path}:{node.lineno} calls .{node.func.attr}")
            if isinstance(node, ast.Attribute) and node.attr == "environ":
                wrong.append(f"{module.path}:{node.lineno} reads the environment")
    assert not wrong


def test_only_game_folders_and_the_line_read_files():
    reading = {"read_text", "read_bytes", "joinpath", "files"}
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules("engine")
        if not module.path.startswith("engine/games/") and module.path != "engine/line.py" and not module.command
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr in reading
    ]
    assert not wrong


def test_games_read_their_data_as_resources_of_a_package():
    """Beside `__file__` lies nothing once the engine is in a zipped file."""
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules("engine/games", "engine/core", "engine/bots", "verifier")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Name) and node.id == "__file__"
    ]
    assert not wrong


def test_games_do_not_know_each_other():
    wrong = []
    for module in modules("engine/games"):
        pieces = module.path.split("/")
        if len(pieces) < 4:
            continue  # the shelf itself
        for name, line in module.imports():
            other = name.split(".")
            if other[:2] == ["engine", "games"] and other[2:3] != [pieces[2]]:
                wrong.append(f"{module.path}:{line} imports {name}")
    assert not wrong


def test_the_engines_ground_knows_no_game():
    wrong = [
        f"{module.path}:{line} imports {name}"
        for module in modules("engine/core", "engine/bots")
        for name, line in module.imports()
        if name.startswith("engine.games")
    ]
    assert not wrong


# -- the pen ----------------------------------------------------------------------------------------------------------


def test_every_module_says_what_it_owns():
    wrong = [
        module.path
        for module in modules(*ROOMS, "tests")
        if module.text.strip()
        and "/migrations/" not in module.path
        and not (ast.get_docstring(module.tree) or "").strip()
    ]
    assert not wrong


def test_no_module_is_too_long():
    wrong = {module.path: n for module in modules(*ROOMS) if (n := len(module.text.splitlines())) > LONGEST_MODULE}
    assert not wrong


def test_no_function_is_too_long():
    wrong = [
        f"{module.path}:{node.lineno} {node.name} has {length} lines"
        for module in modules(*ROOMS)
        for node in module.functions()
        if (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    ]
    assert not wrong


# What every game, every command and every model of Django has, and the opponents of the games.
EVERYWHERE = {"State", "Move", "Command", "Migration", "Meta", "GreedyBot", "StrongBot", "RandomBot"}


@pytest.mark.parametrize("room", ROOMS)
def test_a_class_name_occurs_once_in_a_room(room):
    """Classes inside a class are known by its name."""
    places: dict[str, list[str]] = {}
    for module in modules(room):
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and node.name not in EVERYWHERE:
                places.setdefault(node.name, []).append(f"{module.path}:{node.lineno}")
    assert not {name: lines for name, lines in places.items() if len(lines) > 1}


def test_no_module_is_named_for_nothing():
    nameless = {"utils", "util", "helpers", "helper", "misc", "common", "signals"}
    assert not [module.path for module in modules(*ROOMS, "tests") if Path(module.path).stem in nameless]


WRITTEN = {".py", ".js", ".css", ".html", ".json", ".md", ".toml", ".yaml", ".yml", ".txt", ""}


@cache
def written() -> tuple[tuple[str, str], ...]:
    """Every text of the project, this file aside."""
    places = [ROOT / name for name in (*ROOMS, "tests", ".ci")]
    files = [path for place in places for path in sorted(place.rglob("*")) if path.is_file()]
    files += [
        path for path in sorted(ROOT.iterdir()) if path.is_file() and path.suffix in WRITTEN and path.name != ".git"
    ]
    texts = []
    for path in files:
        if path.suffix in WRITTEN and path != Path(__file__) and "__pycache__" not in path.parts:
            texts.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8", errors="replace")))
    return tuple(texts)


@pytest.mark.parametrize(
    ("pattern", "what"), [(UNFINISHED, "unfinished business"), (MACHINE, "a place on one machine")]
)
def test_no_text_speaks_of(pattern, what):
    wrong = [
        f"{path}:{number} {line.strip()[:80]}"
        for path, text in written()
        if pattern.search(text)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not wrong, what
