"""The table of fair1: the form of each value, event type, sealed part, receipt and export.

By fairness.md sections 3, 5 and 7, async.md sections 1 and 7, tournaments.md section 1.

A new event type or key is a line here; the check of forms and the published schema both follow from this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from verifier.forms import (
    AnyObject,
    Anything,
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
from verifier.hashes import TIME_PATTERN

MOST_PICKS: Final = 10_000  # of one draw: more would only keep a reader busy
MOST_SEATS: Final = 99

# -- values -----------------------------------------------------------------------------------------------------------

NULL: Final = Constant(None)
COUNT: Final = Named("count", Whole(0))
POSITIVE: Final = Named("positive", Whole(1))
OBJECT: Final = AnyObject()
HASH: Final = Named("hash", Text("[0-9a-f]{64}"))
UUID: Final = Named("uuid", Text("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"))
TIME: Final = Named("time", Text(TIME_PATTERN))
WORD: Final = Named("word", Text("[!-~][ -~]{0,199}"))
SEATED: Final = "0|[1-9][0-9]?"  # a seat as text
SEAT_TEXT: Final = Text(SEATED)
AUDIENCE: Final = Text(f"end|{SEATED}")
SEATS: Final = ListOf(COUNT, distinct=True)
ITEM: Final = Named("item", Text("[ -~]{1,200}"))
LABEL: Final = Named("label", Text("[a-z0-9/_-]{1,40}"))
PUBLIC_MOVE: Final = Named("public_move", Text("[ -~]{1,1000}"))
WHOLE_MOVE: Final = Named("whole_move", Text("[ ->@-~]{1,1000}"))  # printable ASCII without the question mark
ENTROPY: Final = Text("(?:[0-9a-f]{2}){0,64}")
RECORD: Final = Named("record", Fields({"label": LABEL, "n": COUNT, "out": ITEM}))
RECORDS: Final = ListOf(RECORD)
SHOWN: Final = Named("shown", ListOf(Either(RECORD, Fields({"of": COUNT, "move": WHOLE_MOVE}))))
ASKED: Final = {"asked": SEATS}  # optional: older logs have none
OFFSET: Final = Named("utc_offset", Whole(-720, 840))  # minutes
HOLDER: Final = Either(Fields({"account": WORD}), Fields({"bot": WORD}))
DRAW: Final = Named(
    "draw",
    Fields(
        {
            "label": LABEL,
            "n": COUNT,
            "bag": ListOf(Pair(ITEM, POSITIVE), least=1),
            "count": Whole(1, MOST_PICKS),
            "eye": Text("pub|end|[0-9]{1,2}"),
        }
    ),
)

# -- the table (async.md 1 and 6, tournaments.md 1, audit_replay.md 3) -------------------------------------------------

_ABSENCE: Final[Mapping[str, Form]] = {
    "rest_days": ListOf(Whole(0, 6), distinct=True),
    "rest_hours": Pair(Whole(0, 23), Whole(0, 23)),
    "vacation": Flag(),
    "on_timeout": Choice(("lose", "bot")),
    "substitute": WORD,
    "returns": Flag(),
}


def _clock(kind: str, needed: Mapping[str, Form], optional: Mapping[str, Form] | None = None) -> Fields:
    return Fields({"kind": Constant(kind), **needed}, {**(optional or {}), **_ABSENCE})


CLOCK: Final = Named(
    "clock",
    Either(
        _clock("per_move", {"ms": COUNT}),
        _clock("fischer", {"start_ms": COUNT, "increment_ms": COUNT}, {"cap_ms": COUNT}),
        _clock("byoyomi", {"main_ms": COUNT, "periods": COUNT, "period_ms": COUNT}),
    ),
)
DELAY: Final = Named("delay", Either(Fields({"ms": Whole(0, 600_000)}), Fields({"plies": Whole(0, 100)})))
SOURCE: Final = Named("source", Fields({"match": UUID, "seq": COUNT, "ms": COUNT, "state": Anything()}))
IN_TOURNAMENT: Final[Mapping[str, Form]] = {"tournament": UUID, "round": COUNT, "table": COUNT, "game_no": POSITIVE}

# -- event types ------------------------------------------------------------------------------------------------------

ROLES: Final[Mapping[str, str]] = {
    "server": "server",
    "acct": "acct:[!-~]{1,200}",
    "director": "director:[!-~]{1,200}",
    "seat": f"seat:(?:{SEATED})",
    "bot": f"bot:(?:{SEATED})",
}
SERVER, SEAT, BOT, DIRECTOR = ("server",), ("seat",), ("bot",), ("director",)
AT_TABLE, IN_CHARGE = ("acct", "director", "server"), ("director", "server")


def _parts(least: int = 0, most: int | None = None, key: Text = AUDIENCE) -> Entries:
    return Entries(key, HASH, least, most)


CMD: Final = Either(NULL, WORD)
NO_PARTS, SOME_PARTS, MOVERS_PART = _parts(most=0), _parts(), _parts(1, 1, SEAT_TEXT)


@dataclass(frozen=True)
class Written:
    """Which roles write an event, what `pub` then is, and what `cmd`."""

    by: tuple[str, ...]
    pub: Form
    cmd: Form

    @property
    def form(self) -> Form:
        return Having({"actor": actor_of(*self.by), "pub": self.pub, "cmd": self.cmd})


class EventType:
    """What an event of one type is; any of the `ways` to write it will do."""

    def __init__(self, *ways: Written, digests: bool = False, sealed: Entries = NO_PARTS) -> None:
        self.ways, self.digests, self.sealed = ways, digests, sealed

    @property
    def form(self) -> Form:
        digest = HASH if self.digests else NULL
        ways = [way.form for way in self.ways]
        return Every(
            Having({"dp": digest, "df": digest, "sealed": self.sealed}), ways[0] if len(ways) == 1 else Either(*ways)
        )


def actor_of(*roles: str) -> Text:
    return Text("|".join(ROLES[role] for role in roles))


def _by(
    roles: tuple[str, ...],
    needed: Mapping[str, Form],
    optional: Mapping[str, Form] | None = None,
    cmd: Form | None = None,
) -> Written:
    """`cmd`: a seat sends a command, unless it is said otherwise; the rule for other roles stands in `EVENT`."""
    return Written(roles, Fields(needed, optional or {}), cmd or (WORD if roles == SEAT else CMD))


PAUSE: Final[Mapping[str, Form]] = {
    "seats": ListOf(COUNT, least=1, distinct=True),
    "reason": Choice(("vacation", "agreement", "director")),
}
EVENTS: Final[Mapping[str, EventType]] = {
    "table.opened": EventType(
        _by(
            AT_TABLE,
            {
                "game": WORD,
                "rules_version": POSITIVE,
                "options": OBJECT,
                "seats": Whole(1, MOST_SEATS),
                "seed_commit": HASH,
            },
            {
                "beacon_round": Text("drand:quicknet:[0-9]{1,15}"),
                "deal": UUID,
                "clock": CLOCK,
                "delay": DELAY,
                "from": SOURCE,
                "rated": Flag(),
                **IN_TOURNAMENT,
            },
        )
    ),
    "seat.taken": EventType(
        _by(AT_TABLE, {"seat": COUNT, "account": WORD, "entropy": ENTROPY}, {"utc_offset": OFFSET}),
        _by(AT_TABLE, {"seat": COUNT, "bot": WORD, "entropy": Constant("")}),
    ),
    "seat.left": EventType(_by(AT_TABLE, {"seat": COUNT})),
    "match.started": EventType(
        _by(SERVER, {"seats": ListOf(HOLDER), "beacon": Text("[ -~]{0,500}"), "chance": RECORDS}, ASKED),
        digests=True,
        sealed=SOME_PARTS,
    ),
    "move.made": EventType(
        _by(SEAT, {"decision": POSITIVE}),
        _by(SEAT, {"decision": POSITIVE, "plan": COUNT}, cmd=NULL),
        _by(BOT, {"decision": POSITIVE, "bot": WORD, "bot_version": WORD, "budget": POSITIVE}),
        _by(SERVER, {"decision": POSITIVE, "idle": Constant(True)}),
        sealed=MOVERS_PART,
    ),
    "move.judged": EventType(
        _by(
            SERVER,
            {
                "of": COUNT,
                "seat": COUNT,
                "verdict": Choice(("stands", "refused")),
                "code": Either(NULL, WORD),
                "move": PUBLIC_MOVE,
                "chance": RECORDS,
            },
            {"shown": SHOWN, **ASKED},
        ),
        digests=True,
        sealed=SOME_PARTS,
    ),
    "move.undone": EventType(_by(SERVER, {"to": COUNT, "offer": COUNT}, ASKED), digests=True),
    "time.up": EventType(_by(SERVER, {"chance": RECORDS}, {"shown": SHOWN, **ASKED}), digests=True, sealed=SOME_PARTS),
    "clock.expired": EventType(_by(SERVER, {"seat": COUNT})),
    "clock.credited": EventType(_by(IN_CHARGE, {"seat": COUNT, "ms": COUNT}, {"reason": WORD})),
    "clock.paused": EventType(_by(IN_CHARGE, PAUSE), _by(SEAT, PAUSE)),
    "clock.resumed": EventType(_by(IN_CHARGE, PAUSE), _by(SEAT, PAUSE)),
    "plan.made": EventType(_by(SEAT, {"seat": COUNT}), sealed=MOVERS_PART),
    "plan.dropped": EventType(_by(SEAT, {"seat": COUNT, "plan": COUNT})),
    "seat.resigned": EventType(_by(SEAT, {"seat": COUNT})),
    "seat.returned": EventType(_by(SEAT, {"seat": COUNT})),
    "offer.made": EventType(_by(SEAT, {"seat": COUNT, "offer": COUNT, "kind": WORD}, {"to": COUNT})),
    "offer.answered": EventType(_by(SEAT, {"seat": COUNT, "offer": COUNT, "accepted": Flag()})),
    "seat.substituted": EventType(
        _by(IN_CHARGE, {"seat": COUNT, "account": WORD}, {"utc_offset": OFFSET}),
        _by(IN_CHARGE, {"seat": COUNT, "bot": WORD}),
    ),
    "director.ruled": EventType(_by(DIRECTOR, {"ruling": WORD}, {"seat": COUNT})),
    "match.ended": EventType(
        _by(
            SERVER,
            {"scores": ListOf(Whole()), "winners": ListOf(COUNT), "reason": WORD},
            {"places": ListOf(POSITIVE)},
        ),
        digests=True,
    ),
    "match.aborted": EventType(_by(IN_CHARGE, {"reason": WORD})),
    "seed.revealed": EventType(_by(SERVER, {"seed": HASH})),
}

# -- the export -------------------------------------------------------------------------------------------------------

DIGEST: Final = Either(NULL, HASH)
ENVELOPE: Final = Fields(
    {
        "v": Constant(1),
        "match": UUID,
        "seq": COUNT,
        "type": Choice(tuple(EVENTS)),
        "actor": actor_of(*ROLES),
        "cmd": CMD,
        "at": TIME,
        "pub": OBJECT,
        "sealed": SOME_PARTS,
        "dp": DIGEST,
        "df": DIGEST,
        "prev": HASH,
        "hash": HASH,
    }
)
EVENT: Final = Named(
    "event",
    Every(
        ENVELOPE,
        When(Having({"actor": actor_of("server", "bot")}), Having({"cmd": NULL})),
        When(Having({"actor": actor_of("acct")}), Having({"cmd": WORD})),
        Switch("type", {name: Named(name, kind.form) for name, kind in EVENTS.items()}),
    ),
)
MOVE_PART: Final = Named("move_part", Fields({"move": WHOLE_MOVE}))
PLAN_PART: Final = Named("plan_part", Fields({"lines": ListOf(ListOf(Pair(COUNT, PUBLIC_MOVE)))}))
END_PART: Final = Named("end_part", Fields({}, {"draws": ListOf(DRAW), "chance": RECORDS}))
SEAT_PART: Final = Named("seat_part", Fields({}, {"chance": RECORDS, "shown": SHOWN, "told": Anything()}))
PART: Final = Named(
    "part",
    Every(
        Fields({"seq": COUNT, "aud": AUDIENCE, "salt": HASH, "payload": OBJECT}),
        When(Having({"aud": Constant("end")}), Having({"payload": END_PART})),
        When(Having({"aud": SEAT_TEXT}), Having({"payload": Either(MOVE_PART, PLAN_PART, SEAT_PART)})),
    ),
)
RECEIPT: Final = Named(
    "receipt",
    Fields(
        {"body": Fields({"match": UUID, "size": POSITIVE, "head": HASH})},
        {"key": Either(NULL, HASH), "sig": Either(NULL, Text("[0-9a-f]{128}"))},
    ),
)


def export_of(event: Form, part: Form, *, bundle: bool = False) -> Fields:
    """An export of such events and parts; in the bundle of a running match the receipt may be missing."""
    needed = {
        "format": Constant("fair1/export"),
        "match": UUID,
        "events": ListOf(event, least=1),
        "opened": ListOf(part),
    }
    if bundle:
        return Fields(needed, {"receipt": Either(NULL, RECEIPT)})
    return Fields({**needed, "receipt": RECEIPT})


EXPORT: Final = export_of(EVENT, PART)
BUNDLE: Final = Named("bundle", export_of(EVENT, PART, bundle=True))
