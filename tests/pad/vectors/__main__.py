"""Write all vectors anew."""

import gzip
import sys

from tests.pad.vectors.catalogue import FILES, FOLDER, file_of, lines_of


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True, parents=True)
    for name in FILES:
        lines = lines_of(name)
        packed = gzip.compress(b"\n".join(lines), mtime=0)
        file_of(name).write_bytes(packed)
        sys.stdout.write(f"pad {name}: {len(lines):,} lines, {len(packed):,} bytes\n")


if __name__ == "__main__":
    main()
