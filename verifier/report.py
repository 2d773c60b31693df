"""What the checks report: a code of fairness.md section 8, the event it is about, a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    seq: int | None  # None: the export as a whole
    text: str

    def __str__(self) -> str:
        return f"{self.code} {'-' if self.seq is None else self.seq} {self.text}"


def printable(text: object) -> str:
    """One line of plain ASCII: an export may hold what would command a terminal."""
    return "".join(char if " " <= char <= "~" else ascii(char)[1:-1] for char in str(text))


@dataclass(slots=True)
class Report:
    """`findings` speak against the log; `notes` say what could not be checked with what is at hand."""

    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    entropy: list[str] = field(default_factory=list)  # a line a seat: what it gave to the luck of the match
    unfolded: str = ""  # why the rules of the game could not be asked; empty: nothing stood in the way
    limits: list[str] = field(default_factory=list)  # of a tournament: what was not there to be looked at
    unasked: int = 0  # moves of bots that are not at hand in that version

    @property
    def verdict(self) -> str:
        if self.findings:
            return f"{len(self.findings)} findings"
        if self.unfolded:
            return f"chain holds, not refolded: {self.unfolded}"
        if self.limits:
            return "holds as far as it could look"
        return f"holds, {self.unasked} moves of bots not asked again" if self.unasked else "holds"

    def add(self, code: str, seq: int | None, text: str) -> None:
        self.findings.append(Finding(code, seq, text))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def not_refolded(self, why: str) -> None:
        self.unfolded = why
        self.note(f"not refolded: {why}")

    def beyond(self, text: str) -> None:
        """Something that is not in the export, so that the verdict is only as good as what is."""
        self.limits.append(text)
        self.note(text)

    def run(self, name: str, check: Callable[[], None]) -> None:
        """A check that breaks off at damaged data is a finding itself: nothing goes unreported."""
        try:
            check()
        except (
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
            ArithmeticError,
            MemoryError,
            RecursionError,
        ) as error:
            self.add("FORM", None, f"the check of {name} stopped at damaged data ({type(error).__name__})")
