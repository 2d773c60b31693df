"""Frozen matches, ply by ply, and their replay."""
