"""The torture test, briefly: kills, faults and a crash of the database lose nothing and double nothing."""

from __future__ import annotations

import pytest

from tests.store.databases import needs_postgres
from tests.torture.run import Size, run

BRIEF = Size(90, 30, 6, kills=4, restarts=1, seconds=10.0, poisoned=1, untold=0, patience=300.0)


@pytest.mark.e2e
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_is_lost_or_doubled(kind: str) -> None:
    """Every delivery accepted is handled, every issue has its one right comment, GitHub's limits are kept."""
    if kind == "postgres":
        needs_postgres()
    said: list[str] = []
    figures = run(kind, 1, BRIEF, said.append)
    assert figures.complaints == [], "\n".join([*said, *figures.lines])
