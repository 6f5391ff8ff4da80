"""Ranges of hands: the language players write them in, and the hands they hold."""
