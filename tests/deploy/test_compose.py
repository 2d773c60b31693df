"""The container files: valid, and running the same commands as the one-command run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from deploy import commands
from deploy.embedded import PG_SETTINGS
from deploy.worker import processes

DEPLOY = Path(commands.__file__).parent
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service.get("image") == "bazigah"]


def test_the_compose_file_follows_the_published_schema():
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*check, str(DEPLOY / "compose.yaml")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("service", "command"),
    [
        ("migrate", commands.migrate()),
        ("web", commands.web("0.0.0.0", 8000)),
        *((process.name.replace("_", "-"), commands.worker(process.parts)) for process in processes(per_game=True)),
    ],
)
def test_a_container_starts_the_command_that_make_up_starts(service, command):
    assert tuple(SERVICES[service]["command"]) == command


def test_our_containers_run_as_nobody_special_on_a_read_only_file_system():
    for name in OURS:
        assert SERVICES[name]["user"] == "10001"
        assert SERVICES[name]["read_only"] is True
        assert SERVICES[name]["cap_drop"] == ["ALL"]


def test_each_container_has_the_password_of_its_own_role_and_only_the_migration_has_more():
    def secrets(name: str) -> set[str]:
        return set(re.findall(r"\$\{((?:POSTGRES_)?PASSWORD\w*)", json.dumps(SERVICES[name]["environment"])))

    roles = {"web": "web"} | {p.name.replace("_", "-"): p.role for p in processes(per_game=True)}
    for name, role in roles.items():
        assert secrets(name) == {f"PASSWORD_{role.upper()}"}, name
        assert SERVICES[name]["environment"]["DATABASE_URL"].startswith(f"postgresql://bazigah_{role}:$")
    assert secrets("migrate") == {"POSTGRES_PASSWORD", *(f"PASSWORD_{role.upper()}" for role in roles.values())}
    assert sorted([*roles, "migrate"]) == sorted(OURS)


def test_everything_that_stays_has_a_health_check_and_stores_have_volumes():
    for name, service in SERVICES.items():
        assert name == "migrate" or "healthcheck" in service, name
    for store in ("postgres", "redis", "rabbitmq"):
        assert SERVICES[store]["volumes"][0].split(":")[0] in COMPOSE["volumes"]


def test_no_statement_of_a_refused_move_is_written_to_a_log_of_postgresql():
    for name in ("log_min_error_statement", "log_error_verbosity"):
        assert f"{name}={PG_SETTINGS[name]}" in SERVICES["postgres"]["command"]
    assert PG_SETTINGS["log_min_error_statement"] == "panic"


def test_the_image_starts_the_web_server_when_nothing_else_is_said():
    last = (DEPLOY / "Dockerfile").read_text().strip().splitlines()[-1]
    assert tuple(json.loads(last.removeprefix("CMD "))) == commands.web("0.0.0.0", 8000)
