"""Ratings: the 60 updates of rating_vectors.json, openskill as oracle, shown values and expectations."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from services.pairings.ratings import MILLION, NEW, Rating, expected_first, is_provisional, rate
from tests.pairings.logs import FOLDER

VECTORS = json.loads((FOLDER / "rating_vectors.json").read_text(encoding="utf-8"))
MODEL = PlackettLuce(mu=25, sigma=25 / 3, beta=25 / 6, tau=1 / 12, kappa=0.0001)


@pytest.mark.parametrize("update", VECTORS["updates"], ids=range(len(VECTORS["updates"])))
def test_an_update_has_all_its_digits(update):
    after = rate([Rating(*pair) for pair in update["before"]], update["places"])
    assert [[rating.mu, rating.sigma] for rating in after] == update["after"]


@pytest.mark.parametrize(("kept", "shown"), VECTORS["shown"])
def test_a_rating_is_shown_in_whole_numbers(kept, shown):
    assert [Rating(*kept).shown, Rating(*kept).range] == shown


def test_there_are_60_updates_and_a_new_rating_is_as_written():
    assert len(VECTORS["updates"]) == 60
    assert [NEW.mu, NEW.sigma] == VECTORS["start"]


ratings = st.builds(Rating, st.integers(5 * MILLION, 45 * MILLION), st.integers(900_000, 8_500_000))


@st.composite
def matches(draw):
    seats = draw(st.integers(2, 4))
    strengths = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    places = [1 + sum(other < own for other in strengths) for own in strengths]
    return draw(st.lists(ratings, min_size=seats, max_size=seats)), places


@settings(max_examples=300, deadline=None)
@given(matches())
def test_openskill_agrees_to_six_decimals(match):
    before, places = match
    teams = [[MODEL.rating(mu=rating.mu / MILLION, sigma=rating.sigma / MILLION)] for rating in before]
    theirs = MODEL.rate(teams, ranks=[float(place) for place in places])
    for own, (other,) in zip(rate(before, places), theirs, strict=True):
        assert abs(Decimal(own.mu) / MILLION - Decimal(other.mu)) <= Decimal("0.0000006")
        assert abs(Decimal(own.sigma) / MILLION - Decimal(other.sigma)) <= Decimal("0.0000006")


@settings(max_examples=100, deadline=None)
@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_seats_does_not_matter(match, random):
    before, places = match
    seats = list(range(len(before)))
    random.shuffle(seats)
    turned = rate([before[seat] for seat in seats], [places[seat] for seat in seats])
    straight = rate(before, places)
    for index, seat in enumerate(seats):
        assert abs(turned[index].mu - straight[seat].mu) <= 1  # the order of a sum may move the last digit


def test_a_win_raises_and_a_loss_lowers():
    winner, loser = rate([NEW, NEW], [1, 2])
    assert winner.mu > NEW.mu > loser.mu


def test_a_rating_grows_surer_with_every_match():
    first, _ = rate([NEW, NEW], [1, 2])
    assert first.sigma < NEW.sigma


def test_lists_are_in_order_of_mu_minus_three_sigma():
    # 25 - 3 * 1 = 22 is above 30 - 3 * 4 = 18.
    assert Rating(25 * MILLION, MILLION).floor > Rating(30 * MILLION, 4 * MILLION).floor


def test_halves_are_rounded_to_even():
    # 1500 + 40 * 0.0125 = 1500.5 -> 1500; 80 * 1.00625 = 80.5 -> 80.
    assert (Rating(25_012_500, 1_006_250).shown, Rating(25_012_500, 1_006_250).range) == (1500, 80)


def test_two_new_accounts_expect_half_each():
    assert expected_first([NEW, NEW]) == (500, 500)


@given(st.lists(ratings, min_size=2, max_size=4))
def test_expectations_add_up_to_a_thousand(before):
    assert sum(expected_first(before)) == 1000


@given(st.lists(ratings, min_size=2, max_size=4))
def test_the_stronger_one_expects_no_less(before):
    first = expected_first(before)
    best = max(range(len(before)), key=lambda seat: before[seat].mu)
    assert first[best] == max(first)


def test_an_expectation_follows_from_mu_and_spread():
    # c² = 2 (1² + (25/6)²) = 36.7222, c = 6.05989; e^(30/c) / (e^(30/c) + e^(25/c)) = 1 / (1 + e^(-5/c)) = 0.6953
    assert expected_first([Rating(30 * MILLION, MILLION), Rating(25 * MILLION, MILLION)]) == (695, 305)


def test_a_rating_is_provisional_until_ten_matches():
    assert is_provisional(9)
    assert not is_provisional(10)
