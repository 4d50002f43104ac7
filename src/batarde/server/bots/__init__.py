"""The bots at live tables: whom to ask what, and the processes in which they think."""
