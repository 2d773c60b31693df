"""Hands that the tests of the gateway share with those of the services."""

from tests.services.conftest import pokes

__all__ = ["pokes"]
