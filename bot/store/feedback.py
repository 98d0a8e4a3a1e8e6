"""What people think of our answers: what each answer speaks of, votes, and records that fell silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection, delete, func, select, tuple_

from bot.store.comments import Standing
from bot.store.tables import COMMENTS, REPOSITORIES
from bot.store.tables_repository import ANSWERS, REVIEWS, SILENCED, VOTES
from bot.store.upsert import insert

How = Literal["command", "reaction"]
_A: Final = ANSWERS.c
_V: Final = VOTES.c
_S: Final = SILENCED.c
LONGEST_WHY: Final = 500  # characters


@dataclass(frozen=True, slots=True)
class Answer:
    """What the comment under an issue speaks of first."""

    record_id: str
    wording: str | None
    band: str


@dataclass(frozen=True, slots=True)
class Vote:
    """What somebody says of the answer under an issue; ``refused``: that it's wrong."""

    repo_id: int
    issue: int
    voter: str
    how: How
    refused: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """The distinct people who refused or confirmed a record since it was last reviewed."""

    refused: int
    confirmed: int


@dataclass(frozen=True, slots=True)
class Silenced:
    """A record that fell silent, and the votes it fell by."""

    record_id: str
    refused: int
    confirmed: int
    since: float


def speaks_of(connection: Connection, repo_id: int, issue: int, answer: Answer, now: float) -> None:
    """Write down what our comment under an issue speaks of."""
    values = {"record_id": answer.record_id, "wording": answer.wording, "band": answer.band, "at": now}
    connection.execute(
        insert(connection, ANSWERS)
        .values(repo_id=repo_id, issue=issue, **values)
        .on_conflict_do_update(index_elements=["repo_id", "issue"], set_=values)
    )


def spoken_of(connection: Connection, repo_id: int, issue: int) -> Answer | None:
    """What our comment under an issue speaks of."""
    mine = (_A.repo_id == repo_id, _A.issue == issue)
    row = connection.execute(select(ANSWERS).where(*mine)).mappings().one_or_none()
    return None if row is None else Answer(row["record_id"], row["wording"], row["band"])


def vote(connection: Connection, cast: Vote, answer: Answer, now: float) -> None:
    """Count a vote; the same person's earlier one on this answer, given the same way, is replaced."""
    values = {
        "record_id": answer.record_id,
        "wording": answer.wording,
        "refused": cast.refused,
        "why": cast.why.replace("\0", "")[:LONGEST_WHY],
        "at": now,
    }
    connection.execute(
        insert(connection, VOTES)
        .values(
            repo_id=cast.repo_id, issue=cast.issue, voter=cast.voter.lower()[:100], how=cast.how, **values
        )
        .on_conflict_do_update(index_elements=["repo_id", "issue", "voter", "how"], set_=values)
    )


def reactions_are(
    connection: Connection, repo_id: int, issue: int, voters: dict[str, bool], answer: Answer, now: float
) -> None:
    """Let the votes by reaction on an answer be these (voter: refused); one taken back is gone."""
    mine = (_V.repo_id == repo_id, _V.issue == issue, _V.how == "reaction")
    kept = {row.voter: row for row in connection.execute(select(VOTES).where(*mine)).all()}
    names = {voter.lower()[:100]: refused for voter, refused in voters.items()}
    gone = [voter for voter in kept if voter not in names]
    connection.execute(delete(VOTES).where(*mine, _V.voter.in_(gone)))
    for voter, refused in names.items():
        if voter not in kept or kept[voter].refused != refused:
            vote(connection, Vote(repo_id, issue, voter, "reaction", refused), answer, now)


def tally(connection: Connection, record_id: str) -> Tally:
    """The votes on a record since its last review: each person once, a command before a reaction, the newest
    before older ones.
    """
    reviewed = (
        connection.execute(select(REVIEWS.c.at).where(REVIEWS.c.record_id == record_id)).scalar() or 0.0
    )
    rows = connection.execute(
        select(_V.voter, _V.refused)
        .where(_V.record_id == record_id, _V.at > reviewed)
        .order_by(_V.how.desc(), _V.at)  # reactions first, so that commands overwrite them
    ).all()
    voices = {row.voter: row.refused for row in rows}
    refused = sum(voices.values())
    return Tally(refused, len(voices) - refused)


def totals(connection: Connection) -> Tally:
    """All votes that stand, by command and by reaction."""
    rows = connection.execute(select(_V.refused, func.count()).group_by(_V.refused))
    counted = {bool(refused): int(number) for refused, number in rows}
    return Tally(refused=counted.get(True, 0), confirmed=counted.get(False, 0))


def silence(connection: Connection, record_id: str, by: Tally, now: float) -> None:
    """Let a record be silent everywhere until it's reviewed."""
    connection.execute(
        insert(connection, SILENCED)
        .values(record_id=record_id, refused=by.refused, confirmed=by.confirmed, since=now)
        .on_conflict_do_nothing(index_elements=["record_id"])
    )


def silenced(connection: Connection) -> tuple[Silenced, ...]:
    """The records that are silent, the newest first."""
    rows = connection.execute(select(SILENCED).order_by(_S.since.desc())).mappings()
    return tuple(Silenced(row["record_id"], row["refused"], row["confirmed"], row["since"]) for row in rows)


def reviewed(connection: Connection, record_id: str, now: float) -> None:
    """A record was reviewed: it may be spoken of again, and votes are counted from now on."""
    connection.execute(delete(SILENCED).where(_S.record_id == record_id))
    connection.execute(
        insert(connection, REVIEWS)
        .values(record_id=record_id, at=now)
        .on_conflict_do_update(index_elements=["record_id"], set_={"at": now})
    )


def whys(connection: Connection, record_id: str) -> tuple[tuple[int, int, str], ...]:
    """What people wrote with ``wrong``, the newest first: repository, issue, words."""
    rows = connection.execute(
        select(_V.repo_id, _V.issue, _V.why)
        .where(_V.record_id == record_id, _V.refused.is_(True), _V.why != "")
        .order_by(_V.at.desc())
    )
    return tuple((int(repo), int(issue), str(why)) for repo, issue, why in rows)


@dataclass(frozen=True, slots=True)
class Posted:
    """An answer of ours that stands on GitHub, and where."""

    installation_id: int
    repo_id: int
    repo: str
    issue: int
    comment_id: int
    answer: Answer


def posted_after(
    connection: Connection, place: tuple[int, int], since: float, most: int
) -> tuple[Posted, ...]:
    """The answers written since then, by repository and issue, from the one after ``place`` on."""
    c, r = COMMENTS.c, REPOSITORIES.c
    query = (
        select(r.installation_id, r.name, c.repo_id, c.issue, c.comment_id, _A.record_id, _A.wording, _A.band)
        .join(REPOSITORIES, r.id == c.repo_id)
        .join(ANSWERS, (_A.repo_id == c.repo_id) & (_A.issue == c.issue))
        .where(
            c.reply_to == 0,
            c.state.in_((Standing.POSTED, Standing.MINIMISED)),
            c.comment_id.is_not(None),
            c.updated_at > since,
            r.removed_at.is_(None),
            tuple_(c.repo_id, c.issue) > place,
        )
        .order_by(c.repo_id, c.issue)
        .limit(most)
    )
    return tuple(
        Posted(
            row.installation_id,
            row.repo_id,
            row.name,
            row.issue,
            row.comment_id,
            Answer(row.record_id, row.wording, row.band),
        )
        for row in connection.execute(query)
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """A record's wording: the issues where an answer speaks of it first, and the votes on those answers."""

    record_id: str
    wording: str | None
    spoken: int
    confirmed: int
    refused: int


def figures(connection: Connection) -> tuple[Figure, ...]:
    """What was said and voted, per record and wording, the most refused first, whatever was reviewed."""
    spoken = connection.execute(
        select(_A.record_id, _A.wording, func.count()).group_by(_A.record_id, _A.wording)
    )
    counts = {(record, wording): [int(number), 0, 0] for record, wording, number in spoken}
    votes = connection.execute(
        select(_V.record_id, _V.wording, _V.refused, func.count(_V.voter.distinct())).group_by(
            _V.record_id, _V.wording, _V.refused
        )
    )
    for record, wording, refused, number in votes:
        counts.setdefault((record, wording), [0, 0, 0])[2 if refused else 1] = int(number)
    found = [Figure(record, wording, *numbers) for (record, wording), numbers in counts.items()]
    return tuple(sorted(found, key=lambda each: (-each.refused, each.record_id, each.wording or "")))
