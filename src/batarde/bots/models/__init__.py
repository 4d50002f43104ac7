"""What searching bots believe of players: how they bid, play their cards, and win games."""
