"""Makes the orderings that percent ranges use: `python -m equity.ranges.making`; see data/README.md."""
