"""Files for browsers: addresses with a stamp of the content, kept for a year, and imports that stay within it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.templatetags.static import static
from django.test import Client

from engine.games import GAMES
from gateway import shelf

ROOT = Path(__file__).resolve().parents[2]
OLD_STAMP = "0" * 16


@pytest.fixture
def client() -> Client:
    return Client()


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_a_static_file_has_the_stamp_in_its_address_and_is_kept_for_a_year(client: Client) -> None:
    address = static("house/kit.js")
    assert address == f"/static/{shelf.stamp()}/house/kit.js"
    assert client.get(address)["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get(static("django_htmx/htmx-2.min.js"))["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_boards_files_have_the_stamp_too(client: Client, game: str) -> None:
    for name in ("board.js", "board.css", "cover.svg", "texts/fa.json"):
        assert client.get(shelf.game_url(game, name))["Cache-Control"] == "public, max-age=31536000, immutable"


def test_the_page_of_a_match_asks_for_nothing_without_a_stamp() -> None:
    wrong = [
        f"{path.name}: {address}"
        for path in (ROOT / "gateway/templates").rglob("*.html")
        for address in re.findall(r'(?:src|href)="(/(?:static|shelf)/[^"]*)"', path.read_text("utf-8"))
    ]
    assert not wrong


def test_every_module_that_a_board_or_page_imports_lies_under_the_same_stamp(client: Client) -> None:
    waiting = [static("house/match.js"), static("house/rules.js")]
    waiting += [shelf.game_url(game, "board.js") for game in GAMES]
    seen: set[str] = set()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        for name in re.findall(
            r'^(?:import|export)\b(?:[^;"(=]*\bfrom)? "([^"]+)";', text(client, address), re.MULTILINE
        ):
            waiting.append(resolved(address, name))
    assert all(address.split("/")[2] == shelf.stamp() for address in seen)
    assert static("house/kit/board.js") in seen
    assert shelf.game_url("saboteur_duel", "data/cards.js") in seen


def resolved(address: str, name: str) -> str:
    if name.startswith("/"):
        return name
    parts = address.split("/")[:-1]
    for part in name.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def test_a_board_is_imported_by_an_address_with_the_stamp(client: Client) -> None:
    assert f"import(`/shelf/{shelf.stamp()}/${{card.game}}/board.js`)" in text(client, static("house/match.js"))


def test_a_page_that_was_open_over_a_release_gets_the_new_file_and_does_not_keep_it(client: Client) -> None:
    for address in (f"/static/{OLD_STAMP}/house/kit.js", f"/shelf/{OLD_STAMP}/zertz/board.js"):
        response = client.get(address)
        assert (response.status_code, response["Cache-Control"]) == (200, "no-cache")


def test_an_address_without_a_stamp_is_kept_for_minutes(client: Client) -> None:
    assert client.get("/shelf/zertz/board.js")["Cache-Control"] == "public, max-age=300"


def test_a_changed_file_changes_the_stamp(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    first = shelf._stamp_of(((file, 1),))
    file.write_text("two")
    assert shelf._stamp_of(((file, 2),)) != first


def test_a_games_data_is_served_as_a_module(client: Client) -> None:
    module = text(client, shelf.game_url("saboteur_duel", "data/cards.js"))
    data = json.loads(module.removeprefix("export default ").removesuffix(";\n"))
    assert data == json.loads((ROOT / "engine/games/saboteur_duel/data/cards.json").read_text("utf-8"))


@pytest.mark.parametrize(
    "address",
    [
        "/shelf/zertz/../game.py",
        "/shelf/zertz/game.py",
        "/shelf/chess/board.js",
        f"/static/{OLD_STAMP}/../shelf.py",
        f"/static/{OLD_STAMP}/house/none.js",
        f"/shelf/{OLD_STAMP}/zertz/data/none.js",
    ],
)
def test_nothing_else_is_served(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
