"""Make the tables that quality is watched by, filled from the frozen feedback, and that of the commands that were carried
out; a release can be withdrawn.
"""

import json

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"

ROUNDS_AT_ONCE = 200


def upgrade() -> None:
    """To this revision."""
    scores = op.create_table(
        "round_scores",
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("score", sa.String(), nullable=False),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("scored", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_round_scores_submission_id")
        ),
        sa.PrimaryKeyConstraint("submission_id", "score", name=op.f("pk_round_scores")),
    )
    verdicts = op.create_table(
        "round_verdicts",
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("findings", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "verdict IN ('pass', 'fail', 'not_checked')", name=op.f("ck_round_verdicts_verdict")
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_round_verdicts_submission_id")
        ),
        sa.PrimaryKeyConstraint("submission_id", "code", name=op.f("pk_round_verdicts")),
    )
    _fill(scores, verdicts)
    op.create_table(
        "model_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("query_set", sa.String(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("embedder", sa.String(), nullable=True),
        sa.Column("reference_plans", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("summary", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("worker", sa.String(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'scoring', 'done', 'cancelled', 'failed')", name=op.f("ck_model_sets_state")
        ),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_model_sets_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_model_sets")),
        sa.UniqueConstraint("name", name=op.f("uq_model_sets_name")),
    )
    op.create_table(
        "model_plans",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("model_set_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("idx", sa.Integer(), nullable=True),
        sa.Column("line_number", sa.Integer(), nullable=True),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("line_error", sa.Text(), nullable=True),
        sa.Column("delivered", sa.Boolean(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("risk_profile", sa.String(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("scores", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("coverage", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("verdicts", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("asked", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("itinerary", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["model_set_id"], ["model_sets.id"], name=op.f("fk_model_plans_model_set_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_model_plans")),
        sa.UniqueConstraint("model_set_id", "position", name=op.f("uq_model_plans_model_set_id_position")),
    )
    op.create_index(op.f("ix_model_plans_model_set_id"), "model_plans", ["model_set_id"], unique=False)
    op.create_index(op.f("ix_model_plans_idx"), "model_plans", ["idx"], unique=False)
    op.create_table(
        "annotator_profiles",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("age_band", sa.String(), nullable=True),
        sa.Column("region", sa.String(), nullable=True),
        sa.Column("english_years_band", sa.String(), nullable=True),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_annotator_profiles_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_annotator_profiles")),
    )
    op.create_table(
        "release_drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("planned", sa.JSON(), nullable=False),
        sa.Column("left_out", sa.JSON(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_release_drafts_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release_drafts")),
        sa.UniqueConstraint("name", name=op.f("uq_release_drafts_name")),
    )
    op.create_table(
        "release_files",
        sa.Column("release_id", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["release_id"], ["releases.id"], name=op.f("fk_release_files_release_id")),
        sa.PrimaryKeyConstraint("release_id", "path", name=op.f("pk_release_files")),
    )
    op.create_table(
        "carried_out",
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("client", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_carried_out_by_id")),
        sa.PrimaryKeyConstraint("by_id", "client", "seq", name=op.f("pk_carried_out")),
    )
    # With the key in the column SQLite need not copy the table, which rows of other tables point to.
    op.execute(
        "ALTER TABLE releases ADD COLUMN withdrawn_by_id INTEGER "
        "CONSTRAINT fk_releases_withdrawn_by_id REFERENCES people (id)"
    )
    op.add_column("releases", sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("releases", sa.Column("withdrawn_why", sa.Text(), nullable=True))


def downgrade() -> None:
    """Back to the revision before."""
    for column in ("withdrawn_why", "withdrawn_at", "withdrawn_by_id"):
        op.drop_column("releases", column)
    for table_name in (
        "carried_out", "release_files", "release_drafts",
        "annotator_profiles", "model_plans", "model_sets", "round_verdicts", "round_scores",
    ):  # fmt: skip
        op.drop_table(table_name)


def _fill(scores: sa.Table, verdicts: sa.Table) -> None:
    """Repeats the figures of the rounds that were frozen before."""
    connection = op.get_bind()
    ids = [row[0] for row in connection.execute(sa.text("SELECT id FROM submissions ORDER BY id"))]
    wanted = sa.text("SELECT id, feedback FROM submissions WHERE id IN :ids").bindparams(
        sa.bindparam("ids", expanding=True)
    )
    for start in range(0, len(ids), ROUNDS_AT_ONCE):
        score_rows, verdict_rows = [], []
        for submission_id, text in connection.execute(wanted, {"ids": ids[start : start + ROUNDS_AT_ONCE]}):
            feedback = json.loads(text)
            score_rows += [
                {"submission_id": submission_id, "score": key, **{part: score[part] for part in _SCORE_PARTS}}
                for key, score in feedback["scores"].items()
            ]
            verdict_rows += [
                {"submission_id": submission_id, "code": code, "verdict": outcome["verdict"],
                 "findings": len(outcome["findings"])}
                for code, outcome in feedback["outcomes"].items()
                if outcome["verdict"] is not None
            ]  # fmt: skip
        if score_rows:
            connection.execute(scores.insert(), score_rows)
        if verdict_rows:
            connection.execute(verdicts.insert(), verdict_rows)


_SCORE_PARTS = ("value", "scored", "total")
