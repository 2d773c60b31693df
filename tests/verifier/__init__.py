"""Tests of the verifier: test values, exports of our own, forgeries, its schema and what it is shipped as."""
