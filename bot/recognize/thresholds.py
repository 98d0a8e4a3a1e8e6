"""From how many letters a text is exact or probable, by where it stands and how well its place agrees.

Made by ``tests/recognize/fit_thresholds.py`` from labelled reports; not to be changed by hand.
"""

from __future__ import annotations

from typing import Final

NEVER: Final = 10_000.0

# where: (exact from, probable from), in letters and digits of literal text
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "line": (3, 2),
    "file": (6, 4),
    "crate": (16, 10),
    "ours": (20, 14),
    "untold": (24, 18),
    "user": (60, 30),
    "foreign": (NEVER, NEVER),
    "log": (26, 20),
    "own line": (NEVER, 26),
    "external, ours in the log": (20, 16),
    "external, ours in prose": (NEVER, 20),
    "alike, file": (NEVER, 10),
    "alike, ours": (NEVER, 20),
    "alike, untold": (NEVER, 26),
}
