"""Whether a repository uses Burn, and which one, as its files told when they were last read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select

from bot.store.tables_repository import BURN_USES
from bot.store.upsert import insert

_B: Final = BURN_USES.c


@dataclass(frozen=True, slots=True)
class BurnUse:
    """``source`` is where the version was read; ``manifest`` the file that was asked for, if one was."""

    uses: bool
    version: str | None
    source: str | None
    manifest: str
    checked_at: float


def find(connection: Connection, repo_id: int) -> BurnUse | None:
    """What is known of a repository."""
    row = connection.execute(select(BURN_USES).where(_B.repo_id == repo_id)).mappings().one_or_none()
    if row is None:
        return None
    return BurnUse(row["uses"], row["version"], row["source"], row["manifest"], row["checked_at"])


def keep(connection: Connection, repo_id: int, use: BurnUse) -> None:
    """Remember what was read."""
    values = {
        "uses": use.uses,
        "version": use.version[:60] if use.version else None,
        "source": use.source,
        "manifest": use.manifest,
        "checked_at": use.checked_at,
    }
    connection.execute(
        insert(connection, BURN_USES)
        .values(repo_id=repo_id, **values)
        .on_conflict_do_update(index_elements=["repo_id"], set_=values)
    )


def forget(connection: Connection, repo_id: int) -> None:
    """Let the files be read again at the next occasion."""
    connection.execute(delete(BURN_USES).where(_B.repo_id == repo_id))
