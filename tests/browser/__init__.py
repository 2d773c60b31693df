"""A person's path in real Chromium, and the harness that shows a board by itself."""
