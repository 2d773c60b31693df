"""The parts of the check of a tournament's log (tournaments.md); `verifier.tournaments` puts them together."""
