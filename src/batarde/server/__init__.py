"""HTTP and WebSocket around live tables: who is there, who may know what, and what goes out."""
