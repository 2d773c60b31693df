"""How many rounds a tournament has: announced, or following from the number entered at the start (section 2)."""

from __future__ import annotations

from services.pairings.berger import berger_rounds
from services.pairings.brackets import bracket_rounds
from services.pairings.events import TournamentOpened

ONE_ROUND = ("groups", "league")


def swiss_default(entrants: int) -> int:
    return min(bracket_rounds(entrants), entrants // 2)


def swiss_most(entrants: int) -> int:
    """More rounds have no legal pairing left."""
    return entrants - 1 + entrants % 2


def double_most(entrants: int) -> int:
    """Rounds of a double knockout with its final played again."""
    return 2 * bracket_rounds(entrants) + 1


def natural_rounds(format_key: str, entrants: int, twice: bool = False) -> int | None:
    """The rounds that follow from the number entered; None where they have to be announced."""
    match format_key:
        case "swiss":
            return swiss_default(entrants)
        case "round_robin":
            return berger_rounds(entrants) * (2 if twice else 1)
        case "knockout":
            return bracket_rounds(entrants)
        case "double_knockout":
            return double_most(entrants)
        case "groups" | "league":
            return 1
        case "arena":
            return 0
    return None


def planned_rounds(opened: TournamentOpened, entrants: int) -> int:
    """Rounds to be paired; of groups with a final those of the groups alone."""
    if opened.rounds is not None:
        return opened.rounds
    return natural_rounds(opened.format, entrants, bool(opened.rules.get("twice"))) or 0


def rounds_fit(opened: TournamentOpened, entrants: int) -> bool:
    """Whether the announced rounds can be played by so many."""
    if opened.rounds is None or opened.format in ("arena", "swiss_pods"):
        return True
    if opened.format == "swiss":
        return opened.rounds <= swiss_most(entrants)
    return opened.rounds == natural_rounds(opened.format, entrants, bool(opened.rules.get("twice")))
