"""The embedded stores: real servers that start, keep their data and stop."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from deploy import embedded
from deploy.embedded import Place, StoreProblem, postgres_server, running_stores, runtime_dir
from deploy.processes import unprivileged


def processes_of(mark: str) -> list[str]:
    listing = subprocess.run(["ps", "-ewwo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listing.splitlines() if mark in line]


def test_both_stores_answer_on_private_sockets_and_leave_no_process(tmp_path):
    with running_stores(tmp_path) as urls:
        run = runtime_dir(tmp_path, unprivileged())
        assert stat.S_IMODE(run.stat().st_mode) == 0o700
        with psycopg.connect(urls["DATABASE_URL"]) as line:
            version = line.execute("SHOW server_version").fetchone()[0]
            listening = line.execute("SHOW listen_addresses").fetchone()[0]
        assert version.split(".")[0] == embedded.PG_MAJOR
        assert listening == ""
        client = redis.Redis.from_url(urls["REDIS_URL"])
        assert client.config_get("port")["port"] == "0"
        assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"
        assert processes_of(str(run))
    assert not processes_of(str(run))
    assert not run.exists()


def test_what_was_written_is_there_after_the_next_start(tmp_path):
    with running_stores(tmp_path, durable=True) as urls:
        with psycopg.connect(urls["DATABASE_URL"], autocommit=True) as line:
            line.execute("CREATE TABLE kept (n int)")
            line.execute("INSERT INTO kept VALUES (7)")
        redis.Redis.from_url(urls["REDIS_URL"]).set("kept", "7")
    with running_stores(tmp_path, durable=True) as urls:
        with psycopg.connect(urls["DATABASE_URL"]) as line:
            assert line.execute("SELECT n FROM kept").fetchall() == [(7,)]
            assert line.execute("SHOW fsync").fetchone()[0] == "on"
        assert redis.Redis.from_url(urls["REDIS_URL"]).get("kept") == b"7"


def test_data_of_another_major_version_is_refused_with_advice(tmp_path):
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "PG_VERSION").write_text("16\n")
    with pytest.raises(StoreProblem, match=r"made by PostgreSQL 16.*pg_dump"):
        postgres_server(Place(data, tmp_path, unprivileged()), tmp_path / "bin")


def test_a_half_made_database_is_named_and_not_touched(tmp_path):
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "base").mkdir()
    with pytest.raises(StoreProblem, match="half-made"):
        postgres_server(Place(data, tmp_path, unprivileged()), tmp_path / "bin")
    assert (data / "base").is_dir()


def test_a_database_cut_short_in_the_making_is_begun_anew(tmp_path):
    half = tmp_path / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text(f"{embedded.PG_MAJOR}\n")
    postgres_server(Place(tmp_path / "postgres", tmp_path, unprivileged()), tmp_path / "bin", durable=False)
    assert (tmp_path / "postgres" / "global" / "pg_control").exists()
    assert not half.exists()


def test_killing_the_starter_leaves_no_store_behind(tmp_path):
    script = (
        "import sys, time; from pathlib import Path; from deploy.embedded import running_stores\n"
        "with running_stores(Path(sys.argv[1])): print('up', flush=True); time.sleep(60)"
    )
    root = Path(embedded.__file__).parent.parent
    starter = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, cwd=root)
    assert starter.stdout.readline() == b"up\n"
    run = str(runtime_dir(tmp_path, unprivileged()))
    assert len(processes_of(run)) >= 2
    starter.kill()
    starter.wait()
    until = time.monotonic() + 20
    while processes_of(run) and time.monotonic() < until:
        time.sleep(0.05)
    assert not processes_of(run)


@pytest.mark.parametrize("name", ["long" * 30])
def test_sockets_stay_short_however_deep_the_data_lies(tmp_path, name):
    with running_stores(_deep(tmp_path, name)) as urls:
        assert redis.Redis.from_url(urls["REDIS_URL"]).ping()
        assert len(os.fsencode(urls["REDIS_URL"])) < 100


def _deep(base: Path, name: str) -> Path:
    deep = base / name / name
    deep.mkdir(parents=True)
    return deep


def test_what_redis_6_wrote_is_still_read(tmp_path):
    """A house of before kept its queue in one append-only file."""
    data = tmp_path / "redis"
    data.mkdir()
    words = (b"SELECT", b"0"), (b"SET", b"kept", b"7")
    commands = [b"*%d\r\n" % len(row) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in row) for row in words]
    (data / "appendonly.aof").write_bytes(b"".join(commands))
    with running_stores(tmp_path, durable=True) as urls:
        assert redis.Redis.from_url(urls["REDIS_URL"]).get("kept") == b"7"
