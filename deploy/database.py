"""The address of the database: as people write it, as Django wants it, and the same database under another role."""

from __future__ import annotations

import hashlib
import hmac
import os
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit


def database(url: str) -> dict[str, object]:
    """DATABASE_URL as Django wants it: postgresql://user:pass@host:port/name, or ?host=/socket/dir&user=…

    What else stands behind the question mark (sslmode, …) goes to PostgreSQL's library as it is.
    """
    parts = urlsplit(url)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    named = {name: query.pop(name, "") for name in ("dbname", "user", "password", "host", "port")}
    return {
        "ENGINE": "deploy.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or named["dbname"] or "bazigah",
        "USER": unquote(parts.username or "") or named["user"],
        "PASSWORD": unquote(parts.password or "") or named["password"],
        "HOST": parts.hostname or named["host"],
        "PORT": str(parts.port or named["port"]),
        "CONN_MAX_AGE": 0,
        # Statements are prepared after their second use, so that they are not planned anew for every move.
        "OPTIONS": {
            **query,
            "server_side_binding": True,
            "prepare_threshold": 2,
            # After an outage whoever asks next tries anew; by its own timeout the pool would let a minute pass.
            "pool": {
                "min_size": 1,
                "max_size": int(os.environ.get("DATABASE_POOL", "12")),
                "timeout": 3,
                "reconnect_timeout": 2,
            },
        },
    }


def role_of(name: str, process: str) -> str:
    """The role of a process in that database. Roles belong to the whole server, so the name says of which database."""
    return f"{name}_{process}".replace("-", "_")


def password_of(key: str, role: str) -> str:
    """What the role signs in with, where the server asks. Whoever has the key has them all: no process gets it."""
    return hmac.new(key.encode(), role.encode(), hashlib.sha256).hexdigest()


def url_as(url: str, role: str, password: str) -> str:
    """The same database, as another role."""
    parts = urlsplit(url)
    others = {name: values[0] for name, values in parse_qs(parts.query).items() if name not in ("user", "password")}
    query = urlencode({**others, "user": role, "password": password}, quote_via=quote)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}?{query}"
