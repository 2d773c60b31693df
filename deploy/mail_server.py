"""EMAIL_URL: the server that sends the mails of the house, as people write it."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

NO_SERVER = "EMAIL_URL is not smtp://user:password@host:port, smtps://… or smtp://…?starttls=always"
STARTTLS = ("if-offered", "always", "never")


def mail_server(url: str) -> dict[str, str | int | bool]:
    """smtp:// takes TLS where it is offered, smtps:// from the start. Raises ValueError with a sentence."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        raise ValueError(NO_SERVER) from None
    starttls = parse_qs(parts.query).get("starttls", ["if-offered"])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or starttls not in STARTTLS:
        raise ValueError(NO_SERVER)
    return {
        "host": parts.hostname,
        "port": port or (465 if parts.scheme == "smtps" else 587 if parts.username else 25),
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "tls": parts.scheme == "smtps",
        "starttls": starttls,
    }
