"""What a check found: a code of fairness.md section 8, the event it was found at, a sentence."""

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
    """One line of plain ASCII: what an export holds is not to be let loose on a terminal."""
    return "".join(one if " " <= one <= "~" else ascii(one)[1:-1] for one in str(text))


@dataclass(slots=True)
class Report:
    """`findings` speak against the log; `notes` tell what could not be checked with what is at hand."""

    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unfolded: str = ""  # why the rules of the game could not be asked; empty: nothing stood in the way
    unasked: int = 0  # moves of bots that are not at hand in that version

    @property
    def verdict(self) -> str:
        if self.findings:
            return f"{len(self.findings)} findings"
        if self.unfolded:
            return f"chain holds, not refolded: {self.unfolded}"
        return f"holds, {self.unasked} moves of bots not asked again" if self.unasked else "holds"

    def add(self, code: str, seq: int | None, text: str) -> None:
        self.findings.append(Finding(code, seq, text))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def not_refolded(self, why: str) -> None:
        self.unfolded = why
        self.note(f"not refolded: {why}")

    def run(self, name: str, check: Callable[[], None]) -> None:
        """A check that stumbles over damaged data is itself a finding: nothing is passed over in silence."""
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
