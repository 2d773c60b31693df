"""A match that is looked back on: the film, its keys, its moments, eyes, pictures; inside a page of another origin."""

from __future__ import annotations

import random
import re
import threading
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

Visit = Callable[..., Visitor]


class Seats:
    """Guests who play a match over HTTP."""

    def __init__(self, house: str, game: str, seats: int = 2) -> None:
        self.lines = [httpx.Client(base_url=f"{house}/api", timeout=30) for _ in range(seats)]
        for line in self.lines:
            line.headers["Authorization"] = f"Bearer {line.post('/guests', json={}).json()['token']}"
        body = {"game": game, "seats": seats, "seating": "fixed"}
        self.match = self.lines[0].post("/tables", json=body).json()["id"]
        for line in self.lines[1:]:
            assert line.post(f"/tables/{self.match}/seats", json={}).status_code == 201

    def play(self, moves: int, chance: random.Random) -> None:
        for _ in range(moves):
            asked = next((pair for pair in map(self._frame, self.lines) if pair[1].get("moves")), None)
            if asked is None:
                return
            line, frame = asked
            body = {"decision": frame["decision"], "move": chance.choice(frame["moves"])}
            answer = line.post(
                f"/matches/{self.match}/moves",
                json=body | {"command_id": str(uuid.uuid4())},
                headers={"Prefer": "wait=10"},
            )
            assert answer.status_code == 200, answer.text

    def _frame(self, line: httpx.Client) -> tuple[httpx.Client, dict]:
        for _ in range(200):
            answer = line.get(f"/matches/{self.match}/frame")
            if answer.status_code == 200:
                return line, answer.json()
        raise AssertionError("the match does not start")

    def end(self) -> str:
        """The last seat gives up; the address of the match once everything is revealed."""
        self.lines[-1].post(f"/matches/{self.match}/resignation", json={})
        for _ in range(500):
            if self.lines[0].get(f"/matches/{self.match}").json()["revealed"]:
                return f"/matches/{self.match}"
        raise AssertionError("the match is not revealed")


@pytest.fixture(scope="module")
def long_match(house: str) -> str:
    """A finished match of more than a hundred steps."""
    seats = Seats(house, "potion_explosion")
    seats.play(125, random.Random(5))
    return seats.end()


@pytest.fixture(scope="module")
def hidden_match(house: str) -> str:
    """A finished match of a game with hidden hands."""
    seats = Seats(house, "glux")
    seats.play(8, random.Random(2))
    return seats.end()


def step_text(page: Page) -> str:
    return page.locator("#step").get_attribute("aria-valuetext") or ""


def at_step(page: Page, number: str) -> None:
    expect(page.locator("#step")).to_have_attribute("aria-valuetext", re.compile(rf"\D{number}\D"))


def with_outline(page: Page) -> None:
    page.wait_for_selector("#score-graph polyline", state="attached")


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_space_plays_to_the_end_and_stops(visit: Visit, hidden_match: str, lang: str):
    visitor = visit(lang=lang)
    visitor.goto(hidden_match)
    visitor.ready()
    page = visitor.page
    with_outline(page)
    page.click("#film-more summary")
    page.select_option("#pace", "4")
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#looking")).to_be_visible()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")  # it has come to the end
    expect(page.locator("#looking")).to_be_hidden()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    assert visitor.fits()


def test_turns_rounds_and_moments_are_reached_by_key_and_by_click(visit: Visit, long_match: str):
    visitor = visit()
    visitor.goto(long_match)
    visitor.ready()
    page = visitor.page
    with_outline(page)
    page.click("[data-step=first]")
    expect(page.locator("#looking")).to_be_visible()
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    acting = page.locator(".player.acting").get_attribute("data-seat")
    page.keyboard.press("}")
    expect(page.locator(f".player.acting:not([data-seat='{acting}'])")).to_have_count(1)
    page.click("#film-more summary")
    page.click("[data-step=round-on]")
    marks = page.locator("#marks .film-mark")
    assert marks.count() > 1
    marks.first.focus()
    page.keyboard.press("ArrowRight")
    expect(marks.nth(1)).to_be_focused()
    seq = marks.nth(1).get_attribute("data-seq")
    assert marks.nth(1).get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(f"seq={seq}(&|$)"))


DRAG = """async () => {
    const slider = document.getElementById("step"), last = Number(slider.max), gaps = [];
    for (let n = last - 1; n > last - 101; n -= 1) {
        const from = performance.now();
        const shown = new Promise(resolve => {
            const watcher = new MutationObserver(() => { watcher.disconnect(); resolve(); });
            watcher.observe(document.getElementById("fingerprint"), {childList: true, subtree: true});
        });
        slider.value = String(n);
        slider.dispatchEvent(new Event("input", {bubbles: true}));
        await shown;
        gaps.push(performance.now() - from);
        await new Promise(requestAnimationFrame);
    }
    return gaps;
}"""


def test_a_hundred_steps_are_dragged_without_waiting_for_the_house(visit: Visit, long_match: str):
    visitor = visit()
    page = visitor.page
    visitor.goto(long_match)
    with page.expect_response(re.compile(r"/frames\?")):
        visitor.ready()
    with_outline(page)
    with page.expect_response(re.compile(r"/frames\?")):
        page.hover("#history")
    page.wait_for_load_state("networkidle")
    page.route("**/frames?*", lambda route: route.abort())  # a step that asks the house is not shown
    page.set_default_timeout(20_000)
    gaps = page.evaluate(DRAG)
    assert len(gaps) == 100


def test_after_the_end_any_eye_looks_and_the_link_carries_it(visit: Visit, hidden_match: str):
    first, second = visit(), visit(lang="fa", width=360)
    first.goto(f"{hidden_match}?seq=12")
    first.ready()
    page = first.page
    with_outline(page)
    page.click("#film-more summary")
    page.select_option("#eye", "1")
    page.wait_for_url(re.compile(r"eye=1"))
    second.goto(page.url.removeprefix(first.house))
    second.ready()
    expect(second.page.locator("#eye")).to_have_value("1")
    expect(second.page.locator("#looking")).to_be_visible()
    assert second.fits()
    page.select_option("#eye", "all")
    expect(page.locator("#eyes .one-eye .glux")).to_have_count(2)
    expect(page.locator("#board")).to_be_hidden()
    page.select_option("#eye", "")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#eyes .one-eye")).to_have_count(0)


@pytest.mark.parametrize("match", ["hidden_match", "long_match"])
def test_the_board_is_saved_as_a_picture(visit: Visit, match: str, request: pytest.FixtureRequest, tmp_path: Path):
    visitor = visit()
    visitor.goto(request.getfixturevalue(match))
    visitor.ready()
    page = visitor.page
    page.click("#film-more summary")
    kept = {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            page.click(f"#save-{kind}")
        kept[kind] = tmp_path / download.value.suggested_filename
        download.value.save_as(kept[kind])
        assert kept[kind].suffix == f".{kind}"
    picture = Image.open(kept["png"]).convert("RGB")
    assert picture.width > 300
    assert len(picture.getcolors(1 << 24) or ()) > 30, "something is drawn on it"
    assert kept["svg"].read_text("utf-8").startswith("<svg")


# -- a page of another origin -----------------------------------------------------------------------------------------


class Host(BaseHTTPRequestHandler):
    """Somebody else's page with a frame in it."""

    def __init__(self, source: str, *args: object) -> None:
        self.source = source
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        body = (
            f'<!doctype html><title>blog</title><iframe src="{self.source}" width="700" height="800"></iframe>'.encode()
        )
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def blog(house: str, hidden_match: str) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, f"{house}/embed{hidden_match}?seq=10&eye=1&lang=en"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()


def test_a_match_stands_in_a_page_of_another_origin_and_leaves_no_cookie(visit: Visit, blog: str, hidden_match: str):
    visitor = visit()
    page = visitor.page
    page.goto(blog)
    frame = page.frame_locator("iframe")
    expect(frame.locator("body[data-ready]")).to_be_visible()
    expect(frame.locator(".glux")).to_be_visible()
    expect(frame.locator("#looking")).to_be_visible()
    expect(frame.locator("form")).to_have_count(0)
    frame.locator("[data-step=first]").click()
    expect(frame.locator("[data-step=first]")).to_be_disabled()
    link = frame.locator("#open-match").get_attribute("href") or ""
    assert f"{hidden_match}?" in link
    assert "eye=1" in link
    assert visitor.context.cookies() == []
