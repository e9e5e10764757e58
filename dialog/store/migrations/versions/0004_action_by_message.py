"""The plan that a message ordered is found by that message, when the state knows nothing of it any more."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NAME, INDEX = "verbflow_action", "verbflow_action_message"


def upgrade() -> None:
    """Make the index, where a store that was just made has none."""
    if INDEX not in {index["name"] for index in sa.inspect(op.get_bind()).get_indexes(NAME)}:
        op.create_index(INDEX, NAME, ["tenant", "conversation", "message_id"])
