"""A small writer of fair1 exports for tests: plays a match of bots and books it, without a database."""

from __future__ import annotations

import copy
import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.core import chance, codec
from engine.core.errors import MoveError
from engine.core.game import Draw, Game, Ply, complete_options
from engine.core.replay import step
from services.log import fair

MATCH = "0190b5f0-1c2d-7e3f-8a4b-000000000001"
BEGAN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))


class Writer:
    """One match from the table to the reveal. Seat 0 may be an account; all others are bots.

    `clock`: as event 0 has it; the events of such a match say who is asked.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        bots: list[str | None],
        options: dict[str, Any] | None = None,
        clock: dict[str, Any] | None = None,
    ) -> None:
        self.game, self.bots, self.timed = game, bots, clock
        self.options = complete_options(game, len(bots), options or {})
        self.seed = hashlib.sha256(f"seed of {game.info.key}".encode()).digest()
        self.events: list[dict[str, Any]] = []
        self.opened: list[dict[str, Any]] = []
        self.clock, self.started_at = 0, 0
        self.picks: dict[str, list[str]] = {}
        self.asked = [0] * len(bots)
        self.stood: list[list[tuple[int, str]]] = [[] for _ in bots]
        self.state: Any = None
        self.kept: dict[int, tuple[Any, Any, Any]] = {}  # seq of a step -> state, picks and what stood after it
        self.seal_key = chance.seal_key(self.seed, MATCH)
        self._open()

    # -- events
    def add(self, kind: str, actor: str, pub: Any, parts: Any = None, **more: Any) -> int:
        seq, sealed = len(self.events), {}
        for audience, payload in (parts or {}).items():
            salt = fair.salt(self.seal_key, seq, audience)
            sealed[audience] = fair.commitment(salt, payload)
            self.opened.append({"seq": seq, "aud": audience, "salt": salt.hex(), "payload": payload})
        person = actor.startswith(("acct:", "seat:")) and "plan" not in pub
        if self.timed is not None and more.get("dp") is not None and kind != "match.ended":
            pub = pub | {"asked": sorted(self.game.to_act(self.state))}
        event = {
            "v": 1,
            "match": MATCH,
            "seq": seq,
            "type": kind,
            "actor": actor,
            "cmd": f"c-{seq}" if person else None,
            "at": fair.time_text(BEGAN + timedelta(milliseconds=self.clock)),
            "pub": pub,
            "sealed": sealed,
            "dp": None,
            "df": None,
            "prev": self.events[-1]["hash"] if self.events else fair.ZERO_HASH,
            **more,
        }
        self.events.append(event | {"hash": fair.event_hash(event)})
        if event["dp"] is not None:
            self.kept[seq] = self.state, copy.deepcopy(self.picks), copy.deepcopy(self.stood)
        return seq

    def digests(self) -> dict[str, str]:
        key = chance.state_key(self.seed, MATCH)
        return {
            "dp": fair.public_digest(self.game.view(self.state, None)),
            "df": fair.full_digest(key, self.game.dump(self.state)),
        }

    # -- the table
    def _open(self) -> None:
        info = self.game.info
        content = {
            "game": info.key,
            "rules_version": info.rules_version,
            "options": self.options,
            "seats": len(self.bots),
        } | ({} if self.timed is None else {"clock": self.timed})
        self.add("table.opened", "acct:a0", content | {"seed_commit": chance.seed_commit(MATCH, self.seed)})
        entropy = []
        for seat, bot in enumerate(self.bots):
            if bot is None:
                entropy.append((f"a{seat}", f"{seat:02x}" * 16))
                self.add(
                    "seat.taken", f"acct:a{seat}", {"seat": seat, "account": f"a{seat}", "entropy": entropy[-1][1]}
                )
            else:
                self.add("seat.taken", "acct:a0", {"seat": seat, "bot": bot, "entropy": ""})
        self.match_seed = chance.match_seed(self.seed, MATCH, entropy, "")
        self.started_at = self.clock = 500
        self.state = self.game.setup(len(self.bots), self.options)
        holders = [{"account": f"a{seat}"} if bot is None else {"bot": bot} for seat, bot in enumerate(self.bots)]
        chances, parts, _ = self._deal(0)
        content = {"seats": holders, "beacon": "", "chance": chances}
        self.add("match.started", "server", content, parts, **self.digests())

    def _deal(self, at: int) -> tuple[list[Any], dict[str, Any], list[Any]]:
        """Answers the open draws: public outcomes, parts, and the plies made of them."""
        records_of: dict[str, list[Any]] = {"pub": []}
        draws, plies = [], []
        while (question := self.game.draw(self.state)) is not None:
            label, eye = question.label, _eye(question)
            first = len(self.picks.setdefault(label, []))
            key = chance.chance_key(self.match_seed)
            out = chance.draw(key, label, first, question.bag, question.count)
            self.picks[label] += out
            records = [{"label": label, "n": first + i, "out": item} for i, item in enumerate(out)]
            records_of.setdefault(eye, []).extend(records)
            bag = [[item, n] for item, n in question.bag]
            draws.append({"label": label, "n": first, "bag": bag, "count": question.count, "eye": eye})
            ply, before = Ply(at=at, draw=question, drawn=out), self.state
            self.state = step(self.game, before, ply)
            plies.append((before, ply, self.state))
        parts: dict[str, Any] = {eye: {"chance": records} for eye, records in records_of.items() if eye != "pub"}
        if draws:
            parts["end"] = {"draws": draws, **parts.get("end", {})}
        return records_of["pub"], parts, plies

    # -- play
    def say(self, seat: int, text: str, after_ms: int = 100, plan: int | None = None, idle: bool = False) -> str | None:
        """Records and judges a move; the code of its refusal, or None. `plan`: the house answers by it."""
        self.clock += after_ms
        self.asked[seat] += 1
        content: dict[str, Any] = {"decision": self.asked[seat]}
        if (name := self.bots[seat]) is not None:
            bot = self.game.bots[name]
            content |= {"bot": name, "bot_version": bot.version, "budget": bot.budget}
        content |= ({} if plan is None else {"plan": plan}) | ({"idle": True} if idle else {})
        actor = "server" if idle else f"{'seat' if name is None else 'bot'}:{seat}"
        made = self.add("move.made", actor, content, {str(seat): {"move": text}})
        at = self.clock - self.started_at
        verdict = {"of": made, "seat": seat, "verdict": "stands", "code": None, "move": "?", "chance": []}
        try:
            ply = Ply(at=at, seat=seat, move=self.game.read(self.state, seat, text))
            before, self.state = self.state, step(self.game, self.state, ply)
        except MoveError as refusal:
            self.add("move.judged", "server", verdict | {"verdict": "refused", "code": refusal.code}, **self.digests())
            return refusal.code
        self.stood[seat].append((made, text))
        verdict["move"] = self.game.write(ply.move, None)
        self._book("move.judged", verdict, before, ply, at)
        return None

    def run_out(self) -> None:
        """Lets the game's own timer run out."""
        due = self.game.deadline(self.state)
        assert due is not None
        self.clock = max(self.clock, self.started_at + due)
        ply = Ply(at=self.clock - self.started_at)
        before, self.state = self.state, step(self.game, self.state, ply)
        self._book("time.up", {}, before, ply, ply.at)

    def undo(self, to: int, seat: int = 0, **more: Any) -> int:
        """A seat asks for it, every other person agrees, and the state is that after event `to`."""
        number = sum(event["type"] == "offer.made" for event in self.events) + 1
        target = {} if self.timed is None else {"to": to}
        self.add("offer.made", f"seat:{seat}", {"seat": seat, "offer": number, "kind": "undo"} | target)
        for other, bot in enumerate(self.bots):
            if bot is None and other != seat:
                self.add("offer.answered", f"seat:{other}", {"seat": other, "offer": number, "accepted": True})
        return self.go_back(to, number, **more)

    def go_back(self, to: int, offer: int, **more: Any) -> int:
        asked = self.game.to_act(self.state)
        self.state, self.picks, self.stood = copy.deepcopy(self.kept[to])
        for asked_anew in asked | self.game.to_act(self.state):
            self.asked[asked_anew] += 1
        return self.add("move.undone", "server", {"to": to, "offer": offer, **more}, **self.digests())

    def _book(self, kind: str, content: Any, before: Any, ply: Ply, at: int) -> None:
        steps = [(before, ply, self.state)]
        chances, parts, plies = self._deal(at)
        all_shown = [shown for step_ in (*steps, *plies) for shown in self.game.shown(*step_)]
        content = content | {"chance": chances}
        for shown in all_shown:
            entry = self._shown(shown)
            place = content if shown.eye is None else parts.setdefault(str(shown.eye), {})
            place.setdefault("shown", []).append(entry)
        self.add(kind, "server", content, parts, **self.digests())

    def _shown(self, shown: Any) -> dict[str, Any]:
        if shown.move is not None:
            made, text = self.stood[shown.move[0]][shown.move[1]]
            return {"of": made, "move": text}
        label, n = shown.draw
        return {"label": label, "n": n, "out": self.picks[label][n]}

    def ask(self, seat: int) -> str:
        """What the bot of that seat answers to its next question (an account plays as the first bot would)."""
        name = self.bots[seat] or next(iter(sorted(self.game.bots)))
        view = codec.parse(codec.canonical(self.game.view(self.state, seat)))
        seed = chance.bot_seed(chance.bot_key(self.match_seed, seat), self.asked[seat] + 1)
        bot = self.game.bots[name]
        return bot.choose(self.game, view, seat, bot.budget, seed).move

    def play(self, run_out_every: int = 5) -> None:
        """To the end; now and then nobody answers until the sand has run out."""
        plies = 0
        while self.game.winners(self.state) is None:
            plies += 1
            if plies % run_out_every == 0 and self.game.deadline(self.state) is not None:
                self.run_out()
                continue
            seat = sorted(self.game.to_act(self.state))[0]
            assert self.say(seat, self.ask(seat)) is None

    def export(self, winners: list[int] | None = None, reason: str | None = None) -> dict[str, Any]:
        """Books the end (by the rules, or one that is given) and the reveal, and signs the receipt."""
        if reason is None:
            won, reason = self.game.winners(self.state), self.game.reason(self.state)
            assert won is not None
            winners = sorted(won)
        content = {"scores": list(self.game.scores(self.state)), "winners": winners, "reason": reason}
        self.add("match.ended", "server", content, **self.digests())
        self.add("seed.revealed", "server", {"seed": self.seed.hex()})
        body = fair.receipt_body(MATCH, len(self.events), self.events[-1]["hash"])
        receipt = {"body": body, "key": fair.public_key(SECRET), "sig": fair.sign(SECRET, fair.RECEIPT, body)}
        return self.so_far() | {"receipt": receipt}

    def so_far(self, seat: int | None = None) -> dict[str, Any]:
        opened = [part for part in self.opened if seat is None or part["aud"] == str(seat)]
        return {"format": "fair1/export", "match": MATCH, "events": list(self.events), "opened": opened}


def _eye(question: Draw) -> str:
    return {"nobody": "end", "None": "pub"}.get(str(question.eye), str(question.eye))
