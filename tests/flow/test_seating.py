"""Seats drawn by lot: whoever listens from before the start sees the eye that the lot gives, and no other."""

from __future__ import annotations

from tests.flow.test_streams import Listener, listen
from tests.live import until

TABLES = 6  # the lot changes the seats at half of them


def test_a_stream_opened_before_the_start_shows_the_seat_that_was_drawn(house):
    ann, bea = house.guest("Ann"), house.guest("Bea")
    for _ in range(TABLES):
        match = ann.open(seating="lot")
        ticket = ann.post(f"/api/matches/{match}/ticket").json()["ticket"]
        early = listen(ann, match)
        shown = Listener(house, f"/api/matches/{match}/stream?ticket={ticket}", {})
        until(lambda early=early, shown=shown: early.status == shown.status == 200)
        bea.sit(match)
        late = listen(bea, match)
        until(lambda early=early, late=late, shown=shown: early.frames and late.frames and shown.frames)
        eyes = [{frame["eye"] for _, frame in stream.frames} for stream in (early, shown, late)]
        assert eyes == [{ann.frame(match)["eye"]}, {ann.frame(match)["eye"]}, {bea.frame(match)["eye"]}]
        for stream in (early, shown, late):
            stream.close()
