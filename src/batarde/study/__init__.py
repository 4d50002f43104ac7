"""Getting better: what a strong player would see in a position, told to whoever wants to learn.

Pure values and functions above the bots and the kernel: a view goes in, a value comes out, and
what is left to chance follows from the view.

- ``coach/``: help while one plays: what is needed, why, and what every action should cost.
- ``reasons/``: why one action is better than another, as facts that can be checked.
- ``telling``: both in words.
- ``drills/``: the questions of the trainer, with the answers that the rules give.
"""
