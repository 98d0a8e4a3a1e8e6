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
    "crate": (23, 22),
    "ours": (29, 22),
    "untold": (29, 22),
    "user": (29, 22),
    "foreign": (NEVER, NEVER),
    "log": (29, 22),
    "own line": (NEVER, 22),
    "external, ours in the log": (29, 22),
    "external, ours in prose": (NEVER, 22),
    "cut, file": (NEVER, 19),
    "cut, elsewhere": (NEVER, NEVER),
    "alike, file": (NEVER, 18),
    "alike, ours": (NEVER, NEVER),
    "alike, untold": (NEVER, NEVER),
}
