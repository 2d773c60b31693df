"""HTTP: sign-in, permissions, pages, subscriptions. It records what was said and shows what may be seen."""
