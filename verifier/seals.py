"""NOREVEAL, COMMIT, UNOPENED, SEAL and SALT: the seed against its commitment, the parts against theirs."""

from __future__ import annotations

from engine.core.chance import seed_commit
from engine.core.codec import NotCanonical
from verifier import hashes
from verifier.log import Log, sealed
from verifier.report import Report


def check_seed(log: Log, report: Report) -> None:
    if log.revealed is None and not log.bundle:
        report.add("NOREVEAL", None, "the seed was never revealed")
    if log.seed is not None and seed_commit(log.owner, log.seed) != log.opening.get("seed_commit"):
        report.add("COMMIT", len(log.events) - 1, "the seed does not fit the commitment in event 0")


def check_parts(log: Log, report: Report) -> None:
    commitments = {
        (event.get("seq"), audience): value for event in log.events for audience, value in sealed(event).items()
    }
    for part in log.opened:
        seq, audience, salt = part["seq"], part["aud"], part["salt"]
        if log.keys is not None and salt != hashes.salt_of(log.keys.seal, seq, audience):
            report.add("SALT", seq, f"the salt for {audience} does not come from the seed")
        try:
            commitment = hashes.commitment_of(salt, part["payload"])
        except (NotCanonical, RecursionError):
            commitment = ""
        if (seq, audience) not in commitments:
            report.add("SEAL", seq, f"a part for {audience} that no event has")
        elif commitments[seq, audience] != commitment:
            report.add("SEAL", seq, f"the part for {audience} does not fit its commitment")
    _check_withheld(log, set(commitments), report)


def _check_withheld(log: Log, places: set[tuple[object, str]], report: Report) -> None:
    """All parts are to be there; in a running match all those of the one seat whose bundle it is."""
    if log.seed is None and log.bundle:
        eyes = {str(part["aud"]) for part in log.opened}
        if len(eyes) > 1 or "end" in eyes:
            report.add("FORM", None, "a bundle holds the parts of one seat only")
        places = {place for place in places if place[1] in eyes}
    for seq, audience in sorted(places - set(log.parts), key=str):
        report.add("UNOPENED", seq if isinstance(seq, int) else None, f"the part for {audience} is withheld")
