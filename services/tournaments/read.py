"""What pages and API ask of the tournaments: what is so, and requests that are recorded. Nobody else is asked."""

from __future__ import annotations

from services.pairings.events import TournamentSeedRevealed
from services.pairings.formats import FORMATS
from services.tournaments.commands import Answer, Asked
from services.tournaments.directing import answer_invitation, cancel, invite, refuse, rename, rule, start
from services.tournaments.entering import (
    ask_bye,
    enter,
    enter_invited,
    get_ready,
    leave,
    stop_being_ready,
)
from services.tournaments.files import (
    calendar_text,
    csv_text,
    envelopes_after,
    events_page,
    export_tournament,
    trf_text,
)
from services.tournaments.leaving import entries_of, forget, leave_all
from services.tournaments.opening import open_tournament
from services.tournaments.streams import Loaded, load
from services.tournaments.tables import (
    card_json,
    cards_page,
    desk_view,
    entries_page,
    entry_names,
    invitation_of,
    invitations_view,
    my_view,
    place_in_line,
    round_view,
    rounds_view,
    standings_view,
    waiting_counts,
)

__all__ = [
    "FORMATS", "REVEALED", "Answer", "Asked", "Loaded", "answer_invitation", "ask_bye", "calendar_text", "cancel",
    "card_json", "cards_page", "csv_text", "desk_view", "enter", "enter_invited", "entries_of", "entries_page",
    "entry_names", "envelopes_after", "events_page", "export_tournament", "forget", "get_ready", "invitation_of",
    "invitations_view", "invite", "leave", "leave_all", "load", "my_view", "open_tournament", "place_in_line", "refuse",
    "rename", "round_view", "rounds_view", "rule", "standings_view", "start", "stop_being_ready", "trf_text",
    "waiting_counts",
]  # fmt: skip

REVEALED = TournamentSeedRevealed.type  # the last event of a log
