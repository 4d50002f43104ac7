"""A game at the terminal: what is drawn, what is typed, and whose turn it is."""
