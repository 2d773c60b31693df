"""The score sheet of a match: every step in sentences, to be printed or read aloud."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gateway import frames, kept
from gateway.auth import account_id
from gateway.cards import match_json
from gateway.pages import brought
from gateway.pages.match_data import result_words
from gateway.pages.options import option_words, table_terms
from gateway.pages.refusal_pages import as_pages
from gateway.words import position_lines
from services.errors import NotFound
from services.readers.cards import Party, card_of_match, visible_party
from services.readers.models import GALLERY
from services.readers.outline import outline_of
from services.records.read.kept import KeptPlay


@require_safe
@as_pages
def sheet(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """With `?positions=no` the moves alone."""
    invite = request.GET.get("invite", "")
    language = request.language  # type: ignore[attr-defined]
    short = request.GET.get("positions") == "no"
    play = _play_of(match_id, account_id(request), invite, language)
    names = [holder["name"] or "?" for holder in play.card["seats"]]
    context = {
        "match": play.card,
        "steps": [
            _step(number, *step, [] if short else _position(step[0], names, language))
            for number, step in enumerate(zip(play.frames, play.steps, strict=True))
        ],
        "result": result_words(play.card, None, language) if play.card["winners"] is not None else None,
        "options": play.options,
        "short": short,
        "invite": invite,
    }
    return render(request, "house/sheet.html", context)


@dataclass(frozen=True, slots=True)
class _Play:
    """What a sheet tells; frames and steps go side by side, as the gallery knows them: a sheet is for everybody."""

    card: Any
    frames: list[Any]
    steps: list[tuple[int | None, str | None]]  # seat and text of a move
    options: list[tuple[str, str]]


def _play_of(match_id: UUID, account: UUID | None, invite: str, language: str) -> _Play:
    try:
        party, _ = visible_party(match_id, account, invite)
        return _of_log(party, match_json(card_of_match(party), language, None), language)
    except NotFound as missing:
        if missing.code != NotFound.code:
            raise
        subject = kept.brought(match_id)
        card = brought.card_of(subject, language)
        return _of_log(subject, card, language) if isinstance(subject, Party) else _of_play(subject, card, language)


def _of_log(party: Party, card: Any, language: str) -> _Play:
    moves = {step.seq: (step.seat, step.move) for step in outline_of(party.match)}
    frames = _frames(party, language)
    return _Play(card, frames, [moves[frame["seq"]] for frame in frames], table_terms(party.match, language))


def _of_play(subject: KeptPlay, card: Any, language: str) -> _Play:
    seqs = range(subject.last + 1)
    frames = [json.loads(kept.play_frame(subject, seq, GALLERY, language)) for seq in seqs]
    seats = [subject.table.steps[seq - 1].ply.seat if seq else None for seq in seqs]
    moves = [subject.text(seq) if seq else None for seq in seqs]
    options = option_words(card["game"], card["options"], language)
    return _Play(card, frames, list(zip(seats, moves, strict=True)), options)


def _step(number: int, frame: Any, step: tuple[int | None, str | None], position: list[str]) -> dict[str, Any]:
    return {
        "number": number,
        "seq": frame["seq"],
        "at": frame["at"],
        "seat": step[0],
        "move": step[1],
        "scores": frame["scores"],
        "news": [line["text"] for line in frame["news"]],
        "position": position,
    }


def _position(frame: Any, names: list[str], language: str) -> list[str]:
    return position_lines(language, frame["game"], frame["view"], names)


def _frames(party: Party, language: str) -> list[Any]:
    """All of them, a stretch at a time."""
    drawn: list[Any] = []
    first: int | None = 0
    while first is not None:
        stretch = json.loads(frames.stretch(party, first, party.match.head.seq, GALLERY, language))
        drawn += stretch["frames"]
        first = stretch["next"]
    return drawn
