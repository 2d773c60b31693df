"""A match inside a page of another origin, its picture for chats, its score sheet."""

from __future__ import annotations

import re
import uuid
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from engine.games import GAMES
from gateway.preview import preview_png
from services.people.accounts import new_guest
from services.referee.tasks import advance
from tests.gateway.test_async_calls import Caller, begun, move
from tests.gateway.test_replay import played, step_seqs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann(pokes):
    return Caller("Ann")


@pytest.fixture
def bea(pokes):
    return Caller("Bea")


@pytest.fixture
def signed_in():
    """A browser with a session, a language and a theme."""
    client = Client()
    client.force_login(new_guest("Dara"))
    client.cookies["language"], client.cookies["theme"] = "fa", "dark"
    return client


def private_table(ann, bea) -> tuple[str, str]:
    table = ann("post", "/tables", {"game": "zertz", "seats": 2, "private": True}).said
    bea("post", f"/tables/{table['id']}/seats", {"invite": table["invite"]})
    advance(table["id"])
    return f"/matches/{table['id']}", table["invite"]


# -- embedding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "?seq=5", "?seq=5&eye=1", "?eye=9", "?seq=x"])
def test_an_embedded_match_may_stand_in_any_page(pokes, path):
    answer = Client().get(f"/embed{played(pokes, 'zertz')}{path}")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert "script-src 'self'" in answer["Content-Security-Policy"]


def test_it_has_no_form_and_sets_no_cookie(pokes, signed_in):
    answer = signed_in.get(f"/embed{played(pokes, 'zertz')}")
    assert "<form" not in answer.content.decode()
    assert not answer.cookies
    assert "csrf" not in answer.content.decode()


def test_it_reads_no_cookie(pokes, signed_in):
    here = played(pokes, "zertz")
    answer = signed_in.get(f"/embed{here}", HTTP_ACCEPT_LANGUAGE="en")
    assert 'lang="en"' in answer.content.decode()
    assert "data-theme" not in answer.content.decode()
    assert answer.content == Client().get(f"/embed{here}", HTTP_ACCEPT_LANGUAGE="en").content
    assert 'lang="fa"' in signed_in.get(f"/embed{here}?lang=fa").content.decode()


def test_a_seat_that_looks_at_its_running_match_in_a_frame_is_a_stranger_there(ann, bea):
    here = begun(ann, bea, game="glux")
    ann.client.force_login(ann.account)
    text = ann.client.get(f"/embed{here}?eye=0").content.decode()
    assert '"my_seat": null' in text
    assert '"eye": null' in text


@pytest.mark.parametrize("path", [f"/embed/matches/{uuid.UUID(int=1)}", "/embed/matches/x", "/embed/"])
def test_what_is_not_there_says_so_without_a_cookie(signed_in, path):
    answer = signed_in.get(path)
    assert answer.status_code == 404
    assert not answer.cookies
    assert "X-Frame-Options" not in answer.headers
    if not path.endswith(("x", "/")):
        assert "<form" not in answer.content.decode()


def test_a_private_match_is_embedded_by_its_invitation_alone(ann, bea):
    here, invite = private_table(ann, bea)
    ann.client.force_login(ann.account)
    assert ann.client.get(f"/embed{here}").status_code == 404
    assert Client().get(f"/embed{here}?invite={invite}").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/matches/{id}", "/api/matches/{id}/outline", "/embedded", "/matches/{id}/sheet"]
)
def test_every_other_answer_keeps_out_of_frames(pokes, path):
    answer = Client().get(path.format(id=played(pokes, "zertz")[9:]))
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


# -- the picture ------------------------------------------------------------------------------------------------------


def picture(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_picture_of_a_match_is_a_png_of_1200_by_630(pokes, game):
    answer = Client().get(f"{played(pokes, game)}/preview.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert "max-age=60" in answer["Cache-Control"]
    image = Image.open(BytesIO(answer.content))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(answer.content) < 400_000


def test_it_shows_the_scores_and_who_won():
    first, second = preview_png("zertz", (3, 5), None), preview_png("zertz", (3, 6), None)
    assert picture(first).tobytes() != picture(second).tobytes()
    won = preview_png("zertz", (3, 5), frozenset({1}))
    assert picture(won).tobytes() not in (picture(first).tobytes(), picture(second).tobytes())
    assert won is preview_png("zertz", (3, 5), frozenset({1})), "drawn once"


def test_whoever_is_behind_gets_the_picture_of_then(ann, bea):
    here = begun(ann, bea, game="glux", delay={"plies": 100})
    before = Client().get(f"{here}/preview.png").content
    for who in (ann, bea) * 4:
        frame = who("get", f"{here}/frame").said
        if frame["decision"] is not None:
            move(who, here)
    assert Client().get(f"{here}/preview.png").content == before


def test_a_private_match_has_a_picture_for_those_who_may_see_it(ann, bea):
    here, invite = private_table(ann, bea)
    assert Client().get(f"{here}/preview.png").status_code == 404
    answer = Client().get(f"{here}/preview.png?invite={invite}")
    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]


def test_the_page_of_a_match_names_its_picture_for_chats(pokes):
    here = played(pokes, "zertz")
    page = Client().get(here).content.decode()
    tags = dict(re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', page))
    assert tags["image"] == f"http://testserver{here}/preview.png"
    assert (tags["image:width"], tags["image:height"]) == ("1200", "630")
    assert tags["url"] == f"http://testserver{here}"
    assert tags["title"] == "ZERTZ"
    assert tags["description"]


# -- the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_sheet_tells_every_step(pokes, game):
    here = played(pokes, game)
    for language in ("en", "fa"):
        page = Client().get(f"{here}/sheet?lang={language}").content.decode()
        assert [int(seq) for seq in re.findall(r'<li id="seq-(\d+)"', page)] == step_seqs(here)
        assert not re.findall(r">\s*(?:replay|match)\.[a-z_]+", page), f"a word is missing ({language})"
        article = page[page.index("<article") : page.index("</article>")]
        assert "{" not in article, f"a hole is left ({language})"


def test_moves_alone_are_shown_shorter(pokes):
    here = played(pokes, "zertz")
    whole, short = (Client().get(f"{here}/sheet{query}").content.decode() for query in ("", "?positions=no"))
    assert "Rings on the board" in whole
    assert "Rings on the board" not in short
    assert len(re.findall('<li id="seq-', short)) == len(re.findall('<li id="seq-', whole))


def test_the_sheet_of_a_running_match_hides_what_the_gallery_may_not_know(ann, bea):
    here = begun(ann, bea, game="saboteur_duel")
    ann.client.force_login(ann.account)
    page = ann.client.get(f"{here}/sheet").content.decode()
    assert page.count('<li id="seq-') == 1
    assert "record?as=text" not in page


def test_a_table_that_has_not_started_has_no_sheet(ann):
    table = ann("post", "/tables", {"game": "zertz", "seats": 2}).said["id"]
    assert Client().get(f"/matches/{table}/sheet").status_code == 404
