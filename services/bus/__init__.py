"""Pokes to workers, frames to subscribers, counters. Sole user of kombu and redis; losing it all loses no move."""
