"""Make the tables of comments, of the fixes that answer flags, and of the lineage of adjudicated annotations."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("row", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_by_id", sa.Integer(), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_comments_annotation_id")
        ),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_comments_by_id")),
        sa.ForeignKeyConstraint(["resolved_by_id"], ["people.id"], name=op.f("fk_comments_resolved_by_id")),
        sa.ForeignKeyConstraint(["thread_id"], ["comments.id"], name=op.f("fk_comments_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index(op.f("ix_comments_annotation_id"), "comments", ["annotation_id"], unique=False)
    op.create_index(op.f("ix_comments_thread_id"), "comments", ["thread_id"], unique=False)
    op.create_table(
        "flag_fixes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("flag_id", sa.Integer(), nullable=False),
        sa.Column("edit_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_flag_fixes_by_id")),
        sa.ForeignKeyConstraint(["edit_id"], ["edits.id"], name=op.f("fk_flag_fixes_edit_id")),
        sa.ForeignKeyConstraint(["flag_id"], ["flags.id"], name=op.f("fk_flag_fixes_flag_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flag_fixes")),
    )
    op.create_index(op.f("ix_flag_fixes_flag_id"), "flag_fixes", ["flag_id"], unique=False)
    op.create_table(
        "lineage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("row", sa.String(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"], name=op.f("fk_lineage_annotation_id")),
        sa.ForeignKeyConstraint(["submission_id"], ["submissions.id"], name=op.f("fk_lineage_submission_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lineage")),
    )
    op.create_index(op.f("ix_lineage_annotation_id"), "lineage", ["annotation_id"], unique=False)
    op.create_index(op.f("ix_lineage_submission_id"), "lineage", ["submission_id"], unique=False)


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("lineage")
    op.drop_table("flag_fixes")
    op.drop_table("comments")
