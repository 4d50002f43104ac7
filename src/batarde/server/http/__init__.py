"""The HTTP side: operations, their description, the pages, the problems that are answered."""
