"""Tests of the services room."""
