"""Forms that take a seat: each lets the browser add its bytes to the luck of the match (`data-entropy`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = sorted(ROOT.glob("gateway/templates/**/*.html"))
PAGES = sorted(ROOT.glob("gateway/pages/**/*.py"))
# Where a form leads that opens a table or takes a seat: the view's name, and which act where a view has several.
SEATING = {
    "play", "open-table", "take-seat", "seek", "seek-answer", "challenge", "invitation-answer", "analysis-fork",
    "tournament-act enter",
}  # fmt: skip
INSTEAD = {"game"}  # "once more" with nobody of the house to play against leads to the game's page, and posts nothing
# What seats somebody, asked by a page.
SEATED_BY = {
    "open_table", "take_seat", "fork_match", "make_seek", "answer_seek", "challenge", "answer_invitation", "enter",
    "open_rematch",
}  # fmt: skip
FORM = re.compile(r"<form\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>{])*>", re.DOTALL)
PLACE = re.compile(r"""\{% url ["']([\w:-]+)["']([^%]*)%\}""")
each_template = pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
each_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def places(tag: str) -> set[str]:
    """The views that a form may lead to, with the act where one is named."""
    acts = ((name, re.search(r"""["']([\w-]+)["']""", rest)) for name, rest in PLACE.findall(tag))
    return {f"{name} {act[1]}" if act else name for name, act in acts}


def posting(text: str) -> Iterator[str]:
    return (tag for tag in FORM.findall(text) if re.search(r'\bmethod="post"', tag, re.IGNORECASE))


def has_entropy(tag: str) -> bool:
    return re.search(r'\sdata-entropy="(?:open|sit)"', tag) is not None


def bare(text: str) -> list[str]:
    """The forms that take a seat without bytes of the browser."""
    return [tag for tag in posting(text) if places(tag) & SEATING and not has_entropy(tag)]


@each_template
def test_a_form_that_takes_a_seat_sends_bytes_of_the_browser(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert bare(text) == []
    assert "formaction" not in text, "a form says by itself where it leads"


def test_the_list_of_what_takes_a_seat_is_whole() -> None:
    tags = [tag for path in TEMPLATES for tag in posting(path.read_text(encoding="utf-8")) if has_entropy(tag)]
    assert set().union(*map(places, tags)) - INSTEAD == SEATING


def called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


@each_page
def test_a_page_that_seats_somebody_reads_what_the_browser_made(path: Path) -> None:
    names = {called(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))}
    assert not names & SEATED_BY or "sent_entropy" in names


def test_a_form_without_bytes_is_seen() -> None:
    for tag in (
        """<form method="post" action="{% url "play" key %}">""",
        """<form {% if a > b %}method="post"{% endif %} action="{% url 'tournament-act' card.id 'enter' %}">""",
        """<form method="post"\n action="{% if a %}{% url "me" %}{% else %}{% url "take-seat" id %}{% endif %}">""",
    ):
        assert bare(tag) == [tag]
        assert bare(tag.replace("<form", '<form data-entropy="sit"')) == []
    assert bare("""<form method="post" action="{% url "tournament-act" card.id "withdraw" %}">""") == []
    assert bare("""<form method="get" action="{% url "play" key %}">""") == []
