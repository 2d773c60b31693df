"""Drawings of a tournament as SVG: bracket, cross-table, round table. Pure: from a ledger and names to text."""
