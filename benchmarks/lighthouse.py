"""Lighthouse on the first screen, as a phone sees it: the median of some runs, and its budget.

Lighthouse comes from npm into a temporary folder; it is no dependency of the project.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

from e2e.server import serving

VERSION: Final = "13.5.0"
TRIES: Final = 3
"""A run whose trace was lost (NO_NAVSTART) says nothing of the page, and is made again."""
LEAST: Final = {"performance": 95, "accessibility": 100, "best-practices": 100}


def measure(folder: Path, url: str) -> dict[str, float]:
    """Return the scores of one run, of 100, when the largest part is there, and what blocks."""
    report = folder / "report.json"
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or "chromium"
    flags = "--headless=new" + ("" if os.geteuid() else " --no-sandbox")
    command = ["npx", "--prefix", str(folder), "lighthouse", url, "--quiet", "--output=json"]
    command += [f"--output-path={report}", f"--chrome-flags={flags}"]
    command += [f"--only-categories={','.join(LEAST)}"]
    for tries_left in reversed(range(TRIES)):
        done = subprocess.run(
            command, check=not tries_left, env={**os.environ, "CHROME_PATH": chromium}, cwd=folder
        )
        if done.returncode == 0:
            break
    found = json.loads(report.read_text(encoding="utf-8"))
    scores = {name: found["categories"][name]["score"] * 100 for name in LEAST}
    audits = found["audits"]
    return scores | {
        "largest paint, s": audits["largest-contentful-paint"]["numericValue"] / 1000,
        "blocked, ms": audits["total-blocking-time"]["numericValue"],
    }


def main() -> int:
    """Measure, print, and return 1 if a score is too low."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as url:
        folder = Path(name)
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", name]
        subprocess.run([*install, f"lighthouse@{VERSION}"], check=True, cwd=name)
        results = [measure(folder, url) for _ in range(runs)]
    middle = {name: median(result[name] for result in results) for name in results[0]}
    for name, value in middle.items():
        needed = f"at least {LEAST[name]}" if name in LEAST else ""
        each = " ".join(f"{result[name]:.3g}" for result in results)
        print(f"{name:18} {value:6.1f}  {needed:12}  ({each})")
    return int(any(middle[name] < least for name, least in LEAST.items()))


if __name__ == "__main__":
    sys.exit(main())
