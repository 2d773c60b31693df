"""The clock and the spectator delay of a table as a form: presets by name, or one of one's own."""

from __future__ import annotations

from typing import Any, Final

from django.http import QueryDict

from gateway.clocks import DAY, HOUR, MINUTE, PRESETS
from gateway.words import digits, latin_digits, shell_texts
from services.errors import BadTable

OWN: Final = "own"
UNITS: Final = {"minutes": MINUTE, "hours": HOUR, "days": DAY, "seconds": 1000}
KINDS: Final = ("fischer", "per_move", "byoyomi")
DELAYS: Final = {
    "1m": {"ms": MINUTE},
    "5m": {"ms": 5 * MINUTE},
    "10m": {"ms": 10 * MINUTE},
    "3p": {"plies": 3},
    "10p": {"plies": 10},
}
WEEK: Final = (5, 6, 0, 1, 2, 3, 4)  # as a Persian week runs; any order would do
# kind -> field of the clock -> field of the form
_AMOUNTS: Final = {
    "per_move": {"ms": "own_time"},
    "fischer": {"start_ms": "own_time", "increment_ms": "own_more", "cap_ms": "own_cap"},
    "byoyomi": {"main_ms": "own_time", "period_ms": "own_more"},
}
_BLANK: Final = {"own_time": "3", "own_more": "1", "own_cap": "", "own_periods": "5"}


def read_clock(form: QueryDict) -> dict[str, Any] | None:
    """The clock that the form describes; None: none. Raises BadTable."""
    name = form.get("clock", "")
    if not name:
        return None
    if name != OWN and name not in PRESETS:
        raise BadTable("bad-clock", why=", ".join([*PRESETS, OWN]))
    clock = _own_clock(form) if name == OWN else dict(PRESETS[name])
    return clock | _rests(form) | _away(form)


def _own_clock(form: QueryDict) -> dict[str, Any]:
    kind = form.get("own_kind", "")
    if kind not in KINDS:
        raise BadTable("bad-clock", why=", ".join(KINDS))
    clock: dict[str, Any] = {"kind": kind}
    for name, field in _AMOUNTS[kind].items():
        if form.get(field, "") or name != "cap_ms":
            clock[name] = _amount(form.get(field, "")) * UNITS.get(form.get(f"{field}_unit", ""), DAY)
    if kind == "byoyomi":
        clock["periods"] = _amount(form.get("own_periods", ""))
    return clock


def _amount(written: str) -> int:
    """A number in any digits. Raises BadTable."""
    text = latin_digits(written.strip())
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadTable("bad-clock", why=text[:40] or "?")
    return int(text)


def _rests(form: QueryDict) -> dict[str, Any]:
    days = sorted({int(day) for day in form.getlist("rest_days") if day in "0123456" and len(day) == 1})
    rests: dict[str, Any] = {"rest_days": days} if days else {}
    if "rest_hours" in form:
        rests["rest_hours"] = [_amount(form.get(name, "")) for name in ("rest_from", "rest_to")]
    return rests


def _away(form: QueryDict) -> dict[str, Any]:
    """What is left as it is usual is not written down."""
    away: dict[str, Any] = {}
    if form.get("vacation") in ("yes", "no"):
        away["vacation"] = form["vacation"] == "yes"
    if form.get("on_timeout") in ("lose", "bot"):
        away["on_timeout"] = form["on_timeout"]
    return away


def read_delay(form: QueryDict) -> dict[str, int] | None:
    name = form.get("delay", "")
    if name and name not in DELAYS:
        raise BadTable("bad-delay", why=", ".join(DELAYS))
    return dict(DELAYS[name]) if name else None


def form_context(form: QueryDict, language: str) -> dict[str, Any]:
    """What the template needs to draw the form with what was given."""
    texts = shell_texts(language)["clock_form"]
    amounts = [(name, digits(form.get(name, usual), language)) for name, usual in _BLANK.items()]
    return {
        "presets": [(name, shell_texts(language)["clock"][name]) for name in PRESETS],
        "kinds": [(kind, texts[f"kind_{kind}"]) for kind in KINDS],
        "amounts": [
            {
                "name": name,
                "label": texts[name],
                "labels": [(kind, texts[f"{name}_{kind}"]) for kind in KINDS if f"{name}_{kind}" in texts],
                "value": value,
                "unit": form.get(f"{name}_unit", "days"),
            }
            for name, value in amounts
        ],
        "units": [(unit, texts[f"unit_{unit}"]) for unit in UNITS],
        "days": [(str(day), texts[f"day_{day}"]) for day in WEEK],
        "chosen_days": form.getlist("rest_days"),
        "hours": [(str(hour), digits(f"{hour:02}:00", language)) for hour in range(24)],
        "rest_from": form.get("rest_from", "22"),
        "rest_to": form.get("rest_to", "7"),
        "delays": [(name, texts[f"delay_{name}"]) for name in DELAYS],
    }
