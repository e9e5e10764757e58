"""The key of a message holds its person: two people whose front end gives equal ids have two replies."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NAME = "verbflow_inbox"
KEY = ["tenant", "conversation", "message_id", "person"]


def upgrade() -> None:
    """Change the key; what is there has different ids, so that it fits the wider one."""
    key = sa.inspect(op.get_bind()).get_pk_constraint(NAME)
    if key["constrained_columns"] == KEY:
        return
    if op.get_bind().dialect.name == "postgresql":
        name = str(key["name"])
        op.drop_constraint(name, NAME, type_="primary")
        op.create_primary_key(name, NAME, KEY)
        return
    op.rename_table(NAME, f"{NAME}_before")
    op.create_table(
        NAME,
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=True),
        sa.Column("accepted_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint(*KEY),
    )
    columns = "tenant, conversation, message_id, person, reply, accepted_at"
    op.execute(f"INSERT INTO {NAME} ({columns}) SELECT {columns} FROM {NAME}_before")
    op.drop_table(f"{NAME}_before")
