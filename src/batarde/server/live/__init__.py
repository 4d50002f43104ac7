"""Live tables: rooms, who is in them, the sockets, and what goes out to whom."""
