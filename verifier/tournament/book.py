"""What a tournament's log has said so far: entries, rounds, games, results, rulings. `take` every event in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from verifier.course import EPOCH, MILLISECOND
from verifier.log import Event, pub

Seated = int | str
Content = Mapping[str, Any]
ON_GAMES: Final = ("result", "forfeit", "double-forfeit", "annul")
IRREVOCABLE: Final = ("re-pair", "release", "director", "revoke")  # rulings that cannot be taken back


@dataclass(slots=True)
class Entry:
    number: int
    account: str
    entropy: str
    seq: int
    late: bool


@dataclass(slots=True)
class Game:
    """One match of a table. A re-pair puts another in its place."""

    round: int
    table: int
    number: int
    match: str
    seats: tuple[Seated, ...]
    seq: int
    result: Content | None = None
    result_seq: int = -1
    replaced: bool = False

    @property
    def key(self) -> tuple[int, int, int]:
        return self.round, self.table, self.number

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seated for seated in self.seats if isinstance(seated, int))


@dataclass(slots=True)
class PairedRound:
    number: int
    seq: int
    at: str
    tables: list[list[Game]]
    byes: dict[int, str]
    deadline: str | None
    closed: int | None = None  # seq of its round.closed

    @property
    def games(self) -> Iterator[Game]:
        for games in self.tables:
            yield from games


@dataclass(slots=True)
class Ruled:
    seq: int
    pub: Content

    @property
    def kind(self) -> str:
        return str(self.pub["ruling"])


@dataclass(slots=True)
class Book:
    tournament: str
    opening: Content = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    withdrawn: dict[int, int] = field(default_factory=dict)  # seq -> entry
    byes: list[tuple[int, int]] = field(default_factory=list)  # entry, round asked for
    start: Content | None = None
    start_seq: int = -1
    start_at: str = ""
    rounds: list[PairedRound] = field(default_factory=list)
    rulings: list[Ruled] = field(default_factory=list)
    revoked: dict[int, int] = field(default_factory=dict)  # seq -> seq of what took it back
    ready: dict[int, int] = field(default_factory=dict)  # arena: entry -> seq
    closed: Content | None = None
    seq: int = -1
    named: list[tuple[set[int], set[tuple[int, int]]]] = field(default_factory=list)  # by seq: entries, tables

    # -- what others ask ----------------------------------------------------------------------------------------------

    @property
    def format(self) -> str:
        return str(self.opening["format"])

    @property
    def seats(self) -> int:
        return int(self.opening["seats"])

    @property
    def rules(self) -> Content:
        rules: Content = self.opening["rules"]
        return rules

    @property
    def first_order(self) -> tuple[int, ...]:
        """Those of the start, by starting number."""
        return tuple(self.start["order"]) if self.start is not None else ()

    @property
    def order(self) -> tuple[int, ...]:
        """With late entries, who get the next numbers."""
        late = sorted(entry.number for entry in self.entries.values() if entry.late)
        return (*self.first_order, *late) if self.start is not None else ()

    @property
    def standing(self) -> tuple[Ruled, ...]:
        """Rulings in force."""
        return tuple(ruled for ruled in self.rulings if ruled.seq not in self.revoked)

    @property
    def directors(self) -> list[str]:
        lists = [ruled.pub["accounts"] for ruled in self.rulings if ruled.kind == "director"]
        return list(lists[-1] if lists else self.opening.get("directors", []))

    @property
    def held(self) -> bool:
        held = False
        for ruled in self.standing:
            held = ruled.kind == "hold" or (held and ruled.kind != "release")
        return held

    def holder(self, number: int) -> str:
        """Who holds an entry now: the account that made it, or its latest substitute."""
        account = self.entries[number].account
        for ruled in self.standing:
            if ruled.kind == "substitute" and ruled.pub["entry"] == number:
                account = ruled.pub["account"]
        return account

    def entered(self) -> list[int]:
        """Entries that stand before the start."""
        gone = {entry for seq, entry in self.withdrawn.items() if seq not in self.revoked}
        return [n for n, entry in sorted(self.entries.items()) if n not in gone and entry.account not in self.refused]

    def round(self, number: Any) -> PairedRound | None:
        known = isinstance(number, int) and 1 <= number <= len(self.rounds)
        return self.rounds[number - 1] if known else None

    def games_of(self, content: Content) -> list[Game]:
        """All games of the table that an event names; empty if there is no such table."""
        paired, number = self.round(content["round"]), content["table"]
        return paired.tables[number - 1] if paired is not None and 1 <= number <= len(paired.tables) else []

    def game_of(self, content: Content) -> Game | None:
        return next((game for game in self.games_of(content) if game.number == content["game"]), None)

    def as_before(self, seq: int) -> Book:
        """The first round with what counted for it just before event `seq`; results are those noted since then too."""
        return replace(
            self,
            rulings=[ruled for ruled in self.rulings if ruled.seq < seq],
            revoked={of: by for of, by in self.revoked.items() if by < seq},
            withdrawn={at: entry for at, entry in self.withdrawn.items() if at < seq},
            rounds=self.rounds[:1],
            closed=None,
            seq=seq - 1,
        )

    # -- the fold -----------------------------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        step = _STEPS.get(str(event.get("type")))
        self.named.append(names(pub(event)))
        self.seq = event["seq"]
        if step is not None:
            step(self, event, pub(event))

    def _open(self, event: Event, content: Content) -> None:
        self.opening = content

    def _enter(self, event: Event, content: Content) -> None:
        number = content["entry"]
        self.entries[number] = Entry(
            number, content["account"], content["entropy"], event["seq"], self.start is not None
        )

    def _withdraw(self, event: Event, content: Content) -> None:
        self.withdrawn[event["seq"]] = content["entry"]
        self.ready.pop(content["entry"], None)

    def _refuse(self, event: Event, content: Content) -> None:
        self.refused.add(content["account"])

    def _ask_bye(self, event: Event, content: Content) -> None:
        self.byes.append((content["entry"], content["round"]))

    def _begin(self, event: Event, content: Content) -> None:
        self.start, self.start_seq, self.start_at = content, event["seq"], event["at"]

    def _pair(self, event: Event, content: Content) -> None:
        number = content["round"]
        tables = [
            [Game(number, place, 1, drawn["match"], tuple(drawn["entries"]), event["seq"])]
            for place, drawn in enumerate(content["tables"], 1)
        ]
        byes = {bye["entry"]: bye["kind"] for bye in content["byes"]}
        self.rounds.append(PairedRound(number, event["seq"], event["at"], tables, byes, content["deadline"]))
        for seated in (seated for drawn in content["tables"] for seated in drawn["entries"]):
            self.ready.pop(seated, None)

    def _add_game(self, event: Event, content: Content) -> None:
        game = Game(
            content["round"], content["table"], content["game"], content["match"], tuple(content["entries"]),
            event["seq"],
        )  # fmt: skip
        self.games_of(content).append(game)

    def _note(self, event: Event, content: Content) -> None:
        game = self.game_of(content)
        if game is not None:
            game.result, game.result_seq = content, event["seq"]

    def _rule(self, event: Event, content: Content) -> None:
        self.rulings.append(Ruled(event["seq"], content))
        if content["ruling"] == "revoke":
            self.revoked[content["of"]] = event["seq"]
        elif content["ruling"] == "expel":
            self.ready.pop(content["entry"], None)
        elif content["ruling"] == "re-pair":
            self._redraw(event["seq"], content)

    def _redraw(self, seq: int, content: Content) -> None:
        paired = self.round(content["round"])
        if paired is None:
            return
        for drawn in content["tables"]:
            games = self.games_of({"round": content["round"], "table": drawn["table"]})
            for game in games:
                game.replaced = True
            number = len(games) + 1
            games.append(Game(content["round"], drawn["table"], number, drawn["match"], tuple(drawn["entries"]), seq))
        paired.byes = {bye["entry"]: bye["kind"] for bye in content["byes"]}

    def _get_ready(self, event: Event, content: Content) -> None:
        self.ready[content["entry"]] = event["seq"]

    def _leave_arena(self, event: Event, content: Content) -> None:
        self.ready.pop(content["entry"], None)

    def _close_round(self, event: Event, content: Content) -> None:
        paired = self.round(content["round"])
        if paired is not None:
            paired.closed = event["seq"]

    def _close(self, event: Event, content: Content) -> None:
        self.closed = content


_STEPS: Final[Mapping[str, Callable[[Book, Event, Content], None]]] = {
    "tournament.opened": Book._open,
    "entry.made": Book._enter,
    "entry.withdrawn": Book._withdraw,
    "entry.refused": Book._refuse,
    "bye.requested": Book._ask_bye,
    "tournament.started": Book._begin,
    "round.paired": Book._pair,
    "game.added": Book._add_game,
    "result.noted": Book._note,
    "ruling.made": Book._rule,
    "arena.ready": Book._get_ready,
    "arena.left": Book._leave_arena,
    "round.closed": Book._close_round,
    "tournament.closed": Book._close,
}


def names(content: Content) -> tuple[set[int], set[tuple[int, int]]]:
    """The entries and the tables (round, table) that an event names."""
    entries = {content["entry"]} if isinstance(content.get("entry"), int) else set()
    tables = {(content["round"], content["table"])} if "table" in content else set()
    for drawn in content.get("tables", ()):
        tables.add((content["round"], drawn["table"]))
        entries.update(seated for seated in drawn["entries"] if isinstance(seated, int))
    entries.update(bye["entry"] for bye in content.get("byes", ()))
    return entries, tables


def instant(text: str) -> int:
    """A time of the log in milliseconds since 1970."""
    return (datetime.fromisoformat(text) - EPOCH) // MILLISECOND
