"""Tests of services.pairings: pure, no store."""
