"""Self-play from which the strong bots learn; ``python -m batarde.arena.training`` runs it."""
