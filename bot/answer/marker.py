"""The hidden line by which a comment of ours is known again.

It alone proves nothing (anybody may write it): a comment is ours when its author and its App agree too.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

_LINE = re.compile(
    r"<!-- burnerr v1 app=(\d{1,19}) issue=(\d{1,10}) digest=([0-9a-f]{16})"
    r"(?: reply-to=(\d{1,19}))?(?: question=([0-9a-f]{16}))? -->"
)


@dataclass(frozen=True, slots=True)
class Marker:
    """What a comment of ours says of itself.

    ``digest`` is that of the text it was written with. An answer to a command names the comment it answers
    (``reply_to``) and the ``digest`` of what was asked, so that the same question can be answered by a link.
    """

    app_id: int
    issue: int
    digest: str
    reply_to: int = 0
    question: str = ""

    def is_of(self, app_id: int, reply_to: int = 0) -> bool:
        """Return whether it marks an App's answer under the issue it is found at, or its reply to a comment
        there. ``issue`` doesn't count: a transferred issue takes its comments along, and gets
        another number.
        """
        return (self.app_id, self.reply_to) == (app_id, reply_to)


def digest(body: str) -> str:
    """Return 16 hex digits, equal for texts that look the same: kinds of line ends don't count."""
    lines = [line.rstrip() for line in body.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return hashlib.sha256("\n".join(lines).strip().encode("utf-8", "replace")).hexdigest()[:16]


def with_marker(body: str, marker: Marker) -> str:
    """Return ``body`` with its marker as the last line, where mails and previews don't show it first."""
    extra = f" reply-to={marker.reply_to}" if marker.reply_to else ""
    extra += f" question={marker.question}" if marker.question else ""
    line = f"<!-- burnerr v1 app={marker.app_id} issue={marker.issue} digest={marker.digest}{extra} -->"
    return f"{body.rstrip()}\n\n{line}"


def without_marker(text: str) -> str:
    """Return what stands before our own last line: the comment as people read it."""
    return text.rpartition("\n\n<!-- burnerr v1 ")[0] or text


def read_marker(text: str) -> Marker | None:
    """Return the last marker that stands on a line of its own, or ``None``.

    The last, because a quote further up may hold a forged one; not the last line only, because a maintainer
    may have added a note below ours, and a comment that isn't found again is posted twice.
    """
    for line in reversed(text.splitlines()):
        found = _LINE.fullmatch(line.strip())
        if found:
            app, issue, shown, reply_to, question = found.groups()
            return Marker(int(app), int(issue), shown, int(reply_to or 0), question or "")
    return None
