"""Answers as JSON, the same way everywhere."""

import json


def as_json(value: object) -> str:
    """One compact line in full precision; never NaN."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
