"""What all tests share: hypothesis runs the same examples every time."""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None, max_examples=100)
settings.load_profile("fixed")
