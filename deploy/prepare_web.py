"""What the web process does before its first request, so that nobody waits for it."""

from __future__ import annotations

from typing import Final

from django.template.loader import get_template
from django.urls import reverse

from deploy.memory import set_memory_aside
from services.bus.budgets import limiter

FRAME_OF_PAGES: Final = "house/base.html"


def prepare_web() -> None:
    """All addresses with the modules behind them, the frame of all pages, and what counts requests."""
    reverse("home")
    get_template(FRAME_OF_PAGES)
    limiter()
    set_memory_aside()
