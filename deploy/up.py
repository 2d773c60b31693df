"""The one-command run: `python -m deploy.up` starts stores, workers and web, and stops them in order."""

from __future__ import annotations

import compileall
import errno
import hashlib
import http.client
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy import commands
from deploy.database import database, password_of, role_of, url_as
from deploy.embedded import (
    Place,
    StoreProblem,
    ensure_database,
    note_schema,
    postgres_server,
    postgres_url,
    redis_answers,
    redis_server,
    redis_url,
    runtime_dir,
    schema_mark,
)
from deploy.house import ROOT, House, our_house
from deploy.keys import NO_SIGNING_KEY, NO_VAPID_KEY, is_signing_key
from deploy.mail_server import mail_server
from deploy.processes import Account, Launch, asked_as, die_with_parent, reachable, unprivileged
from deploy.supervisor import GaveUp, Interrupted, Supervisor

STORES = ("postgres", "redis")
OTHER_HOSTS = "make up HOST=127.0.0.1 is for this machine alone, HOST=0.0.0.0 for its network as well"


class CannotStart(Exception):
    """Said before anything is started."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for, read from the environment once."""

    host: str
    port: int
    per_game: bool
    house: House
    account: Account | None  # of the stores
    services: Account | None  # of web and workers
    run: Path


def free_port(host: str) -> int:
    return bound(host, 0)


def bound(host: str, port: int) -> int:
    """Take the port and let go of it; says which it was."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port at rest after the last stop is free
        line.bind((host, port))
        return int(line.getsockname()[1])


def check_port(host: str, port: int) -> int:
    """The port, or a free one for 0."""
    try:
        return bound(host, port)
    except (socket.gaierror, UnicodeError) as error:
        raise CannotStart(f"HOST={host} is not known here; {OTHER_HOSTS}") from error
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotStart(f"HOST={host} is no address of this machine; {OTHER_HOSTS}") from error
        raise CannotStart(f"Port {port} on {host} cannot be used ({error.strerror}); {_another(port)}") from error


def _another(port: int) -> str:
    return f"choose another: make up PORT={port + 1 if 1024 <= port < 65535 else 8001}"


def check_port_as(account: Account, host: str, port: int) -> None:
    """A low port may be open to root alone, and web does not run as root."""

    def can_bind() -> bool:
        try:
            return bound(host, port) == port
        except OSError:
            return False

    if not asked_as(account, can_bind):
        whose = f"by the account that web runs as ({account.name})"
        raise CannotStart(f"Port {port} on {host} cannot be used {whose}; {_another(port)}")


def read_plan(environ: Mapping[str, str]) -> Plan:
    host, text = environ.get("HOST") or "127.0.0.1", environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdecimal()) or int(text) > 65535:
        raise CannotStart(f"PORT={text} is not a port")
    workers = environ.get("WORKERS") or "one"
    if workers not in ("one", "per-game"):
        raise CannotStart(f"WORKERS={workers} is not known; it is 'one' or 'per-game'")
    if environ.get("SIGNING_KEY") and not is_signing_key(environ["SIGNING_KEY"]):
        raise CannotStart(NO_SIGNING_KEY)
    _check_senders(environ)
    port = check_port(host, int(text))
    house, account = our_house(), unprivileged()
    house.make()
    services = _services_account(account, house.var)
    if services is not None:
        check_port_as(services, host, port)
    return Plan(host, port, workers == "per-game", house, account, services, runtime_dir(house.var, account))


def _check_senders(environ: Mapping[str, str]) -> None:
    if environ.get("VAPID_KEY") and not is_signing_key(environ["VAPID_KEY"]):
        raise CannotStart(NO_VAPID_KEY)
    try:
        mail_server(environ.get("EMAIL_URL") or "smtp://localhost")
    except ValueError as error:
        raise CannotStart(str(error)) from None


def _services_account(account: Account | None, var: Path) -> Account | None:
    """The unprivileged account, where it can read Python, the project and the house's own directory."""
    needed = [Path(sys.executable), Path(os.__file__), Path(sys.prefix), ROOT / "deploy", ROOT / "manage.py", var]
    return account if reachable(account, needed) else None


def schema_of_sources(database_key: str) -> str:
    """A digest of what decides tables, roles and grants: migrations, models, rows of services, libraries."""
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes() + database_key.encode())
    patterns = ("services/**/migrations/*.py", "services/**/*models.py", "services/*/service.py")
    single = ("services/registry.py", "deploy/roles.py", "deploy/database.py", "deploy/settings.py")
    for path in sorted({path for pattern in (*patterns, *single) for path in ROOT.glob(pattern)}):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def hosts(plan: Plan) -> list[str]:
    """The names this machine may be called by."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    if plan.host in ("0.0.0.0", "::"):
        return [*names, socket.gethostname(), *_own_address()]
    return names if plan.host in names else [*names, plan.host]


def _own_address() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # nothing is sent; the system names the address it would send from
            return [str(line.getsockname()[0])]
        except OSError:
            return []


class Up:
    """One run of the house."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.supervisor = Supervisor(plan.house.logs)
        self.env: dict[str, str] = {}
        self.database_key = ""  # empty: everybody is the owner

    def start(self) -> None:
        for directory in (self.plan.house.logs, self.plan.house.var / "static"):
            directory.mkdir(exist_ok=True)
        self._mail_directory()
        self._stores()
        self.env = self._environment()
        self.plan.house.publish(self.env)
        self._migrate()
        web = self.supervisor.add(self.web())
        for launch in self.workers():
            self.supervisor.add(launch)
        self.supervisor.until(self._answers, web, 60)

    def _mail_directory(self) -> None:
        """Workers write mails there, web shows them: nobody else reads them."""
        directory = self.plan.house.var / "mail"
        directory.mkdir(exist_ok=True)
        if self.plan.services is not None:
            os.chown(directory, self.plan.services.uid, self.plan.services.gid)
        directory.chmod(0o700)

    def _migrate(self) -> None:
        """Bring tables and grants up to date; our own database keeps a mark of the schema and is skipped."""
        from deploy.roles import CANNOT, may_make_roles

        ours = None if os.environ.get("DATABASE_URL") else self._place("postgres")
        key = self.plan.house.database_key()
        mark = schema_of_sources(key)
        if ours is None or schema_mark(ours) != mark:
            self.supervisor.run(self._launch("migrate", commands.migrate(), env={"DATABASE_KEY": key}))
        if ours is not None:
            note_schema(ours, mark)
        if may_make_roles(self.env["DATABASE_URL"]):
            self.database_key = key
        else:
            self.supervisor.say(CANNOT)

    def _database_of(self, process: str) -> dict[str, str]:
        """Its address for one process: as the process's own role, where there are roles."""
        if not self.database_key:
            return {}
        url = self.env["DATABASE_URL"]
        role = role_of(str(database(url)["NAME"]), process)
        return {"DATABASE_URL": url_as(url, role, password_of(self.database_key, role))}

    def _place(self, store: str) -> Place:
        return Place(self.plan.house.var / store, self.plan.run, self.plan.account)

    def _stores(self) -> None:
        """Both at once; the first start of PostgreSQL makes its data first."""
        waits = []
        if not os.environ.get("REDIS_URL"):
            redis = self._place("redis")
            waits.append((self.supervisor.add(redis_server(redis)), lambda: redis_answers(redis)))
            self.env["REDIS_URL"] = redis_url(redis)
        if not os.environ.get("DATABASE_URL"):
            postgres = self._place("postgres")
            launch = postgres_server(postgres, self.plan.house.var / "bin")
            waits.append((self.supervisor.add(launch), lambda: ensure_database(postgres)))
            self.env["DATABASE_URL"] = postgres_url(postgres)
        for child, ready in waits:
            self.supervisor.until(ready, child, 60)

    def _environment(self) -> dict[str, str]:
        names = ("DATABASE_URL", "REDIS_URL", "BROKER_URL", "EMAIL_URL", "MAIL_FROM", "CLOSED_NETWORK")
        given = {name: os.environ[name] for name in names if os.environ.get(name)}
        allowed = os.environ.get("ALLOWED_HOSTS") or ",".join(hosts(self.plan))
        fixed = {"ALLOWED_HOSTS": allowed, "VAR_DIR": str(self.plan.house.var), "PYTHONUNBUFFERED": "1"}
        fixed["PUBLIC_URL"] = os.environ.get("PUBLIC_URL") or self._address()
        fixed["FORWARDED_ALLOW_IPS"] = os.environ.get("FORWARDED_ALLOW_IPS", "")  # nobody may say who calls
        return {"DJANGO_SETTINGS_MODULE": "deploy.settings"} | self.env | given | fixed | self.plan.house.keys()

    def _launch(
        self, name: str, command: commands.Command, *, env: Mapping[str, str], patience: float = 4.0, nice: int = 0
    ) -> Launch:
        env = {**self.env, "PGAPPNAME": name, **env}  # so that the database can say who asks
        if self.plan.services is None and os.geteuid() == 0:
            env |= {"C_FORCE_ROOT": "1", "PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
        argv = tuple(sys.executable if word == commands.PYTHON else word for word in command)
        account = self.plan.services
        return Launch(name, argv, env=env, cwd=ROOT, account=account, patience=patience, nice=nice)

    def web(self) -> Launch:
        command = commands.web(self.plan.host, self.plan.port)
        return self._launch("web", command, env=self._database_of("web"), patience=3.0)

    def workers(self) -> list[Launch]:
        """As the registry groups them; what may wait gives way to everybody else."""
        from deploy.worker import processes

        return [
            self._launch(
                process.name,
                commands.worker(process.parts),
                env=self._database_of(process.role),
                nice=process.nice,
            )
            for process in processes(self.plan.per_game)
        ]

    def _answers(self) -> bool:
        line = http.client.HTTPConnection(_dialled(self.plan.host), self.plan.port, timeout=2)
        try:
            line.request("GET", "/healthz", headers={"Host": "localhost"})
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    def _address(self) -> str:
        host = "localhost" if self.plan.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.plan.host
        return f"http://{host}:{self.plan.port}"

    def announce(self, seconds: float) -> None:
        self.supervisor.say(f"ready in {seconds:.1f} s: open {self._address()}/ (Ctrl-C stops everything)")
        if not _redis_answers(self.env["REDIS_URL"]):
            self.supervisor.say("the Redis of REDIS_URL does not answer: matches wait until it does")
        if self.plan.host in ("0.0.0.0", "::"):
            for address in _own_address():
                self.supervisor.say(f"friends on the same network: http://{address}:{self.plan.port}/")

    def stop(self) -> None:
        began = time.monotonic()
        names = [child.launch.name for child in self.supervisor.children]
        workers = [name for name in names if name not in ("web", *STORES)]
        self.supervisor.stop_all([["web"], workers, STORES])
        self.plan.house.environment.unlink(missing_ok=True)
        shutil.rmtree(self.plan.run, ignore_errors=True)
        self.supervisor.say(f"stopped in {time.monotonic() - began:.1f} s")


def _redis_answers(url: str) -> bool:
    import redis

    try:
        return bool(redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2, retry=None).ping())
    except (redis.RedisError, OSError, ValueError):
        return False


def _dialled(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def serve(up: Up) -> int:
    began = time.monotonic()
    up.supervisor.listen()
    try:
        up.start()
        up.announce(time.monotonic() - began)
        while True:
            up.supervisor.turn()
    except Interrupted:
        up.supervisor.say("stopping; once more to leave at once")
        return 0
    except (GaveUp, StoreProblem, OSError) as problem:
        up.supervisor.say(str(problem))
        return 1
    finally:
        up.stop()


def main() -> int:
    if "MAKELEVEL" in os.environ:
        die_with_parent(signal.SIGTERM)  # a killed make takes us along
    try:
        plan = read_plan(os.environ)
    except (CannotStart, StoreProblem) as problem:
        print(problem, file=sys.stderr)
        return 1
    lock = plan.house.hold()
    if lock is None:
        print(f"The house in {plan.house.var} is already running (process {plan.house.holder()}).", file=sys.stderr)
        return 1
    with lock:
        up = Up(plan)
        if plan.services is not None:  # they cannot write next to the sources
            for room in ("engine", "verifier", "services", "gateway", "deploy"):
                compileall.compile_dir(ROOT / room, quiet=2)
        elif os.geteuid() == 0:
            up.supervisor.say(
                "the unprivileged user cannot read Python, sources or VAR_DIR: web and workers run as root"
            )
        return serve(up)


if __name__ == "__main__":
    sys.exit(main())
