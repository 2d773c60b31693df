"""The verifier: checks an export of a match with the rules alone, and shares no code with what writes the log."""
