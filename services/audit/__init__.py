"""The house checks its own logs: the verifier on stored matches, exports, checkpoints."""
