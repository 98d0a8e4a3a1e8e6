"""Our own comments are remembered before they're posted, and never forgotten when deleted."""

from __future__ import annotations

from sqlalchemy import Engine

from bot.store import comments
from bot.store.comments import Spot, Standing

SPOT = Spot(77, 1)


def test_the_life_of_a_comment(engine: Engine) -> None:
    """Intended, posted, changed, folded, gone; a reply beside it is another."""
    with engine.begin() as connection:
        assert comments.find(connection, SPOT) is None
        comments.intend(connection, SPOT, 1.0)
        own = comments.find(connection, SPOT)
        assert own is not None
        assert (own.standing, own.comment_id, own.tried_at) == (Standing.INTENDED, None, 1.0)
        comments.posted(connection, SPOT, 2**40, "IC_1", "0" * 16, 2.0)
        comments.read_state(connection, SPOT, "2026-01-01T00:00:00Z", 2.0)
        own = comments.find(connection, SPOT)
        assert own is not None
        assert (own.standing, own.comment_id, own.digest, own.tried_at) == (
            Standing.POSTED,
            2**40,
            "0" * 16,
            None,
        )
        assert own.issue_updated_at == "2026-01-01T00:00:00Z"
        comments.stand(connection, SPOT, Standing.GONE, 3.0)
        own = comments.find(connection, SPOT)
        assert own is not None
        assert (own.standing, own.comment_id) == (Standing.GONE, 2**40)
        assert comments.find(connection, Spot(77, 1, 9)) is None


def test_the_state_read_is_noted_only_where_a_comment_is(engine: Engine) -> None:
    """An issue without a comment of ours leaves no row."""
    with engine.begin() as connection:
        comments.read_state(connection, SPOT, "2026-01-01T00:00:00Z", 1.0)
        assert comments.find(connection, SPOT) is None
