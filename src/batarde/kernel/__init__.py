"""The compiled twin of the rules, for search: positions, playouts, hidden hands, endings."""
