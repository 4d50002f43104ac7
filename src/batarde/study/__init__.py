"""What helps people to get better: pure values and functions above the rules and the bots."""
