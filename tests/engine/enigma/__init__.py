"""Tests of Enigma."""
