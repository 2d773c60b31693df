"""docs/bots against a real house: the example bot plays where it is asked and ends after so many matches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.live import ROOT, Guest, House, until

BOTS = ROOT / "docs" / "bots"


def machine(house: House, owner: Guest, name: str) -> Guest:
    """A bot account of the owner's, with a token to play."""
    bot = owner.post("/api/me/bots", {"name": name}).json()
    token = owner.post("/api/me/tokens", {"scopes": ["play"], "bot": bot["id"]}).json()
    return Guest(house, token["token"], bot)


def started(house: House, bot: Guest, matches: int) -> subprocess.Popen[bytes]:
    argv = [sys.executable, str(BOTS / "example_bot.py"), house.url, bot.token, str(matches)]
    return subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.mark.parametrize("game", ["zertz", "saboteur_duel"])
def test_two_example_bots_play_a_match_to_its_end_and_leave(house, game):
    owner = house.guest("Ann")
    bots = [machine(house, owner, name) for name in ("Left", "Right")]
    running = [started(house, bot, 1) for bot in bots]
    match = bots[0].open(game)
    bots[1].sit(match)
    try:
        for process in running:
            out, _ = process.communicate(timeout=150)
            assert process.returncode == 0, out.decode()
    finally:
        for process in running:
            process.kill()
    card = owner.get(f"/api/matches/{match}").json()
    assert card["status"] == "ended"
    assert [seat["bot_account"] for seat in card["seats"]] == [True, True]


def test_the_example_bot_goes_on_where_it_was_asked_before_it_came(house):
    owner = house.guest("Ann")
    bot = machine(house, owner, "Late")
    match = bot.open("zertz", seating="fixed")
    owner.sit(match)
    until(lambda: bot.frame(match)["decision"])
    process = started(house, bot, 1)
    try:
        until(lambda: owner.frame(match)["decision"], 40)
        owner.post(f"/api/matches/{match}/resignation")
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0, out.decode()
    finally:
        process.kill()


def test_the_client_needs_nothing_but_the_standard_library():
    argv = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(BOTS)!r}); import bazigah, example_bot",
    ]
    assert subprocess.run(argv, capture_output=True, check=False).returncode == 0


def test_the_example_bot_is_short():
    assert len((BOTS / "example_bot.py").read_text().splitlines()) <= 60


def test_a_signature_is_checked_as_the_guide_says(monkeypatch):
    monkeypatch.syspath_prepend(str(BOTS))
    import time

    import bazigah

    from services.notices.webhooks import signature

    now = int(time.time())
    body = b'{"key":"turn:1"}'
    assert bazigah.is_signed("secret", signature("secret", now, body), body)
    assert not bazigah.is_signed("other", signature("secret", now, body), body)
    assert not bazigah.is_signed("secret", signature("secret", now - 1000, body), body)
    assert Path(bazigah.__file__).parent == BOTS
