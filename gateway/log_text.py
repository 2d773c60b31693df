"""The log as people read it: each event in sentences, what was drawn for whom, what was sealed and opened when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gateway.words import digits, fill, game_texts, isolate, sentence, shell_texts
from services.matches import events as ev
from services.matches.position import SEATING

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        ev.MatchStarted.TYPE,
        ev.MoveMade.TYPE,
        ev.MoveJudged.TYPE,
        ev.TimeUp.TYPE,
        ev.MoveUndone.TYPE,
        ev.MatchEnded.TYPE,
    ),
    "luck": (ev.TableOpened.TYPE, ev.SeatTaken.TYPE, ev.MatchStarted.TYPE, ev.SeedRevealed.TYPE),
    "clocks": (ev.ClockExpired.TYPE, ev.ClockCredited.TYPE, ev.ClockPaused.TYPE, ev.ClockResumed.TYPE, ev.TimeUp.TYPE),
    "people": (
        *(
            ev.TableOpened.TYPE,
            ev.SeatTaken.TYPE,
            ev.SeatLeft.TYPE,
            ev.SeatResigned.TYPE,
            ev.OfferMade.TYPE,
            ev.OfferAnswered.TYPE,
        ),
        *(ev.SeatSubstituted.TYPE, ev.SeatReturned.TYPE, ev.PlanMade.TYPE, ev.PlanDropped.TYPE, ev.DirectorRuled.TYPE),
        *(ev.MatchEnded.TYPE, ev.MatchAborted.TYPE),
    ),
}
END: Final = "end"
_RULE: Final = re.compile(r"^([A-Z])(\d+)[: ]")


@dataclass(frozen=True, slots=True)
class EventText:
    """One event for people."""

    seq: int
    type: str
    at: str
    actor: str
    lines: list[str]
    draws: list[str] = field(default_factory=list)
    sealed: list[str] = field(default_factory=list)
    rule: str = ""  # the anchor of the rule that a refusal cites
    hash: str = ""


class Log:
    """The events that a reader may know, with the parts that the reader may open."""

    def __init__(self, events: Sequence[Any], opened: Sequence[Any]) -> None:
        self.events = events
        self.parts: dict[int, dict[str, Any]] = {}
        for part in opened:
            self.parts.setdefault(part["seq"], {})[part["aud"]] = part["payload"]
        self.shown_by = {
            record["of"]: event["seq"] for event in events for record in event["pub"].get("shown", ()) if "of" in record
        }
        self.revealed_by = next((logged["seq"] for logged in events if logged["type"] == ev.SeedRevealed.TYPE), None)

    def payloads(self, seq: int) -> dict[str, Any]:
        return self.parts.get(seq, {})


class LogText:
    """Puts events into the sentences of one language, with the names of one match."""

    def __init__(self, log: Log, game: str, language: str, names: Sequence[str], accounts: Mapping[str, str]) -> None:
        self.log, self.game, self.language, self.names, self.accounts = log, game, language, names, accounts
        self.texts = shell_texts(language)["audit"]
        self.sentences: Mapping[str, str] = self.texts["events"]

    def say(self, key: str, **params: Any) -> str:
        """A sentence whose texts stand as they are given."""
        texts = {value: isolate(value) for value in params.values() if isinstance(value, str)}
        return fill(self.language, self.sentences.get(key, key), params, texts, self.names)

    def seat_name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else digits(seat + 1, self.language)

    def event_text(self, event: Any) -> EventText:
        return EventText(
            seq=event["seq"],
            type=event["type"],
            at=event["at"],
            actor=self._actor(event["actor"]),
            lines=list(self._lines(event)),
            draws=list(self._draws(event)),
            sealed=list(self._sealed(event)),
            rule=self._rule(event),
            hash=event["hash"],
        )

    def _actor(self, actor: str) -> str:
        kind, _, who = actor.partition(":")
        if kind in ("seat", "bot") and who.isdigit():
            return self.seat_name(int(who))
        if kind == "acct":
            return self.accounts.get(who, self.texts["somebody"])
        return str(self.texts["actors"].get(kind, kind))

    # -- what happened

    def _lines(self, event: Any) -> Iterator[str]:
        pub, kind = event["pub"], event["type"]
        special = {ev.MoveMade.TYPE: self._made, ev.MoveJudged.TYPE: self._judged, ev.MatchStarted.TYPE: self._started}
        if kind in special:
            yield from special[kind](event, pub)
            return
        yield self.say(self._key(kind, pub), **self._params(pub))

    def _key(self, kind: str, pub: Mapping[str, Any]) -> str:
        """Of the sentence of a plain event."""
        if kind == ev.OfferAnswered.TYPE:
            return f"{kind}.{'yes' if pub['accepted'] else 'no'}"
        if kind == ev.SeatTaken.TYPE and not pub.get("entropy"):
            return f"{kind}.plain"
        return kind

    def _params(self, pub: Mapping[str, Any]) -> dict[str, Any]:
        """What the sentences of plain events can be filled with."""
        params = {name: value for name, value in pub.items() if isinstance(value, int | str)}
        if "seats" in pub and not isinstance(pub["seats"], int):
            params["who"] = self._names(pub["seats"])
        if "account" in pub or "bot" in pub:
            params["who"] = self.accounts.get(pub.get("account", ""), pub.get("bot") or self.texts["somebody"])
        if "kind" in pub:
            params["kind"] = self.texts["offers"].get(pub["kind"], pub["kind"])
        if "reason" in pub:
            params["reason"] = self.reason(pub["reason"])
        if "ms" in pub:
            params["seconds"] = pub["ms"] // 1000
        if "winners" in pub:
            params["who"] = self._names(pub["winners"]) or self.texts["nobody"]
            params["scores"] = " : ".join(digits(score, self.language) for score in pub["scores"])
        return params

    def _names(self, seats: Sequence[int]) -> str:
        return str(shell_texts(self.language)["house"]["and"]).join(self.seat_name(seat) for seat in seats)

    def reason(self, code: str) -> str:
        """A reason in words: the game's, or the house's."""
        for texts in (game_texts(self.game, self.language), shell_texts(self.language), self.texts):
            if code in texts.get("reasons", {}):
                return fill(self.language, texts["reasons"][code], {}, {})
        return code

    def _started(self, event: Any, pub: Any) -> Iterator[str]:
        yield self.say(ev.MatchStarted.TYPE, who=self._names(range(len(pub["seats"]))))

    def _made(self, event: Any, pub: Any) -> Iterator[str]:
        (mover,) = event["sealed"]  # the text is sealed to the mover alone
        said = self.log.payloads(event["seq"]).get(mover)
        key = ev.MoveMade.TYPE if said is not None else "move.made.sealed"
        yield self.say(key, decision=pub["decision"], move=said["move"] if said else "", seat=int(mover))
        if "plan" in pub:
            yield self.say("by-plan", plan=pub["plan"])
        if pub.get("idle"):
            yield self.say("by-idle")
        if "bot" in pub:
            yield self.say("by-bot", bot=pub["bot"], version=pub.get("bot_version", ""), budget=pub.get("budget", 0))

    def _judged(self, event: Any, pub: Any) -> Iterator[str]:
        if pub["verdict"] == "stands":
            yield self.say(ev.MoveJudged.TYPE, of=pub["of"], seat=pub["seat"], move=pub["move"])
        else:
            yield self.say("move.judged.refused", of=pub["of"], seat=pub["seat"])
            yield sentence(self.language, pub["code"], {"game": self.game})
        for record in pub.get("shown", ()):
            yield self._shown(record)

    def _shown(self, record: Any) -> str:
        if "of" in record:
            return self.say("shown-move", of=record["of"], move=str(record.get("move", "")))
        return self.say("shown-draw", label=record["label"], n=record["n"], out=str(record["out"]))

    # -- what was drawn, from which bag, for whom

    def _draws(self, event: Any) -> Iterator[str]:
        parts = self.log.payloads(event["seq"])
        bags = [draw for part in parts.values() for draw in part.get("draws", ())]
        for record in event["pub"].get("chance", ()):
            yield self._drawn(record, bags, self.texts["everybody"])
        for audience, part in sorted(parts.items()):
            whom = self.texts["nobody_yet"] if audience == END else self.seat_name(int(audience))
            for record in part.get("chance", ()):
                yield self._drawn(record, bags, whom)

    def _drawn(self, record: Any, bags: Sequence[Any], whom: str) -> str:
        label, n, out = record["label"], record["n"], str(record["out"])
        if label == SEATING:  # the names stand in the order of the seats that came of it
            return self.say("seated", place=n + 1, who=self.seat_name(n))
        bag = next(
            (
                candidate
                for candidate in bags
                if candidate["label"] == label and candidate["n"] <= n < candidate["n"] + candidate["count"]
            ),
            None,
        )
        if bag is None:
            return self.say("drawn", label=label, n=n, out=out, whom=whom)
        held = ", ".join(f"{item} × {count}" for item, count in bag["bag"])
        return self.say("drawn-from", label=label, n=n, out=out, whom=whom, bag=held)

    # -- what was sealed, and when it was opened

    def _sealed(self, event: Any) -> Iterator[str]:
        for audience in sorted(event["sealed"]):
            whom = self.texts["nobody_yet"] if audience == END else self.seat_name(int(audience))
            opened = self.log.shown_by.get(event["seq"], self.log.revealed_by)
            yield self.say("sealed", whom=whom) if opened is None else self.say("sealed-opened", whom=whom, of=opened)

    def _rule(self, event: Any) -> str:
        code = event["pub"].get("code")
        if event["type"] != ev.MoveJudged.TYPE or code is None:
            return ""
        cited = _RULE.match(sentence(self.language, code, {"game": self.game}))
        return f"{cited[1].lower()}{cited[2]}" if cited else ""
