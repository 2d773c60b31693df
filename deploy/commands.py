"""The commands of the house's processes, written down once: `make up` runs them and compose.yaml repeats them."""

from __future__ import annotations

from collections.abc import Iterable

PYTHON = "python"
Command = tuple[str, ...]


def migrate() -> Command:
    return (PYTHON, "-m", "deploy.migrate")


def web(host: str, port: int) -> Command:
    return (PYTHON, "-m", "deploy.web", "--host", host, "--port", str(port))


def worker(names: Iterable[str]) -> Command:
    """One process for services by name; `referee:zertz` is the referee of one game."""
    return (PYTHON, "-m", "deploy.worker", *names)
