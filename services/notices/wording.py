"""What people read: a title, a text and a link for each thing, in the language of the account."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection

from services.notices.dates import digits, moment_text
from services.people.models import Account
from services.people.things import Thing

LANGUAGES: Final = ("en", "fa")
FIRST_STRONG, END_ISOLATE = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads it: language and zone."""

    language: str = "en"
    utc_offset: int = 0


@dataclass(frozen=True, slots=True)
class Players:
    """Who sits at a match, by seat: a name, or the key of a bot."""

    names: Mapping[int, str] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    host: str = ""  # whoever opened the table


@dataclass(frozen=True, slots=True)
class Wording:
    """Something as people read it."""

    title: str
    text: str
    link: str
    link_text: str


@cache
def words(language: str) -> Mapping[str, Any]:
    """Of a language we do not have: English."""
    name = f"{language if language in LANGUAGES else 'en'}.json"
    texts: dict[str, Any] = json.loads(resources.files(__package__).joinpath("texts", name).read_text("utf-8"))
    return texts


@cache
def _game_words(game: str, language: str) -> Mapping[str, Any]:
    folder = resources.files("engine.games").joinpath(game, "texts")
    path = folder.joinpath(f"{language if language in LANGUAGES else 'en'}.json")
    texts: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return texts


def game_name(game: str, language: str) -> str:
    return str(_game_words(game, language).get("name", game))


def worded(thing: str, body: Mapping[str, Any], reader: Reader, players: Players | None) -> Wording:
    """`thing` is a thing, or the kind of a word of the house."""
    texts = words(reader.language)
    holes = _holes(thing, body, reader, players or Players(), texts)
    to_match = body.get("match") and not str(body["link"]).startswith(f"{settings.PUBLIC_URL}/tournaments/")
    link_text = texts.get(f"{thing}_link") or texts["open" if to_match else "open_page"]
    return Wording(
        _fill(texts[thing]["title"], holes), _fill(texts[thing]["text"], holes).strip(), body["link"], link_text
    )


def calendar_title(body: Mapping[str, Any], reader: Reader, players: Players) -> str:
    texts = words(reader.language)
    against = _against(body, players, reader, texts)
    return _fill(texts["calendar_event"], {"game": game_name(body["game"], reader.language), "against": against})


def _holes(
    thing: str, body: Mapping[str, Any], reader: Reader, players: Players, texts: Mapping[str, Any]
) -> dict[str, str]:
    language = reader.language
    against = _against(body, players, reader, texts)
    holes = {
        "game": game_name(body["game"], language) if body.get("game") else "",
        "against": against,
        "time": _time(thing, body, reader, texts),
        "host": _isolated(players.host or texts["somebody"], language),
        "url": str(body.get("url", "")),
        "name": _isolated(str(body.get("name", "")), language),
        "reason": str(body.get("reason", "")),
        "words": str(body.get("words", "")),
    }
    holes |= {name: digits(body[name], language) for name in ("used", "round", "count") if name in body}
    if thing == Thing.OFFER:
        holes["kind"] = texts["kinds"].get(body["kind"], body["kind"])
    elif thing == Thing.END:
        holes["outcome"] = texts["outcomes"][outcome(body)]
    elif thing == Thing.SEAT:
        mine = body["taken"] == body["seat"]
        name = _isolated(_name(body["taken"], body, players, reader) or texts["somebody"], language)
        holes["whose"] = _fill(texts["seats"]["mine" if mine else "other"], {"name": name})
        holes["what_now"] = texts["seats"]["mine_now" if mine else "other_now"]
    elif thing == Thing.TOURNAMENT:
        holes["event"] = _fill(texts["events"][body["what"]], holes)
    return holes


def outcome(body: Mapping[str, Any]) -> str:
    """How the match came out for the reader's seat."""
    winners, seat = body.get("winners"), body["seat"]
    if body.get("status") == "aborted" or winners is None:
        return "aborted"
    if not winners:
        return "nobody"
    if seat not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "drawn"


def _against(body: Mapping[str, Any], players: Players, reader: Reader, texts: Mapping[str, Any]) -> str:
    seats = sorted({*players.names, *players.bots} - {body.get("seat")})
    others = [_isolated(_name(seat, body, players, reader), reader.language) for seat in seats]
    if not others:
        return ""
    *first, last = others
    names = texts["comma"].join(first) + texts["and"] + last if first else last
    return _fill(texts["against"], {"names": names})


def _name(seat: int, body: Mapping[str, Any], players: Players, reader: Reader) -> str:
    bot = players.bots.get(seat)
    if bot is None:
        return players.names.get(seat, "")
    return str(_game_words(body["game"], reader.language).get("bots", {}).get(bot, {}).get("name", bot))


def _time(thing: str, body: Mapping[str, Any], reader: Reader, texts: Mapping[str, Any]) -> str:
    if not body.get("deadline") or thing not in (Thing.TURN, Thing.TIME, Thing.TOURNAMENT):
        return ""
    moment = moment_text(datetime.fromisoformat(body["deadline"]), reader.utc_offset, reader.language, texts)
    return _fill(texts["round_until" if thing == Thing.TOURNAMENT else "time_until"], {"deadline": moment})


def _fill(template: str, holes: Mapping[str, str]) -> str:
    """What stands in a hole is not read as a template again."""
    parts = template.split("{")
    return parts[0] + "".join(
        holes.get(name, "") + rest for part in parts[1:] for name, _, rest in (part.partition("}"),)
    )


def _isolated(name: str, language: str) -> str:
    """A name keeps its own direction inside a sentence."""
    return name if language != "fa" and name.isascii() else f"{FIRST_STRONG}{name}{END_ISOLATE}"


# -- who sits there ---------------------------------------------------------------------------------------------------

_PLAYERS = f"""
    SELECT m.id, h.name, s.seat, CASE WHEN s.account IS NULL OR s.bot <> '' THEN s.bot END, a.name FROM store_match m
      LEFT JOIN store_seat s ON s.match_id = m.id
      LEFT JOIN {Account._meta.db_table} a ON a.id = s.account
      LEFT JOIN {Account._meta.db_table} h ON h.id = m.opened_by
     WHERE m.id = ANY(%s) ORDER BY s.seat
"""


def players_of(matches: Iterable[UUID | None]) -> dict[UUID, Players]:
    """In one statement."""
    wanted = sorted({match for match in matches if match is not None})
    if not wanted:
        return {}
    names: dict[UUID, dict[int, str]] = {}
    bots: dict[UUID, dict[int, str]] = {}
    hosts: dict[UUID, str] = {}
    with connection.cursor() as cursor:
        cursor.execute(_PLAYERS, [wanted])
        for match, host, seat, bot, name in cursor.fetchall():
            hosts[match] = host or ""
            if seat is not None and bot:
                bots.setdefault(match, {})[seat] = bot
            elif seat is not None:
                names.setdefault(match, {})[seat] = name or "?"
    return {match: Players(names.get(match, {}), bots.get(match, {}), host) for match, host in hosts.items()}
