"""Bringing what stands on GitHub in line with what should: one comment at a spot, looked for before it's
written.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.answer.marker import Marker, digest, read_marker, with_marker
from bot.github.errors import CommentGone, Later, Refused, Unclear
from bot.github.model import Comment, GitHub, Repo
from bot.store import comments
from bot.store.clock import now
from bot.store.comments import Own, Spot, Standing
from bot.store.deliveries import Job, What
from bot.work.tools import Tools
from bot.work.turn import InLine, Turn, free_turn, turn
from bot.work.unclear import MayStand, seconds_to_look, seconds_to_look_again, tried_at

DELETED: Final = "somebody deleted our comment here"
MAY_COME: Final = "an answer of GitHub's was lost: looking for the comment before it's posted again"
OUTDATED: Final = "_What stood here no longer applies: the issue has changed since._"


@dataclass(frozen=True, slots=True)
class Text:
    """What should stand somewhere. ``changed`` is the wording for an edit, which says that the answer is
    another; ``question`` is the digest of what a reply answers.
    """

    body: str
    changed: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """What was done, and the comment as it stands."""

    what: What
    body: str | None
    reason: str = ""


def _nothing_to_check() -> None:
    """What is answered when asked for is wanted whatever was switched since."""


class Publisher:
    """Writes one comment of ours, for one job."""

    def __init__(self, tools: Tools, job: Job, github: GitHub, repo: Repo, spot: Spot) -> None:
        self._tools = tools
        self._job = job
        self._github = github
        self._repo = repo
        self._spot = spot

    def put(self, text: Text, *, since: str = "", check: Callable[[], None] = _nothing_to_check) -> Published:
        """Let our comment at the spot say ``text``: create it, edit it, or leave it when it says so already.

        ``since``: GitHub's time before which no comment of ours can stand there. ``check`` is called in the
        turn, before anything is written; what it raises ends the job.
        """
        wanted = digest(text.body)
        own = self._known()
        if own is not None and own.standing is Standing.GONE:
            return Published(What.SILENT, None, DELETED)
        if own is not None and own.standing is Standing.POSTED and own.digest == wanted:
            return Published(What.UNCHANGED, text.body)
        self._let_settle(own)
        with self._turn() as mine:
            check()
            own = self._look(since)
            if own is None:
                self._let_end()
                return self._create(text, wanted, mine)
            return self._edit(own, text, wanted, mine)

    def take_back(self, *, look: bool) -> Published | None:
        """Fold our comment away as outdated; ``None`` when there is none. ``look``: on GitHub too."""
        own = self._known()
        if own is None and not look:
            return None
        if own is not None and own.standing in {Standing.GONE, Standing.MINIMISED}:
            return None
        self._let_settle(own)
        if own is None and self._find("") is None:
            return None  # looked at without a turn: nothing will be written
        with self._turn() as mine:
            own = self._look("")
            if own is None:
                self._let_end()
            if own is None or own.standing is Standing.GONE:
                return None
            return self._fold(own, mine)

    def _turn(self) -> contextlib.AbstractContextManager[Turn]:
        return free_turn() if self._tools.settings.dry_run else turn(self._tools, self._job)

    def _known(self) -> Own | None:
        with self._tools.engine.connect() as connection:
            return comments.find(connection, self._spot)

    def _let_settle(self, own: Own | None) -> None:
        """After an attempt whose end isn't known, let GitHub's lists come to show it. Raises `InLine`."""
        with self._tools.engine.connect() as connection:
            seconds = seconds_to_look(connection, tried_at(own))
        if seconds > 0:
            raise InLine(seconds, self._job.write_at, MAY_COME)

    def _let_end(self) -> None:
        """Where nothing was found: an attempt whose end isn't known may come to something yet. Raises
        `InLine` until it can't any more, and it's looked again.
        """
        own, settings = self._known(), self._tools.settings
        with self._tools.engine.connect() as connection:
            seconds = seconds_to_look_again(connection, tried_at(own), settings, self._job.tries)
        if seconds > 0:
            raise InLine(seconds, self._job.write_at, MAY_COME)

    def _look(self, since: str) -> Own | None:
        """Our comment, from the store; else, or where an attempt's end isn't known, from GitHub."""
        own = self._known()
        if own is not None and own.standing is not Standing.INTENDED:
            return own
        found = self._find(since)
        if found is None:
            return None
        marker = read_marker(found.body)
        self._remember(found, marker.digest if marker else "")
        return self._known()

    def _find(self, since: str) -> Comment | None:
        return self._github.find_own_comment(self._repo, self._spot.issue, self._is_ours, since)

    def _is_ours(self, body: str) -> bool:
        marker = read_marker(body)
        return marker is not None and marker.is_of(self._tools.app_id, self._spot.reply_to)

    def _create(self, text: Text, wanted: str, mine: Turn) -> Published:
        body = text.body
        mine.about_to_write()
        with self._tools.engine.begin() as connection:
            comments.intend(connection, self._spot, now(connection))
        try:
            posted = self._github.create_comment(
                self._repo, self._spot.issue, self._marked(body, wanted, text.question)
            )
        except (Later, Refused):  # GitHub says that nothing was done
            with self._tools.engine.begin() as connection:
                comments.not_posted(connection, self._spot, now(connection))
            raise
        except Unclear as unclear:
            raise MayStand(str(unclear)) from unclear
        self._remember(posted, wanted)
        return Published(What.REPLIED if self._spot.reply_to else What.CREATED, body)

    def _edit(self, own: Own, text: Text, wanted: str, mine: Turn) -> Published:
        if own.standing is Standing.GONE:
            return Published(What.SILENT, None, DELETED)
        comment = _comment(own)
        if own.standing is Standing.POSTED and own.digest == wanted:
            return Published(What.UNCHANGED, text.body)
        body = text.changed or text.body
        try:
            if own.digest != wanted:
                mine.about_to_write()
                self._github.edit_comment(self._repo, comment.id, self._marked(body, wanted, text.question))
            if own.standing is Standing.MINIMISED:
                mine.about_to_write()
                with contextlib.suppress(Refused):  # a comment that stays folded still says the right thing
                    self._github.show_comment(self._repo, comment)
        except CommentGone:
            return self._gone()
        self._remember(comment, wanted)
        return Published(What.EDITED, body)

    def _fold(self, own: Own, mine: Turn) -> Published:
        comment = _comment(own)
        try:
            mine.about_to_write()
            try:
                self._github.minimise_comment(self._repo, comment)
            except CommentGone:
                raise
            except Refused:
                # Where comments can't be folded, an answer that is wrong now is taken out.
                self._github.edit_comment(self._repo, comment.id, self._marked(OUTDATED, digest(OUTDATED)))
                self._remember(comment, digest(OUTDATED))
        except CommentGone:
            return self._gone()
        self._stand(Standing.MINIMISED)
        return Published(What.MINIMISED, None, "nothing known is in the issue any more")

    def _gone(self) -> Published:
        self._stand(Standing.GONE)
        return Published(What.SILENT, None, DELETED)

    def _marked(self, body: str, wanted: str, question: str = "") -> str:
        marker = Marker(self._tools.app_id, self._spot.issue, wanted, self._spot.reply_to, question)
        return with_marker(body, marker)

    def _remember(self, comment: Comment, shown: str) -> None:
        with self._tools.engine.begin() as connection:
            comments.posted(connection, self._spot, comment.id, comment.node_id, shown, now(connection))

    def _stand(self, standing: Standing) -> None:
        with self._tools.engine.begin() as connection:
            comments.stand(connection, self._spot, standing, now(connection))


def _comment(own: Own) -> Comment:
    if own.comment_id is None:
        raise Later("our comment's id isn't known yet")
    return Comment(own.comment_id, "", "", author_is_bot=True, node_id=own.node_id)
