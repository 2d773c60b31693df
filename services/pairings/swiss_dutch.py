"""The Dutch system by `py4swiss`, behind an adapter: our records in, tables by starting number out."""

from __future__ import annotations

from importlib.metadata import version

from services.pairings.ledger import Ledger
from services.pairings.swiss_field import SwissField

ENGINE = "py4swiss"
VERSION = version("py4swiss")


class DutchFailed(Exception):
    """The engine gave no pairing."""


def pair_dutch(ledger: Ledger, field: SwissField) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Pairs with seat 0 (white) first, in the engine's order of tables, and who has the bye."""
    # Read with the first round that is paired: it takes a tenth of the time in which a process starts.
    from py4swiss.engines import DutchEngine

    from services.pairings.swiss_trf import trf_of

    try:
        pairs = DutchEngine.generate_pairings(trf_of(ledger, field))
    except Exception as problem:  # whatever a foreign engine raises leads to our own matching
        raise DutchFailed(str(problem)) from problem
    order = ledger.state.order
    tables = tuple((order[pair.white - 1], order[pair.black - 1]) for pair in pairs if pair.black and pair.white)
    byes = [order[max(pair.white, pair.black) - 1] for pair in pairs if not (pair.black and pair.white)]
    return tables, byes[0] if byes else None
