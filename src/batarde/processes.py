"""Pools of processes that end with whoever made them."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor

__all__ = ["process_pool"]


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of so many *workers*; they end with this process, even if it is killed."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _follow_parent)


def _follow_parent() -> None:
    """Run in a process of the pool: wait beside the work for the end of who made it."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
