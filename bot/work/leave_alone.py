"""Where the bot has nothing to say, whatever is written there."""

from __future__ import annotations

from bot.github.model import IssueState
from bot.store.deliveries import Delivery


def reason_in_delivery(delivery: Delivery) -> str | None:
    """Why a delivery isn't acted on, from itself alone: spares a call to GitHub."""
    if delivery.sender_is_bot:
        return f"the sender {delivery.sender} is a bot"
    if delivery.event == "issues" and "old_issue" in (delivery.payload.get("changes") or {}):
        return "the issue was transferred from another repository"
    return None


def reason_in_issue(issue: IssueState) -> str | None:
    """Why an issue is left alone."""
    if issue.is_pull_request:
        return "it's a pull request"
    if issue.author_is_bot:
        return "the issue was opened by a bot"
    if issue.locked:
        return "the conversation is locked"
    if issue.state != "open":
        return f"the issue is {issue.state}"
    return None


def reason_in_conversation(issue: IssueState) -> str | None:
    """Why commands under an issue are left alone; a closed one may still be asked about."""
    if issue.is_pull_request:
        return "it's a pull request"
    if issue.locked:
        return "the conversation is locked"
    return None
