"""Sentences: names for seats, words for tokens, digits of the reader, notation kept in its direction."""

from __future__ import annotations

from gateway.words import fill, news_text, sentence


def test_numbers_are_written_in_the_readers_digits():
    assert fill("fa", "{n} گوی", {"n": 12}, {}) == "۱۲ گوی"
    assert fill("en", "{n} marbles", {"n": 12}, {}) == "12 marbles"


def test_seats_are_shown_as_names_and_notation_keeps_its_direction():
    told = fill("en", "{seat} to {seat_other}: {ring}", {"seat": 0, "seat_other": 1, "ring": "d4"}, {}, ["Ann", "Bea"])
    assert told == "\u2068Ann\u2069 to \u2068Bea\u2069: \u2068d4\u2069"


def test_the_end_of_a_match_is_told_in_the_games_own_words():
    line = {"seq": 9, "code": "house.over", "params": {"why": "white"}}
    assert "white" in news_text("en", "zertz", line, [])
    refused = {"seq": 9, "code": "house.refused", "params": {"why": "ring-filled"}}
    assert "{" not in news_text("en", "zertz", refused, [])


def test_a_game_that_is_none_gives_a_plain_sentence():
    assert "../.." in sentence("en", "unknown-game", {"game": "../.."})
