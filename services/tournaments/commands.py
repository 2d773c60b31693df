"""Requests that are recorded: each once, with the answer kept; the same body again gets the same answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError

from engine.core.codec import canonical
from services.errors import Conflict, NotYours
from services.log.append import HeadMoved
from services.log.receipts import receipt_of
from services.log.rows import Row
from services.pairings.errors import TournamentRefused
from services.pairings.fold import directors
from services.playing.forms import command_of
from services.tournaments.errors import refused
from services.tournaments.models import Command
from services.tournaments.rows import CommandRow
from services.tournaments.streams import Loaded, Said, commit, load, prepare

RETRIES: Final = 20
MADE, TAKEN, DONE = 201, 202, 200


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request is answered: a status of HTTP and the body."""

    status: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: who, about which tournament, with which body. The body is what makes a repeat the same."""

    tournament: UUID
    account: UUID
    command_id: str
    body: Mapping[str, Any]
    known_digest: str = ""  # where the body itself was left at the door

    @property
    def command(self) -> str:
        return command_of(self.command_id)

    @property
    def digest(self) -> str:
        return self.known_digest or digest_of(self.account, self.body)


def digest_of(account: UUID, body: Mapping[str, Any]) -> str:
    named = {key: value for key, value in body.items() if key != "command_id"}
    return hashlib.sha256(canonical([str(account), named])).hexdigest()


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What follows from a request: the event, and what the answer says beside the receipt."""

    event: Any
    actor: str
    status: int = TAKEN
    extra: Mapping[str, Any] = field(default_factory=dict)
    rows: Sequence[Row] = ()
    once: str | None = None


Decide = Callable[[Loaded], "CommandOutcome | Answer"]


def record(asked: Asked, decide: Decide) -> Answer:
    """Decide and write until it holds. Where `decide` gives an Answer, nothing goes into the log."""
    command = asked.command
    for _ in range(RETRIES):
        loaded = load(asked.tournament)
        earlier = repeated(asked, loaded.head.seq)
        if earlier is not None:
            return earlier
        try:
            outcome = decided(loaded, decide)
            return outcome if isinstance(outcome, Answer) else _write(asked, command, loaded, outcome)
        except (HeadMoved, IntegrityError):
            continue
    raise Conflict("busy")


def decided(loaded: Loaded, decide: Decide) -> CommandOutcome | Answer:
    try:
        return decide(loaded)
    except TournamentRefused as error:
        raise refused([error.refusal], loaded.head.seq) from None


def repeated(asked: Asked, seq: int) -> Answer | None:
    """What this command was answered before. Raises Conflict `command-reused` if it was another one."""
    earlier = Command.objects.filter(tournament_id=asked.tournament, cmd=asked.command).first()
    if earlier is None:
        return None
    if earlier.digest != asked.digest:
        raise Conflict("command-reused", seq)
    return Answer(earlier.status, earlier.answer)


def keep_answer(asked: Asked, answer: Answer) -> Answer:
    """For what is not in the log: call it in the transaction of the effect. Raises IntegrityError for a repeat."""
    Command.objects.create(
        tournament_id=asked.tournament, cmd=asked.command, account=asked.account, digest=asked.digest,
        status=answer.status, answer=answer.body,
    )  # fmt: skip
    return answer


def _write(asked: Asked, command: str, loaded: Loaded, outcome: CommandOutcome) -> Answer:
    said = Said(outcome.event, outcome.actor, command, outcome.once)
    prepared = prepare(loaded, [said])
    body = {**receipt_of(prepared.sealed.head).as_json(), **outcome.extra}
    kept = CommandRow(loaded.id, command, asked.account, asked.digest, outcome.status, body)
    commit(prepared, [kept, *outcome.rows])
    return Answer(outcome.status, body)


# -- who may ----------------------------------------------------------------------------------------------------------


def director_of(account: UUID) -> str:
    return f"director:{account}"


def account_of(account: UUID) -> str:
    return f"acct:{account}"


def must_direct(loaded: Loaded, account: UUID) -> str:
    """The actor. Raises NotYours `not-a-director`."""
    if str(account) not in directors(loaded.state):
        raise NotYours("not-a-director")
    return director_of(account)
