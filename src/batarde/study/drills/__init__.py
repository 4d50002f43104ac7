"""Drills: short questions with their answers, all of them from the rules.

``build`` makes the one file that the browser asks from. The browser compares; it knows no rules.
Every question is put together so that the rules' own functions can answer it again, which the tests
do. docs/trainer.md tells what is asked and how it is remembered.
"""

from batarde.study.drills.building import build, write
from batarde.study.drills.questions import Drills

__all__ = ["Drills", "build", "write"]
