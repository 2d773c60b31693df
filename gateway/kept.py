"""Records and imported logs where matches are asked for: the same answers, as far as there is something to tell."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from engine.core.game import view_fields
from gateway import frames
from gateway.api.base import language, query_after, query_word, raw
from gateway.cards import match_json
from gateway.errors import BadFields
from gateway.words import digits, moment_text, render_news, shell_texts
from services.errors import NotFound
from services.log import fair
from services.readers.cards import Party
from services.readers.frames import compact
from services.readers.history import events_page
from services.readers.models import GALLERY
from services.readers.record import PrintedRecord, record_json, record_of, record_text
from services.readers.stretches import MOST_BYTES, MOST_FRAMES
from services.records.read.kept import (
    PLAYED,
    STARTED,
    KeptPlay,
    body_of,
    foreign_card,
    foreign_party,
    is_collected,
    kept_play,
)

Method = Callable[..., Any]


def or_kept(answer: Method) -> Callable[[Method], Method]:
    """Of a call about a match: where there is no match of that id, `answer` tells of what was brought, or NotFound."""

    def around(method: Method) -> Method:
        @wraps(method)
        def call(view: Any, request: Request, match_id: UUID, **more: Any) -> Any:
            try:
                return method(view, request, match_id, **more)
            except NotFound as missing:
                if missing.code != NotFound.code:
                    raise
                return answer(request, match_id, **more)

        return call

    return around


def brought(match_id: UUID) -> KeptPlay | Party:
    """Raises NotFound."""
    try:
        return kept_play(match_id)
    except NotFound:
        return foreign_party(match_id)


def seat_words(language: str, seats: int) -> list[str]:
    """What seats are called of which nobody's name is known."""
    words = shell_texts(language)["records"]["seat"]
    return [words.format(number=digits(seat + 1, language)) for seat in range(seats)]


def source_of(subject: UUID) -> str:
    return "records" if is_collected(subject) else "mine"


# -- cards ------------------------------------------------------------------------------------------------------------


def card(request: Request, match_id: UUID) -> Response:
    return Response(card_json(brought(match_id), language(request)) | {"source": source_of(match_id)})


def card_json(kept: KeptPlay | Party, language: str) -> Any:
    if isinstance(kept, Party):
        return match_json(foreign_card(kept), language, None) | {"imported": True}
    return play_json(kept.record, language)


def play_json(record: Any, language: str) -> Any:
    """The card of a play: what a match has and a play has not is null."""
    at, plies = fair.time_text(record.added_at), record.moves.count("\n") + 1 if record.moves else 0
    winners = {"1-0": [0], "0-1": [1], "1/2": [0, 1], "0-0": []}[record.result]
    seat = {"account": None, "name": None, "bot": None, "bot_account": False}
    nothing = dict.fromkeys(
        ("clock", "delay", "opened_by", "my_seat", "rematch", "rematch_of", "head", "started_at", "audit")
    )  # fmt: skip
    return nothing | {
        "id": str(record.id), "game": record.game, "rules_version": record.rules_version, "options": record.options,
        "seats": [{"seat": number, **seat} for number in range(2)], "status": "ended", "private": False,
        "rated": False, "seating": "fixed", "opened_at": at, "scores": record.scores, "winners": winners,
        "reason": record.reason, "to_act": [], "ply": plies, "fingerprint": record.id.hex[:8], "ended_at": at,
        "moved_at": at, "clocks": {"move_seconds": None, "runs_out": None}, "revealed": True, "parked": False,
        "year": record.year, "tags": record.tags, "moves": plies, "imported": True,
    }  # fmt: skip


# -- steps and frames -------------------------------------------------------------------------------------------------


def wanted_eye(request: Request, seats: int) -> int:
    text = query_word(request, "eye")
    if text in ("", "gallery", "null"):
        return GALLERY
    if not re.fullmatch("[0-9]", text) or int(text) >= seats:
        raise BadFields({"eye": "a seat number or gallery"})
    return int(text)


def present(request: Request, match_id: UUID) -> HttpResponse:
    kept = brought(match_id)
    if isinstance(kept, Party):
        return raw(frames.present(kept, GALLERY, language(request)).text)
    return raw(play_frame(kept, kept.last, GALLERY, language(request)))


def past(request: Request, match_id: UUID, seq: int) -> HttpResponse:
    kept = brought(match_id)
    if isinstance(kept, Party):
        return raw(frames.past(kept, seq, wanted_eye(request, kept.match.seats), language(request)))
    if seq > kept.last:
        raise NotFound
    return raw(play_frame(kept, seq, wanted_eye(request, 2), language(request)))


def play_frame(kept: KeptPlay, seq: int, eye: int, language: str) -> str:
    game, state, over = kept.game, kept.state(seq), seq == kept.last
    seat = None if eye == GALLERY else eye
    lines = [{"seq": seq, "code": news.code, "params": dict(news.params)} for news in kept.news(seq)]
    return compact(
        {
            "match": str(kept.record.id), "seq": seq, "game": game.info.key, "eye": seat, "decision": None,
            "to_act": [] if over else sorted(game.to_act(state)), "scores": list(game.scores(state)),
            "winners": list(kept.winners) if over else None, "reason": kept.record.reason if over else None,
            "deadline": None, "clocks": None, "offers": [], "plans": [], "fingerprint": kept.record.id.hex[:8],
            "at": None, **view_fields(game, game.view(state, seat)), "moves": None,
            "news": render_news(language, game.info.key, lines, seat_words(language, 2)),
        }
    )  # fmt: skip


def stretch(request: Request, match_id: UUID, first: int, last: int) -> HttpResponse:
    kept, spoken = brought(match_id), language(request)
    if isinstance(kept, Party):
        return raw(frames.stretch(kept, first, last, wanted_eye(request, kept.match.seats), spoken))
    eye = wanted_eye(request, 2)
    texts: list[str] = []
    size, seq = 0, first
    while seq <= min(last, kept.last) and len(texts) < MOST_FRAMES:
        text = play_frame(kept, seq, eye, spoken)
        size += len(text)
        if texts and size > MOST_BYTES:
            break
        texts.append(text)
        seq += 1
    left = seq if seq <= min(last, kept.last) else None
    head = compact({"match": str(match_id), "eye": None if eye == GALLERY else eye, "next": left})
    return raw(f'{head[:-1]},"frames":[{",".join(texts)}]}}')


def play_steps(kept: KeptPlay, language: str) -> list[Any]:
    """The outline of a play: seq 0 is the start, n what stands after ply n."""
    steps, names = [], seat_words(language, 2)
    for seq in range(kept.last + 1):
        state, moment = kept.state(seq), kept.moment(seq)
        steps.append(
            {
                "seq": seq, "at": None, "type": PLAYED if seq else STARTED,
                "seat": kept.table.steps[seq - 1].ply.seat if seq else None, "move": kept.core(seq) if seq else None,
                "to_act": [] if seq == kept.last else sorted(kept.game.to_act(state)), "round": None,
                "scores": list(kept.game.scores(state)),
                "moment": moment and {
                    "code": moment.code, "text": moment_text(language, kept.game.info.key, moment, names),
                },
            }
        )  # fmt: skip
    return steps


# -- logs and records -------------------------------------------------------------------------------------------------


def events(request: Request, match_id: UUID) -> Response:
    return Response(events_page(_log(match_id).match, query_after(request), None))


def export(request: Request, match_id: UUID) -> HttpResponse:
    """As it came, byte for byte."""
    _log(match_id)
    headers = {
        "Cache-Control": "public, max-age=86400, immutable",
        "Content-Disposition": f'attachment; filename="bazigah-{match_id}.json"',
    }
    return HttpResponse(body_of(match_id), content_type="application/json", headers=headers)


def _log(match_id: UUID) -> Party:
    kept = brought(match_id)
    if not isinstance(kept, Party):
        raise NotFound("no-log")
    return kept


def no_log(request: Request, match_id: UUID) -> Response:
    """What only a log of this house has."""
    brought(match_id)
    raise NotFound("no-log")


def record(request: Request, match_id: UUID) -> HttpResponse:
    kept = brought(match_id)
    if isinstance(kept, Party):
        return record_answer(request, record_of(kept.match))
    if query_word(request, "as", ("text", "json")) == "json":
        return raw(compact(play_record(kept)))
    return _as_text(play_text(kept))


def record_answer(request: Request, record: PrintedRecord) -> HttpResponse:
    """Of a log: text if nothing is said."""
    if query_word(request, "as", ("text", "json")) == "json":
        return raw(compact(record_json(record)))
    return _as_text(record_text(record))


def _as_text(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def play_record(kept: KeptPlay) -> Any:
    """A record that imports as itself."""
    row = kept.record
    moves = [kept.text(seq) for seq in range(1, kept.last + 1)]
    more = {"year": row.year} if row.year is not None else {}
    ends = {"result": row.result, "reason": row.reason, "final": row.final, "tags": row.tags}
    return {"game": row.game, "id": str(row.id), **row.options, "moves": moves, **ends, **more}


def play_text(kept: KeptPlay) -> str:
    """`#` lines, then number, seat and move of every ply."""
    row = kept.record
    options = " ".join(f"{name}={value}" for name, value in sorted(row.options.items()))
    head = [f"# {row.game} {row.id}", f"# {options}", f"# {row.result} {row.reason}"]
    moves = [f"{seq} {kept.table.steps[seq - 1].ply.seat} {kept.text(seq)}" for seq in range(1, kept.last + 1)]
    return "\n".join([*head, *moves]) + "\n"
