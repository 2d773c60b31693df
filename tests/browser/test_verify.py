"""Somebody who doubts: a log is checked in their own browser, on the page and in the file without a network."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.browser.conftest import Visit, Visitor
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


def test_every_damaged_vector_is_reported_by_its_code(visit: Visit, tmp_path):
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


DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, {type: "application/json"}));
  for (const type of ["dragover", "drop"]) {
    const event = new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data});
    document.getElementById("verify-choose").dispatchEvent(event);
    if (!event.defaultPrevented) throw new Error("the browser would open the file");
  }
}"""


def finished(player: Visitor) -> str:
    """The address of a match that was given up, once everything is revealed."""
    player.goto("/")
    player.page.click("[data-play=zertz]")
    player.page.wait_for_url(re.compile("/matches/"))
    player.ready()
    match = player.page.url.split("?")[0].removeprefix(player.house)
    player.page.click("#resign button")
    player.page.click("dialog button.danger")
    player.page.wait_for_selector("#again:not([hidden])")
    while not player.page.request.get(f"{player.house}/api{match}").json()["revealed"]:
        player.page.wait_for_timeout(50)
    return match


def by_keyboard(page: Page, selector: str) -> None:
    page.focus(selector)
    page.keyboard.press("Enter")


def expect_fault(page: Page, code: str, seq: int) -> None:
    expect(state(page)).to_have_attribute("data-state", "bad")
    expect(state(page)).to_have_attribute("data-code", code)
    expect(state(page)).to_have_attribute("data-seq", str(seq))
    expect(page.locator(f"#verify-findings > [data-code={code}]").first).to_have_attribute("data-seq", str(seq))


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_who_doubts_a_finished_match_sees_all_ticks_and_a_damaged_byte_is_reported(visit: Visit, tmp_path, lang: str):
    doubter = visit(lang=lang, width=390)
    page, match = doubter.page, finished(doubter)
    doubter.goto(match)
    doubter.ready()
    by_keyboard(page, f"a[href^='{match}/audit']")
    page.wait_for_url(re.compile("/audit"))
    expect(state(page)).to_have_attribute("data-state", "good")
    assert set(page.locator("#events .tick").all_inner_texts()) == {"✓"}
    assert page.locator("#events").evaluate("list => getComputedStyle(list).listStyleType") == "none"
    assert doubter.fits()
    with page.expect_download() as download:
        by_keyboard(page, f"a[href^='/api{match}/export']")
    text = Path(download.value.path()).read_text()
    events = json.loads(text)["events"]
    seq = next(event["seq"] for event in events if event["type"] == "match.started")
    at = text.index(events[seq]["dp"])
    (tmp_path / "whole.json").write_text(text)
    damaged = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
    doubter.goto("/verify")
    doubter.ready()
    with page.expect_file_chooser() as chooser:
        by_keyboard(page, "#verify-file")
    chooser.value.set_files(tmp_path / "whole.json")
    expect(state(page)).to_have_attribute("data-state", "good")
    page.evaluate(DROP, [damaged, "damaged.json"])
    expect_fault(page, "HASH", seq)
    with page.expect_download() as download:
        by_keyboard(page, "a[download]")
    file = tmp_path / "verify.html"
    download.value.save_as(file)
    assert hashlib.sha256(file.read_bytes()).hexdigest() == page.locator("#offline-sha256").inner_text()
    doubter.context.set_offline(True)
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    page.evaluate(DROP, [text, "whole.json"])
    expect(state(page)).to_have_attribute("data-state", "good")
    page.evaluate(DROP, [damaged, "damaged.json"])
    expect_fault(page, "HASH", seq)
    assert doubter.complaints == []
