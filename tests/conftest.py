"""The stores that tests run on: in memory, a SQLite file, and PostgreSQL.

PostgreSQL is started once, when the first test asks for it; every test gets a schema of its own. Where
it is not installed its tests are skipped, but for CI (the variable CI is ``true``), where they fail.
"""

import itertools
import os

import pytest

from tests.postgres import MISSING, PostgresServer, find_binaries

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server():
    binaries = find_binaries()
    if binaries is None and os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(f"{MISSING}; CI must run these tests")
    if binaries is None:
        pytest.skip(MISSING)
    server = PostgresServer(binaries)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def postgres_schema(postgres_server):
    """The name of an empty schema, which is also what its connections are called."""
    name = f"verbflow_test_{next(_numbers)}"
    postgres_server.execute(f"CREATE SCHEMA {name}")
    yield name
    postgres_server.cut(name)
    postgres_server.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def url_of(request):
    """A function that returns the address of an empty store of a kind: memory, sqlite or postgres."""

    def address(kind):
        if kind == "memory":
            return "sqlite://"
        if kind == "sqlite":
            return f"sqlite:///{request.getfixturevalue('tmp_path') / 'store.db'}"
        schema = request.getfixturevalue("postgres_schema")
        return request.getfixturevalue("postgres_server").url(schema)

    return address


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store_url(request, url_of):
    """The address of an empty store, for each store in turn."""
    return url_of(request.param)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request, url_of):
    """The same for the stores that a restart survives and that several processes share."""
    return url_of(request.param)
