"""The sites against facts gathered by hand: each wording told there is among them, or it is known why not.

The facts lie in an optional folder beside the project (``../shared/facts``).
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.catalog.sites import Sites, fold, load_sites
from bot.catalog.wording import weight

FACTS = Path(__file__).parents[3] / "shared" / "facts"
BLOCK = re.compile(r"(.*Operation: ')([^']*)(' Reason: .*)")
# A text of the standard library, not of Burn's source.
STD_TEXT = (
    "called `",
    "index out of bounds",
    "attempt to ",
    "assertion `left",
    "not implemented",
    "copy_from_slice",
    "source slice",
)
# Debug forms of errors without a text of their own, made by derive.
DERIVED = re.compile(r'[A-Z]\w+(?:\("?(.*?)"?\)| \{.*\})?', re.DOTALL)
# What the facts abridge, or spell otherwise than the source.
ABRIDGED = frozenset(
    {
        "=== Tensor Operation Error === Operation: '{}' Reason: {}. {} {}",  # the form of all blocks
        "Blocking remote calls are not supported on wasm. Establish the session with"
        " `RemoteDevice::connect_async(...).await` and read tensors with `into_data_async`.",
        "valid index: Index {{ kind: Dimension, index: {}, bounds: {} }}",
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def sites() -> Sites:
    """The sites that come with the package."""
    return load_sites()


def wordings() -> list[tuple[str, str]]:
    """Give kind and pattern of every wording in the facts that the source of a release is said to hold."""
    found: list[tuple[str, str]] = []
    for file in sorted(FACTS.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            found += [(record["kind"], w["pattern"]) for w in record["wordings"] if w["first_tag"]]
    return found


def how(pattern: str, folded: set[str], joined: str) -> str | None:
    """Say how the sites know a pattern, or ``None``."""
    text = fold(pattern.replace("\\n", "\n").replace('\\"', '"'))
    if text in folded:
        return "whole"
    if text.startswith(STD_TEXT):
        return "std's text"
    block = BLOCK.match(text)
    if block:
        labels = [label for label in block[2].split("|") if not label.startswith("..")]
        if all(block[1] + label + block[3] in folded for label in labels):
            return "whole"
        if any(label and block[1] + label + block[3] in folded for label in labels):
            return "in part"
    if text in ABRIDGED:
        return "abridged"
    derived = DERIVED.fullmatch(text)
    if derived and (weight(derived[1] or "") < 12 or any(p in joined for p in _pieces(derived[1]))):
        return "derived"
    if text in joined:
        return "in part"
    head = text.split(": ")[0]
    return "behind another text" if len(head) > 8 and any(w.startswith(head) for w in folded) else None


def _pieces(text: str) -> list[str]:
    """Give the parts of a text that was put together from several."""
    return [piece.strip() for piece in re.split(r"\\n|: |│", text) if weight(piece) >= 10]


def test_every_wording_of_the_facts_is_known_or_explained(sites: Sites) -> None:
    """At least nine of ten should be sites word for word; of the others each should have a reason."""
    patterns = wordings() if FACTS.is_dir() else []
    if not patterns:
        pytest.skip("no folder of facts beside the project")
    folded = {fold(wording) for wording in sites.wordings()}
    joined = "\n".join(folded)
    told = [(pattern, how(pattern, folded, joined)) for _, pattern in patterns]
    unknown = [pattern for pattern, known in told if known is None]
    assert sum(known == "whole" for _, known in told) / len(told) > 0.87
    assert unknown == []
