"""Clocks in words, and the presets that people know by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gateway.words import digits, duration, fill, shell_texts
from services.matches.models import Match

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "live": {"kind": "fischer", "start_ms": 10 * MINUTE, "increment_ms": 10_000},
    "day": {"kind": "fischer", "start_ms": DAY, "increment_ms": 12 * HOUR, "cap_ms": 3 * DAY},
    "three-days": {"kind": "fischer", "start_ms": 3 * DAY, "increment_ms": DAY, "cap_ms": 7 * DAY},
    "week": {"kind": "per_move", "ms": 7 * DAY},
    "golem": {"kind": "fischer", "start_ms": 240 * HOUR, "increment_ms": 36 * HOUR, "cap_ms": 240 * HOUR},
}


def clock_words(match: Match, language: str) -> str:
    """The thinking time of a table in a sentence."""
    if match.move_seconds is not None:
        return duration(match.move_seconds, language)
    return words_of(match.clock, language)


def words_of(clock: Mapping[str, Any] | None, language: str) -> str:
    texts = shell_texts(language)["clock"]
    if clock is None:
        return str(texts["none"])
    amounts = {name: duration(value // 1000, language) for name, value in clock.items() if name.endswith("ms")}
    params = amounts | {"periods": clock.get("periods", 0)}
    key = f"{clock['kind']}_cap" if "cap_ms" in clock else clock["kind"]
    # The amounts are sentences already: they are put in as they are.
    sentence = fill(language, texts[key], params, {text: text for text in amounts.values()})
    return ". ".join([sentence, *_beside(clock, language)])


def _beside(clock: Mapping[str, Any], language: str) -> Iterator[str]:
    """What a clock says beside its time: rests, vacation, what happens at its end."""
    texts, shell = shell_texts(language)["clock_form"], shell_texts(language)
    if days := clock.get("rest_days"):
        names = shell["house"]["comma"].join(texts[f"day_{day}"] for day in days)
        yield f"{texts['rest_days']}: {names}"
    if hours := clock.get("rest_hours"):
        yield f"{texts['rest_hours']}: {digits(f'{hours[0]:02}:00–{hours[1]:02}:00', language)}"
    if "vacation" in clock:
        yield f"{texts['vacation']}: {texts['vacation_yes' if clock['vacation'] else 'vacation_no']}"
    if "on_timeout" in clock:
        yield f"{texts['on_timeout']}: {texts[clock['on_timeout']]}"


def delay_words(delay: Mapping[str, int], language: str) -> str:
    texts = shell_texts(language)["clock_form"]
    if "ms" in delay:
        return duration(delay["ms"] // 1000, language) if delay["ms"] else str(texts["delay_none"])
    return str(texts["delay_3p"]).replace(digits(3, language), digits(delay["plies"], language))
