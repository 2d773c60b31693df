"""Shows one game's board by itself: plays some plies in the engine, mounts board.js in a bare page, takes a picture.

    python -m tests.browser.harness zertz --plies 30 --eye 0 --lang fa --width 360 --dark --out board.png

In tests: `with board_page("zertz", plies=10, eye=0) as bare:` gives the page (`bare.page`), the desk (`bare.desk`),
the moves sent so far (`bare.sent`) and the console's complaints (`bare.errors`). `live=True`: a move that is sent is
played in the engine, other seats answer at random (or by `rival="greedy"`), and the board gets the next frame.
"""

from __future__ import annotations

import argparse
import contextlib
import html
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from engine.core.errors import GameError
from gateway.shelf import as_module
from tests.browser.chromium import launch
from tests.browser.desk import ROOT, Desk

KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
}
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
PAGE = """<!doctype html>
<html lang="{lang}" dir="{dir}"{theme}>
<head><meta charset="utf-8"><title>{game}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/house/house.css">
<link rel="stylesheet" href="/shelf/{game}/board.css"></head>
<body><main id="board"></main><p id="spoken" class="visually-hidden" aria-live="polite"></p>
<script type="application/json" id="given">{given}</script><script type="module" src="/bare.js"></script></body></html>
"""


@dataclass
class Bare:
    """A board on a bare page."""

    desk: Desk
    eye: int | None
    live: bool = False
    rival: str | None = None
    page: Page = None  # type: ignore[assignment]
    errors: list[str] = field(default_factory=list)
    address: str = ""

    @property
    def sent(self) -> list[str]:
        bodies: list[str] = self.page.evaluate("window.sent")
        return bodies

    def show(self) -> None:
        """Gives the board the desk's present frame."""
        self.page.evaluate("frame => window.show(frame)", self.desk.frame(self.eye))

    def answer(self, move: str) -> tuple[int, dict[str, Any]]:
        """What the server would say to a move; plays it when the page is live."""
        if self.eye is None:
            return 403, {"error": "not-your-seat", "detail": "not-your-seat"}
        if not self.live:
            return 202, {}
        try:
            self.desk.play(self.eye, move)
        except GameError as error:
            return 422, {"error": error.code, "detail": str(error)}
        self.others()
        return 202, {"frame": self.desk.frame(self.eye)}

    def others(self) -> None:
        """Lets everybody else answer until it is this eye's turn, or the match is over."""
        desk = self.desk
        while not desk.over and self.eye not in desk.game.to_act(desk.state):
            acting = sorted(desk.game.to_act(desk.state))
            if self.rival and acting:
                desk.play_bot(acting[0], self.rival)
            else:
                desk.play_any()


def _file(path: str) -> Path | None:
    """Which file of the project a path of the bare page stands for."""
    parts = path.strip("/").split("/")
    if ".." in parts:
        return None
    if parts[:2] == ["static", "house"]:
        file = ROOT.joinpath("gateway/static", *parts[1:])
    elif parts[0] == "shelf" and len(parts) == 4 and parts[2] == "texts":
        file = ROOT.joinpath("engine/games", parts[1], "texts", parts[3])
    elif parts[0] == "shelf" and len(parts) == 4 and parts[2] == "data":
        file = ROOT.joinpath("engine/games", parts[1], "data", parts[3]).with_suffix(".json")
    elif parts[0] == "shelf" and len(parts) == 3:
        file = ROOT.joinpath("engine/games", parts[1], "ui", parts[2])
    elif parts == ["bare.js"]:
        file = Path(__file__).with_name("bare.js")
    else:
        return None
    return file if file.is_file() else None


def _document(bare: Bare, lang: str, dark: bool) -> str:
    desk = bare.desk
    seats = [{"name": name, "bot": None} for name in ("Mina", "Bahram", "Shirin", "Kaveh")[: desk.seats]]
    given = {"game": desk.key, "lang": lang, "frame": desk.frame(bare.eye), "seats": seats}
    given["words"] = json.loads((ROOT / "gateway/texts" / f"{lang}.json").read_text("utf-8"))["board"]
    theme = ' data-theme="dark"' if dark else ""
    text = json.dumps(given, ensure_ascii=False).replace("<", "\\u003c")
    return PAGE.format(
        lang=lang, dir="rtl" if lang == "fa" else "ltr", theme=theme, game=html.escape(desk.key), given=text
    )


def _handler(bare: Bare, lang: str, dark: bool) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _say(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            if path == "/":
                self._say(200, KINDS[".html"], _document(bare, lang, dark).encode())
            elif (file := _file(path)) is not None:
                module = path.endswith(".js") and file.suffix == ".json"
                body = as_module(file.read_bytes()) if module else file.read_bytes()
                self._say(200, KINDS.get(Path(path).suffix, "application/octet-stream"), body)
            else:
                self._say(404, "text/plain", b"no such file")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, reply = bare.answer(body["move"])
            self._say(status, KINDS[".json"], json.dumps(reply, ensure_ascii=False).encode())

        def log_message(self, *args: object) -> None:
            pass

    return Handler


@contextlib.contextmanager
def _serving(bare: Bare, lang: str, dark: bool) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(bare, lang, dark))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    bare.address = f"http://127.0.0.1:{server.server_address[1]}/"
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def _browser(given: Browser | None) -> Iterator[Browser]:
    if given is not None:
        yield given
        return
    with sync_playwright() as playwright:
        browser = launch(playwright)
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def board_page(
    game: str,
    *,
    seats: int | None = None,
    plies: int = 0,
    moves: str = "",
    seed: int = 7,
    eye: int | None = 0,
    options: dict[str, Any] | None = None,
    lang: str = "en",
    width: int = 1440,
    dark: bool = False,
    live: bool = False,
    rival: str | None = None,
    motion: bool = False,
    desk: Desk | None = None,
    browser: Browser | None = None,
) -> Iterator[Bare]:
    """The board of a match after `moves` (texts for whoever is to act, joined by `;`) and then random plies."""
    desk = desk or Desk(game, seats=seats, options=options, seed=seed, lang=lang)
    for text in filter(None, (part.strip() for part in moves.split(";"))):
        desk.play(min(desk.game.to_act(desk.state)), text)
    desk.run(plies)
    bare = Bare(desk, eye, live, rival)
    if live and eye is not None:
        bare.others()
    with _serving(bare, lang, dark), _browser(browser) as running:
        context = running.new_context(
            viewport={"width": width, "height": 760 if width < 700 else 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=width < 700,
            device_scale_factor=2 if width < 700 else 1,
        )
        bare.page = context.new_page()
        bare.page.on(
            "console",
            lambda message: bare.errors.append(message.text) if message.type in ("error", "warning") else None,
        )
        bare.page.on("pageerror", lambda error: bare.errors.append(str(error)))
        bare.page.goto(bare.address)
        with contextlib.suppress(Exception):
            bare.page.wait_for_selector("body[data-ready]", timeout=15_000)
        try:
            yield bare
        finally:
            context.close()


def press_persian(page: Page, sign: str, place: str) -> None:
    """A key as a Persian keyboard tells it: its sign, and the place where a Latin one has another."""
    page.evaluate(
        """([key, code]) => document.activeElement.dispatchEvent(
           new KeyboardEvent("keydown", {key, code, bubbles: true, cancelable: true}))""",
        [sign, place],
    )


def shot(game: str, out: str | Path, **wishes: Any) -> list[str]:
    """Saves a picture of the whole page; gives back what the console complained of."""
    with board_page(game, **wishes) as bare:
        bare.page.wait_for_timeout(400)
        bare.page.screenshot(path=str(out), full_page=True)
        wide = bare.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            bare.errors.append(f"the page scrolls sideways by {wide} px")
        return bare.errors


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.harness", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--plies", type=int, default=0, help="random listed moves, after --moves")
    parser.add_argument("--moves", default="", help='moves to play first: "a;b;c"')
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--eye", default="0", help="a seat, or gallery")
    parser.add_argument("--options", type=json.loads, default={}, help="options of the table as JSON")
    parser.add_argument("--lang", choices=("en", "fa"), default="en")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--out", default="board.png")
    given = vars(parser.parse_args())
    game, out = given.pop("game"), given.pop("out")
    given["eye"] = None if given["eye"] == "gallery" else int(given["eye"])
    errors = shot(game, out, **given)
    print(f"{out}: {len(errors)} complaints of the console")
    for error in errors:
        print(f"  {error}")
    return 1 if errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
