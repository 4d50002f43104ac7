"""The rule of thumb: what each card should win, and bots that play by that."""
