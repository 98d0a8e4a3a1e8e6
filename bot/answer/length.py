"""How long a comment is for its reader, and how to shorten prose at the end of a sentence."""

from __future__ import annotations

import re

UNFOLDED = 1_200  # characters a reader should have to read, folded parts and addresses not counted

_FOLDED = re.compile(r"<details><summary>(.*?)</summary>.*?\n</details>", re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^)\s]*\)")
_TAG = re.compile(r"</?(?:b|sub|code|details|summary)>")
_MARKUP = re.compile(r"^`{3,}\w*$|`+|\*\*|\\(?=[^\w\s])", re.MULTILINE)
_CODE = re.compile(r"(`+)(?:(?!\1).)*?\1(?!`)", re.DOTALL)
_END = re.compile(r"[.!?][)\"”]?\s+(?=[\"“(*`]*[A-Z`])")
_ABBREVIATED = re.compile(r"(?:\be\.g|\bi\.e|\bcf|\bvs|\bNo|\b[A-Z])\.\s+$")


def unfolded(markdown: str) -> int:
    """Return how many characters of a comment are read before anything is opened."""
    text = _FOLDED.sub(r"\1", markdown)
    text = _LINK.sub(r"\1", text)
    for noise in (_TAG, _MARKUP):
        text = noise.sub("", text)
    return len(" ".join(text.split()))


def split_after(text: str, count: int) -> tuple[str, str]:
    """Split Markdown prose after ``count`` sentences, or at the end of its first paragraph; code stays whole.

    Lists and code blocks begin a paragraph of their own, so they fall to the second part.
    """
    first, gap, rest = text.partition("\n\n")
    masked = _CODE.sub(lambda found: "`" + "x" * (len(found[0]) - 2) + "`", first)
    ends = [end for end in _END.finditer(masked) if not _ABBREVIATED.search(masked[: end.end()])]
    if len(ends) < count:
        return first, rest.strip()
    cut = ends[count - 1].end()
    return first[:cut].rstrip(), f"{first[cut:]}{gap}{rest}".strip()
