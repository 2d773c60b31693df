"""What entrants ask for: entry, withdrawal, byes, being ready. Each gives the event to write, or is refused."""

from __future__ import annotations

from dataclasses import dataclass

from services.pairings.errors import TournamentRefused
from services.pairings.events import ArenaLeft, ArenaReady, ByeRequested, EntryMade, EntryRefused, EntryWithdrawn
from services.pairings.formats import FORMATS, late_allowed
from services.pairings.leaving import expelled_now, leaves, out_now
from services.pairings.outcomes import OPEN, outcomes
from services.pairings.points import PointsTable
from services.pairings.rounds import planned_rounds
from services.pairings.state import TournamentState
from services.pairings.times import to_ms

MOST_BYES = 2


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who wants to enter, as the service knows the account."""

    account: str
    entropy: str = ""
    guest: bool = False
    rating: int | None = None
    invited: bool = False
    by_director: bool = False


def is_full(state: TournamentState) -> bool:
    """Entries beyond the cap wait outside the log."""
    cap = state.opened.entry.get("cap")
    return cap is not None and len(standing_entries(state)) >= int(cap)


def standing_entries(state: TournamentState) -> tuple[int, ...]:
    if state.start is None:
        return state.entered()
    spans = leaves(state)
    return tuple(entry for entry in state.order if not out_now(spans.get(entry, ())))


def entry_of(state: TournamentState, account: str) -> int | None:
    """The entry an account holds or held: the one that stands, else the latest."""
    held = [entry for entry in state.entrants if state.holder(entry) == account]
    standing = [entry for entry in held if entry in standing_entries(state)]
    return max(standing or held, default=None)


def make_entry(state: TournamentState, applicant: Applicant, now: str) -> EntryMade:
    """The next entry number. Whether there is room is asked before, by `is_full`."""
    _check_open(state)
    _check_not_entered(state, applicant)
    _check_entry_time(state, now)
    _check_welcome(state, applicant)
    number = max(state.entrants, default=0) + 1
    entropy = "" if state.start is not None or applicant.by_director else applicant.entropy
    return EntryMade(number, applicant.account, entropy)


def takes_entries(state: TournamentState, now: str) -> bool:
    """Whether anybody at all may enter or wait now, by time and course; who may is asked of each."""
    try:
        _check_open(state)
        _check_entry_time(state, now)
    except TournamentRefused:
        return False
    return True


def _check_open(state: TournamentState) -> None:
    if state.closed is not None:
        raise TournamentRefused("over")


def _check_not_entered(state: TournamentState, applicant: Applicant) -> None:
    if applicant.account in state.refused:
        raise TournamentRefused("refused")
    entry = entry_of(state, applicant.account)
    if entry is None:
        return
    if entry in standing_entries(state):
        raise TournamentRefused("already-entered", entry=entry)
    if state.start is not None and entry in state.order:
        expelled = expelled_now(leaves(state).get(entry, ()))
        raise TournamentRefused("refused" if expelled else "already-out", entry=entry)


def _check_entry_time(state: TournamentState, now: str) -> None:
    closes_at = state.opened.entry.get("closes_at")
    if state.start is None:
        if closes_at is not None and to_ms(now) > to_ms(closes_at):
            raise TournamentRefused("entry-closed", "entry-closed-at", closes_at=closes_at)
        return
    if not late_allowed(state.opened.format, state.opened.rules.get("late")):
        raise TournamentRefused("entry-closed", "entry-closed-no-late")
    rounds = planned_rounds(state.opened, len(state.started.order))
    if state.opened.format != "arena" and 2 * len(state.rounds) > rounds:
        raise TournamentRefused("entry-closed", "entry-closed-half", paired=len(state.rounds), rounds=rounds)


def _check_welcome(state: TournamentState, applicant: Applicant) -> None:
    wanted = state.opened.entry
    if applicant.guest and wanted.get("guests") is False:
        raise TournamentRefused("guests-kept-out")
    if not wanted.get("open", True) and not applicant.invited and not applicant.by_director:
        raise TournamentRefused("not-invited")
    low, high = wanted.get("rating_from"), wanted.get("rating_to")
    if applicant.by_director or (low is None and high is None):
        return
    rating = applicant.rating
    if rating is None or (low is not None and rating < low) or (high is not None and rating > high):
        raise TournamentRefused("rating-outside", rating=rating, low=low, high=high)


def check_accepted(accepted: bool) -> None:
    """Who is entered by a director, or takes over for somebody, has accepted an invitation."""
    if not accepted:
        raise TournamentRefused("not-invited", "no-invitation")


def check_was_invited(invited: bool) -> None:
    if not invited:
        raise TournamentRefused("not-invited", "nobody-invited")


def withdraw(state: TournamentState, account: str, entry: int | None = None) -> EntryWithdrawn:
    """`entry` is given by a director; else it is the account's own."""
    _check_open(state)
    own = entry if entry is not None else entry_of(state, account)
    if own is None or own not in state.entrants:
        raise TournamentRefused("not-entered")
    if own not in standing_entries(state):
        raise TournamentRefused("already-out", entry=own)
    return EntryWithdrawn(own)


def refuse_entry(state: TournamentState, account: str, reason: str) -> EntryRefused:
    """Only before the start; the account may not enter again."""
    _check_open(state)
    if state.start is not None:
        raise TournamentRefused("already-started")
    if account in state.refused:
        raise TournamentRefused("already-out")
    return EntryRefused(account, reason)


def request_bye(state: TournamentState, account: str, round_number: int) -> ByeRequested:
    """Half a win, or the mean of a full table; not in the last round."""
    _check_open(state)
    entry = _own_entry(state, account)
    opened = state.opened
    if not FORMATS[opened.format].byes:
        raise TournamentRefused("bad-bye", "bye-format", ("round",), format=opened.format)
    if opened.rounds is None and state.start is None:
        raise TournamentRefused("bad-bye", "bye-before-start", ("round",))
    rounds = opened.rounds if opened.rounds is not None else planned_rounds(opened, len(state.started.order))
    if not 1 <= round_number < rounds:
        raise TournamentRefused("bad-bye", "bye-last-round", ("round",), works=rounds - 1)
    if round_number <= len(state.rounds):
        raise TournamentRefused("round-paired", round=round_number)
    asked = [request.round for request in state.bye_requests if request.entry == entry]
    limit = int(opened.rules.get("byes", MOST_BYES))
    if len(asked) >= limit or round_number in asked:
        raise TournamentRefused("no-bye-left", limit=limit)
    return ByeRequested(entry, round_number)


def _own_entry(state: TournamentState, account: str) -> int:
    entry = entry_of(state, account)
    if entry is None:
        raise TournamentRefused("not-entered")
    if entry not in standing_entries(state):
        raise TournamentRefused("already-out", entry=entry)
    return entry


def be_ready(state: TournamentState, account: str) -> ArenaReady:
    entry = _arena_entry(state, account)
    if entry in state.ready:
        raise TournamentRefused("already-ready")
    table = PointsTable.read(state.opened.points, state.opened.seats)
    running = outcomes(state, table)
    for game in (game for paired in state.rounds for game in paired.games()):
        if entry in game.people and running[game.round, game.table, game.game].kind == OPEN:
            raise TournamentRefused("still-playing", match=game.match)
    return ArenaReady(entry)


def leave_arena(state: TournamentState, account: str) -> ArenaLeft:
    entry = _arena_entry(state, account)
    if entry not in state.ready:
        raise TournamentRefused("not-ready")
    return ArenaLeft(entry)


def _arena_entry(state: TournamentState, account: str) -> int:
    if state.opened.format != "arena":
        raise TournamentRefused("not-arena", "not-arena", ("format",), format=state.opened.format)
    _check_open(state)
    if state.start is None:
        raise TournamentRefused("not-started")
    return _own_entry(state, account)
