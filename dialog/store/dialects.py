"""How the databases differ, as a table: one :class:`Dialect` for SQLite, one for PostgreSQL.

The store itself is the same on both. ``postgresql://`` means psycopg 3, which is
imported only when a URL asks for it (extra ``postgres``). Prepared statements are
off and all settings are local to a transaction, so that a pooler may stand between.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Table, create_engine, event, text
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import StaticPool

from dialog.store.endable import EndableConnection, endable
from dialog.store.readings import Ways
from slots.errors import BusyError, ExtraMissingError, StoreError

BUSY_SECONDS = 1.5
"""How long a statement waits for somebody else's lock (reliability: a typed Busy within 2 s)."""

CONNECT_SECONDS = 5
"""How long a server may take to answer at all; a URL may say otherwise (``?connect_timeout=``)."""

CONNECTIONS = 20
"""How many connections one manager opens at most: transactional tools hold one each while they run."""

CACHE_KIB = 16_000
"""Pages that a connection to SQLite keeps at the most, in KiB: a look-up among 100,000 names reads all over a file of
33 MB, and with the 2 MB that SQLite keeps by itself it takes a quarter longer (median of three runs each)."""

_SCHEMA_LOCK = 8_376_229_031
"""The advisory lock under which tables are made; any number that nobody else uses."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one database needs that the other does not."""

    name: str
    """As SQLAlchemy calls it."""
    driver: str
    """The driver name that the URL is rewritten to."""
    package: str
    """What must be installed for it."""
    extra: str
    """The extra of verbflow that installs it."""
    options: Callable[[URL], dict[str, Any]]
    """URL -> options of its engine."""
    on_connect: tuple[str, ...]
    """Statements that every new connection runs."""
    on_begin: str
    """The statement that opens a transaction, or the first one in it."""
    on_begin_reading: str
    """The same for a transaction that only reads."""
    reading: Mapping[str, Any]
    """Execution options of a connection that only reads."""
    snapshot: Ways
    """How a directory is read, one state of the database at a time, without these options."""
    lock_schema: str
    """The statement behind which only one process makes tables; empty where the transaction does."""
    has_one_writer: bool
    """Whether a transaction that may write keeps all others from it from its beginning."""
    after_load: str
    """The statement that is run after very many rows were written into some ``{tables}``."""
    copy_in: str
    """The statement that takes rows as a stream into some ``{columns}`` of a ``{table}``, which is several times as
    fast as to insert them; empty where there is none."""
    probe: str
    """What fails, or is true, where nothing can be written; it is rolled back."""
    is_busy: Callable[[BaseException], bool]
    """Whether an error of the driver means that somebody else holds it and another try may do."""
    endable: Callable[[Any], AbstractContextManager[Callable[[], None]]]
    """A connection of the driver -> what ends its transaction from another thread, within this context: rolled back,
    and never written on again."""


_POOL = {"pool_size": 5, "max_overflow": CONNECTIONS - 5, "pool_timeout": BUSY_SECONDS}


def _sqlite_options(url: URL) -> dict[str, Any]:
    pool = {"poolclass": StaticPool} if _is_memory(url) else _POOL
    arguments = {"timeout": BUSY_SECONDS, "check_same_thread": False, "factory": EndableConnection}
    return {"connect_args": arguments, **pool}


def _postgres_options(url: URL) -> dict[str, Any]:
    arguments: dict[str, Any] = {"prepare_threshold": None}
    if "connect_timeout" not in url.query:
        arguments["connect_timeout"] = CONNECT_SECONDS
    return {
        "connect_args": arguments,
        "isolation_level": "READ COMMITTED",
        "pool_pre_ping": True,
        **_POOL,
    }


@contextmanager
def _endable_postgres(driver: Any) -> Iterator[Callable[[], None]]:
    yield partial(_end_postgres, driver)


def _end_postgres(driver: Any) -> None:
    """Cancel the statement that runs, and hang up: the server rolls back as soon as it hears nobody.

    Not by ending the server's process: behind a pooler that could be somebody else's by then.
    """
    import psycopg

    with suppress(psycopg.Error, OSError):
        driver.cancel()
    with suppress(psycopg.Error, OSError), closing(socket.fromfd(driver.fileno(), socket.AF_INET, 0)) as line:
        line.shutdown(socket.SHUT_RDWR)


_BUSY_STATES = frozenset({"40001", "40P01", "55P03", "53300", "57P03"})
"""Serialization, deadlock, lock timeout, too many connections, and a server that starts or stops."""
_BUSY_WORDS = ("starting up", "shutting down", "in recovery mode", "too many c", "remaining connection slots")
"""What a refused connection says in their place: it carries no state."""


def _is_postgres_busy(error: BaseException) -> bool:
    state = getattr(error, "sqlstate", None)
    return state in _BUSY_STATES or (state is None and any(words in str(error) for words in _BUSY_WORDS))


SQLITE = Dialect(
    name="sqlite",
    driver="",
    package="",
    extra="",
    options=_sqlite_options,
    on_connect=(
        f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        f"PRAGMA cache_size = -{CACHE_KIB}",
    ),
    on_begin="BEGIN IMMEDIATE",
    on_begin_reading="BEGIN",
    reading={"verbflow_reads": True},
    snapshot=Ways("BEGIN", kept=4),
    lock_schema="",
    has_one_writer=True,
    after_load="PRAGMA wal_checkpoint(TRUNCATE)",
    copy_in="",
    probe="CREATE TABLE verbflow_probe (id INTEGER)",
    is_busy=lambda error: "locked" in str(error),
    endable=endable,
)
"""Takes the write lock when a transaction begins: a deferred BEGIN fails under load."""

_BY_KEY = "".join(
    f"; SET LOCAL {setting}"
    for setting in (
        "enable_seqscan = off",
        "enable_hashjoin = off",
        "enable_mergejoin = off",
        "enable_material = off",
        "enable_bitmapscan = off",
        "max_parallel_workers_per_gather = 0",
        "join_collapse_limit = 1",
        "jit = off",
    )
)
"""How PostgreSQL is to read, as every statement is a few look-ups by key: joins as they are written, each row by an
index. By itself it read all 100,000 words for some forms of a word before the tables were analyzed (21 ms instead of
0.3), and planned for 50 ms in which order to look up eight words of a name."""

_READING = f"SET LOCAL lock_timeout = {int(BUSY_SECONDS * 1000)}{_BY_KEY}"

POSTGRES = Dialect(
    name="postgresql",
    driver="postgresql+psycopg",
    package="psycopg",
    extra="postgres",
    options=_postgres_options,
    on_connect=(),
    on_begin=f"SET LOCAL lock_timeout = {int(BUSY_SECONDS * 1000)}",
    on_begin_reading=_READING,
    reading={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True, "verbflow_reads": True},
    snapshot=Ways(f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; {_READING}", kept=0),
    has_one_writer=False,
    after_load="ANALYZE {tables}",
    copy_in="COPY {table} ({columns}) FROM STDIN",
    lock_schema=f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})",
    probe="SELECT current_setting('transaction_read_only') = 'on'",
    is_busy=_is_postgres_busy,
    endable=_endable_postgres,
)
"""Writes in READ COMMITTED, guarded by the version; a turn's reads see one snapshot."""

DIALECTS: Mapping[tuple[str, str], Dialect] = {
    ("sqlite", ""): SQLITE,
    ("sqlite", "pysqlite"): SQLITE,
    ("postgresql", ""): POSTGRES,
    ("postgresql", "psycopg"): POSTGRES,
    ("postgres", ""): POSTGRES,
}
"""(database, driver) of a URL -> its dialect."""


@dataclass(frozen=True, slots=True)
class Database:
    """An opened database."""

    engine: Engine
    """Its connections."""
    dialect: Dialect
    """What it needs."""
    url: str
    """Where, without the password: for messages."""
    is_memory: bool
    """Whether all of it is one connection of this process."""

    def typed(self, error: SQLAlchemyError) -> StoreError:
        """Return an error of the database as ours."""
        cause = getattr(error, "orig", None) or error
        if isinstance(error, PoolTimeoutError):
            return BusyError("all its connections are in use; try again", url=self.url)
        if isinstance(error, DBAPIError) and self.dialect.is_busy(cause):
            return BusyError(f"somebody else holds it ({reason(error)}); try again", url=self.url)
        return StoreError(reason(error), url=self.url)


def open_database(url: str, *, may_make: bool = True) -> Database:
    """Open a database and try to reach it; raises :class:`slots.errors.StoreError` with the reason.

    One that can only be read is refused. Without ``may_make`` it is not, as nothing will be written;
    then a SQLite file that is not there is an error. Raises :class:`slots.errors.ExtraMissingError`
    when the driver is not installed.
    """
    shown = without_password(url)
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError('it is no database URL (for example "sqlite:///conversations.db")', url=shown) from error
    dialect = _dialect(parsed, shown)
    if dialect.driver:
        parsed = parsed.set(drivername=dialect.driver)
    _check_file(parsed, dialect, shown, may_make=may_make)
    try:
        engine = create_engine(parsed, **dialect.options(parsed))
    except ImportError as error:
        raise ExtraMissingError(dialect.package, extra=dialect.extra) from error
    database = Database(engine, dialect, shown, dialect is SQLITE and _is_memory(parsed))
    _listen(database)
    try:
        with engine.connect() as connection:
            probed = connection.execute(text(dialect.probe if may_make else "SELECT NULL"))
            is_closed = probed.returns_rows and bool(probed.scalar())
            connection.rollback()
    except SQLAlchemyError as error:
        engine.dispose()
        if isinstance(typed := database.typed(error), BusyError):
            raise typed from error
        raise StoreError(f"it cannot be opened: {reason(error)}", url=shown) from error
    if is_closed:
        engine.dispose()
        raise StoreError("it cannot be opened: it is read-only", url=shown)
    return database


def lock_schema(database: Database, connection: Connection) -> None:
    """Let one process at a time change tables, until the transaction ends."""
    if database.dialect.lock_schema:
        connection.execute(text(database.dialect.lock_schema))


def make_tables(database: Database, tables: Sequence[Table]) -> None:
    """Make the tables that are missing, one process at a time; closes the database and raises when it cannot."""
    try:
        with database.engine.begin() as connection:
            lock_schema(database, connection)
            tables[0].metadata.create_all(connection, tables=list(tables), checkfirst=True)
    except SQLAlchemyError as error:
        database.engine.dispose()
        if isinstance(typed := database.typed(error), BusyError):
            raise typed from error
        raise StoreError(f"the tables cannot be made: {reason(error)}", url=database.url) from error


def without_password(url: str) -> str:
    """Return a URL as it may be shown: the password and a key in its query are stars."""
    return re.sub(r"(?<=[?&]password=)[^&]*", "***", re.sub(r"(//[^:/@?]*):.*@", r"\1:***@", url))


def reason(error: SQLAlchemyError) -> str:
    """Return what the database said, in one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def _dialect(url: URL, shown: str) -> Dialect:
    database, _, driver = url.drivername.partition("+")
    found = DIALECTS.get((database, driver))
    if found is None:
        known = any(name == database for name, _ in DIALECTS)
        what = f"there is no driver {driver!r} here; leave it out" if known else "it is neither SQLite nor PostgreSQL"
        raise StoreError(f"{what} (sqlite:///FILE or postgresql://USER@HOST/DATABASE)", url=shown)
    return found


def _is_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


def _check_file(url: URL, dialect: Dialect, shown: str, *, may_make: bool) -> None:
    """Refuse a SQLite file whose folder is missing, which the driver only calls unable to open."""
    if dialect is not SQLITE or _is_memory(url):
        return
    file = Path(str(url.database).removeprefix("file:")).absolute()
    if not file.parent.is_dir():
        raise StoreError("its folder does not exist; make it first", url=shown)
    if not may_make and not file.is_file():
        raise StoreError("there is no such file", url=shown)


def _listen(database: Database) -> None:
    dialect = database.dialect

    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for statement in dialect.on_connect:
            cursor.execute(statement)
        cursor.close()

    def began(connection: Connection) -> None:
        reads = bool(connection.get_execution_options().get("verbflow_reads", False))
        words = dialect.on_begin_reading if reads else dialect.on_begin
        try:  # not by SQLAlchemy's own way, which takes ten times as long as the statement
            with closing(connection.connection.cursor()) as cursor:
                cursor.execute(words)
        except connection.dialect.loaded_dbapi.Error as error:
            raise DBAPIError.instance(words, None, error, connection.dialect.loaded_dbapi.Error) from error

    if dialect.on_connect:
        event.listen(database.engine, "connect", connected)
    event.listen(database.engine, "begin", began)
