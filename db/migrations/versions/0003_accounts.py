"""Make the tables of accounts: e-mail and password of a person, sign-ins, access links, failed sign-ins.

The people of the demo were the only ones who could sign in before; they stay one-click people. Columns are
added and dropped in place: copying `people`, as SQLite's batch mode does, would break what refers to it.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """To this revision."""
    op.add_column("people", sa.Column("email", sa.String(), nullable=True))
    op.add_column("people", sa.Column("is_demo", sa.Boolean(), server_default="0", nullable=False))
    op.add_column("people", sa.Column("password_hash", sa.String(), nullable=True))
    op.add_column("people", sa.Column("password_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_people_email"), "people", ["email"], unique=True)
    people = sa.table("people", sa.column("name", sa.String()), sa.column("is_demo", sa.Boolean()))
    op.execute(people.update().where(people.c.name.like("%, demo")).values(is_demo=True))
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_sign_ins_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_ins")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_ins_token_hash")),
    )
    op.create_index(op.f("ix_sign_ins_person_id"), "sign_ins", ["person_id"])
    op.create_table(
        "access_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_access_links_by_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_access_links_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_links_token_hash")),
    )
    op.create_index(op.f("ix_access_links_person_id"), "access_links", ["person_id"])
    op.create_table(
        "failed_sign_ins",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_failed_sign_ins")),
    )


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("failed_sign_ins")
    op.drop_table("access_links")
    op.drop_table("sign_ins")
    op.drop_index(op.f("ix_people_email"), table_name="people")
    for column in ("password_at", "password_hash", "is_demo", "email"):
        op.drop_column("people", column)
