"""What is kept of a repository is given out whole, and forgotten whole, on both databases."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection, Engine, Float, Integer, String, Table, Text, func, select

from bot.store import forget
from bot.store.deliveries import State
from bot.store.installations import Installation, Presence, Repository, add_repositories, note
from bot.store.tables import DELIVERIES, INSTALLATIONS, METADATA, REPOSITORIES, SIGHTINGS
from bot.store.tables_repository import REPO_SETTINGS, SWITCHES

MINE, OTHER = 77, 78
WORD = "something a reporter wrote"


def fill(connection: Connection, table: Table, **given: Any) -> None:
    """Put a row into a table, every column filled."""
    row: dict[str, Any] = {}
    for number, column in enumerate(table.c):
        if column.name in given or (column.primary_key and column.autoincrement is True):
            continue
        kind = column.type
        if isinstance(kind, Boolean):
            row[column.name] = False
        elif isinstance(kind, Integer):
            row[column.name] = 5
        elif isinstance(kind, Float):
            row[column.name] = 100.0
        elif isinstance(kind, Text):
            row[column.name] = WORD
        elif isinstance(kind, String):
            row[column.name] = f"{given.get('repo_id', 0)}-{number}"[: kind.length]
    known = {name: value for name, value in given.items() if name in table.c}
    connection.execute(table.insert().values({**row, **known}))


def by_repository() -> list[Table]:
    """Every table with a column that names a repository."""
    return [table for table in METADATA.sorted_tables if "repo_id" in table.c]


@pytest.fixture
def filled(engine: Engine) -> Engine:
    """A database in which two repositories have a row in each table."""
    with engine.begin() as connection:
        for repo_id, name in ((MINE, "Octo/Model"), (OTHER, "octo/other")):
            for table in by_repository():
                fill(connection, table, repo_id=repo_id, repo=name, state=State.HANDLED, payload='{"a": 1}')
            fill(connection, REPOSITORIES, id=repo_id, name=name, installation_id=9, removed_at=None)
            fill(connection, REPO_SETTINGS, key=f"repo:{repo_id}")
    return engine


def count(connection: Connection, table: Table, repo_id: int) -> int:
    """How many rows a repository has in a table."""
    query = select(func.count()).select_from(table).where(table.c.repo_id == repo_id)
    return int(connection.execute(query).scalar_one())


def test_no_table_is_forgotten_to_be_forgotten() -> None:
    """Whoever adds a table with a repository in it has to say what becomes of it."""
    assert set(forget.tables_by_repository()) == set(by_repository())


def test_all_that_is_kept_is_given_out(filled: Engine) -> None:
    """Every table, this repository's rows alone, and as JSON has it."""
    with filled.connect() as connection:
        (repo_id,) = forget.ids_of(connection, "octo/MODEL")
        found = forget.kept_of(connection, repo_id)
    assert set(found) == {table.name for table in by_repository()} | {"repositories", "repo_settings"}
    assert str(OTHER) not in json.dumps(found["sightings"])
    assert forget.kept_of(filled.connect(), 1) == {}


def test_a_repository_is_forgotten_whole(filled: Engine) -> None:
    """Nothing is left but ids of deliveries; the neighbour keeps everything."""
    with filled.begin() as connection:
        forget.forget_repository(connection, MINE, 200.0, wishes=True)
    with filled.connect() as connection:
        found = forget.kept_of(connection, MINE)
        assert set(found) == {"deliveries"}
        assert WORD not in json.dumps(found)
        assert found["deliveries"][0]["payload"] == "{}"
        assert all(count(connection, table, OTHER) == 1 for table in by_repository())


def test_what_it_wants_may_stay(filled: Engine) -> None:
    """A repository that only hides from the world keeps its switches; what is to be done there is done."""
    with filled.begin() as connection:
        fill(connection, DELIVERIES, id="open", repo_id=MINE, repo="octo/model", state=State.QUEUED)
        forget.forget_repository(connection, MINE, 200.0, wishes=False)
        forget.set_private(connection, MINE, private=True)
    with filled.connect() as connection:
        assert count(connection, SWITCHES, MINE) == 1
        assert count(connection, SIGHTINGS, MINE) == 0
        row = connection.execute(select(DELIVERIES).where(DELIVERIES.c.id == "open")).mappings().one()
        assert (row["state"], row["payload"]) == (State.QUEUED, WORD)
        query = select(REPOSITORIES.c.private).where(REPOSITORIES.c.id == MINE)
        assert connection.execute(query).scalar_one()


def test_an_issue_is_forgotten_alone(filled: Engine) -> None:
    """Its neighbours in the same repository keep what they have; what is open there is dropped."""
    with filled.begin() as connection:
        fill(connection, SIGHTINGS, repo_id=MINE, repo="octo/model", issue=6)
        fill(connection, DELIVERIES, id="open", repo_id=MINE, repo="octo/model", issue=5, state=State.QUEUED)
        fill(connection, DELIVERIES, id="this", repo_id=MINE, repo="octo/model", issue=5, state=State.QUEUED)
        forget.forget_issue(connection, MINE, 5, 200.0, but="this")
    with filled.connect() as connection:
        assert count(connection, SIGHTINGS, MINE) == 1
        rows = connection.execute(select(DELIVERIES.c.id, DELIVERIES.c.state))
        states = {row.id: row.state for row in rows}
    assert (states["open"], states["this"]) == (State.DROPPED, State.QUEUED)


def test_who_left_is_known_after_a_while(engine: Engine) -> None:
    """Taken off, removed or suspended some time ago: found; just now, or put back since: not."""
    with engine.begin() as connection:
        for number, (presence, at) in enumerate(
            [
                (Presence.ACTIVE, 10.0),
                (Presence.SUSPENDED, 10.0),
                (Presence.REMOVED, 10.0),
                (Presence.REMOVED, 99.0),
            ]
        ):
            note(connection, Installation(number, "a", "User", None), presence, at)
            add_repositories(connection, number, [Repository(number, f"a/{number}", private=False)])
        add_repositories(connection, 0, [Repository(10, "a/10", private=False)])
        connection.execute(REPOSITORIES.update().where(REPOSITORIES.c.id == 10).values(removed_at=10.0))
        assert forget.left(connection, 50.0) == (1, 2, 10)
        assert forget.forget_installations(connection, 50.0) == 1
        left = connection.execute(select(INSTALLATIONS.c.id).order_by(INSTALLATIONS.c.id)).scalars().all()
    assert left == [0, 1, 3]


def test_old_sightings_go(filled: Engine) -> None:
    """By their age."""
    with filled.begin() as connection:
        assert forget.forget_old_sightings(connection, 100.0) == 0
        assert forget.forget_old_sightings(connection, 101.0) == 2
