"""The row of the notices."""

from __future__ import annotations

from services.facts import (
    AccountRuled,
    DeadlineNear,
    MailEntered,
    MailMoved,
    MatchBegun,
    MatchOver,
    OfferOpened,
    RecoveryAsked,
    ResultNotedFact,
    RoundPairedFact,
    SeatTakenOver,
    TableInvited,
)
from services.registry import Service

ROW = Service(
    name="notices",
    does="calls people back when something waits for them, by page, mail, push and webhook",
    queue="notices",
    tasks=("notices.follow", "notices.mail", "notices.push", "notices.webhooks", "notices.tick"),
    reads=("log", "people", "matches", "readers", "pairings", "notices"),
    writes=("notices", "people"),
    follows=(
        MatchBegun, MatchOver, OfferOpened, SeatTakenOver, TableInvited, RoundPairedFact, DeadlineNear, ResultNotedFact,
        MailEntered, MailMoved, RecoveryAsked, AccountRuled,
    ),
    many=0,
    workers=6,  # the three channels, each of which may wait for somebody else's server, and what they wait for
    tick=1.0,
    rest=3.0,
    door=True,
    while_dead="nobody is called back; what still waits for somebody is said when it is back, once",
)  # fmt: skip
