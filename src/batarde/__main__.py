"""Lets ``python -m batarde`` do what ``batarde`` does."""

from batarde.cli import main

if __name__ == "__main__":
    main()
