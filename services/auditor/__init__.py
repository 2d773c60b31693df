"""Service: checks every finished match, numbers it in the checkpoint log, signs checkpoints."""
