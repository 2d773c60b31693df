"""The cards, read from cards.json: shapes with arms, groups, doors, trolls, gold and ladders in both turns (S1-S9)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

ARMS = "NESW"
BIT: Mapping[str, int] = {"N": 1, "E": 2, "S": 4, "W": 8}
ARM_OF: Mapping[int, str] = {bit: arm for arm, bit in BIT.items()}
COLOURS = ("green", "blue")
TOOLS = ("pick", "lamp", "cart")


@dataclass(frozen=True, slots=True)
class Shape:
    """A tunnel card as it lies in one turn. Arms are bits (N 1, E 2, S 4, W 8)."""

    card: str
    turn: int
    open: int
    groups: tuple[int, ...]
    group_at: tuple[int, ...]  # by arm bit; -1 where closed
    doors: tuple[int, int]  # arms with a green door, arms with a blue door
    troll: int
    gold: tuple[tuple[int, int], ...]  # (group, value)
    ladder: int  # colour of the start card it is linked to, -1: none (S35: start cards are no ladder cards)
    walk: tuple[int, int]  # arms that Green, Blue may walk through without keys and bribes (S31)


def turned(arms: int) -> int:
    """The arms after half a turn (S9)."""
    return ((arms << 2) | (arms >> 2)) & 15


def _bits(arms: str) -> int:
    return sum(BIT[arm] for arm in arms)


def _shape(card: Mapping[str, Any], turn: int) -> Shape:
    def lie(arms: int) -> int:
        return turned(arms) if turn else arms

    groups = tuple(lie(_bits(group)) for group in card["groups"])
    group_at = tuple(next((i for i, group in enumerate(groups) if group & bit), -1) for bit in range(9))
    doors = tuple(lie(sum(BIT[arm] for arm, c in card["doors"].items() if c == colour)) for colour in COLOURS)
    troll = lie(BIT[card["troll"]]) if card["troll"] else 0
    gold = tuple(sorted((int(group), value) for group, value in card["gold"].items()))
    ladder = COLOURS.index(card["ladder"]) if card["ladder"] and card["kind"] == "ladder" else -1
    arms = lie(_bits(card["openings"]))
    walk = (arms & ~doors[1] & ~troll, arms & ~doors[0] & ~troll)
    return Shape(card["id"], turn, arms, groups, group_at, (doors[0], doors[1]), troll, gold, ladder, walk)


def _shapes(card: Mapping[str, Any]) -> tuple[Shape, ...]:
    turns = 1 if card["same_when_rotated_180"] else 2
    return tuple(_shape(card, turn) for turn in range(turns))


def _read() -> Mapping[str, Any]:
    text = resources.files("engine.games.saboteur_duel.data").joinpath("cards.json").read_text("utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data


_DATA = _read()
STARTS = ("SG", "SB")
SHAPES: Mapping[str, tuple[Shape, ...]] = {
    card["id"]: _shapes(card) for card in (*_DATA["path_cards"], *_DATA["goal_cards"])
}
PATHS: Mapping[str, int] = {card["id"]: card["count"] for card in _DATA["path_cards"] if card["kind"] != "start"}
ACTIONS: Mapping[str, int] = {card["id"]: card["count"] for card in _DATA["action_cards"]}
DECK: Mapping[str, int] = {**PATHS, **ACTIONS}  # S13b: the order of the tables, paths first
ORDER: Mapping[str, int] = {card: place for place, card in enumerate(DECK)}
GOALS: tuple[str, ...] = tuple(card["id"] for card in _DATA["goal_cards"])
GOLD_PATHS: tuple[str, ...] = tuple(card for card in PATHS if SHAPES[card][0].gold)
BREAKS: Mapping[str, str] = {c["id"]: c["tools"][0] for c in _DATA["action_cards"] if c["kind"] == "sabotage"}
BREAK_CARD: Mapping[str, str] = {tool: card for card, tool in BREAKS.items()}
REPAIRS: Mapping[str, tuple[str, ...]] = {
    card["id"]: tuple(card["tools"]) for card in _DATA["action_cards"] if card["kind"] == "repair"
}
ROUNDS: int = _DATA["rounds"]
HAND: int = _DATA["hand_size"]
KEYS: int = _DATA["tokens"]["keys"]
COUNTERS: Mapping[int, int] = {1: _DATA["tokens"]["dwarf_counters_solo"], 2: _DATA["tokens"]["dwarf_counters_duel"]}
ASIDE: Mapping[int, int] = {1: _DATA["solo_set_aside"], 2: 0}


def _cells(cells: Any) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in cells)


_LAYOUT = _DATA["layout"]
GOAL_CELLS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: _cells(_LAYOUT["solo"]["goals"]),
    2: _cells(_LAYOUT["duel"]["goals"]),
}
SOLO_START: tuple[int, int] = _cells([_LAYOUT["solo"]["start"]])[0]
DUEL_STARTS: tuple[tuple[int, int], ...] = _cells(_LAYOUT["duel"]["starts"][colour] for colour in COLOURS)


def sort_cards(cards: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=ORDER.__getitem__))
