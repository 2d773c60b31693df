"""What is drawn from the log for readers: frames, news, cards. All of it can be dropped and redrawn."""
