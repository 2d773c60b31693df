"""The public trail of all rulings, in sentences, and what a ruling would change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from gateway.dates import moment_text
from gateway.drawings.words import points_text
from gateway.pages.tournaments.reading import Reading
from gateway.words import digits, fill, isolate, shell_texts
from services.pairings.rulings import RuleRePair, Ruling
from services.pairings.state import RulingRecorded
from services.people.accounts import names_of

OF_TEXT = "tournament_page"


def ruling_rows(reading: Reading, language: str) -> list[dict[str, Any]]:
    """The newest first; who ruled, what, why, and whether it was taken back."""
    rulings = reading.state.rulings
    directors = names_of({_uuid(ruled.actor) for ruled in rulings})
    words = shell_texts(language)[OF_TEXT]
    return [
        {
            "seq": ruled.seq,
            "at": ruled.at,
            "text": ruling_text(reading, ruled.made.ruling, language),
            "reason": words["reasons"][ruled.made.reason],
            "by": _name(directors, ruled.actor),
            "revoked": ruled.seq in reading.state.revoked,
            "may_revoke": _may_revoke(reading, ruled),
        }
        for ruled in reversed(rulings)
    ]


def _name(names: Mapping[UUID, str], actor: str) -> str:
    account = _uuid(actor)
    return names.get(account, "") if account is not None else ""


def _uuid(actor: str) -> UUID | None:
    try:
        return UUID(actor.partition(":")[2])
    except ValueError:
        return None


def _may_revoke(reading: Reading, ruled: RulingRecorded) -> bool:
    final = ("re-pair", "release", "director", "revoke")
    return ruled.seq not in reading.state.revoked and ruled.made.ruling.name not in final


def ruling_text(reading: Reading, ruling: Ruling, language: str) -> str:
    """A ruling as a sentence with names."""
    words = shell_texts(language)[OF_TEXT]["rulings"]
    params: dict[str, Any] = {key: value for key, value in ruling.as_json().items() if isinstance(value, int | str)}
    if "entry" in params:
        params["entry"] = reading.names.get(params["entry"], digits(params["entry"], language))
    if "deadline" in params:
        params["deadline"] = moment_text(params["deadline"], language)
    if getattr(ruling, "places", None) is not None:
        params["places"] = _places(reading, ruling, language)
    if isinstance(ruling, RuleRePair):
        params["tables"] = _redrawn(reading, ruling, language)
    key = ruling.name if ruling.name != "extend" or params.get("table") is None else "extend-table"
    places = params.get("places", "")
    return fill(language, words[key], params, {places: places} if places else {})


def _redrawn(reading: Reading, ruling: RuleRePair, language: str) -> str:
    """Each table with who sits there now."""
    comma = str(shell_texts(language)["house"]["comma"])
    names = [
        [isolate(reading.names.get(entry, "")) for entry in drawn.entries if isinstance(entry, int)]
        for drawn in ruling.tables
    ]
    return comma.join(
        f"{digits(drawn.table, language)} ({' – '.join(people)})"
        for drawn, people in zip(ruling.tables, names, strict=True)
    )


def _places(reading: Reading, ruling: Any, language: str) -> str:
    """Who has which place."""
    try:
        games = reading.state.round(ruling.round).tables[ruling.table - 1].games
        game = next(game for game in games if game.game == ruling.game)
    except (IndexError, StopIteration):
        return ""
    named = [
        (place, reading.names.get(entry, ""))
        for entry, place in zip(game.entries, ruling.places, strict=True)
        if place is not None and isinstance(entry, int)
    ]
    comma = str(shell_texts(language)["house"]["comma"])
    return comma.join(f"{digits(place, language)}. {isolate(name)}" for place, name in sorted(named))


def effect_rows(reading: Reading, before: list[Any], after: list[Any], language: str) -> list[dict[str, Any]]:
    """Rows `[entry, place, points]` before and after, side by side in the order after."""
    old = {entry: (place, points) for entry, place, points in before}
    return [
        {
            "name": reading.names.get(entry, digits(entry, language)),
            "place": place,
            "points": points_text(points, language),
            "old_place": old.get(entry, (None, 0))[0],
            "old_points": points_text(old.get(entry, (None, 0))[1], language),
            "changed": old.get(entry) != (place, points),
        }
        for entry, place, points in after
    ]
