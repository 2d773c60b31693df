"""The rules of a tournament in sentences: what happens to whom, at tables of two and of more, in both languages."""

from __future__ import annotations

from gateway.tournament_words import refusal_words, summary
from services.pairings.formats import GameFacts
from services.pairings.opening import fill_opening

ZERTZ, GLUX = GameFacts("zertz", (2,), 2), GameFacts("glux", (2, 3, 4), 1)


def rules(language: str, game: GameFacts, **request) -> str:
    draft = fill_opening({"game": game.key, **request}, game)
    return "\n".join(summary(draft.opened(game, ("d1",), "00" * 32).pub(), language))


def test_whoever_leaves_a_table_of_more_than_two_is_replaced_by_a_bot():
    text = rules("en", GLUX, format="groups", seats=4, rules={"round_hours": 48})
    assert "Who withdraws is replaced by a bot at running tables, comes last there and gets no points" in text
    assert "is replaced by a bot, comes last and gets no points" in text
    assert "then a bot takes over for whoever has used the most time" in text
    assert "loses running matches" not in text


def test_whoever_leaves_two_seats_early_is_taken_out_where_all_play_all():
    assert "before half of the own matches" in rules("en", ZERTZ, format="round_robin")
    assert "before half of the own matches" in rules("en", ZERTZ, format="league")
    assert "Who withdraws loses running matches" in rules("en", ZERTZ, format="swiss")


def test_points_are_said_for_the_sizes_of_tables_there_can_be():
    assert rules("en", GLUX, format="groups", seats=4).count("Points by place") == 1
    pods = rules("en", GLUX, format="swiss_pods", seats=4)
    assert pods.count("Points by place") == 3
    assert "Tables may have 2, 3, 4 seats." in pods.replace("\u2068", "").replace("\u2069", "")
    assert "mean of a full table" in pods


def test_how_unplayed_rounds_count_is_said_of_swiss_alone():
    assert "C.07" in rules("en", ZERTZ, format="swiss")
    assert "C.07" not in rules("en", ZERTZ, format="knockout")


def test_lists_have_commas_and_digits_of_the_language():
    assert "۱۰، ۶، ۳، ۱" in rules("fa", GLUX, format="groups", seats=4)


def test_spans_and_moments_are_said_as_people_say_them():
    entry = {"closes_at": "2027-03-01T18:00:00.000Z", "starts_at": "2027-03-01T19:30:00+03:30"}
    text = rules("en", ZERTZ, format="swiss", entry=entry, rules={"round_hours": 720, "no_show_hours": 36})
    plain = text.replace("\u2068", "").replace("\u2069", "")
    assert "A round lasts 30 days." in plain
    assert "within 1 day and 12 hours forfeits" in plain
    assert "Entries close at 1 Mar 2027, 18:00 UTC." in plain
    assert "It starts at 1 Mar 2027, 16:00 UTC." in plain
    assert "T18:00" not in rules("fa", ZERTZ, format="swiss", entry=entry)


def test_without_an_extension_nothing_is_added_at_the_deadline():
    text = rules("en", ZERTZ, format="swiss", rules={"round_hours": 24, "extend_hours": 0})
    assert "At the deadline the time used decides." in text
    more = rules("en", GLUX, format="groups", seats=4, rules={"round_hours": 24, "extend_hours": 0})
    assert "At the deadline a bot takes over for whoever has used the most time." in more


def test_a_refusal_says_a_moment_as_people_write_it():
    spoken = refusal_words("en", "time-gone-by", {"now": "2026-11-19T04:21:03.869Z"})
    assert spoken is not None
    assert "19 Nov 2026, 04:21 UTC" in spoken
