"""A finger on the glass: it touches whatever lies on top there, whether that can be picked or not."""

from __future__ import annotations

from playwright.sync_api import Locator


def tap(target: Locator) -> None:
    """Touch the middle of something. Fails when something else lies on top of it: a finger would touch that."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box, "not on the page"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hit = target.evaluate("(node, [x, y]) => node.contains(document.elementFromPoint(x, y))", [x, y])
    assert hit, f"covered at {x:.0f}, {y:.0f}"
    target.page.mouse.click(x, y)
