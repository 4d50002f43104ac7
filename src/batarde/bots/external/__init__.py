"""Bots that are programs of their own: questions and answers as lines of JSON."""
