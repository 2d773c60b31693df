"""ILLEGAL, BAG, STATE, SCORE, ASKED and BOT: the log folded again from zero with the engine of its rules version.

Also what else only a fold can say: which decision of a seat is open, and what the rules show of what was masked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core import chance, codec
from engine.core.errors import BadDraw, GameError, MoveError
from engine.core.game import Draw, Game, Ply, Shown, complete_options
from engine.core.replay import answer, step
from verifier import hashes
from verifier.by_rules import CHECKED, ByRules
from verifier.ends import CLOSING, Ends, house_faults
from verifier.judgements import TOO_LATE
from verifier.log import Event, Keys, Log, mover_text, pub
from verifier.order import SEATING
from verifier.report import Report
from verifier.undo import UNDONE

AnyGame = Game[Any, Any]
Digest = Callable[[AnyGame, Any, bytes], tuple[str, str]]


def digests_of(game: AnyGame, state: Any, state_key: bytes) -> tuple[str, str]:
    """`dp` and `df` of a state."""
    return hashes.public_digest_of(game.view(state, None)), hashes.full_digest_of(state_key, game.dump(state))


class Stopped(Exception):
    """The fold cannot go on: what follows presupposes a state that is not there."""


@dataclass(slots=True)
class Played:
    """What an undo takes back."""

    state: Any = None
    stood: dict[int, list[int]] = field(default_factory=dict)  # seat -> seqs of its moves that stood
    picks: dict[tuple[str, int], str] = field(default_factory=dict)  # every outcome so far

    def copy(self) -> Played:
        return Played(self.state, {seat: list(seqs) for seat, seqs in self.stood.items()}, dict(self.picks))


class Refold:
    """`by_rules`: what else is to be asked of a log that says who is asked; None of an older one."""

    def __init__(
        self,
        log: Log,
        game: AnyGame,
        keys: Keys,
        report: Report,
        digest: Digest,
        bots: bool,
        by_rules: ByRules | None = None,
    ) -> None:
        self.log, self.game, self.keys, self.report = log, game, keys, report
        self.digest, self.bots, self.by_rules = digest, bots, by_rules
        self.played = Played()
        self.targets = {pub(event)["to"] for event in log.events if event["type"] == UNDONE}
        self.kept: dict[int, Played] = {}  # seq of an event that an undo goes back to -> after it
        self.made: dict[int, Event] = {}
        self.closed: Counter[int] = Counter()  # seat -> its decisions so far; the open one has the number after
        self.late: list[int] = []  # refusals that the rules give as too late themselves
        self.absent: Counter[str] = Counter()  # bot and version that is not at hand -> its moves
        self.ends = Ends()
        self.shown: list[Shown] = []  # what the plies of this event show of what was masked

    @property
    def state(self) -> Any:
        return self.played.state

    def check(self) -> None:
        steps: Mapping[str, Callable[[Event], None]] = {
            "match.started": self._start,
            "move.made": self._record,
            "move.judged": self._judge,
            UNDONE: self._undo,
            "time.up": self._time_up,
            "match.ended": self._end,
            **dict.fromkeys(CLOSING, self._closing),
        }
        try:
            for event in self.log.events:
                if self.by_rules is not None and event["type"] in CHECKED and self.state is not None:
                    self.by_rules.look(event, self.state, self._ms(event))
                if event["type"] in steps:
                    steps[event["type"]](event)
        except Stopped:
            self.report.not_refolded("it stopped at the first event that could not be folded")
        for name, moves in self.absent.items():
            self.report.note(f"{name} is not at hand: {moves} of its moves were not asked again")
            self.report.unasked += moves

    def _fault(self, code: str, event: Event, text: str) -> None:
        self.report.add(code, event["seq"], text)

    # -- the fold
    def _start(self, event: Event) -> None:
        seats = len(pub(event)["seats"])
        try:
            options = complete_options(self.game, seats, self.log.opening["options"])
        except GameError as error:
            self._fault("ILLEGAL", self.log.events[0], f"no table of this game: {error}")
            raise Stopped from None
        if self.by_rules is not None:
            self.by_rules.check_table()
        self.played.state = self._first_state(seats, options)
        self._deal(event, 0)
        self._compare_shown(event)
        self._compare(event)

    def _first_state(self, seats: int, options: dict[str, Any]) -> Any:
        """A fork begins with the state that its event 0 tells."""
        source = self.log.opening.get("from")
        if source is None:
            return self.game.setup(seats, options)
        try:
            return self.game.load(source["state"])
        except (LookupError, TypeError, ValueError, AttributeError, GameError):
            self._fault("ILLEGAL", self.log.events[0], "the state it begins with is none of this game")
            raise Stopped from None

    def _record(self, event: Event) -> None:
        self.made[event["seq"]] = event
        number, open_number = pub(event)["decision"], self.closed[int(mover_text(event))] + 1
        if number != open_number:
            self._fault("JUDGE", event, f"answers decision {number} when {open_number} was open")
        if event["actor"].startswith("bot:") and self.bots:
            self._ask_bot(event)

    def _judge(self, event: Event) -> None:
        content = pub(event)
        made, seat = self.made[content["of"]], content["seat"]
        text, at = self.log.move_text(made), self._ms(made)
        if text is None:
            raise Stopped
        self.closed[seat] += 1
        move, after, code = self._try(seat, text, at)
        if content["verdict"] == "refused":
            self._compare_refusal(event, code)
        elif code is not None:
            self._fault("ILLEGAL", event, f"stands, but the rules refuse it: {code}")
            raise Stopped
        else:
            if (written := self.game.write(move, None)) != content["move"]:
                self._fault("MOVE", event, f"the public text of this move is {written}")
            self.played.stood.setdefault(seat, []).append(content["of"])
            self._go(Ply(at=at, seat=seat, move=move), after)
            self._deal(event, at)
            self._compare_shown(event)
        self._compare(event)

    def _go(self, ply: Ply, after: Any) -> None:
        if "from" not in self.log.opening:  # the state of a fork counts what its log does not have: it names nothing
            self.shown += self.game.shown(self.state, ply, after)
        self.played.state = after

    def _try(self, seat: int, text: str, at: int) -> tuple[Any, Any, str | None]:
        """The move, the state after it, and None; or the code of its refusal."""
        try:
            return *answer(self.game, self.state, seat, text, at), None
        except MoveError as refusal:
            return None, self.state, refusal.code

    def _time_up(self, event: Event) -> None:
        at, due = self._ms(event), self.game.deadline(self.state)
        if due is None or at < due or self.game.draw(self.state) is not None:
            self._fault("ILLEGAL", event, "no timer of the game had run out")
            raise Stopped
        ply = Ply(at=at)
        self._go(ply, step(self.game, self.state, ply))
        self._deal(event, at)
        self._compare_shown(event)
        self._compare(event)

    def _undo(self, event: Event) -> None:
        """Back to the state after event `to`. Whoever was asked or is asked now is asked under a new number."""
        target = pub(event)["to"]
        if target not in self.kept:
            raise Stopped  # verifier.undo says why
        asked = self.game.to_act(self.state)
        self.played = self.kept[target].copy()
        self.closed.update(asked | self.game.to_act(self.state))
        self._compare(event)

    def _ms(self, event: Event) -> int:
        assert self.log.started is not None
        passed: int = self.log.opening.get("from", {}).get("ms", 0)  # at the source of a fork
        return passed + hashes.milliseconds(self.log.started["at"], event["at"])

    # -- draws
    def _deal(self, event: Event, at: int) -> None:
        recorded = [draw for draw in self.log.part(event, "end").get("draws", []) if draw["label"] != SEATING]
        outcomes = self._outcomes(event)
        self.played.picks |= outcomes
        while (question := self.game.draw(self.state)) is not None:
            if not recorded:
                self._fault("BAG", event, f"the draw of {question.label} is missing")
                raise Stopped
            draw = recorded.pop(0)
            if not _same_question(question, draw):
                self._fault("BAG", event, f"the draw of {question.label} is not the one that the rules ask for")
            picks = range(draw["n"], draw["n"] + draw["count"])
            ply = Ply(at=at, draw=question, drawn=tuple(outcomes[draw["label"], n] for n in picks))
            try:
                self._go(ply, step(self.game, self.state, ply))
            except BadDraw as error:
                self._fault("BAG", event, f"the outcome does not fit the draw that the rules ask for: {error}")
                raise Stopped from None
        if recorded:
            self._fault("BAG", event, f"a draw of {recorded[0]['label']} that the rules do not ask for")

    def _outcomes(self, event: Event) -> dict[tuple[str, int], str]:
        parts = [pub(event), *(self.log.part(event, audience) for audience in event["sealed"])]
        return {(record["label"], record["n"]): record["out"] for part in parts for record in part.get("chance", [])}

    # -- what the state must give
    def _compare(self, event: Event) -> None:
        """Digests and who is asked; a state that an undo goes back to is kept."""
        public, full = self.digest(self.game, self.state, self.keys.state)
        if event["dp"] != public or event["df"] != full:
            self._fault("STATE", event, "the digests are those of another state")
        if "asked" in pub(event) and pub(event)["asked"] != (asked := sorted(self.game.to_act(self.state))):
            self._fault("ASKED", event, f"the rules ask {asked}")
        if event["seq"] in self.targets:
            self.kept[event["seq"]] = self.played.copy()

    def _compare_refusal(self, event: Event, code: str | None) -> None:
        """`code`: why the rules refuse the move; None if they do not."""
        recorded = pub(event)["code"]
        if code == TOO_LATE:
            self.late.append(event["seq"])
        if recorded not in (TOO_LATE, code):
            self._fault("ILLEGAL", event, f"refused as {recorded}, but the rules say {code or 'that it stands'}")

    def _compare_shown(self, event: Event) -> None:
        """3.3: what the rules show by this event is recorded, for whom they show it, and nothing else."""
        due, self.shown = [self._entry(shown) for shown in self.shown], []
        parts = [("pub", pub(event)), *((eye, self.log.part(event, eye)) for eye in event["sealed"])]
        recorded = [(eye, codec.canonical(entry)) for eye, part in parts for entry in part.get("shown", [])]
        if due == recorded:
            return
        for missing, text in ((True, "is not told"), (False, "is told although the rules do not show it")):
            more, less = (due, recorded) if missing else (recorded, due)
            for eye, entry in sorted((Counter(more) - Counter(less)).elements()):
                code = "MOVE" if b'"of"' in entry else "CHANCE"
                self._fault(code, event, f"{entry.decode()} {text} ({eye})")

    def _entry(self, shown: Shown) -> tuple[str, bytes]:
        """An eye, and what the log has to tell it."""
        eye = "pub" if shown.eye is None else str(shown.eye)
        if shown.move is not None:
            of = self.played.stood[shown.move[0]][shown.move[1]]
            return eye, codec.canonical({"of": of, "move": self.log.move_text(self.made[of])})
        assert shown.draw is not None
        label, n = shown.draw
        return eye, codec.canonical({"label": label, "n": n, "out": self.played.picks[label, n]})

    def _end(self, event: Event) -> None:
        if self.state is None:
            raise Stopped
        self._compare(event)
        content, winners = pub(event), self.game.winners(self.state)
        if winners is None:
            scores = self.game.scores(self.state)
            for text in (house_faults if self.log.in_course else self.ends.faults)(content, scores):
                self._fault("SCORE", event, text)
            return
        by_the_rules = {
            "scores": list(self.game.scores(self.state)),
            "winners": sorted(winners),
            "reason": self.game.reason(self.state),
        }
        for name, value in by_the_rules.items():
            if (sorted(content[name]) if name == "winners" else content[name]) != value:
                self._fault("SCORE", event, f"{name} by the rules: {value}")

    def _closing(self, event: Event) -> None:
        self.ends.take(event)
        if event["type"] == "clock.expired" and pub(event)["seat"] not in self.game.to_act(self.state):
            self._fault("SCORE", event, "the clock of a seat that was not asked anything")

    # -- bots
    def _ask_bot(self, event: Event) -> None:
        content, seat = pub(event), int(mover_text(event))
        name, version, budget = content["bot"], content["bot_version"], content["budget"]
        bot = self.game.bots.get(name)
        if bot is None:
            self._fault("BOT", event, f"{self.game.info.key} has no bot {name}")
        elif bot.version != version:
            self.absent[f"{name} {version}"] += 1
        elif budget not in (bot.budget, 1):
            self._fault("BOT", event, f"{name} does not play with a budget of {budget}")
        else:
            view = codec.parse(codec.canonical(self.game.view(self.state, seat)))
            seed = chance.bot_seed(chance.bot_key(self.keys.match_seed, seat), content["decision"])
            choice = bot.choose(self.game, view, seat, budget, seed)
            if choice.move != self.log.move_text(event):
                self._fault("BOT", event, f"{name} would have played {choice.move}")


def _same_question(question: Draw, recorded: Mapping[str, Any]) -> bool:
    eye = "pub" if question.eye is None else "end" if question.eye == "nobody" else str(question.eye)
    bag = [[item, count] for item, count in question.bag]
    wanted = {"label": question.label, "bag": bag, "count": question.count, "eye": eye}
    return all(recorded[name] == value for name, value in wanted.items())
