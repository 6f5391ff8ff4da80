"""Numbers only: flat arrays in, integer counts out; no text, no I/O but its own cache."""
