"""The siege: what a hostile evening does to a server, in a few minutes, and what held."""
