"""The stored directory in PostgreSQL as a resolver for the names benchmark's ``score.py``.

The server's address stands in the variable ``NAMES_POSTGRES``. Each load makes a schema of its own in it, which is
dropped at the end.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import psycopg
from sqlalchemy.engine import make_url
from stored import Resolver as StoredResolver
from verbflow import TENANT, entities_of, tell_size

from dialog.stored_directory import StoredDirectory

NAME = "verbflow, stored in PostgreSQL"
"""What the scorer calls it."""

SCHEMA = "verbflow_names_benchmark"
"""Where its tables are."""

SIZES = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = %s::regnamespace"


class Resolver(StoredResolver):
    """Names of one tenant, in a database of PostgreSQL."""

    def load(self, rows: Iterable[tuple[str, str, str]], aliases: Iterable[tuple[str, str]]) -> None:
        """Load the names into a new schema."""
        server = os.environ["NAMES_POSTGRES"]
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
            connection.execute(f"CREATE SCHEMA {SCHEMA}")
        atexit.register(drop, server)
        within = make_url(server).update_query_dict({"options": f"-csearch_path={SCHEMA}"})
        self.directory = StoredDirectory(within.render_as_string(hide_password=False))
        self.directory.load(TENANT, entities_of(rows, aliases))
        with psycopg.connect(server) as connection:
            found = connection.execute(SIZES, (SCHEMA,)).fetchone()
        tell_size(float(found[0]) / 1e6 if found else 0.0)
        self.start()


def drop(server: str) -> None:
    """Drop the schema, whoever is connected to it."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
