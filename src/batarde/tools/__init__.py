"""Programs for those who build and run Bâtarde: load, generated types."""
