"""Papers that follow from the code: the table of services, AsyncAPI, the catalogue of events, containers of workers.

`python -m deploy.papers` writes them; tests compare them with what it would write.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from deploy import commands
from deploy.database import role_of
from deploy.worker import Process, processes
from engine.games import GAMES
from services.facts import FACTS, Fact
from services.registry import Service, services

ROOT: Final = Path(__file__).resolve().parent.parent
BEGIN, END = "made by `make papers`: begin", "made by `make papers`: end"


def papers() -> dict[Path, str]:
    """Every paper with its text, as it is to be."""
    return {
        ROOT / "services/README.md": services_readme(),
        ROOT / "docs/asyncapi.yaml": asyncapi(),
        ROOT / "docs/events.md": events_page(),
        ROOT / "deploy/compose.yaml": compose(),
    }


# -- services/README.md -----------------------------------------------------------------------------------------------


def services_readme() -> str:
    text = (ROOT / "services/README.md").read_text(encoding="utf-8")
    return _between(text, f"<!-- {BEGIN} -->", f"<!-- {END} -->", services_table())


def services_table() -> str:
    head = ("service", "does", "queue", "tasks", "reads", "writes", "says", "follows", "how many", "while it is dead")
    rows = [
        (
            f"`{row.name}`{' (vital)' if row.vital else ''}",
            row.does,
            f"`{row.queue}GAME`" if row.per_game else f"`{row.queue}`" if row.queue else "none: a process of its own",
            _codes(row.tasks),
            _codes(row.reads),
            _codes(row.writes),
            _codes(fact.NAME for fact in row.says),
            _codes(fact.NAME for fact in row.follows),
            "any number" if row.many == 0 else str(row.many),
            row.while_dead,
        )
        for row in services()
    ]
    return _table(head, rows)


def _codes(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _between(text: str, begin: str, end: str, new: str) -> str:
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{new}\n{end}{after}"


# -- docs/events.md ---------------------------------------------------------------------------------------------------


def events_page() -> str:
    from services.matches.events import CATALOGUE

    rows = [_event_row(kind) for kind in CATALOGUE.values()]
    head = ("type", "what it says", "written by", "`pub`", "sealed parts", "`dp`, `df`")
    intro = (
        "# Events of a match\n\nMade from `services/matches/events.py` by `make papers`. "
        "Form and meaning: `docs/specs/fairness.md` and `docs/specs/async.md`. Keys in brackets may be left out.\n\n"
    )
    return intro + _table(head, rows) + "\n"


def _event_row(kind: Any) -> tuple[str, ...]:
    from services.matches.event_form import pub_fields

    keys = [_key(item) for item in pub_fields(kind)]
    doc = (kind.__doc__ or "").strip().splitlines()[0]
    says = "–" if doc.startswith(f"{kind.__name__}(") else doc
    writers = ", ".join(kind.BY)
    return f"`{kind.TYPE}`", says, writers, "; ".join(keys) or "–", kind.SEALED or "–", "yes" if kind.DIGESTS else "–"


def _key(item: dataclasses.Field[Any]) -> str:
    from services.matches.event_form import key_of

    name = f"[`{key_of(item)}`]" if item.metadata.get("opt") else f"`{key_of(item)}`"
    text = item.metadata.get("text")
    return f"{name} {text}" if text else name


# -- docs/asyncapi.yaml -----------------------------------------------------------------------------------------------


def asyncapi() -> str:
    """AsyncAPI 3: queues with their task messages, facts with their followers."""
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Bazigah, inside",
            "version": "1",
            "description": "Made from services/registry.py and services/facts.py by `make papers`. Queues carry pokes, "
            "which may be lost or repeated; facts lie in the outbox of the database, one row per follower.",
        },
        "channels": dict(_channels()),
        "operations": dict(_operations()),
        "components": {"messages": {**dict(_task_messages()), **dict(_fact_messages())}},
    }
    return "# Made by `make papers`.\n" + yaml.safe_dump(document, sort_keys=False, width=110, allow_unicode=True)


def _channels() -> Iterator[tuple[str, Any]]:
    for row in services():
        for queue in row.queues(GAMES):
            messages = {_word(task): {"$ref": f"#/components/messages/{_word(task)}"} for task in row.tasks}
            yield _word(queue), {"address": queue, "description": f"queue of {row.name}", "messages": messages}
    for kind in FACTS.values():
        reference = {"$ref": f"#/components/messages/{_word(kind.NAME)}"}
        yield f"fact_{_word(kind.NAME)}", {"address": kind.NAME, "messages": {_word(kind.NAME): reference}}


def _operations() -> Iterator[tuple[str, Any]]:
    for row in services():
        for queue in row.queues(GAMES):
            yield (
                f"{row.name}_drains_{_word(queue)}",
                {
                    "action": "receive",
                    "channel": {"$ref": f"#/channels/{_word(queue)}"},
                },
            )
        yield from _of_facts(row, "says", "send", row.says)
        yield from _of_facts(row, "follows", "receive", row.follows)


def _of_facts(row: Service, verb: str, action: str, kinds: tuple[type[Fact], ...]) -> Iterator[tuple[str, Any]]:
    for kind in kinds:
        channel = {"$ref": f"#/channels/fact_{_word(kind.NAME)}"}
        yield f"{row.name}_{verb}_{_word(kind.NAME)}", {"action": action, "channel": channel}


def _task_messages() -> Iterator[tuple[str, Any]]:
    for row in services():
        for task in row.tasks:
            payload = {"type": "array", "description": "the task's arguments: ids and numbers, never a payload"}
            yield _word(task), {"name": task, "payload": payload}


def _fact_messages() -> Iterator[tuple[str, Any]]:
    types = {"str": {"type": "string"}, "int": {"type": "integer"}}
    for kind in FACTS.values():
        names = {item.name: types[str(item.type)] for item in dataclasses.fields(kind)}
        payload = {"type": "object", "required": list(names), "properties": names, "additionalProperties": False}
        summary = (kind.__doc__ or "").strip().splitlines()[0]
        yield (
            _word(kind.NAME),
            {
                "name": kind.NAME,
                "summary": summary,
                "headers": {"type": "object", "properties": {"version": {"const": kind.VERSION}}},
                "payload": payload,
            },
        )


def _word(name: str) -> str:
    return name.replace(".", "_")


# -- deploy/compose.yaml ----------------------------------------------------------------------------------------------


def compose() -> str:
    text = (ROOT / "deploy/compose.yaml").read_text(encoding="utf-8")
    made = [_migration(), *(_container(process) for process in processes(per_game=True))]
    return _between(text, f"  # {BEGIN}", f"  # {END}", "\n".join(made))


def _migration() -> str:
    """The only container that knows the owner's password, and all others: it makes the roles."""
    command = ", ".join(f'"{word}"' for word in commands.migrate())
    names = dict.fromkeys(["web", *(process.role for process in processes(per_game=True))])
    lines = ["  migrate:", "    <<: *house", f"    command: [{command}]", '    restart: "no"', "    environment:"]
    lines += ["      <<: *environment", f"      DATABASE_URL: {_database_url('bazigah', 'POSTGRES_PASSWORD')}"]
    lines += [f"      PASSWORD_{name.upper()}: ${{PASSWORD_{name.upper()}:?set it in .env}}" for name in names]
    lines += ["    depends_on:", "      postgres:", "        condition: service_healthy\n"]
    return "\n".join(lines)


def _database_url(role: str, password: str) -> str:
    return f"postgresql://{role}:${{{password}:?set it in .env}}@postgres:5432/bazigah"


def container_name(process: Process) -> str:
    return process.name.replace("_", "-")


def _container(process: Process) -> str:
    command = ", ".join(f'"{word}"' for word in commands.worker(process.parts))
    # nice 10 in `make up` is half a share of the processor here.
    share = ["    cpu_shares: 512"] if process.nice else []
    lines = [f"  {container_name(process)}:", "    <<: *worker", f"    command: [{command}]", *share]
    url = _database_url(role_of("bazigah", process.role), f"PASSWORD_{process.role.upper()}")
    lines += ["    environment:", "      <<: *environment", f"      DATABASE_URL: {url}"]
    lines += ["    healthcheck:", "      <<: *worker-health"]
    lines.append(f'      test: ["CMD", "python", "-m", "deploy.worker", "--alive", "{process.parts[0]}"]\n')
    return "\n".join(lines)


# -- the command ------------------------------------------------------------------------------------------------------


def main(write: Callable[[Path, str], object] = lambda path, text: path.write_text(text, encoding="utf-8")) -> int:
    import django

    django.setup()
    for path, text in papers().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write(path, text)
            print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
