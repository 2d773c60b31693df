"""What every game on the shelf promises, and the toy with it, at every table size."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core import codec
from engine.core.chance import Stream
from engine.core.errors import BadDraw, MoveError
from engine.core.game import Ply
from engine.core.replay import replay, step
from services.log.fair import fits_mask
from tests.engine.conformance import TESTED, Recorded, Table, damaged, recorded, seats_asked, sizes, some, variants

KEY = re.compile(r"[a-z][a-z0-9_]*|[0-9]+")
STREAM = b"conformance"

every_size = pytest.mark.parametrize("table", sizes(), ids=str)
every_game = pytest.mark.parametrize("key", sorted(TESTED))


# -- the fold ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [*sizes(), *variants()], ids=str)
def test_a_random_match_ends_with_winners_scores_and_a_reason(table):
    match = recorded(table)
    game, end = match.game, match.states[-1]
    assert game.winners(end) <= set(range(table.seats))
    assert len(game.scores(end)) == table.seats
    assert game.reason(end)
    assert game.draw(end) is None
    assert game.to_act(end) == frozenset()
    assert game.deadline(end) is None


@every_size
def test_until_the_end_somebody_is_asked_and_nobody_has_won(table):
    match = recorded(table)
    game = match.game
    for state in match.states[:-1]:
        assert game.winners(state) is None
        assert game.reason(state) is None
        assert len(game.scores(state)) == table.seats
        assert game.draw(state) is not None or game.to_act(state) or game.deadline(state) is not None


@pytest.mark.parametrize("table", [*sizes(), *variants()], ids=str)
def test_the_same_plies_give_the_same_digests(table):
    match = recorded(table)
    game = match.game
    again = replay(game, game.setup(table.seats, table.all_options), match.plies)
    assert codec.digest(game.dump(again)) == codec.digest(game.dump(match.states[-1]))


@every_size
def test_the_old_state_is_left_alone(table):
    match = recorded(table)
    for before, ply, _ in list(match.steps())[:: max(1, len(match.plies) // 60)]:
        digest = codec.digest(match.game.dump(before))
        step(match.game, before, ply)
        assert codec.digest(match.game.dump(before)) == digest


@every_size
def test_a_state_survives_the_way_through_json(table):
    match = recorded(table)
    for state in match.states[:: max(1, len(match.states) // 40)]:
        data = match.game.dump(state)
        loaded = match.game.load(codec.parse(codec.canonical(data)))
        assert match.game.dump(loaded) == data
        assert loaded == state


@every_size
def test_a_dumped_state_plays_on_like_the_first(table):
    match = recorded(table)
    middle = len(match.plies) // 2
    loaded = match.game.load(match.game.dump(match.states[middle]))
    end = replay(match.game, loaded, match.plies[middle:])
    assert codec.digest(match.game.dump(end)) == codec.digest(match.game.dump(match.states[-1]))


@every_size
def test_time_before_the_deadline_or_without_one_changes_nothing(table):
    match = recorded(table)
    for state in match.sample():
        due = match.game.deadline(state)
        assert match.game.time_up(state, 0 if due is None else due - 1) == state


@every_size
def test_an_outcome_that_does_not_fit_its_draw_is_refused(table):
    match = recorded(table)
    for before, ply, _ in [made for made in match.steps() if made[1].kind == "deal"][:10]:
        for drawn in (ply.drawn[:-1], (*ply.drawn, ply.drawn[0]), ("no such thing",) * len(ply.drawn)):
            with pytest.raises(BadDraw):
                step(match.game, before, Ply(at=0, draw=ply.draw, drawn=drawn))


@every_size
def test_a_draw_has_a_plain_label_and_a_bag_without_doubles(table):
    for ply in recorded(table).plies:
        if ply.draw is not None:
            items = [item for item, _ in ply.draw.bag]
            assert re.fullmatch(r"[a-z0-9/_-]{1,40}", ply.draw.label)
            assert ply.draw.label != "seating"
            assert len(set(items)) == len(items)
            assert all(n > 0 for _, n in ply.draw.bag)
            assert 1 <= ply.draw.count <= sum(n for _, n in ply.draw.bag)


# -- moves and notation -----------------------------------------------------------------------------------------------


@every_size
def test_only_seats_that_are_asked_have_moves(table):
    match = recorded(table)
    for state in match.sample():
        asked = match.game.to_act(state)
        assert asked <= set(range(table.seats))
        for seat in range(table.seats):
            if seat not in asked:
                assert match.game.legal_texts(state, seat) == []
            elif match.game.info.enumerable:
                assert match.game.legal_texts(state, seat)


@every_size
def test_each_listed_move_is_read_written_and_played(table):
    match = recorded(table)
    for state, seat in seats_asked(match):
        listed = match.game.legal_texts(state, seat)
        assert listed == sorted(set(listed))
        for text in some(listed):
            move = match.game.read(state, seat, text)
            assert match.game.write(move, seat) == text
            after = step(match.game, state, Ply(at=match.time_of(state), seat=seat, move=move))
            assert after != state
            assert match.game.record_text(state, seat, move, after)


@every_size
def test_a_move_is_printable_and_its_public_text_fits_it(table):
    match = recorded(table)
    for state, seat in seats_asked(match):
        for text in match.game.legal_texts(state, seat):
            assert 1 <= len(text) <= 1000
            assert text.isascii()
            assert text.isprintable()
            assert "?" not in text
        for text in some(match.game.legal_texts(state, seat)):
            public = match.game.write(match.game.read(state, seat, text), None)
            assert fits_mask(public, text), f"{public} does not fit {text}"


@every_size
def test_damaged_moves_are_refused_with_a_code(table):
    match = recorded(table)
    for state, seat in seats_asked(match):
        listed = set(match.game.legal_texts(state, seat))
        for text in some(sorted(listed), 4):
            for bad in sorted(damaged(text)):
                accepted = play_text(match, state, seat, bad)
                if match.game.info.enumerable:
                    assert accepted is None or accepted in listed, f"{bad!r} stands as {accepted!r}"


def play_text(match: Recorded, state: Any, seat: int, text: str) -> str | None:
    """How the move is written if it stands, None if it is refused. Any other error is a bug of the game."""
    try:
        move = match.game.read(state, seat, text)
        step(match.game, state, Ply(at=match.time_of(state), seat=seat, move=move))
    except MoveError:
        return None
    return match.game.write(move, seat)


@every_size
def test_moves_of_another_moment_are_refused_or_listed(table):
    match = recorded(table)
    moves = {match.game.write(ply.move, ply.seat) for ply in match.plies if ply.kind == "move"}
    for state, seat in seats_asked(match):
        listed = match.game.legal_texts(state, seat)
        for text in some(sorted(moves), 12):
            accepted = play_text(match, state, seat, text)
            if match.game.info.enumerable:
                assert (accepted in listed) if accepted is not None else (text not in listed)


@every_size
def test_a_seat_that_is_not_asked_is_refused(table):
    match = recorded(table)
    for state, seat in seats_asked(match):
        texts_of = match.game.legal_texts(state, seat)
        for other in set(range(table.seats)) - match.game.to_act(state):
            if texts_of:
                assert play_text(match, state, other, texts_of[0]) is None


@every_size
def test_a_position_text_leads_back_to_the_same_position(table):
    match = recorded(table)
    for state in match.sample():
        text = match.game.write_position(state)
        if text is not None and match.game.winners(state) is None:
            again = match.game.read_position(text)
            if again is None:  # a text of the board alone, which is written but never loaded
                continue
            assert match.game.write_position(again) == text
            for seat in range(table.seats):
                assert match.game.legal_texts(again, seat) == match.game.legal_texts(state, seat)


@every_size
def test_plans_are_for_games_whose_moves_are_public_and_followed_by_no_draw(table):
    """async.md section 4: a draw or a masked move ends a plan, so elsewhere a plan could never answer."""
    match = recorded(table)
    moves = [number for number, ply in enumerate(match.plies) if ply.kind == "move"]
    drawn = any(ply.kind == "deal" for ply in match.plies[moves[0] :])
    masked = any(
        match.game.write(ply.move, None) != match.game.write(ply.move, ply.seat)
        for ply in match.plies
        if ply.kind == "move"
    )
    assert match.game.info.plans == (not drawn and not masked and table.seats > 1)


@every_game
def test_draws_are_for_games_of_two(key):
    info = TESTED[key].info
    assert not info.draws or max(info.seats) == 2


# -- what each eye sees -----------------------------------------------------------------------------------------------


@every_size
def test_views_aids_and_dumps_are_inside_the_canonical_subset(table):
    match = recorded(table)
    for state in match.sample(20):
        codec.canonical(match.game.dump(state))
        for eye in match.eyes():
            view = match.game.view(state, eye)
            for shown in (view, match.game.aids(view)):
                codec.canonical(shown)
                for key in keys(shown):
                    assert KEY.fullmatch(key), key


@every_size
def test_where_nothing_is_hidden_every_eye_has_the_same_view(table):
    match = recorded(table)
    if not match.game.info.open:
        return
    for state in match.sample(20):
        views = [match.game.view(state, eye) for eye in match.eyes()]
        assert all(view == views[0] for view in views)


def keys(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for item in value.values() for key in keys(item))]
    return [key for item in value for key in keys(item)] if isinstance(value, list | tuple) else []


@every_size
def test_an_imagined_state_gives_the_same_view_and_the_same_moves(table):
    match = recorded(table)
    for number, state in enumerate(match.sample()):
        for eye in match.eyes():
            view = codec.parse(codec.canonical(match.game.view(state, eye)))
            for n in (number, number + 1000):
                imagined = match.game.imagine(view, eye, Stream(STREAM, "imagine", n))
                assert codec.canonical(match.game.view(imagined, eye)) == codec.canonical(view)
                if eye is not None:
                    assert match.game.legal_texts(imagined, eye) == match.game.legal_texts(state, eye)
                assert match.game.to_act(imagined) == match.game.to_act(state)


@every_size
def test_what_any_seat_sees_of_a_match_that_was_given_up_everybody_sees(table):
    match = recorded(table)
    game = match.game
    for number, state in enumerate(match.sample()):
        if game.winners(state) is not None:
            continue
        other = game.imagine(
            codec.parse(codec.canonical(game.view(state, None))), None, Stream(STREAM, "given up", number)
        )
        if any(game.view(other, seat) != game.view(state, seat) for seat in match.eyes() if seat is not None):
            for eye in match.eyes():
                assert game.revealed(other, eye) != game.revealed(state, eye)


@pytest.mark.parametrize("table", [table for table in sizes() if table.seats > 1], ids=str)
def test_a_hidden_outcome_changes_no_other_eyes_view(table):
    match = recorded(table)
    hidden = [made for made in match.steps() if made[1].draw is not None and made[1].draw.eye is not None]
    for n, (before, ply, after) in enumerate(hidden[:: max(1, len(hidden) // 12)]):
        other = other_outcome(ply, Stream(STREAM, "other", n))
        else_after = step(match.game, before, Ply(at=ply.at, draw=ply.draw, drawn=other))
        if match.game.winners(after) is None and match.game.winners(else_after) is None:
            for eye in match.eyes():
                if eye is None or eye != ply.draw.eye:
                    assert match.game.view(else_after, eye) == match.game.view(after, eye)


def other_outcome(ply: Ply, stream: Stream) -> tuple[str, ...]:
    assert ply.draw is not None
    loose = stream.shuffle(item for item, n in ply.draw.bag for _ in range(n))
    return tuple(loose[: ply.draw.count])


@every_size
def test_what_is_shown_was_masked_before(table):
    match = recorded(table)
    made: list[list[Ply]] = [[] for _ in range(table.seats)]
    eyes: dict[str, list[Any]] = {}
    earlier = set()
    for before, ply, after in match.steps():
        if ply.seat is not None:
            made[ply.seat].append(ply)
        if ply.draw is not None:
            eyes.setdefault(ply.draw.label, []).extend([ply.draw.eye] * ply.draw.count)
        for part in match.game.shown(before, ply, after):
            assert part not in earlier, f"{part} is shown twice"
            earlier.add(part)
            assert (part.move is None) != (part.draw is None)
            if part.move is not None:
                move = made[part.move[0]][part.move[1]].move
                assert match.game.write(move, None) != match.game.write(move, part.move[0])
            else:
                eye = eyes[part.draw[0]][part.draw[1]]
                assert eye is not None
                assert eye != part.eye


# -- bots -------------------------------------------------------------------------------------------------------------


@every_game
def test_bots_choose_a_move_that_stands_and_choose_it_again(key):
    match = recorded(Table(key, TESTED[key].info.seats[0]))
    assert "random" in match.game.bots
    for name, bot in match.game.bots.items():
        assert bot.key == name
        for state, seat in seats_asked(match)[::3]:
            view = codec.parse(codec.canonical(match.game.view(state, seat)))
            budget = min(bot.budget, 12)
            choices = [bot.choose(match.game, view, seat, budget, STREAM) for _ in range(2)]
            assert choices[0] == choices[1]
            assert play_text(match, state, seat, choices[0].move) == choices[0].move


@every_game
def test_playouts_count_plies_and_wins(key):
    game = TESTED[key]
    for seats in game.info.seats:
        match = recorded(Table(key, seats))
        played = game.playouts(match.sample()[0], 3, STREAM)
        if played is not None:
            plies, wins = played
            assert plies > 0
            assert len(wins) == seats
            assert game.playouts(match.sample()[0], 3, STREAM) == played
