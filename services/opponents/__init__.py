"""The opponents: bots that get a frame and submit like people."""
