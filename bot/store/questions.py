"""Questions people asked by command: how many an hour, and where each was answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, select

from bot.store.tables_repository import ASKED, QUESTIONS
from bot.store.upsert import insert

_A: Final = ASKED.c
_Q: Final = QUESTIONS.c


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks where: one question in one comment."""

    repo_id: int
    issue: int
    comment_id: int
    login: str


def note(connection: Connection, asking: Asking, question: str, *, refused: bool, now: float) -> None:
    """Count a question; the same one of the same comment counts once, however often it's worked on."""
    connection.execute(
        insert(connection, ASKED)
        .values(
            repo_id=asking.repo_id,
            comment_id=asking.comment_id,
            question=question,
            issue=asking.issue,
            login=asking.login.lower(),
            refused=refused,
            at=now,
        )
        .on_conflict_do_nothing(index_elements=["repo_id", "comment_id", "question"])
    )


def is_noted(connection: Connection, asking: Asking, question: str) -> bool | None:
    """Whether a question of this comment was counted already, and then whether it was refused."""
    mine = (_A.repo_id == asking.repo_id, _A.comment_id == asking.comment_id, _A.question == question)
    return connection.execute(select(_A.refused).where(*mine)).scalar()


def asked_since(connection: Connection, asking: Asking, since: float) -> tuple[list[float], list[float]]:
    """When questions were taken since then, oldest first: this person's here, and all of the repository."""
    rows = connection.execute(
        select(_A.at, _A.issue, _A.login)
        .where(_A.repo_id == asking.repo_id, _A.at > since, _A.refused.is_(False))
        .order_by(_A.at)
    ).all()
    theirs = [at for at, issue, login in rows if issue == asking.issue and login == asking.login.lower()]
    return theirs, [at for at, _, _ in rows]


def refused_since(connection: Connection, asking: Asking, since: float) -> int:
    """How often this person was told since then, in this issue, that it's enough."""
    mine = (_A.repo_id == asking.repo_id, _A.issue == asking.issue, _A.login == asking.login.lower())
    query = select(func.count()).select_from(ASKED).where(*mine, _A.at > since, _A.refused.is_(True))
    return int(connection.execute(query).scalar_one())


def answered_at(connection: Connection, repo_id: int, issue: int, question: str) -> tuple[int, str] | None:
    """The reply that answers a question under an issue: its comment's id and address."""
    mine = (_Q.repo_id == repo_id, _Q.issue == issue, _Q.question == question)
    row = connection.execute(select(_Q.comment_id, _Q.url).where(*mine)).one_or_none()
    return None if row is None else (int(row[0]), str(row[1]))


def answered(
    connection: Connection, repo_id: int, issue: int, question: str, comment_id: int, url: str
) -> None:
    """Remember where a question is answered."""
    connection.execute(
        insert(connection, QUESTIONS)
        .values(repo_id=repo_id, issue=issue, question=question, comment_id=comment_id, url=url)
        .on_conflict_do_update(
            index_elements=["repo_id", "issue", "question"], set_={"comment_id": comment_id, "url": url}
        )
    )


def forget_reply(connection: Connection, comment_id: int) -> None:
    """A reply was deleted: what it answered may be asked again."""
    connection.execute(QUESTIONS.delete().where(_Q.comment_id == comment_id))


def forget_asked(connection: Connection, before: float) -> int:
    """Drop what was counted before then; how many."""
    return connection.execute(delete(ASKED).where(_A.at < before)).rowcount
