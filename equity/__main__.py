"""`python -m equity` is the command omaha-equity."""

from equity.cli import main

if __name__ == "__main__":
    main()
