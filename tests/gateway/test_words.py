"""Sentences: names for seats, words for tokens, digits of the reader, notation kept in its direction."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from gateway.pages.results import outcome
from gateway.words import (
    LANGUAGES,
    digits,
    duration,
    fill,
    game_texts,
    latin_digits,
    news_text,
    sentence,
    shell_texts,
)


def test_numbers_are_written_in_the_readers_digits():
    assert fill("fa", "{n} گوی", {"n": 12}, {}) == "۱۲ گوی"
    assert fill("en", "{n} marbles", {"n": 12}, {}) == "12 marbles"


def test_a_minus_sign_stands_on_the_left_of_its_number():
    assert fill("en", "{x}, {y}", {"x": -1, "y": -14}, {}) == "\u22121, \u221214"
    assert fill("fa", "{x}، {y}", {"x": -1, "y": -14}, {}) == "\u200e\u2212۱، \u200e\u2212۱۴"
    assert digits("2026-11-16", "fa") == "۲۰۲۶-۱۱-۱۶"


def test_names_that_are_numbers_get_the_readers_digits_and_typed_ones_are_read():
    assert fill("fa", "اتاق {room}", {"room": "6"}, {}) == "اتاق ۶"
    assert latin_digits("W۴٤=d۱") == "W44=d1"


def test_times_get_the_readers_digits_and_notation_does_not():
    assert fill("fa", "{time}", {"time": "0:02.0"}, {}) == "۰:۰۲.۰"
    assert fill("en", "{time}", {"time": "12:05"}, {}) == "12:05"
    assert "a4" in fill("fa", "{ring}", {"ring": "a4"}, {})


def test_a_list_is_put_in_words_part_by_part():
    line = {
        "seq": 9,
        "code": "dropped",
        "params": {"drops": [{"track": 2, "colour": "K"}, {"track": 3, "colour": "R"}]},
    }
    assert news_text("en", "potion_explosion", line, []) == "Marbles roll down: black on track 2, red on track 3."
    assert news_text("fa", "potion_explosion", line, []) == "گوی‌ها فرو لغزیدند: سیاه در ردیف ۲، سرخ در ردیف ۳."


def test_a_span_of_time_is_shown_in_its_two_largest_units():
    assert [duration(seconds, "en") for seconds in (0, 60, 90, 7200)] == [
        "none", "1 minute", "1 minute and 30 seconds", "2 hours",
    ]  # fmt: skip
    assert duration(259_200, "fa") == "۳ روز"


@pytest.mark.parametrize(
    ("winners", "seats", "mine", "expected"),
    [
        ([0], 2, 0, "you_won"), ([0], 2, 1, "you_lost"), ([0], 2, None, "won"), ([0, 1], 2, 1, "drawn"),
        ([0, 1], 3, 2, "you_lost"), ([], 2, 0, "all_lost"), ([0], 1, 0, "you_won"), ([], 1, 0, "you_lost"),
        ([], 1, None, "all_lost"), ([0], 1, None, "won"),
    ],
)  # fmt: skip
def test_whoever_reads_it_learns_how_a_match_came_out(winners, seats, mine, expected):
    assert outcome(winners, seats, mine) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_sentence_of_its_own(language):
    """It stands after "You won." as well as after "You lost.", and alone on some boards."""
    for texts in (shell_texts(language), *(game_texts(key, language) for key in GAMES)):
        assert [
            reason
            for reason in texts["reasons"].values()
            if not reason.endswith(".") or reason != reason[0].upper() + reason[1:]
        ] == []


def test_seats_are_shown_as_names_and_notation_keeps_its_direction():
    text = fill("en", "{seat} to {seat_other}: {ring}", {"seat": 0, "seat_other": 1, "ring": "d4"}, {}, ["Ann", "Bea"])
    assert text == "\u2068Ann\u2069 to \u2068Bea\u2069: \u2068d4\u2069"


def test_the_end_of_a_match_is_in_the_games_own_words():
    line = {"seq": 9, "code": "house.over", "params": {"why": "white"}}
    assert news_text("en", "zertz", line, []) == "The match is over. White marbles decided it."
    refused = {"seq": 9, "code": "house.refused", "params": {"why": "ring-filled"}}
    assert "{" not in news_text("en", "zertz", refused, [])


def test_a_game_that_is_none_gives_a_plain_sentence():
    assert "../.." in sentence("en", "unknown-game", {"game": "../.."})
