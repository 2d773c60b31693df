"""Promise 10 and the stream's contract: a frame now, every new one, resume by id, news complete, tickets."""

from __future__ import annotations

from tests.flow.test_moves import mover
from tests.live import Guest, Listener, listen, pair, until


def play(match: str, people: list[Guest], plies: int) -> dict:
    frame: dict = {}
    for _ in range(plies):
        who, frame = mover(match, people)
        if frame["winners"] is not None:
            return frame
        answer = who.move(match, frame["decision"], frame["moves"][0], wait=10)
        assert answer.status_code == 200, answer.text
        frame = answer.json()["frame"]
    return frame


def test_a_stream_begins_with_the_present_and_brings_each_new_frame(house):
    match, people = pair(house)
    stream = listen(people[0], match)
    until(lambda: stream.frames)
    last = play(match, people, 4)
    until(lambda: stream.frames[-1][0] >= last["seq"])
    seqs = [seq for seq, _ in stream.frames]
    assert seqs == sorted(set(seqs))
    assert all(frame["eye"] == 0 and frame["seq"] == seq for seq, frame in stream.frames)
    stream.close()


def test_a_cut_stream_resumes_with_every_line_of_news_once(house):
    match, people = pair(house)
    first = listen(people[1], match, "?after=-1")
    until(lambda: first.frames)
    seen = play(match, people, 2)["seq"]
    until(lambda: first.frames[-1][0] >= seen)
    first.close()
    last = play(match, people, 4)["seq"]
    again = listen(people[1], match, **{"Last-Event-ID": str(first.frames[-1][0])})
    until(lambda: again.frames and again.frames[-1][0] >= last)
    received = [line["seq"] for stream in (first, again) for _, frame in stream.frames for line in frame["news"]]
    whole = [line["seq"] for line in people[1].frame(match, after=-1)["news"]]
    assert received == whole
    again.close()


def test_a_finished_match_says_over_and_closes(house):
    match, people = pair(house)
    stream = listen(house.guest(), match)
    until(lambda: stream.frames)
    people[0].post(f"/api/matches/{match}/resignation")
    until(lambda: stream.over)
    assert stream.frames[-1][1]["reason"] == "resign"
    later = listen(people[0], match)
    until(lambda: later.over)
    later.join()
    assert len(later.frames) == 1


def test_a_ticket_opens_the_seats_own_eye_and_only_of_its_match(house):
    match, people = pair(house)
    other, _ = pair(house)
    ticket = people[1].post(f"/api/matches/{match}/ticket").json()["ticket"]
    stream = Listener(house, f"/api/matches/{match}/stream?ticket={ticket}", {})
    until(lambda: stream.frames)
    assert stream.frames[0][1]["eye"] == 1
    stream.close()
    wrong = Listener(house, f"/api/matches/{other}/stream?ticket={ticket}", {})
    until(lambda: wrong.status)
    assert wrong.status == 401


def test_two_hundred_readers_join_at_once_and_all_get_the_move(house):
    match, people = pair(house)
    streams = [listen(people[0], match) for _ in range(200)]
    until(lambda: all(stream.frames for stream in streams), 40)
    last = play(match, people, 1)["seq"]
    until(lambda: all(stream.frames[-1][0] >= last for stream in streams))
    for stream in streams:
        stream.close()


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
