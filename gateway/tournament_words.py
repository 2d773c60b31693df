"""Tournaments in sentences: the rules of one, why a row stands above the next, why a request is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from gateway.dates import moment_text
from gateway.words import digits, duration, fill, game_texts, shell_texts
from services.pairings.leaving import ALL_PLAY_ALL
from services.pairings.pods import DEFAULT_SIZES
from services.pairings.texts_en import number, why_sentence
from services.pairings.why import Reason

TWELVE = 12
HOUR_MS = 3_600_000
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def refusal_words(language: str, reason: str, params: Mapping[str, Any]) -> str | None:
    """The sentence of a refusal that says what would work; None: it has none of its own."""
    template = shell_texts(language)["tournament_refusals"].get(reason)
    spoken = {name: _readable(value, language) for name, value in params.items()}
    return None if template is None else fill(language, template, spoken, {})


def _readable(value: Any, language: str) -> Any:
    """A moment as people write it; anything else as it is."""
    return moment_text(value, language) if isinstance(value, str) and _MOMENT.fullmatch(value) else value


def why_words(language: str, reason: Reason) -> str:
    """English word for word as the specification has it."""
    if language == "en":
        return why_sentence(reason)
    texts, names = shell_texts(language)["tournament_why"], shell_texts(language)["tournament_tiebreaks"]
    params = {
        key: digits(number(value) if isinstance(value, Fraction) else value, language)
        for key, value in reason.params.items()
    }
    template = texts.get(reason.code) or texts["tiebreak"]
    return str(template).format(name=names.get(reason.code, ""), **params)


def summary(opened: Mapping[str, Any], language: str) -> list[str]:
    """All rules of a tournament, a sentence each. `opened`: the fields of `tournament.opened`."""
    return [line for part in (_play, _points, _course, _entry) for line in part(opened, _Words(language))]


class _Words:
    def __init__(self, language: str) -> None:
        self.language, self.texts = language, shell_texts(language)["tournament_summary"]

    def __call__(self, key: str, **params: Any) -> str:
        return fill(self.language, self.texts[key], params, {})

    def time(self, ms: int) -> str:
        return duration(max(1, ms // 1000), self.language)

    def hours(self, count: int) -> str:
        return self.time(count * HOUR_MS)

    def points(self, twelfths: int) -> str:
        return digits(number(Fraction(twelfths, TWELVE)), self.language)

    def listed(self, items: Iterable[object]) -> str:
        return str(shell_texts(self.language)["house"]["comma"]).join(
            digits(str(item), self.language) for item in items
        )


def _play(opened: Mapping[str, Any], words: _Words) -> Iterator[str]:
    rules = opened["rules"]
    yield words.texts["format"][opened["format"]]
    yield words("seats", game=game_texts(opened["game"], words.language)["name"], seats=opened["seats"])
    if opened["format"] == "arena":
        yield words("minutes", minutes=rules.get("minutes", 60))
    elif opened["rounds"] is None:
        yield words("rounds-follow")
    else:
        yield words("one-round") if opened["rounds"] == 1 else words("rounds", rounds=opened["rounds"])
    for key, flag in (("twice", "twice"), ("at-once", "at_once"), ("third", "third")):
        if rules.get(flag):
            yield words(key)
    if rules.get("best_of", 1) > 1:
        yield words("best-of", best_of=rules["best_of"])
    if "group" in rules:
        yield words("group", group=rules["group"])
    if rules.get("final"):
        yield words(f"final-{rules['final']['kind']}", k=rules["final"]["k"])
    yield _clock(opened["clock"], words)


def _clock(clock: Mapping[str, Any] | None, words: _Words) -> str:
    if clock is None:
        return words("clock-none")
    match clock.get("kind"):
        case "per_move":
            text = words("per_move", time=words.time(clock["ms"]))
        case "fischer":
            text = words("fischer", time=words.time(clock["start_ms"]), increment=words.time(clock["increment_ms"]))
        case "byoyomi":
            period = words.time(clock["period_ms"])
            text = words("byoyomi", time=words.time(clock["main_ms"]), periods=clock["periods"], period=period)
        case _:
            text = words("other")
    return words("clock", clock=text)


def _points(opened: Mapping[str, Any], words: _Words) -> Iterator[str]:
    points = opened["points"]
    if "place" in points:
        sizes = _sizes(opened)
        for size, row in sorted(points["place"].items()):
            if int(size) in sizes:
                yield words("points-place", size=int(size), points=words.listed(map(words.points, row)))
    else:
        yield words("points-two", **{key: words.points(value) for key, value in points.items()})
    names = shell_texts(words.language)["tournament_tiebreaks"]
    if opened["tiebreaks"]:
        yield words("tiebreaks", names=words.listed(names[name] for name in opened["tiebreaks"]))
    else:
        yield words("no-tiebreaks")
    if opened["rules"].get("c07"):
        yield words("c07")


def _sizes(opened: Mapping[str, Any]) -> list[int]:
    """Numbers of people at a table: pods have small ones too."""
    if opened["format"] != "swiss_pods":
        return [opened["seats"]]
    sizes = opened["rules"].get("sizes") or DEFAULT_SIZES
    return sorted({*sizes, opened["seats"]})


def _leaving(opened: Mapping[str, Any]) -> str:
    if opened["seats"] > 2:
        return "leaving-more"
    return "leaving-all-play-all" if opened["format"] in ALL_PLAY_ALL else "leaving"


def _course(opened: Mapping[str, Any], words: _Words) -> Iterator[str]:
    rules, more = opened["rules"], "-more" if opened["seats"] > 2 else ""
    if opened["format"] == "swiss_pods":
        yield words("sizes", sizes=words.listed(_sizes(opened)))
    if "late" in rules:
        yield words(f"late-{rules['late']}")
    if "byes" in rules:
        yield words(f"byes{more}", byes=rules["byes"]) if rules["byes"] else words("no-byes")
    if rules.get("round_hours") is not None:
        yield words("round-hours", time=words.hours(rules["round_hours"]))
        yield _at_deadline(rules, more, words)
    elif opened["format"] != "arena":
        yield words("no-round-hours")
    if rules.get("no_show_hours") is not None:
        yield words(f"no-show{more}", time=words.hours(rules["no_show_hours"]))
    yield words(_leaving(opened))
    for key in ("bots", "delay"):
        if rules.get(key):
            yield words(key)
    yield words("rated" if rules.get("rated") else "unrated")


def _at_deadline(rules: Mapping[str, Any], more: str, words: _Words) -> str:
    if rules.get("deadline") == "director":
        return words("director")
    hours = rules.get("extend_hours") or 0
    return words(f"extend{more}", time=words.hours(hours)) if hours else words(f"no-extension{more}")


def _entry(opened: Mapping[str, Any], words: _Words) -> Iterator[str]:
    entry = opened["entry"]
    yield words("open" if entry.get("open", True) else "invited")
    if entry.get("guests") is False or opened["rules"].get("rated"):
        yield words("no-guests")
    low, high = entry.get("rating_from"), entry.get("rating_to")
    if low is not None or high is not None:
        key = "ratings" if low is not None and high is not None else "ratings-from" if high is None else "ratings-to"
        yield words(key, low=low, high=high)
    if entry.get("cap") is not None:
        yield words("cap", cap=entry["cap"])
    for key, name in (("closes", "closes_at"), ("starts", "starts_at")):
        if entry.get(name):
            yield words(key, time=moment_text(entry[name], words.language))
