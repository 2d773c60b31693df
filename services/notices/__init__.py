"""Service: calls people back when something waits for them, by page, mail, push and webhook."""
