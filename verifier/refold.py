"""ILLEGAL, BAG, STATE, SCORE and BOT: the log folded again from zero with the engine of its rules version.

Also what else only a fold can tell: which decision of a seat is open, and what the rules show of what was masked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.core import chance, codec
from engine.core.errors import BadDraw, GameError, MoveError
from engine.core.game import Draw, Game, Ply, Shown, complete_options
from engine.core.replay import answer, step
from verifier import hashes
from verifier.ends import CLOSING, Ends
from verifier.judgements import TOO_LATE
from verifier.log import Event, Keys, Log, pub, seat_text
from verifier.order import SEATING
from verifier.report import Report

AnyGame = Game[Any, Any]
Digest = Callable[[AnyGame, Any, bytes], tuple[str, str]]


def digests_of(game: AnyGame, state: Any, state_key: bytes) -> tuple[str, str]:
    """`dp` and `df` of a state."""
    return hashes.public_digest_of(game.view(state, None)), hashes.full_digest_of(state_key, game.dump(state))


class Stopped(Exception):
    """The fold cannot go on: what follows hangs in the air."""


class Refold:
    def __init__(self, log: Log, game: AnyGame, keys: Keys, report: Report, digest: Digest, bots: bool) -> None:
        self.log, self.game, self.keys, self.report = log, game, keys, report
        self.digest, self.bots = digest, bots
        self.made: dict[int, Event] = {}
        self.asked: Counter[int] = Counter()  # seat -> its moves judged; its open decision is one more
        self.late: list[int] = []  # refusals that the rules give as too late themselves
        self.absent: Counter[str] = Counter()  # bot and version that is not at hand -> its moves
        self.ends = Ends()
        self.stood: dict[int, list[int]] = {}  # seat -> seqs of its moves that stood
        self.picks: dict[tuple[str, int], str] = {}  # every outcome so far
        self.told: list[Shown] = []  # what the plies of this event show of what was masked
        self.state: Any = None

    def check(self) -> None:
        steps: Mapping[str, Callable[[Event], None]] = {
            "match.started": self._start,
            "move.made": self._record,
            "move.judged": self._judge,
            "time.up": self._time_up,
            "match.ended": self._end,
            **dict.fromkeys(CLOSING, self._closing),
        }
        try:
            for event in self.log.events:
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
        self.state = self.game.setup(seats, options)
        self._deal(event, 0)
        self._compare_shown(event)
        self._compare(event)

    def _record(self, event: Event) -> None:
        self.made[event["seq"]] = event
        open_one = self.asked[int(seat_text(event))] + 1
        if pub(event)["decision"] != open_one:
            self._fault("JUDGE", event, f"answers decision {pub(event)['decision']} when {open_one} was open")
        if event["actor"].startswith("bot:") and self.bots:
            self._ask_bot(event)

    def _judge(self, event: Event) -> None:
        told = pub(event)
        made = self.made[told["of"]]
        text = self.log.move_text(made)
        if text is None:
            raise Stopped
        at = self._ms(made)
        self.asked[told["seat"]] += 1
        move, after, code = self._try(told["seat"], text, at)
        if told["verdict"] == "refused":
            if code == TOO_LATE:
                self.late.append(event["seq"])
            if told["code"] != TOO_LATE and code != told["code"]:
                self._fault("ILLEGAL", event, f"refused as {told['code']}, but the rules say {code or 'it stands'}")
        elif code is not None:
            self._fault("ILLEGAL", event, f"stands, but the rules refuse it: {code}")
            raise Stopped
        else:
            if (written := self.game.write(move, None)) != told["move"]:
                self._fault("MOVE", event, f"the public text of this move is {written}")
            self.stood.setdefault(told["seat"], []).append(told["of"])
            self._go(Ply(at=at, seat=told["seat"], move=move), after)
            self._deal(event, at)
            self._compare_shown(event)
        self._compare(event)

    def _go(self, ply: Ply, after: Any) -> None:
        self.told += self.game.shown(self.state, ply, after)
        self.state = after

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

    def _ms(self, event: Event) -> int:
        assert self.log.started is not None
        return hashes.milliseconds(self.log.started["at"], event["at"])

    # -- draws
    def _deal(self, event: Event, at: int) -> None:
        asked = [one for one in self.log.part(event, "end").get("draws", []) if one["label"] != SEATING]
        outcomes = self._outcomes(event)
        self.picks |= outcomes
        while (question := self.game.draw(self.state)) is not None:
            if not asked:
                self._fault("BAG", event, f"the draw of {question.label} is missing")
                raise Stopped
            recorded = asked.pop(0)
            if not _same_question(question, recorded):
                self._fault("BAG", event, f"the draw of {question.label} is not the one that the rules ask for")
            picks = range(recorded["n"], recorded["n"] + recorded["count"])
            drawn = tuple(outcomes[recorded["label"], n] for n in picks)
            ply = Ply(at=at, draw=question, drawn=drawn)
            try:
                self._go(ply, step(self.game, self.state, ply))
            except BadDraw as error:
                self._fault("BAG", event, f"the outcome does not fit the draw that the rules ask for: {error}")
                raise Stopped from None
        if asked:
            self._fault("BAG", event, f"a draw of {asked[0]['label']} that the rules do not ask for")

    def _outcomes(self, event: Event) -> dict[tuple[str, int], str]:
        parts = [pub(event), *(self.log.part(event, audience) for audience in event["sealed"])]
        return {(one["label"], one["n"]): one["out"] for part in parts for one in part.get("chance", [])}

    # -- what the state must give
    def _compare(self, event: Event) -> None:
        public, full = self.digest(self.game, self.state, self.keys.state)
        if event["dp"] != public or event["df"] != full:
            self._fault("STATE", event, "the digests are those of another state")

    def _compare_shown(self, event: Event) -> None:
        """3.3: what the rules show by this event is told, to whom they show it, and nothing else is."""
        mine, self.told = [self._shown(one) for one in self.told], []
        recorded = [("pub", pub(event)), *((eye, self.log.part(event, eye)) for eye in event["sealed"])]
        found = [(eye, codec.canonical(one)) for eye, part in recorded for one in part.get("shown", [])]
        for missing, text in ((True, "is not told"), (False, "is told although the rules do not show it")):
            more, less = (mine, found) if missing else (found, mine)
            for eye, entry in sorted((Counter(more) - Counter(less)).elements()):
                code = "MOVE" if b'"of"' in entry else "CHANCE"
                self._fault(code, event, f"{entry.decode()} {text} ({eye})")

    def _shown(self, one: Shown) -> tuple[str, bytes]:
        eye = "pub" if one.eye is None else str(one.eye)
        if one.move is not None:
            of = self.stood[one.move[0]][one.move[1]]
            return eye, codec.canonical({"of": of, "move": self.log.move_text(self.made[of])})
        assert one.draw is not None
        return eye, codec.canonical({"label": one.draw[0], "n": one.draw[1], "out": self.picks[one.draw]})

    def _end(self, event: Event) -> None:
        if self.state is None:
            raise Stopped
        self._compare(event)
        told, winners = pub(event), self.game.winners(self.state)
        if winners is None:
            for text in self.ends.faults(told, self.game.scores(self.state)):
                self._fault("SCORE", event, text)
            return
        own = {
            "scores": list(self.game.scores(self.state)),
            "winners": sorted(winners),
            "reason": self.game.reason(self.state),
        }
        for name, value in own.items():
            if (sorted(told[name]) if name == "winners" else told[name]) != value:
                self._fault("SCORE", event, f"{name} by the rules: {value}")

    def _closing(self, event: Event) -> None:
        self.ends.take(event)
        if event["type"] == "clock.expired" and pub(event)["seat"] not in self.game.to_act(self.state):
            self._fault("SCORE", event, "the clock of a seat that was not asked anything")

    # -- bots
    def _ask_bot(self, event: Event) -> None:
        told, seat = pub(event), int(seat_text(event))
        bot = self.game.bots.get(told["bot"])
        if bot is None:
            self._fault("BOT", event, f"{self.game.info.key} has no bot {told['bot']}")
            return
        if bot.version != told["bot_version"]:
            self.absent[f"{told['bot']} {told['bot_version']}"] += 1
            return
        if told["budget"] not in (bot.budget, 1):
            self._fault("BOT", event, f"{told['bot']} does not play with a budget of {told['budget']}")
            return
        view = codec.parse(codec.canonical(self.game.view(self.state, seat)))
        seed = chance.bot_seed(chance.bot_key(self.keys.match_seed, seat), told["decision"])
        choice = bot.choose(self.game, view, seat, told["budget"], seed)
        if choice.move != self.log.move_text(event):
            self._fault("BOT", event, f"{told['bot']} would have played {choice.move}")


def _same_question(question: Draw, recorded: Mapping[str, Any]) -> bool:
    eye = "pub" if question.eye is None else "end" if question.eye == "nobody" else str(question.eye)
    bag = [[item, count] for item, count in question.bag]
    mine = {"label": question.label, "bag": bag, "count": question.count, "eye": eye}
    return all(recorded[name] == value for name, value in mine.items())
