"""Tables of what is agreed and said in a repository."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward only: an older version of the code runs on newer tables."""
    op.create_table(
        "repo_settings",
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("etag", sa.String(length=120), server_default="", nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("problems", sa.Text(), nullable=False),
        sa.Column("checked_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_repo_settings")),
    )
    op.create_table(
        "switches",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("state", sa.String(length=3), nullable=False),
        sa.Column("by", sa.String(length=100), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", name=op.f("pk_switches")),
    )
    op.create_table(
        "mutes",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("record_id", sa.String(length=16), nullable=False),
        sa.Column("by", sa.String(length=100), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "record_id", name=op.f("pk_mutes")),
    )
    op.create_table(
        "hidden",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("issue", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("by", sa.String(length=100), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "issue", name=op.f("pk_hidden")),
    )
    op.create_table(
        "burn_uses",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("manifest", sa.String(length=200), server_default="", nullable=False),
        sa.Column("uses", sa.Boolean(), nullable=False),
        sa.Column("version", sa.String(length=60), nullable=True),
        sa.Column("source", sa.String(length=60), nullable=True),
        sa.Column("checked_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", name=op.f("pk_burn_uses")),
    )
    op.create_table(
        "answers",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("issue", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("record_id", sa.String(length=16), nullable=False),
        sa.Column("wording", sa.Text(), nullable=True),
        sa.Column("band", sa.String(length=10), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "issue", name=op.f("pk_answers")),
    )
    with op.batch_alter_table("answers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_answers_record_id"), ["record_id"], unique=False)
    op.create_table(
        "votes",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("issue", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("voter", sa.String(length=100), nullable=False),
        sa.Column("how", sa.String(length=10), nullable=False),
        sa.Column("record_id", sa.String(length=16), nullable=False),
        sa.Column("wording", sa.Text(), nullable=True),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "issue", "voter", "how", name=op.f("pk_votes")),
    )
    with op.batch_alter_table("votes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_votes_record_id"), ["record_id"], unique=False)
    op.create_table(
        "silenced",
        sa.Column("record_id", sa.String(length=16), nullable=False),
        sa.Column("refused", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("record_id", name=op.f("pk_silenced")),
    )
    op.create_table(
        "reviews",
        sa.Column("record_id", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("record_id", name=op.f("pk_reviews")),
    )
    op.create_table(
        "questions",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("issue", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("question", sa.String(length=16), nullable=False),
        sa.Column("comment_id", sa.BigInteger(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "issue", "question", name=op.f("pk_questions")),
    )
    op.create_table(
        "asked",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("comment_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("question", sa.String(length=16), nullable=False),
        sa.Column("issue", sa.BigInteger(), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "comment_id", "question", name=op.f("pk_asked")),
    )
    with op.batch_alter_table("asked", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_asked_repo_id_at"), ["repo_id", "at"], unique=False)
