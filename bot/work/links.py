"""Addresses of comments, as people open them."""

from __future__ import annotations

from typing import Any

from bot.work.conversation import Conversation


def comment_url(conversation: Conversation, comment_id: int) -> str:
    """The address of a comment under the issue: GitHub tells the issue's, a comment's follows from it."""
    told: dict[str, Any] = conversation.job.delivery.payload.get("issue") or {}
    issue = told.get("html_url") or f"https://github.com/{conversation.repo.name}/issues/{conversation.issue}"
    return f"{issue}#issuecomment-{comment_id}"
