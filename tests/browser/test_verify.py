"""Somebody who doubts: a log is checked in their own browser, on the page and in the file without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.browser.conftest import Visit
from tests.verifier.writer import Writer

KEPT = """async () => {
  if (!(await indexedDB.databases()).some(({name}) => name === 'bazigah-receipts')) return 0;
  return new Promise((resolve) => {
    indexedDB.open('bazigah-receipts').onsuccess = ({target: {result: base}}) => {
      const count = base.transaction('receipts').objectStore('receipts').count();
      count.onsuccess = () => { base.close(); resolve(count.result); };
    };
  });
}"""
VECTORS = Path(__file__).parent.parent / "fairness_vectors.json"


@pytest.fixture(scope="module")
def export() -> Any:
    """A whole match of ZERTZ between bots, as the house would give it out."""
    writer = Writer(GAMES["zertz"], ["random", "random"], {})
    writer.play()
    return writer.export()


def choose(page: Page, path: Path) -> None:
    page.set_input_files("#verify-file", path)


def kept(folder: Path, export: Any, name: str = "match.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(export))
    return path


def state(page: Page) -> Any:
    return page.locator("#verify-result")


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_log_that_holds_and_one_with_a_changed_byte(visit: Visit, export, tmp_path, lang: str):
    doubter = visit(lang=lang, width=390)
    doubter.goto("/verify")
    doubter.ready()
    expect(state(doubter.page)).to_have_attribute("data-state", "empty")
    choose(doubter.page, kept(tmp_path, export))
    expect(state(doubter.page)).to_have_attribute("data-state", "good")
    text = json.dumps(export)
    place = next(event["seq"] for event in export["events"] if event["type"] == "move.judged")
    at = text.index(export["events"][place]["dp"])
    (tmp_path / "damaged.json").write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :])
    choose(doubter.page, tmp_path / "damaged.json")
    expect(state(doubter.page)).to_have_attribute("data-state", "bad")
    expect(state(doubter.page)).to_have_attribute("data-code", "HASH")
    expect(state(doubter.page)).to_have_attribute("data-seq", str(place))
    expect(doubter.page.locator("#verify-findings > [data-code=HASH]")).to_have_attribute("data-seq", str(place))
    assert doubter.fits()
    assert doubter.complaints == []


def test_every_damaged_vector_is_found_by_its_code(visit: Visit, tmp_path):
    doubter = visit()
    doubter.goto("/verify")
    doubter.ready()
    vectors = json.loads(VECTORS.read_text())
    for number, case in enumerate(vectors["export_bad"]):
        if "needs the engine" in case["name"]:
            continue
        doubter.page.fill("#verify-head", case.get("head", ""))
        choose(doubter.page, kept(tmp_path, case["export"], f"{number}.json"))
        expect(state(doubter.page)).to_have_attribute("data-state", "bad")
        expect(doubter.page.locator(f"#verify-findings > [data-code={case['expect']}]").first).to_be_attached()


def test_a_file_that_is_no_log_is_unreadable(visit: Visit, tmp_path):
    doubter = visit()
    doubter.goto("/verify")
    doubter.ready()
    (tmp_path / "x.json").write_text("no log")
    choose(doubter.page, tmp_path / "x.json")
    expect(state(doubter.page)).to_have_attribute("data-state", "unreadable")


def test_the_offline_file_does_the_same_without_a_network(visit: Visit, export, tmp_path):
    doubter = visit()
    doubter.goto("/verify")
    with doubter.page.expect_download() as download:
        doubter.page.click("a[download]")
    file = tmp_path / "verify.html"
    download.value.save_as(file)
    doubter.context.set_offline(True)
    page = doubter.tab()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    choose(page, kept(tmp_path, export))
    expect(state(page)).to_have_attribute("data-state", "good")
    page.click("[data-language=fa]")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    damaged = json.loads(json.dumps(export))
    damaged["events"][3]["at"] = damaged["events"][2]["at"]
    choose(page, kept(tmp_path, damaged, "damaged.json"))
    expect(state(page)).to_have_attribute("data-code", "HASH")
    expect(state(page)).to_have_attribute("data-seq", "3")
    assert doubter.complaints == []


def wait_for_receipt(page: Page) -> None:
    """Until the browser has kept a receipt: it does so after the answer has come."""
    for _ in range(100):
        if page.evaluate(KEPT):
            return
        page.wait_for_timeout(50)
    raise AssertionError("no receipt was kept")


def test_a_log_that_lost_or_changed_a_move_with_a_receipt_raises_the_alarm(visit: Visit):
    player = visit()
    player.goto("/")
    player.page.click("[data-play=zertz]")
    player.page.wait_for_url(re.compile("/matches/"))
    player.ready()
    player.page.wait_for_selector(".turn.mine")
    move = player.page.locator("#moves option").first.get_attribute("value")
    player.page.fill("#move", move or "")
    with player.page.expect_response(re.compile("/moves$")):
        player.page.press("#move", "Enter")
    wait_for_receipt(player.page)
    alarm = player.page.locator("#receipt-alarm")
    with player.page.expect_response(re.compile("/events")):
        player.page.reload()
    player.ready()
    expect(alarm).to_be_hidden()
    player.page.route(
        re.compile("/events"), lambda route: route.fulfill(json={"events": [], "opened": [], "next": None})
    )
    player.page.reload()
    expect(alarm).to_be_visible()
    assert player.complaints == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_on_the_audit_page_ticks_appear_and_the_match_holds(visit: Visit, lang: str):
    player = visit(lang=lang, width=390)
    player.goto("/")
    player.page.click("[data-play=zertz]")
    player.page.wait_for_url(re.compile("/matches/"))
    player.ready()
    match = player.page.url.split("?")[0]
    player.page.click("#resign button")
    player.page.click("dialog button.danger")
    player.page.wait_for_selector("#end:not([hidden])")
    player.page.wait_for_timeout(1500)  # the seed is revealed by the referee, after the end
    player.page.goto(f"{match}/audit")
    expect(state(player.page)).to_have_attribute("data-state", re.compile("good"))
    assert set(player.page.locator("#events .tick").all_inner_texts()) == {"✓"}
    assert player.fits()
    assert player.complaints == []
