"""From answers to what people and programs read; no arithmetic beyond percent."""
