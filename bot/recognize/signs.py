"""One look over a report for what there is to do: each further step is taken only where its sign was
seen.

A 64 KB log has a few of these signs; looking for each by itself would cost more than the search for all
wordings.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import re2


class Sign(IntEnum):
    """What may stand in a report; the value is the position in the set."""

    TERMINAL = 0
    QUOTE = 1
    COMMENT = 2
    ENTITY = 3
    TAG = 4
    ESCAPED = 5
    PANICKED = 6
    BARE_PLACE = 7
    CHANGE = 8
    REQUEST = 9
    OURS = 10
    OURS_IN_LOG = 11
    OUR_FILE = 12


_PATTERNS: dict[Sign, bytes] = {
    Sign.TERMINAL: rb"\x1b|\xe2\x90\x9b|1[bB]\}?\[|033\[|\\e\[|\[[0-9]{1,3}(?:;[0-9]{1,3})*m",
    Sign.QUOTE: rb"(?m)^[ \t]*(?:>|\||\xe2\x94[\x82\x83]|\xe2\x95\x91)",
    Sign.COMMENT: rb"<!--",
    Sign.ENTITY: rb"&(?:lt|gt|amp|quot|apos|nbsp|#)",
    Sign.TAG: rb"</?[a-z]{1,10}[ />]",
    Sign.ESCAPED: rb"\\[nrt]",
    Sign.PANICKED: rb"panicked",
    Sign.BARE_PLACE: rb"\.rs:[0-9]{1,6}(?::[0-9]{1,5})?:",
    Sign.CHANGE: (
        rb"(?im)^#+[ \t]*(?:changes[ \t]*$|related issues/prs|pull request template|validate your pr)"
        rb"|cargo run-checks|run-checks all|^[ \t]*(?:fixes|closes|resolves)[ \t]+(?:[\w./-]+)?#[0-9]+"
        rb"|^(?:this|the) (?:pr|pull request|patch|mr)\b|^in this (?:pr|pull request)\b"
    ),
    Sign.REQUEST: rb"(?im)^#+[ \t]*(?:feature description|feature motivation|feature request)",
    Sign.OURS: (
        rb"(?i)\b(?:burn|cubecl|cubek)(?:[-_:/][a-z0-9]|`| v?[0-9])|\b(?:cubecl|cubek|onnx[-_]ir|tracel)\b"
        rb"|\bburn (?:backend|crate|tensor|framework|book|model|import|version|example|repo|main)"
        rb"|\b(?:with|using|in|of|use|uses|from|to|on) burn\b|\bburn = "
        rb"|\bautodiff<|\blibtorch\b|\bndarraydevice\b|\bwgpudevice\b"
    ),
    Sign.OURS_IN_LOG: (
        rb"\b(?:burn|cubecl|cubek)[-_][a-z_-]+(?:-[0-9]+\.[0-9]+[0-9A-Za-z.+-]*)?[\\/:]"
        rb"|\bonnx[-_]ir(?:-[0-9][0-9A-Za-z.+-]*)?[\\/:]|\bburn(?:::|-[0-9]+\.[0-9]+[0-9A-Za-z.+-]*[\\/])"
    ),
    Sign.OUR_FILE: rb"\b(?:burn|cubecl|cubek|onnx-ir)[a-z0-9.-]*[\\/]src[\\/][a-z0-9_\\/]+\.rs:[0-9]",
}


def _compile() -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    options.max_mem = 32 << 20
    found = re2.Set.SearchSet(options)
    for sign in Sign:
        found.Add(_PATTERNS[sign])
    found.Compile()
    return found


_SET = _compile()


def signs_in(raw: bytes) -> frozenset[Sign]:
    """Give the signs that stand in a report."""
    return frozenset(map(Sign, _SET.Match(raw) or ()))
