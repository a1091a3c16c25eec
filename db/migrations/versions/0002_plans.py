"""Make the tables of queries, annotations, reviews and releases."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "releases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("cut_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("manifest", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_releases_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_releases")),
        sa.UniqueConstraint("name", name=op.f("uq_releases_name")),
        sa.UniqueConstraint("number", name=op.f("uq_releases_number")),
    )
    op.create_table(
        "queries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("set_name", sa.String(), nullable=False),
        sa.Column("idx", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("risk_profile", sa.String(), nullable=True),
        sa.Column("delivered", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_queries_import_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_queries")),
        sa.UniqueConstraint("set_name", "idx", name=op.f("uq_queries_set_name_idx")),
    )
    op.create_table(
        "annotations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("query_id", sa.Integer(), nullable=False),
        sa.Column("annotator_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("facts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reviewer_id", sa.Integer(), nullable=True),
        sa.Column("review_opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("imported_gold", sa.Text(), nullable=True),
        sa.CheckConstraint("rev >= 0", name=op.f("ck_annotations_rev")),
        sa.CheckConstraint("round >= 1", name=op.f("ck_annotations_round")),
        sa.ForeignKeyConstraint(["annotator_id"], ["people.id"], name=op.f("fk_annotations_annotator_id")),
        sa.ForeignKeyConstraint(["query_id"], ["queries.id"], name=op.f("fk_annotations_query_id")),
        sa.ForeignKeyConstraint(["reviewer_id"], ["people.id"], name=op.f("fk_annotations_reviewer_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotations")),
        sa.UniqueConstraint("query_id", "annotator_id", name=op.f("uq_annotations_query_id_annotator_id")),
    )
    op.create_index(op.f("ix_annotations_annotator_id"), "annotations", ["annotator_id"], unique=False)
    op.create_index(op.f("ix_annotations_state"), "annotations", ["state"], unique=False)
    op.create_table(
        "skeletons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("query_id", sa.Integer(), nullable=False),
        sa.Column("itinerary", sa.Text(), nullable=False),
        sa.Column("is_filled", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["import_id"], ["import_batches.id"], name=op.f("fk_skeletons_import_id")),
        sa.ForeignKeyConstraint(["query_id"], ["queries.id"], name=op.f("fk_skeletons_query_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_skeletons")),
        sa.UniqueConstraint("query_id", name=op.f("uq_skeletons_query_id")),
    )
    op.create_table(
        "edits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("client", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("cells", sa.JSON(), nullable=False),
        sa.Column("rejections", sa.JSON(), nullable=True),
        sa.Column("undoes_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"], name=op.f("fk_edits_annotation_id")),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_edits_by_id")),
        sa.ForeignKeyConstraint(["undoes_id"], ["edits.id"], name=op.f("fk_edits_undoes_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edits")),
        sa.UniqueConstraint("annotation_id", "client", "seq", name=op.f("uq_edits_annotation_id_client_seq")),
    )
    op.create_table(
        "event_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=True),
        sa.Column("annotation_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("from_state", sa.String(), nullable=True),
        sa.Column("to_state", sa.String(), nullable=True),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_event_log_annotation_id")
        ),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_event_log_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_log")),
    )
    op.create_index(op.f("ix_event_log_annotation_id"), "event_log", ["annotation_id"], unique=False)
    op.create_table(
        "flags",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("row", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolution", sa.Text(), nullable=True),
        sa.Column("resolved_by_id", sa.Integer(), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('open', 'fixed', 'waived')", name=op.f("ck_flags_state")),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"], name=op.f("fk_flags_annotation_id")),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_flags_by_id")),
        sa.ForeignKeyConstraint(["resolved_by_id"], ["people.id"], name=op.f("fk_flags_resolved_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flags")),
    )
    op.create_index(op.f("ix_flags_annotation_id"), "flags", ["annotation_id"], unique=False)
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("itinerary", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("feedback", sa.Text(), nullable=False),
        sa.Column("profile", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('submitted', 'revised')", name=op.f("ck_submissions_kind")),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_submissions_annotation_id")
        ),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_submissions_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint(
            "annotation_id", "round", "kind", name=op.f("uq_submissions_annotation_id_round_kind")
        ),
    )
    op.create_table(
        "waivers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"], name=op.f("fk_waivers_annotation_id")),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_waivers_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waivers")),
    )
    op.create_index(op.f("ix_waivers_annotation_id"), "waivers", ["annotation_id"], unique=False)
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_decisions_annotation_id")
        ),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_decisions_by_id")),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_decisions_submission_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    op.create_index(op.f("ix_decisions_annotation_id"), "decisions", ["annotation_id"], unique=False)
    op.create_table(
        "release_items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("release_id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=True),
        sa.Column("set_name", sa.String(), nullable=False),
        sa.Column("idx", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotations.id"], name=op.f("fk_release_items_annotation_id")
        ),
        sa.ForeignKeyConstraint(["release_id"], ["releases.id"], name=op.f("fk_release_items_release_id")),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_release_items_submission_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release_items")),
        sa.UniqueConstraint(
            "release_id", "set_name", "idx", name=op.f("uq_release_items_release_id_set_name_idx")
        ),
    )


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("release_items")
    op.drop_index(op.f("ix_decisions_annotation_id"), table_name="decisions")
    op.drop_table("decisions")
    op.drop_index(op.f("ix_waivers_annotation_id"), table_name="waivers")
    op.drop_table("waivers")
    op.drop_table("submissions")
    op.drop_index(op.f("ix_flags_annotation_id"), table_name="flags")
    op.drop_table("flags")
    op.drop_index(op.f("ix_event_log_annotation_id"), table_name="event_log")
    op.drop_table("event_log")
    op.drop_table("edits")
    op.drop_table("skeletons")
    op.drop_index(op.f("ix_annotations_state"), table_name="annotations")
    op.drop_index(op.f("ix_annotations_annotator_id"), table_name="annotations")
    op.drop_table("annotations")
    op.drop_table("queries")
    op.drop_table("releases")
