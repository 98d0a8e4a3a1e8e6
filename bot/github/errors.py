"""What a call to GitHub can end in, other than well. Everything a caller has to decide on is in the type."""

from __future__ import annotations


class GitHubError(Exception):
    """A call to GitHub didn't do what it should."""


class Refused(GitHubError):  # noqa: N818 - the word callers think in
    """GitHub said no, and will say so again. ``ours``: because what we asked for was wrong, so it's to be
    logged.
    """

    def __init__(self, reason: str, *, ours: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ours = ours


class CommentGone(Refused):
    """The comment isn't there any more, though its issue's repository is: somebody deleted it."""

    def __init__(self) -> None:
        super().__init__("the comment was deleted")


class Unclear(GitHubError):  # noqa: N818 - the word callers think in
    """A write that may have happened: no answer came, or a broken one. Look before trying again."""


class Later(GitHubError):  # noqa: N818 - the word callers think in
    """It can't be had now. ``seconds``: how long GitHub asks to wait, ``None`` when it doesn't say.

    ``limit`` tells that the installation ran into a limit, so that nothing else of it is tried until then.
    """

    def __init__(self, reason: str, seconds: float | None = None, *, limit: bool = False) -> None:
        super().__init__(reason if seconds is None else f"{reason} (for {seconds:.1f} s)")
        self.seconds = seconds
        self.limit = limit


class Unrecognised(Later):
    """401: GitHub doesn't take who we say we are. For a token that ends of itself; for the App's key it stays
    so until somebody acts.
    """


def plainly(status: int, said: str) -> str:
    """Why GitHub refuses, in our words where we know its."""
    small = said.lower()
    if "locked" in small:
        return "the conversation is locked"
    if "archived" in small:
        return "the repository is archived"
    if "suspended" in small:
        return "the installation is suspended"
    if status == 410:
        return "the issue was deleted, or issues are switched off"
    return f"GitHub refuses: {said or status}"
