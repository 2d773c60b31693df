"""Time: the sweep that finds due work again, and thinking clocks."""
