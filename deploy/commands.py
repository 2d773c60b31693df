"""The commands of the house's processes, written down once: `make up` runs them and compose.yaml repeats them."""

from __future__ import annotations

from collections.abc import Iterable

PYTHON = "python"
CELERY = (PYTHON, "-m", "celery", "-q", "-A", "deploy.celery")
QUIET = ("--without-gossip", "--without-mingle", "--loglevel=WARNING")

Command = tuple[str, ...]


def migrate() -> Command:
    return (PYTHON, "manage.py", "migrate", "--no-input", "--verbosity=0")


def web(host: str, port: int) -> Command:
    server = (PYTHON, "-m", "uvicorn", "deploy.asgi:application", "--host", host, "--port", str(port))
    # Open streams would hold a stopping server for ever.
    quiet = ("--no-access-log", "--log-level=warning")
    return (*server, "--loop=uvloop", "--http=httptools", "--timeout-graceful-shutdown=2", *quiet)


def referee(name: str, games: Iterable[str]) -> Command:
    """Two judges in threads: while one waits for the stores the other thinks, and they share the states they keep.

    They sweep as well: the sweep must not wait for a bot that thinks.
    """
    queues = ",".join([*(f"game.{key}" for key in games), "house"])
    return (*CELERY, "worker", "-Q", queues, "-n", f"{name}@%h", "--pool=threads", "-c", "2", *QUIET)


def opponents(schedule: str | None) -> Command:
    """Bots and audits, two at a time; with a schedule file also the clock that sends the sweep."""
    queues = "opponents,audit,house"
    worker = (*CELERY, "worker", "-Q", queues, "-n", "opponents@%h", "--pool=prefork", "-c", "2", *QUIET)
    return worker if schedule is None else (*worker, "-B", "-s", schedule)


def sweep(schedule: str) -> Command:
    """The clock that sends the sweep, by itself; exactly one runs."""
    return (*CELERY, "beat", "-s", schedule, "--pidfile=", "--loglevel=WARNING")
