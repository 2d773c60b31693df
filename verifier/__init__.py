"""The verifier: checks an export of a match with the rules alone, and shares no code with what writes the log."""

from typing import Final

VERSION: Final = "0.1.0"  # beside a verdict that is kept: by which checks it was given
