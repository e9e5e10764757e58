"""Environments of their own for peers: their requirements exclude each other, and none of them is ours.

In: requirements as pip takes them. Out: the interpreter of an environment that has them, made once and kept in
the user's cache folder; None where they cannot be installed, with the reason on the standard error stream.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "verbflow" / "environments"
INSTALL_SECONDS = 1_800


def interpreter(requirements: Sequence[str]) -> Path | None:
    """Return the interpreter of an environment with these requirements, ours where there are none."""
    if not requirements:
        return Path(sys.executable)
    name = hashlib.sha256("\n".join(requirements).encode()).hexdigest()[:12]
    home = FOLDER / name
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if (home / "ready").is_file():
        return python
    venv.create(home, with_pip=True, clear=True)
    command = [str(python), "-m", "pip", "install", "--quiet", *requirements]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
        print(f"{' '.join(requirements)}: not installed: {last}", file=sys.stderr)
        return None
    (home / "ready").write_text("\n".join(requirements), "utf-8")
    return python
