"""What can be asked for on the pages, by whom, and what is told of it afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Action(StrEnum):
    """What can be asked for."""

    POST = "post"
    HIDE = "hide"
    SHOW = "show"
    UPDATE = "update"
    LABEL = "label"
    RIGHT = "right"
    WRONG = "wrong"
    MUTE = "mute"
    UNMUTE = "unmute"
    MODE_ON = "on"
    MODE_OFF = "off"
    MODE_SHADOW = "shadow"
    RETRY = "retry"
    DROP = "drop"
    DRAFT = "draft"

    @property
    def needs_issue(self) -> bool:
        """Whether it's done to one issue."""
        return self in _ON_ISSUES

    @property
    def needs_subject(self) -> bool:
        """Whether it's done to something that has to be named."""
        return self in _ON_SUBJECTS

    @property
    def undo(self) -> Action | None:
        """What takes it back, if anything does."""
        return _UNDO.get(self)


_ON_ISSUES: Final = frozenset(
    {Action.POST, Action.HIDE, Action.SHOW, Action.UPDATE, Action.LABEL, Action.RIGHT, Action.WRONG}
)
_ON_SUBJECTS: Final = frozenset({Action.MUTE, Action.UNMUTE, Action.RETRY, Action.DROP, Action.DRAFT})
_UNDO: Final = {
    Action.POST: Action.HIDE,
    Action.HIDE: Action.SHOW,
    Action.SHOW: Action.HIDE,
    Action.WRONG: Action.SHOW,
    Action.MUTE: Action.UNMUTE,
    Action.UNMUTE: Action.MUTE,
}


class Stage(StrEnum):
    """How far it is. ``FAILED``: kept for the operator to look at."""

    PENDING = "pending"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on GitHub. A login may be somebody else's tomorrow, the number never."""

    login: str
    id: int


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody asks for. ``token`` is good for one change, however often it's sent.

    ``subject`` names a record, a delivery or a fingerprint; ``seen`` is the digest of the comment that was
    shown, and no other is posted.
    """

    action: Action
    person: Person
    repo_id: int
    token: str
    issue: int | None = None
    subject: str = ""
    seen: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """A draft of a record: its file, its text, and the prefilled page of GitHub's where it's handed in."""

    file: str
    text: str
    url: str
    kind: str
    is_shortened: bool


@dataclass(frozen=True, slots=True)
class Happened:
    """A change that was asked for, and what became of it."""

    token: str
    batch: str | None
    repo_id: int
    issue: int | None
    action: Action
    subject: str
    login: str
    person_id: int
    asked_at: float
    state: Stage
    reason: str
    ended_at: float | None
    draft: RecordDraft | None
