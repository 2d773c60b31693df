"""The table of a tournament's log: each event type, who writes it, and what its `pub` is (tournaments.md section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from verifier import events as fair
from verifier.forms import (
    Choice,
    Constant,
    Either,
    Entries,
    Every,
    Fields,
    Flag,
    Form,
    Having,
    ListOf,
    Named,
    Pair,
    Switch,
    Text,
    When,
    Whole,
)

NULL, COUNT, POSITIVE, WORD, UUID, HASH, TIME = (
    fair.NULL, fair.COUNT, fair.POSITIVE, fair.WORD, fair.UUID, fair.HASH, fair.TIME
)  # fmt: skip
FORMATS: Final = (
    "swiss", "round_robin", "knockout", "double_knockout", "groups", "swiss_pods", "league", "arena"
)  # fmt: skip
TIEBREAKS: Final = (
    "buchholz_cut1", "buchholz", "direct", "sonneborn", "wins", "seconds", "share", "opponents", "meetings"
)  # fmt: skip
REASONS: Final = ("absent", "conduct", "error", "outage", "agreement", "other")
MOST_SEATS: Final = 4
UUID_TEXT: Final = Text("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

SEATED: Final = Named("seated", Either(POSITIVE, Text("bot:[!-~]{1,100}")))
AT_TABLE: Final = ListOf(SEATED, least=1)
DRAWN: Final = Named("drawn_table", Fields({"table": POSITIVE, "match": UUID, "entries": AT_TABLE}))
BYE: Final = Named("bye", Fields({"entry": POSITIVE, "kind": Choice(("pairing", "half", "zero"))}))
BYES: Final = ListOf(BYE)
PLACES: Final = ListOf(Either(NULL, POSITIVE), least=1)
POINTS: Final = Named(
    "points",
    Either(
        Fields({"win": COUNT, "draw": COUNT, "loss": COUNT}),
        Fields({"place": Entries(Text("[2-4]"), ListOf(COUNT, least=2))}),
    ),
)
LOTS: Final[Mapping[str, Form]] = {"chance": fair.RECORDS, "draws": ListOf(fair.DRAW)}
RULES: Final = Named(
    "rules",
    Fields(
        {},
        {
            "late": Choice(("no", "zero", "half")),
            "byes": Whole(0, 2),
            "round_hours": Either(NULL, COUNT),
            "no_show_hours": Either(NULL, COUNT),
            "extend_hours": Either(NULL, COUNT),
            "deadline": Choice(("time", "director")),
            "bots": Either(Flag(), WORD),
            "rated": Flag(),
            "delay": Either(NULL, fair.DELAY),
            "c07": WORD,
            "sizes": ListOf(Whole(2, MOST_SEATS), least=1, distinct=True),
            "group": Whole(2),
            "final": Either(NULL, Fields({"kind": Choice(("table", "bracket")), "k": Whole(2)})),
            "best_of": Either(Constant(1), Constant(3), Constant(5)),
            "third": Flag(),
            "twice": Flag(),
            "at_once": Flag(),
            "minutes": POSITIVE,
        },
    ),
)
ENTRY_RULES: Final = Named(
    "entry_rules",
    Fields(
        {},
        {
            "open": Flag(),
            "guests": Flag(),
            "rating_from": Either(NULL, Whole()),
            "rating_to": Either(NULL, Whole()),
            "cap": Either(NULL, COUNT),
            "closes_at": Either(NULL, TIME),
            "starts_at": Either(NULL, TIME),
        },
    ),
)
OPENED: Final = Fields(
    {
        "game": WORD,
        "rules_version": Either(POSITIVE, WORD),
        "options": fair.OBJECT,
        "seats": Whole(2, MOST_SEATS),
        "format": Choice(FORMATS),
        "rounds": Either(NULL, COUNT),
        "clock": Either(NULL, fair.CLOCK),
        "points": POINTS,
        "tiebreaks": ListOf(Choice(TIEBREAKS), distinct=True),
        "rules": RULES,
        "entry": ENTRY_RULES,
        "directors": ListOf(WORD, least=1, distinct=True),
        "seed_commit": HASH,
    },
    {"previous": Fields({"match": UUID, "head": HASH})},
)

# -- rulings ----------------------------------------------------------------------------------------------------------

_GAME: Final[Mapping[str, Form]] = {"round": POSITIVE, "table": POSITIVE, "game": POSITIVE}
_REDRAWN: Final = ListOf(DRAWN, least=1)
_RULINGS: Final[Mapping[str, tuple[Mapping[str, Form], Mapping[str, Form]]]] = {
    "result": ({**_GAME, "places": PLACES}, {}),
    "forfeit": ({**_GAME, "entry": POSITIVE}, {}),
    "double-forfeit": (_GAME, {}),
    "annul": ({"round": POSITIVE, "table": POSITIVE}, {"game": POSITIVE}),
    "expel": ({"entry": POSITIVE}, {}),
    "substitute": ({"entry": POSITIVE, "account": WORD, "score": Choice(("carry", "zero"))}, {}),
    "extend": ({"round": POSITIVE, "deadline": TIME}, {"table": POSITIVE}),
    "re-pair": ({"round": POSITIVE, "tables": _REDRAWN, "byes": BYES}, {}),
    "hold": ({}, {}),
    "release": ({}, {}),
    "director": ({"accounts": ListOf(WORD, least=1, distinct=True)}, {}),
    "revoke": ({"of": COUNT}, {}),
}


def _ruling(name: str) -> Form:
    needed, optional = _RULINGS[name]
    common: Mapping[str, Form] = {"ruling": Constant(name), "reason": Choice(REASONS), "seen": COUNT}
    return Fields({**common, **needed}, optional)


RULING: Final = Every(
    Having({"ruling": Choice(tuple(_RULINGS))}),
    Switch("ruling", {name: Named(f"ruling_{name.replace('-', '_')}", _ruling(name)) for name in _RULINGS}),
)

# -- event types ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TournamentEvent:
    by: tuple[str, ...]
    pub: Form


SERVER, ACCOUNT, DIRECTOR = ("server",), ("acct",), ("director",)
ENTRY: Final = Fields({"entry": POSITIVE})
RESULT: Final = Fields(
    {
        **_GAME,
        "match": UUID,
        "head": HASH,
        "places": Either(NULL, PLACES),
        "scores": Either(NULL, ListOf(Whole(), least=1)),
        "points": ListOf(COUNT, least=1),
        "why": Choice(("played", "time", "resign", "no-show", "ruling", "aborted")),
    },
    {"bots": ListOf(POSITIVE, least=1, distinct=True)},
)
EVENTS: Final[Mapping[str, TournamentEvent]] = {
    "tournament.opened": TournamentEvent(DIRECTOR, OPENED),
    "entry.made": TournamentEvent(
        ACCOUNT + DIRECTOR, Fields({"entry": POSITIVE, "account": WORD, "entropy": fair.ENTROPY})
    ),
    "entry.withdrawn": TournamentEvent(ACCOUNT + DIRECTOR, ENTRY),
    "entry.refused": TournamentEvent(DIRECTOR, Fields({"account": WORD, "reason": WORD})),
    "bye.requested": TournamentEvent(ACCOUNT, Fields({"entry": POSITIVE, "round": POSITIVE})),
    "tournament.started": TournamentEvent(
        DIRECTOR + SERVER,
        Fields(
            {
                "ratings": ListOf(Pair(POSITIVE, Either(NULL, Whole()))),
                "order": ListOf(POSITIVE, least=1, distinct=True),
                **LOTS,
            },
            {"schedule": ListOf(ListOf(POSITIVE, least=2), least=1)},
        ),
    ),
    "round.paired": TournamentEvent(
        SERVER,
        Fields(
            {
                "round": POSITIVE,
                "engine": WORD,
                "version": WORD,
                "tables": ListOf(DRAWN),
                "byes": BYES,
                "deadline": Either(NULL, TIME),
            },
            {"fallback": Choice(("failed", "hard-rule", "size")), "cost": ListOf(COUNT)},
        ),
    ),
    "game.added": TournamentEvent(SERVER, Fields({**_GAME, "match": UUID, "entries": AT_TABLE})),
    "result.noted": TournamentEvent(SERVER, RESULT),
    "ruling.made": TournamentEvent(DIRECTOR, RULING),
    "arena.ready": TournamentEvent(ACCOUNT, ENTRY),
    "arena.left": TournamentEvent(ACCOUNT, ENTRY),
    "round.closed": TournamentEvent(SERVER, Fields({"round": POSITIVE, "standings": HASH})),
    "tournament.closed": TournamentEvent(
        SERVER + DIRECTOR,
        Fields(
            {
                "standings": HASH,
                "places": ListOf(Pair(POSITIVE, POSITIVE)),
                **LOTS,
                "reason": Choice(("done", "no-pairing", "cancelled")),
            }
        ),
    ),
    "seed.revealed": TournamentEvent(SERVER, Fields({"seed": HASH})),
}
OWN: Final = frozenset(EVENTS) - {"seed.revealed"}  # types that no match has

# -- the export -------------------------------------------------------------------------------------------------------

ENVELOPE: Final = Fields(
    {**fair.ENVELOPE.needed, "type": Choice(tuple(EVENTS)), "sealed": fair.NO_PARTS, "dp": NULL, "df": NULL}
)
# The envelope with what a match's events also keep to: who sends commands.
PLAIN: Final = Every(
    ENVELOPE,
    When(Having({"actor": fair.actor_of("server")}), Having({"cmd": NULL})),
    When(Having({"actor": fair.actor_of("acct")}), Having({"cmd": WORD})),
)
EVENT: Final = Named(
    "tournament_event",
    Every(
        PLAIN,
        Switch(
            "type",
            {
                name: Named(name.replace("seed.", "tournament_seed."), Having({"actor": actor, "pub": kind.pub}))
                for name, kind in EVENTS.items()
                for actor in (fair.actor_of(*kind.by),)
            },
        ),
    ),
)


def tournament_export_of(event: Form) -> Fields:
    """An export of such events; nothing is sealed, so nothing is opened. `exports` and `previous` hold exports."""
    return Fields(
        {"format": Constant("fair1/export"), "match": UUID, "events": ListOf(event, least=1)},
        {
            "opened": ListOf(Constant(None), most=0),
            "receipt": Either(NULL, fair.RECEIPT),
            "exports": Entries(UUID_TEXT, fair.OBJECT),
            "previous": Either(NULL, fair.OBJECT),
        },
    )


TOURNAMENT_EXPORT: Final = Named("tournament_export", tournament_export_of(EVENT))
