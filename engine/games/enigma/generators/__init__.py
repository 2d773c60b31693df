"""Fresh puzzles of each kind: a proposal by chance, measured by the kind's own solver."""
