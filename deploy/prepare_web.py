"""What the web process does before its first request, so that nobody waits for it."""

from __future__ import annotations

import gc
from typing import Final

from django.template.loader import get_template
from django.urls import reverse

from services.bus.budgets import limiter

YOUNG: Final = (10_000, 20, 20)  # a long log makes more objects than the usual 700 at a time, and keeps them
FRAME_OF_PAGES: Final = "house/base.html"


def prepare_web() -> None:
    """All addresses with the modules behind them, the frame of all pages, and what counts requests.

    What is in memory by now stays for good: a full collection that looked through it again took 60 ms of whatever
    request it fell into.
    """
    reverse("home")
    get_template(FRAME_OF_PAGES)
    limiter()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)
