"""Addresses of stores, as people write them, in the words of the libraries that call there."""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg
import pytest

from deploy.database import database, url_as
from deploy.house import ROOT
from deploy.settings import broker


def test_what_the_database_address_says_beside_the_names_reaches_the_library():
    settings = database("postgresql://ann:p%40ss@db.example:5433/play?sslmode=verify-full&connect_timeout=3")
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [settings[name] for name in names] == ["play", "ann", "p@ss", "db.example", "5433"]
    assert settings["OPTIONS"].items() >= {"sslmode": "verify-full", "connect_timeout": "3"}.items()


def test_a_database_behind_a_socket_is_named_behind_the_question_mark():
    settings = database("postgresql:///play?host=/run/pg&user=ann&password=p%2525")
    assert [settings[name] for name in ("NAME", "USER", "PASSWORD", "HOST")] == ["play", "ann", "p%25", "/run/pg"]
    assert settings["OPTIONS"].keys() == {"server_side_binding", "prepare_threshold", "pool"}


def test_nobody_waits_longer_than_three_seconds_for_a_database_that_is_away():
    """Then a caller gets 503 and when to come again; it took up to eight."""
    assert database("postgresql:///play")["OPTIONS"]["pool"].items() >= {"timeout": 3, "reconnect_timeout": 2}.items()


@pytest.mark.parametrize("host", ["ann:p%40ss@db.example:5433", "db.example:5433"])
def test_the_same_database_is_asked_as_another_role(host):
    asked = url_as(f"postgresql://{host}/play?sslmode=require&user=ann&password=x", "play_web", "p/@ ss")
    settings = database(asked)
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [settings[name] for name in names] == ["play", "play_web", "p/@ ss", "db.example", "5433"]
    assert psycopg.conninfo.conninfo_to_dict(asked) == {
        "dbname": "play", "user": "play_web", "password": "p/@ ss", "host": "db.example", "port": "5433",
        "sslmode": "require",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("unix:///x.sock?db=3", "redis+socket:///x.sock?virtual_host=3"),
        ("unix://:p%40w@/x.sock", "redis+socket://:p%40w@/x.sock?virtual_host=0"),
        ("redis://:pw@host/1", "redis://:pw@host/1"),
    ],
)
def test_a_redis_behind_a_socket_keeps_its_password(written, meant):
    assert broker(written) == meant


SECURED = """
import django
django.setup()
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["play.example.org"]
there = dict(HTTP_HOST="play.example.org")
plain, inside = Client().get("/healthz2", **there), Client().get("/healthz", **there)
behind = Client().get("/healthz", HTTP_X_FORWARDED_PROTO="https", **there)
print(plain.status_code, plain["Location"], inside.status_code, behind["Strict-Transport-Security"])
print(settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE)
"""


def test_behind_tls_everybody_is_sent_there_and_asked_to_stay():
    env = os.environ | {"SECURE_COOKIES": "1", "DJANGO_SETTINGS_MODULE": "deploy.settings", "RATE_PAGES": "0/min"}
    done = subprocess.run([sys.executable, "-c", SECURED], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.stdout.split() == [
        "301", "https://play.example.org/healthz2", "200", "max-age=31536000", "True", "True",
    ], done.stderr  # fmt: skip


def test_a_wrong_signing_key_stops_a_process_before_it_records_anything():
    env = os.environ | {"SIGNING_KEY": "abc"}
    done = subprocess.run([sys.executable, "-c", "import deploy.settings"], cwd=ROOT, env=env, capture_output=True)
    assert done.returncode == 1
    assert b"64 hexadecimal digits" in done.stderr


HASHED = """
import django
django.setup()
from django.contrib.auth.hashers import make_password
print(make_password("any words").split("$")[1:4])
"""


def test_passwords_are_hashed_with_a_hundred_megabytes():
    """The tests themselves hash lightly (`tests/conftest.py`)."""
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
    done = subprocess.run([sys.executable, "-c", HASHED], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.stdout.strip() == "['argon2id', 'v=19', 'm=102400,t=2,p=8']", done.stderr
