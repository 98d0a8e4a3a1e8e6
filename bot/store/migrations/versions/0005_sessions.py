"""Who is logged in on the pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("login", sa.String(100), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("repositories", sa.Text(), nullable=False),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("made_at", sa.Float(53), nullable=False),
        sa.Column("used_at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_sessions"),
    )
    op.create_index("ix_sessions_used_at", "sessions", ["used_at"])
