"""Make the tables of batches, assignments, leases, activity, notices and confirmed guidelines."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "batches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("overlap", sa.Integer(), server_default="1", nullable=False),
        sa.Column("gold_every", sa.Integer(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('work', 'training')", name=op.f("ck_batches_kind")),
        sa.CheckConstraint("gold_every >= 1", name=op.f("ck_batches_gold_every")),
        sa.CheckConstraint("overlap >= 1", name=op.f("ck_batches_overlap")),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_batches_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
        sa.UniqueConstraint("name", name=op.f("uq_batches_name")),
    )
    op.create_table(
        "city_expertise",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("city_key", sa.String(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_city_expertise_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_city_expertise")),
        sa.UniqueConstraint("person_id", "city_key", name=op.f("uq_city_expertise_person_id_city_key")),
    )
    op.create_table(
        "guideline_confirmations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_guideline_confirmations_person_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guideline_confirmations")),
        sa.UniqueConstraint(
            "person_id", "version", name=op.f("uq_guideline_confirmations_person_id_version")
        ),
    )
    op.create_table(
        "batch_queries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("query_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_hidden_gold", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batches.id"], name=op.f("fk_batch_queries_batch_id")),
        sa.ForeignKeyConstraint(["query_id"], ["queries.id"], name=op.f("fk_batch_queries_query_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch_queries")),
        sa.UniqueConstraint("batch_id", "query_id", name=op.f("uq_batch_queries_batch_id_query_id")),
    )
    op.create_index(op.f("ix_batch_queries_query_id"), "batch_queries", ["query_id"], unique=False)
    op.create_table(
        "activity_marks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_activity_marks_annotation_id")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_activity_marks_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_activity_marks")),
        sa.UniqueConstraint(
            "annotation_id", "person_id", "at", name=op.f("uq_activity_marks_annotation_id_person_id_at")
        ),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_assignments_annotation_id")
        ),
        sa.ForeignKeyConstraint(["batch_id"], ["batches.id"], name=op.f("fk_assignments_batch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("annotation_id", name=op.f("uq_assignments_annotation_id")),
    )
    op.create_index(op.f("ix_assignments_batch_id"), "assignments", ["batch_id"], unique=False)
    op.create_table(
        "leases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("holder_id", sa.Integer(), nullable=False),
        sa.Column("client", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("renewed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"], name=op.f("fk_leases_annotation_id")),
        sa.ForeignKeyConstraint(["holder_id"], ["people.id"], name=op.f("fk_leases_holder_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leases")),
        sa.UniqueConstraint("annotation_id", name=op.f("uq_leases_annotation_id")),
    )
    op.create_index(op.f("ix_leases_holder_id"), "leases", ["holder_id"], unique=False)
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("row", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=True),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"], name=op.f("fk_notices_annotation_id")),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_notices_by_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notices_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index("ix_notices_person_id_read_at", "notices", ["person_id", "read_at"], unique=False)


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_index("ix_notices_person_id_read_at", table_name="notices")
    op.drop_table("notices")
    op.drop_index(op.f("ix_leases_holder_id"), table_name="leases")
    op.drop_table("leases")
    op.drop_index(op.f("ix_assignments_batch_id"), table_name="assignments")
    op.drop_table("assignments")
    op.drop_table("activity_marks")
    op.drop_index(op.f("ix_batch_queries_query_id"), table_name="batch_queries")
    op.drop_table("batch_queries")
    op.drop_table("guideline_confirmations")
    op.drop_table("city_expertise")
    op.drop_table("batches")
