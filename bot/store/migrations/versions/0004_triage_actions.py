"""What is asked for on the pages, a third way to switch, and by which names a settings file was read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward only: an older version of the code runs on newer tables."""
    op.create_table(
        "triage_actions",
        sa.Column(
            "seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("token", sa.String(length=60), nullable=False),
        sa.Column("batch", sa.String(length=40), nullable=True),
        sa.Column("repo_id", sa.BigInteger(), nullable=False),
        sa.Column("issue", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("seen", sa.String(length=16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.Float(precision=53), nullable=False),
        sa.Column("result", sa.String(length=10), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("made", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.Float(precision=53), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_triage_actions")),
        sa.UniqueConstraint("token", name=op.f("uq_triage_actions_token")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("triage_actions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_triage_actions_repo_id_asked_at"), ["repo_id", "asked_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_triage_actions_batch"), ["batch"], unique=False)
    with op.batch_alter_table("repo_settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("names", sa.String(length=16), server_default="", nullable=False))
    with op.batch_alter_table("switches", schema=None) as batch_op:
        batch_op.alter_column(
            "state", existing_type=sa.String(length=3), type_=sa.String(length=10), existing_nullable=False
        )
