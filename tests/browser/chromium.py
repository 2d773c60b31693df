"""Starts the Chromium of the machine, quietly."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

# The headless shell first: the same engine without a window's own pages, which cost half of a run.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-proxy-server",
)


def find_chromium() -> str:
    wish = os.environ.get("CHROMIUM")
    for name in (wish,) if wish else NAMES:
        if program := shutil.which(name):
            return program
    app = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    if app.exists():
        return str(app)
    raise LookupError("no Chromium found: install chromium, or name one in the variable CHROMIUM")


def launch(playwright: Playwright) -> Browser:
    flags = list(FLAGS) + (["--no-sandbox"] if os.geteuid() == 0 else [])
    return playwright.chromium.launch(executable_path=find_chromium(), args=flags)
