"""The house as real processes, a browser, and pages whose console has to stay empty.

HOUSE_URL and HOUSE_VAR (its VAR_DIR) in the environment: a running house is visited instead of starting one.
SCREENSHOTS: a folder for pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, StorageState, expect, sync_playwright

from tests.browser.chromium import launch
from tests.live import House, running_house

QUIET = (
    "favicon",
    "Service Worker registration blocked",
    "net::ERR_",
    "status of 404",
    "status of 409",
    "status of 422",
    "status of 400",
)
PATIENCE_MS = 30_000  # with everything: a machine that is busy is no fault of the page
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running house: stores, workers and web, as `make up` starts them."""
    if given := os.environ.get("HOUSE_URL"):
        yield House(Path(os.environ["HOUSE_VAR"]), int(given.rstrip("/").rpartition(":")[2]))
        return
    with running_house(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="session")
def house(request: pytest.FixtureRequest) -> str:
    """Its address."""
    given = os.environ.get("HOUSE_URL", "")
    return given.rstrip("/") or request.getfixturevalue("running").url


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, house: str) -> None:
        self.context, self.house = context, house
        self.complaints: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda message: self._hear(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._hear(str(error)))
        return page

    def _hear(self, text: str) -> None:
        if not any(word in text for word in QUIET):
            self.complaints.append(text)

    def goto(self, path: str) -> None:
        self.page.goto(self.house + path)

    def ready(self) -> None:
        self.page.wait_for_selector("body[data-ready]")

    def run_ahead(self, minutes: int) -> None:
        """From the next page on this device's clock is that many minutes fast."""
        self.context.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {minutes * 60_000}; }}")

    def hold(self, address: str) -> Callable[[], Route]:
        """Requests to that address are not let go; what is given back waits for the first of them."""
        held: list[Route] = []
        self.page.route(address, lambda route: held.append(route))

        def first() -> Route:
            for _ in range(PATIENCE_MS // 20):
                if held:
                    return held[0]
                self.page.wait_for_timeout(20)
            raise AssertionError(f"nothing was sent to {address}")

        return first

    def fits(self) -> bool:
        """No sideways scrolling."""
        return bool(self.page.locator("html").evaluate("page => page.scrollWidth <= window.innerWidth"))


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, house: str) -> Iterator[Visit]:
    """Makes visitors: language, width, colours, on a phone with touch. Their consoles stay empty."""
    visitors: list[Visitor] = []

    def make(
        *, lang: str = "en", width: int = 1280, dark: bool = False, scripts: bool = True, motion: bool = False,
        state: StorageState | None = None, worker: bool = False, phone: bool = False,
    ) -> Visitor:  # fmt: skip
        context = browser.new_context(
            viewport={"width": 390, "height": 844}
            if phone
            else {"width": width, "height": 740 if width < 700 else 900},
            has_touch=phone,
            is_mobile=phone,
            locale="fa-IR" if lang == "fa" else "en-GB",
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            java_script_enabled=scripts,
            storage_state=state,
            service_workers="allow" if worker else "block",  # a worker hides requests from those who hold them back
        )
        visitors.append(Visitor(context, house))
        return visitors[-1]

    yield make
    complaints = [text for visitor in visitors for text in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []
