"""The log, judging, projections, opponents, clocks, tournaments and audit."""
