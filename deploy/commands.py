"""The commands of the house's processes, written down once: `make up` runs them and compose.yaml repeats them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

PYTHON = "python"
Command = tuple[str, ...]


def migrate() -> Command:
    return (PYTHON, "-m", "deploy.migrate")


def web(host: str, port: int) -> Command:
    return (PYTHON, "-m", "deploy.web", "--host", host, "--port", str(port))


def worker(names: Iterable[str]) -> Command:
    """One process for services by name; `referee:zertz` is the referee of one game."""
    return (PYTHON, "-m", "deploy.worker", *names)


def celery_worker(name: str, queues: Sequence[str], pool: str, workers: int) -> Command:
    quiet = ("--without-gossip", "--without-mingle", "--loglevel=WARNING")
    asked = ("-Q", ",".join(queues), "-n", f"{name}@%h", f"--pool={pool}", "-c", str(workers))
    return ("-q", "-A", "deploy.celery", "worker", *asked, *quiet)
