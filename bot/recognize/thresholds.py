"""From how many letters a text is exact or probable, by where it stands and how well its place agrees.

Made by ``tests/recognize/fit_thresholds.py`` from labelled reports; not to be changed by hand.
"""

from __future__ import annotations

from typing import Final

NEVER: Final = 10_000.0

# where: (exact from, probable from), in letters and digits of literal text
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "line": (6, 6),
    "file": (18, 10),
    "crate": (23, 23),
    "ours": (23, 23),
    "untold": (23, 23),
    "user": (23, 23),
    "foreign": (NEVER, NEVER),
    "log": (23, 23),
    "own line": (NEVER, 23),
    "external, ours in the log": (23, 23),
    "external, ours in prose": (NEVER, 23),
    "cut, file": (NEVER, 24),
    "cut, elsewhere": (NEVER, NEVER),
    "alike, file": (NEVER, 20),
    "alike, ours": (NEVER, NEVER),
    "alike, untold": (NEVER, NEVER),
}
