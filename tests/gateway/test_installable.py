"""The house on a home screen: what browsers ask for before they offer to install it."""

from __future__ import annotations

import json
import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "gateway" / "static"
MANIFEST = json.loads((STATIC / "house" / "manifest.webmanifest").read_text("utf-8"))
BASE = (STATIC.parent / "templates" / "house" / "base.html").read_text("utf-8")
WORKER = (STATIC / "house" / "worker.js").read_text("utf-8")


def size_of(path: str) -> str:
    """Width and height as a PNG file says them itself."""
    data = (STATIC / path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return f"{int.from_bytes(data[16:20], 'big')}x{int.from_bytes(data[20:24], 'big')}"


def test_the_manifest_names_icons_that_are_there_in_the_sizes_that_browsers_want():
    icons = {icon["sizes"]: icon for icon in MANIFEST["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= set(icons)
    for size, icon in icons.items():
        assert size_of(icon["src"].removeprefix("/static/")) == size
        assert "maskable" in icon["purpose"]
    assert (MANIFEST["start_url"], MANIFEST["display"]) == ("/me", "standalone")


def test_telephones_and_messages_have_a_picture_that_they_can_draw():
    (touch,) = re.findall(r'rel="apple-touch-icon" href="{% static "([^"]+)" %}"', BASE)
    assert size_of(touch) == "180x180"
    (shown,) = re.findall(r'icon: "/static/([^"]+)"', WORKER)
    assert size_of(shown) == "192x192"
