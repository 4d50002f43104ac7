"""The command line: ``batarde COMMAND``. One file per command, each imported when it is called."""

from batarde.cli.program import main

__all__ = ["main"]
