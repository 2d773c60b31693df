"""The outline and stretches of frames, as an outside program asks for them."""

from __future__ import annotations

import gzip
import json
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from services.log.models import Event
from services.playing.tables import Wish
from services.readers import stretches
from services.readers.public import put_back
from services.referee.tasks import advance
from tests.gateway.test_async_calls import Caller, begun, move, refused
from tests.services.conftest import drain, match_of, opened

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = ("match.started", "move.judged", "time.up", "move.undone", "match.ended")


@pytest.fixture
def ann(pokes):
    return Caller("Ann")


@pytest.fixture
def bea(pokes):
    return Caller("Bea")


def played(pokes, game: str, seats: int = 2, **wish) -> str:
    """A finished match of bots."""
    bots = dict.fromkeys(range(seats), "random")
    match = opened(account=uuid.uuid4(), wish=Wish(game, seats, bots=bots, **wish))
    drain(pokes)
    return f"/matches/{match.id}"


def get(path: str, **headers):
    answer = Client().get(f"/api{path}", **headers)
    answer.said = json.loads(answer.content)
    return answer


def step_seqs(here: str) -> list[int]:
    events = Event.objects.filter(stream_id=here.rsplit("/", 1)[-1], type__in=KINDS).order_by("seq")
    return [event.seq for event in events if event.pub.get("verdict") != "refused"]


# -- stretches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eye", ["", "gallery", "0", "1"])
def test_each_frame_of_a_stretch_equals_the_past_frame_of_its_seq_in_every_field(pokes, eye):
    here = played(pokes, "glux")
    answer = get(f"{here}/frames?eye={eye}").said
    assert [frame["seq"] for frame in answer["frames"]] == step_seqs(here)
    assert (answer["match"], answer["next"]) == (here[9:], None)
    for frame in answer["frames"]:
        assert frame == get(f"{here}/frames/{frame['seq']}?eye={eye}").said
        assert frame["eye"] == answer["eye"]


def test_a_stretch_holds_the_steps_from_its_first_to_its_last_seq(pokes):
    here = played(pokes, "zertz")
    steps = step_seqs(here)
    first, last = steps[3], steps[9]
    for query in (f"from={first}&to={last}", f"from={steps[2] + 1}&to={steps[10] - 1}"):
        assert [frame["seq"] for frame in get(f"{here}/frames?{query}").said["frames"]] == steps[3:10]
    assert [frame["seq"] for frame in get(f"{here}/frames?to={first}").said["frames"]] == steps[:4]


def test_a_past_frame_tells_its_time_lists_no_moves_and_has_the_news_of_its_own_seq_alone(pokes):
    here = played(pokes, "potion_explosion")
    for frame in get(f"{here}/frames?eye=0").said["frames"]:
        event = Event.objects.get(stream_id=here[9:], seq=frame["seq"])
        assert frame["at"] == event.at.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        assert frame["moves"] is None
        assert frame["fingerprint"] == event.hash[:8]
        assert {line["seq"] for line in frame["news"]} <= {frame["seq"]}


def test_a_seq_that_is_no_step_shows_the_step_before_under_its_own_seq_and_fingerprint(ann, bea):
    here = begun(ann, bea)
    move(ann, here)
    judged = step_seqs(here)[-1]
    before = get(f"{here}/frames/{judged}").said
    assert ann.do("post", f"{here}/offers", kind="draw").status_code == 202
    event = Event.objects.filter(stream_id=here[9:]).order_by("-seq").first()
    frame = get(f"{here}/frames/{event.seq}").said
    assert (event.type, frame["seq"], frame["fingerprint"]) == ("offer.made", event.seq, event.hash[:8])
    own = ("seq", "fingerprint", "at", "news")
    assert {name: frame[name] for name in frame if name not in own} == {
        name: before[name] for name in before if name not in own
    }
    assert {line["seq"] for line in frame["news"]} <= {event.seq}


def test_a_recorded_move_that_nobody_has_judged_shows_the_step_before(ann, bea):
    here = begun(ann, bea)
    frame = ann("get", f"{here}/frame").said
    ann.do("post", f"{here}/moves", decision=frame["decision"], move=frame["moves"][0])
    made = Event.objects.get(stream_id=here[9:], type="move.made")
    assert get(f"{here}/frames/{made.seq}").said["view"] == frame["view"]


def test_after_a_move_is_taken_back_the_stretch_goes_on_with_the_state_before_it(ann, bea):
    here = begun(ann, bea)
    start = step_seqs(here)[-1]
    move(ann, here)
    offer = ann.do("post", f"{here}/offers", kind="undo", to=start).said["offer"]
    assert bea.do("post", f"{here}/offers/{offer}/answer", accepted=True).status_code == 202
    frames = get(f"{here}/frames").said["frames"]
    assert [step["type"] for step in get(f"{here}/outline").said["steps"]] == [
        "match.started", "move.judged", "move.undone",
    ]  # fmt: skip
    assert frames[2]["view"] == frames[0]["view"] != frames[1]["view"]


def test_a_stretch_is_cut_at_so_many_frames_and_next_names_the_first_left_out(pokes, monkeypatch):
    monkeypatch.setattr(stretches, "MOST_FRAMES", 5)
    here, seqs, first = played(pokes, "zertz"), [], 0
    while first is not None:
        answer = get(f"{here}/frames?from={first}").said
        assert 1 <= len(answer["frames"]) <= 5
        seqs += [frame["seq"] for frame in answer["frames"]]
        assert answer["next"] is None or answer["next"] > seqs[-1]
        first = answer["next"]
    assert seqs == step_seqs(here)


def test_a_stretch_is_cut_at_so_many_bytes_but_holds_at_least_one_frame(pokes, monkeypatch):
    here = played(pokes, "potion_explosion")
    steps = step_seqs(here)
    monkeypatch.setattr(stretches, "MOST_BYTES", 9_000)
    some = get(f"{here}/frames").said
    assert 1 < len(some["frames"]) < len(steps)
    assert some["next"] == steps[len(some["frames"])]
    monkeypatch.setattr(stretches, "MOST_BYTES", 1)
    assert len(get(f"{here}/frames").said["frames"]) == 1


def test_two_hundred_frames_and_a_mebibyte_are_the_limits():
    assert (stretches.MOST_FRAMES, stretches.MOST_BYTES) == (200, 1024 * 1024)


def test_a_stretch_past_the_log_is_empty(pokes):
    here = played(pokes, "zertz")
    for query in ("from=99999", f"from={10**15}", f"from=99999&to={10**20}"):
        assert get(f"{here}/frames?{query}").said["frames"] == []
        assert get(f"{here}/frames?{query}").said["next"] is None


@pytest.mark.parametrize("query", ["from=9&to=8", "from=-1", "to=-1", "from=x", "to=1.5", "eye=7", "eye=x", "from=٣"])
def test_a_stretch_that_cannot_be_is_refused(pokes, query):
    refused(get(f"{played(pokes, 'zertz')}/frames?{query}"), 400, "bad-request")


@pytest.mark.parametrize("path", ["/frames", "/outline"])
def test_a_table_that_has_not_started_has_neither_stretch_nor_outline(ann, path):
    table = ann("post", "/tables", {"game": "zertz", "seats": 2}).said["id"]
    refused(get(f"/matches/{table}{path}"), 404, "not-started")
    refused(get(f"/matches/{uuid.uuid4()}{path}"), 404, "not-found")


@pytest.mark.parametrize("path", ["/frames", "/outline"])
def test_a_private_match_is_for_its_seats_and_holders_of_its_invitation(ann, bea, path):
    table = ann("post", "/tables", {"game": "zertz", "seats": 2, "private": True}).said
    assert bea("post", f"/tables/{table['id']}/seats", {"invite": table["invite"]}).status_code == 201
    advance(table["id"])
    here = f"/matches/{table['id']}{path}"
    refused(get(here), 404, "not-found")
    assert get(f"{here}?invite={table['invite']}").status_code == 200
    assert bea("get", here).status_code == 200


def test_before_the_end_a_seat_gets_its_own_eye_and_no_other(ann, bea):
    here = begun(ann, bea, game="glux")
    assert ann("get", f"{here}/frames").said["eye"] == 0
    assert ann("get", f"{here}/frames?eye=0").said["frames"][0]["eye"] == 0
    assert ann("get", f"{here}/frames?eye=gallery").said["eye"] is None
    refused(ann("get", f"{here}/frames?eye=1"), 403, "not-your-hidden-part")
    refused(get(f"{here}/frames?eye=0"), 403, "not-your-hidden-part")


@pytest.mark.parametrize("path", ["/frames", "/outline"])
def test_answers_are_compressed_for_whom_can_read_that(pokes, path):
    here = played(pokes, "zertz")
    answer = Client().get(f"/api{here}{path}", HTTP_ACCEPT_ENCODING="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.content)) == get(here + path).said


def test_a_stretch_costs_as_many_statements_however_many_frames_it_holds(pokes):
    here = played(pokes, "zertz")
    costs = []
    for upto in (step_seqs(here)[1], 10**6):
        with CaptureQueriesContext(connection) as queries:
            get(f"{here}/frames?to={upto}")
        costs.append(len(queries))
    assert costs[1] <= costs[0] <= 8


# -- the outline ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["zertz", "glux", "potion_explosion", "saboteur_duel", "enigma"])
def test_the_outline_tells_every_step_as_the_gallery_knows_it(pokes, game):
    here = played(pokes, game)
    steps = get(f"{here}/outline").said["steps"]
    frames, first = [], 0
    while first is not None:
        stretch = get(f"{here}/frames?eye=gallery&from={first}").said
        frames, first = frames + stretch["frames"], stretch["next"]
    assert [step["seq"] for step in steps] == [frame["seq"] for frame in frames] == step_seqs(here)
    for step, frame in zip(steps, frames, strict=True):
        event = Event.objects.get(stream_id=here[9:], seq=step["seq"])
        same = ("at", "to_act", "scores")
        assert [step[name] for name in same] == [frame[name] for name in same]
        assert (step["type"], step["seat"], step["move"]) == (event.type, event.pub.get("seat"), event.pub.get("move"))
    rounds = {step["round"] for step in steps}
    assert rounds == {None} if game in ("zertz", "glux") else max(rounds - {None}) > 1
    assert all(set(step["moment"]) == {"code", "text"} for step in steps if step["moment"] is not None)


def test_moments_are_in_the_language_of_the_reader_with_the_names_of_the_seats(pokes):
    here = played(pokes, "glux", 4)
    english, persian = (get(f"{here}/outline?lang={lang}").said["steps"] for lang in ("en", "fa"))
    pairs = [
        (step["moment"]["text"], other_step["moment"]["text"])
        for step, other_step in zip(english, persian, strict=True)
        if step["moment"]
    ]
    assert pairs
    assert all(step != other_step and "{" not in step + other_step for step, other_step in pairs)


def test_an_outline_grows_with_its_match_and_keeps_its_earlier_steps(ann, bea):
    here = begun(ann, bea)
    move(ann, here)
    before = get(f"{here}/outline").said["steps"]
    move(bea, here)
    after = get(f"{here}/outline").said["steps"]
    assert after[:-1] == before
    assert after[-1]["seat"] == 1


@pytest.mark.parametrize("path", ["/outline", "/frames", "/frames/6"])
def test_whoever_is_not_seated_is_behind_here_too(ann, bea, path):
    here, stranger = begun(ann, bea, delay={"plies": 2}), Caller("Cem")
    for who in (ann, bea, ann):
        last = move(who, here)
    ann("get", f"{here}/outline")
    answer = stranger("get", here + path)
    assert last not in json.dumps(answer.said)
    steps = step_seqs(here)
    if path != "/frames/6":
        shown = answer.said["steps" if path == "/outline" else "frames"]
        assert [step["seq"] for step in shown] == steps[:2]
    assert stranger("get", f"{here}/frames/{steps[2]}").status_code == 404
    assert ann("get", f"{here}/frames/{steps[2]}").status_code == 200


def test_hidden_eyes_open_for_strangers_once_the_reveal_is_past_the_delay(ann, bea, house_clock):
    here = begun(ann, bea, game="glux", delay={"ms": 600_000})
    house_clock(minutes=20)
    ann("post", f"{here}/resignation", {})
    advance(here[9:])
    ended = Event.objects.get(stream_id=here[9:], type="match.ended")
    revealed = Event.objects.get(stream_id=here[9:], type="seed.revealed")
    assert ended.seq < revealed.seq
    refused(get(f"{here}/frames?eye=0"), 403, "not-your-hidden-part")
    assert bea("get", f"{here}/frames?eye=0").status_code == 200
    house_clock(minutes=31)
    assert get(f"{here}/frames?eye=0").status_code == 200


def test_put_back_before_its_last_event_a_match_is_not_revealed_though_it_has_ended(ann, bea):
    here = begun(ann, bea, delay={"ms": 1})
    ann("post", f"{here}/resignation", {})
    advance(here[9:])
    match = match_of(uuid.UUID(here[9:]))
    assert match.revealed
    ended = Event.objects.get(stream_id=match.id, type="match.ended")
    past = put_back(match, ended.seq)
    assert (past.status, past.revealed) == ("ended", False)


# -- rates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/outline", "/frames?to=0"])
def test_240_are_answered_a_minute_and_the_next_one_is_not(ann, bea, path):
    here = begun(ann, bea)
    asker = Caller("Cem")
    codes = [asker("get", here + path).status_code for _ in range(241)]
    assert codes == [200] * 240 + [429]
    assert bea("get", here + path).status_code == 200
