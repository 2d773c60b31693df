"""The house's own directory: where data, keys and logs lie, who holds it, and how a second program joins in."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from deploy.embedded import StoreProblem, running_stores
from deploy.keys import NO_SIGNING_KEY, NO_VAPID_KEY, is_signing_key

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class House:
    """VAR_DIR and the names in it."""

    var: Path

    @property
    def logs(self) -> Path:
        return self.var / "log"

    @property
    def environment(self) -> Path:
        """The environment of the running house; other programs on this machine read it to join in."""
        return self.var / "environment.json"

    def make(self) -> None:
        """The directory is there and can be written in; else a StoreProblem says why not."""
        try:
            self.var.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=self.var).close()
        except OSError as error:
            advice = "choose another directory with VAR_DIR"
            raise StoreProblem(f"{self.var} cannot hold the house ({error.strerror}); {advice}.") from error

    def hold(self) -> IO[str] | None:
        """The lock of this house, or None while another process holds it. Kept until the file is closed."""
        self.make()
        lock = open(self.var / "lock", "a+")  # noqa: SIM115 - stays open as long as the lock is held
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return None
        lock.seek(0)
        lock.truncate()
        lock.write(str(os.getpid()))
        lock.flush()
        return lock

    def holder(self) -> str:
        return (self.var / "lock").read_text() or "unknown"

    def key(self, name: str) -> str:
        """A secret of this house: 32 bytes as hex, made once, readable by us alone. It is there whole or not at all."""
        path = self.var / name
        if not path.exists() or not path.read_text().strip():
            half = path.with_name(f"{name}.new")
            with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)
        return path.read_text().strip()

    def keys(self) -> dict[str, str]:
        """SECRET_KEY, SIGNING_KEY and VAPID_KEY, from the environment or our own."""
        names = ("SECRET_KEY", "SIGNING_KEY", "VAPID_KEY")
        keys = {name: os.environ.get(name) or self.key(name.lower()) for name in names}
        if not is_signing_key(keys["SIGNING_KEY"]):
            raise StoreProblem(NO_SIGNING_KEY)
        if not is_signing_key(keys["VAPID_KEY"]):
            raise StoreProblem(NO_VAPID_KEY)
        return keys

    def database_key(self) -> str:
        """From which the passwords of the roles in the database follow; no process of the house is given it."""
        return os.environ.get("DATABASE_KEY") or self.key("database_key")

    def publish(self, environment: Mapping[str, str]) -> None:
        with open(os.open(self.environment, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(dict(environment), file)


def our_house() -> House:
    return House(Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve())


@contextmanager
def borrowed_stores() -> Iterator[None]:
    """For one command: the environment as it is, or the running house's stores, or both stores started for it."""
    if os.environ.get("DATABASE_URL"):
        yield
        return
    house = our_house()
    lock = house.hold()
    if lock is None:
        if not house.environment.exists():
            raise StoreProblem(f"Process {house.holder()} is still starting in {house.var}; try again in a moment.")
        os.environ.update(json.loads(house.environment.read_text()))
        yield
        return
    with lock, running_stores(house.var, durable=True) as urls:
        os.environ.update(house.keys() | urls)
        yield
