"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward only: an older version of the code runs on newer tables."""
    op.create_table(
        "admissions",
        sa.Column("installation_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("next_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("installation_id", name=op.f("pk_admissions")),
    )
    op.create_table(
        "comments",
        sa.Column("repo_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("issue", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reply_to", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("comment_id", sa.BigInteger(), nullable=True),
        sa.Column("node_id", sa.String(length=100), nullable=True),
        sa.Column("digest", sa.String(length=16), server_default="", nullable=False),
        sa.Column("tried_at", sa.Float(precision=53), nullable=True),
        sa.Column("issue_updated_at", sa.String(length=30), server_default="", nullable=False),
        sa.Column("updated_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("repo_id", "issue", "reply_to", name=op.f("pk_comments")),
    )
    op.create_table(
        "deliveries",
        sa.Column(
            "seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("id", sa.String(length=100), nullable=False),
        sa.Column("event", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("installation_id", sa.BigInteger(), nullable=True),
        sa.Column("repo_id", sa.BigInteger(), nullable=True),
        sa.Column("repo", sa.String(length=200), nullable=True),
        sa.Column("issue", sa.BigInteger(), nullable=True),
        sa.Column("comment_id", sa.BigInteger(), nullable=True),
        sa.Column("sender", sa.String(length=100), nullable=False),
        sa.Column("sender_is_bot", sa.Boolean(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("received_at", sa.Float(precision=53), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("job", sa.String(length=140), nullable=False),
        sa.Column("hops", sa.Integer(), server_default="0", nullable=False),
        sa.Column("starts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.Float(precision=53), nullable=True),
        sa.Column("write_at", sa.Float(precision=53), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("what", sa.String(length=20), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("evidence", sa.Text(), nullable=True),
        sa.Column("finished_at", sa.Float(precision=53), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("id", name=op.f("uq_deliveries_id")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("deliveries", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_deliveries_installation_id_state"), ["installation_id", "state"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_deliveries_repo_id_issue"), ["repo_id", "issue"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_deliveries_state_received_at"), ["state", "received_at"], unique=False
        )

    op.create_table(
        "installations",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("account", sa.String(length=100), nullable=False),
        sa.Column("account_type", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("selection", sa.String(length=12), nullable=True),
        sa.Column("event_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installations")),
    )
    op.create_table(
        "notes",
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_notes")),
    )
    op.create_table(
        "outbox",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("repo_id", sa.BigInteger(), nullable=False),
        sa.Column("issue", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("minimised", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_repo_id_issue"), ["repo_id", "issue"], unique=False)

    op.create_table(
        "pace",
        sa.Column("installation_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("free_at", sa.Float(precision=53), nullable=False),
        sa.Column("holder", sa.String(length=36), nullable=False),
        sa.Column("planned_at", sa.Float(precision=53), nullable=False),
        sa.Column("blocked_until", sa.Float(precision=53), nullable=False),
        sa.Column("writes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("installation_id", name=op.f("pk_pace")),
    )
    op.create_table(
        "repositories",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("installation_id", sa.BigInteger(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("last_issue_at", sa.String(length=30), nullable=True),
        sa.Column("last_issue", sa.BigInteger(), nullable=True),
        sa.Column("removed_at", sa.Float(precision=53), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_repositories")),
    )
    with op.batch_alter_table("repositories", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_repositories_installation_id"), ["installation_id"], unique=False
        )

    op.create_table(
        "sightings",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("repo_id", sa.BigInteger(), nullable=False),
        sa.Column("repo", sa.String(length=200), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("issue", sa.BigInteger(), nullable=False),
        sa.Column("record_id", sa.String(length=16), nullable=True),
        sa.Column("site_id", sa.String(length=200), nullable=True),
        sa.Column("wording", sa.Text(), nullable=True),
        sa.Column("fingerprint", sa.String(length=64), nullable=True),
        sa.Column("band", sa.String(length=10), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("burn_version", sa.String(length=60), nullable=True),
        sa.Column("version_source", sa.String(length=60), nullable=True),
        sa.Column("spoken", sa.Boolean(), nullable=False),
        sa.Column("silence", sa.Text(), nullable=True),
        sa.Column("seen_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sightings")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sightings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sightings_fingerprint"), ["fingerprint"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_sightings_record_id_seen_at"), ["record_id", "seen_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_sightings_repo_id_issue"), ["repo_id", "issue"], unique=False)

    op.create_table(
        "writes",
        sa.Column("installation_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("n", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("installation_id", "n", name=op.f("pk_writes")),
    )
