"""Run by Alembic: migrates over the connection that :mod:`dialog.store.migrating` opened; there is no ini file."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], **context.config.attributes["options"])
with context.begin_transaction():
    context.run_migrations()
