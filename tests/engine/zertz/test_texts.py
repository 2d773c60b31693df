"""Texts and rules pages: every code has its sentence, every rule its place, every figure is a real view."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import engine.games.zertz
from engine.core.chance import Stream
from engine.games.zertz import GAME
from engine.line import ANY_GAME

HOME = Path(engine.games.zertz.__file__).parent
both = pytest.mark.parametrize("lang", ["en", "fa"])


def texts(lang):
    return json.loads((HOME / "texts" / f"{lang}.json").read_text("utf-8"))


def page(lang):
    return (HOME / f"rules.{lang}.html").read_text("utf-8")


def codes(pattern):
    """The codes that the game's own source gives to errors or news."""
    source = "".join(path.read_text("utf-8") for path in sorted(HOME.rglob("*.py")))
    return {code for part in re.findall(pattern, source) for code in re.findall(r'"([a-z0-9-]+)"', part)}


@both
def test_every_code_that_the_rules_refuse_with_has_a_sentence(lang):
    raised = codes(r"(?:IllegalMove|UnreadableMove|BadOptions)\(([^,)]*(?:if[^,)]*else[^,)]*)?)")
    assert {"must-capture", "bound-to-capture", "bad-position", "blitz-needs-37"} <= raised
    assert raised <= {*texts(lang)["refusals"], *ANY_GAME}


@both
def test_every_line_of_news_has_a_sentence(lang):
    known = {code for section in ("news", "position", "moments") for code in texts(lang)[section]}
    assert codes(r"News\(([^,)]*)") - known == set()
    for reason in ("white", "grey", "black", "each", "board_full"):
        assert f"won-{reason}" in texts(lang)["news"]
        assert reason in texts(lang)["reasons"]


@both
def test_every_rule_that_a_refusal_cites_has_its_place_on_the_rules_page(lang):
    cited = {match[0] for sentence in texts(lang)["refusals"].values() if (match := re.match(r"Z\d+", sentence))}
    assert len(cited) > 10
    for number in cited:
        assert f'id="{number.lower()}"' in page(lang)


@both
def test_every_rule_from_z1_to_z37_is_stated(lang):
    for number in range(1, 38):
        assert page(lang).count(f'id="z{number}"') == 1
        assert f"<b>Z{number}.</b>" in page(lang)


class Figures(HTMLParser):
    def __init__(self):
        super().__init__()
        self.views, self.open = [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "figure":
            self.views.append(json.loads(dict(attrs)["data-position"])["view"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@both
def test_every_figure_shows_a_view_as_the_game_makes_it(lang):
    parser = Figures()
    parser.feed(page(lang))
    assert parser.open == []
    assert len(parser.views) == 8
    for view in parser.views:
        assert GAME.view(GAME.imagine(view, None, Stream(b"", "imagine", 0)), None) == view


def test_both_pages_have_the_same_figures_and_sections():
    assert re.findall(r'id="(\w+)"', page("en")) == re.findall(r'id="(\w+)"', page("fa"))
    assert re.findall(r"data-position='([^']*)'", page("en")) == re.findall(r"data-position='([^']*)'", page("fa"))


@both
def test_the_notation_in_the_figures_is_legal_where_it_stands(lang):
    for figure in re.findall(r"<figure.*?</figure>", page(lang)):
        view = json.loads(re.search(r"data-position='([^']*)'", figure)[1])["view"]
        state = GAME.imagine(view, None, Stream(b"", "imagine", 0))
        for text in re.findall(r'<span class="notation">((?:x |[WGB][a-i]\d,)[^<]*)</span>', figure):
            after = GAME.play(state, state.side, GAME.read(state, state.side, text), 0)
            assert after.last == text
