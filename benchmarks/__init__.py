"""What this project's speed claims rest on; every figure in the README comes from here.

    python -m benchmarks.equities   tasks T1 to T7 beside poker-equity, in one process
    python -m benchmarks.process    whole commands, warm, and the first run ever
    python -m benchmarks.ranges     expanding ranges, and answers to two and three of them
    python -m benchmarks.growth     how cost grows with players, cards, streets and threads
    python -m benchmarks.methods    the planner's constants, and where the time of an answer goes

Run them from the top of the source tree, on a machine that does little else.
"""
