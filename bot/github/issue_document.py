"""GitHub's document of an issue, from the API or in a webhook's payload, as the state we work with."""

from __future__ import annotations

from typing import Any

from bot.github.model import IssueState


def issue_state(data: dict[str, Any], number: int, *, untold: str = "") -> IssueState:
    """What a document says of issue ``number``; what it doesn't say is empty, and an account that is gone
    too. ``untold`` is the state where none is told: GitHub always tells it, a stored payload may not.
    """
    author = data.get("user") or {}
    return IssueState(
        number=number,
        title=data.get("title") or "",
        body=data.get("body") or "",
        author=author.get("login") or "",
        author_is_bot=author.get("type") == "Bot",
        state=data.get("state") or untold,
        locked=bool(data.get("locked")),
        # The mere presence marks a pull request; a payload cut down to what is used keeps an empty one.
        is_pull_request=data.get("pull_request") is not None,
        created_at=data.get("created_at") or "",
        updated_at=data.get("updated_at") or "",
        labels=tuple(str(label.get("name") or "") for label in data.get("labels") or ()),
    )
