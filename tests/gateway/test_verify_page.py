"""The page on which logs are checked, and its file for use without a network."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.test import Client

from gateway.words import LANGUAGES, shell_texts

pytestmark = pytest.mark.django_db


def test_the_page_shows_the_digest_of_the_very_file_it_offers():
    page = Client().get("/verify").content.decode()
    file = Client().get("/verify/offline.html").content
    assert hashlib.sha256(file).hexdigest() == re.search(r'id="offline-sha256">([0-9a-f]{64})<', page)[1]


def test_the_offline_file_asks_for_nothing():
    answer = Client().get("/verify/offline.html")
    text = answer.content.decode()
    assert not re.search(r"""(?:src|href)=["']|@import|url\(|\bfetch\(|^import |^export """, text, re.MULTILINE)
    assert answer["Content-Security-Policy"].startswith("default-src 'none'; script-src 'sha256-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_form_has_its_word(language: str):
    page = Client(headers={"accept-language": language}).get("/verify").content.decode()
    for word in re.findall(r'data-word="(\w+)"', page):
        assert shell_texts(language)["verify"][word]
