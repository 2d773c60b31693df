"""ILLEGAL, BAG, STATE, SCORE and BOT: the log folded again from zero with the engine of its rules version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core import chance, codec
from engine.core.errors import BadDraw, GameError, MoveError
from engine.core.game import Draw, Game, Ply, Shown, complete_options
from engine.core.replay import answer, step
from services.audit import sums
from services.audit.course import SEATING
from services.audit.judgement import TOO_LATE
from services.audit.log import Event, Keys, Log, pub, seat_text
from services.audit.report import Report

AnyGame = Game[Any, Any]
Digest = Callable[[AnyGame, Any, bytes], tuple[str, str]]
HOUSE_REASONS: Final = ("resign", "time", "agreement", "forfeit", "ruling")


def digests_of(game: AnyGame, state: Any, state_key: bytes) -> tuple[str, str]:
    """`dp` and `df` of a state."""
    return sums.public_digest_of(game.view(state, None)), sums.full_digest_of(state_key, game.dump(state))


class Stopped(Exception):
    """The fold cannot go on: what follows hangs in the air."""


class Refold:
    def __init__(self, log: Log, game: AnyGame, keys: Keys, report: Report, digest: Digest, bots: bool) -> None:
        self.log, self.game, self.keys, self.report = log, game, keys, report
        self.digest, self.bots = digest, bots
        self.made: dict[int, Event] = {}
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
        }
        try:
            for event in self.log.events:
                if event["type"] in steps:
                    steps[event["type"]](event)
        except Stopped:
            self.report.note("the refold stopped at the first event that could not be folded")

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
        self.told = []
        self._compare(event)

    def _record(self, event: Event) -> None:
        self.made[event["seq"]] = event
        if event["actor"].startswith("bot:") and self.bots:
            self._ask_bot(event)

    def _judge(self, event: Event) -> None:
        told = pub(event)
        made = self.made[told["of"]]
        text = self.log.move_text(made)
        if text is None:
            raise Stopped
        at = self._ms(made)
        move, after, code = self._try(told["seat"], text, at)
        if told["verdict"] == "refused":
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
        return sums.milliseconds(self.log.started["at"], event["at"])

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
        for eye, entry in sorted(set(mine) ^ set(found)):
            code = "MOVE" if b'"of"' in entry else "CHANCE"
            text = "is not told" if (eye, entry) in mine else "is told although the rules do not show it"
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
            if told["reason"] not in HOUSE_REASONS:
                self._fault(
                    "SCORE", event, f"the rules know no end here, and {told['reason']} is no reason of the house"
                )
            return
        own = {
            "scores": list(self.game.scores(self.state)),
            "winners": sorted(winners),
            "reason": self.game.reason(self.state),
        }
        for name, value in own.items():
            if (sorted(told[name]) if name == "winners" else told[name]) != value:
                self._fault("SCORE", event, f"{name} by the rules: {value}")

    # -- bots
    def _ask_bot(self, event: Event) -> None:
        told, seat = pub(event), int(seat_text(event))
        bot = self.game.bots.get(told["bot"])
        if bot is None:
            self._fault("BOT", event, f"{self.game.info.key} has no bot {told['bot']}")
            return
        if bot.version != told["bot_version"]:
            self.report.note(f"{told['bot']} {told['bot_version']} is not at hand (event {event['seq']})")
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
