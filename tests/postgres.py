"""A PostgreSQL server for the tests: its own data folder and port, loopback only, gone at the end.

Debian's binaries are found where its packages put them, others on the PATH. PostgreSQL refuses to run
as root; it then runs as ``postgres``, or as ``nobody``.
"""

import atexit
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

MISSING = "PostgreSQL is not installed (Debian: apt-get install postgresql)"
"""Why tests are skipped."""

SETTINGS = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
fsync = off
full_page_writes = off
max_connections = 200
shared_buffers = 32MB
"""
"""Nothing survives a power cut, and nothing needs to; what was committed survives the server's own crash."""


def find_binaries():
    """Return the folder of initdb and pg_ctl, the newest of Debian's first; None when there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: one.parent.name, reverse=True)
    on_path = shutil.which("pg_ctl")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    return next((one for one in folders if (one / "initdb").exists() and (one / "pg_ctl").exists()), None)


@dataclass
class PostgresServer:
    """One server, and the addresses of what is in it."""

    binaries: Path
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="verbflow-postgres-")))
    password: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    port: int = 0
    _watcher: subprocess.Popen | None = None

    def start(self):
        """Make the data folder and start; raises RuntimeError with what the server said."""
        atexit.register(self.stop)
        (self.folder / "password").write_text(self.password)
        for path in (self.folder, self.folder / "password"):
            if self.account:
                os.chown(path, self.account["user"], self.account["group"])
        login = ("--username=verbflow", "--auth=password", f"--pwfile={self.folder / 'password'}")
        self._run("initdb", *login, "--no-sync", "--encoding=UTF8", "--locale=C")
        self.port = _free_port()
        with (self.folder / "store" / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS.format(port=self.port))
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self.folder / 'log'}")
        self._watch()

    def restart(self):
        """Cut every connection as a crash would, and come back."""
        self._run("pg_ctl", "restart", "--wait", "--silent", "--mode=immediate", f"--log={self.folder / 'log'}")

    def stop(self):
        """Stop, and remove the data folder; does nothing the second time."""
        if (self.folder / "store" / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "--wait", "--silent", "--mode=immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._watcher is not None:
            self._watcher.communicate(b"done\n")
            self._watcher = None

    def url(self, schema="public", scheme="postgresql"):
        """Return the address of a schema; its connections carry the schema's name."""
        options = f"options=-csearch_path%3D{schema}&application_name={schema}"
        return f"{scheme}://verbflow:{self.password}@127.0.0.1:{self.port}/postgres?{options}"

    def execute(self, statement, *values):
        """Run one statement beside the tests' own connections and return its rows."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def cut(self, schema):
        """End every connection of a schema from the server's side; returns how many."""
        ended = "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE application_name = %s"
        return len(self.execute(ended, schema))

    @property
    def account(self):
        if os.geteuid() != 0:
            return {}
        for name in ("postgres", "nobody"):
            try:
                found = pwd.getpwnam(name)
            except KeyError:
                continue
            return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
        raise RuntimeError("PostgreSQL refuses to run as root, and there is no user postgres or nobody")

    def _watch(self):
        """Leave a process behind that stops the server when this one is killed: then its pipe closes."""
        stop = '"$0" stop --silent --mode=immediate --pgdata="$1/store"; rm -rf "$1"'
        self._watcher = subprocess.Popen(
            ["sh", "-c", f"read -r line || {{ {stop}; }}", str(self.binaries / "pg_ctl"), str(self.folder)],
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **self.account,
        )

    def _run(self, program, *words):
        command = [str(self.binaries / program), f"--pgdata={self.folder / 'store'}", *words]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        with tempfile.TemporaryFile() as said:  # a pipe would stay open in the server
            done = subprocess.run(
                command, check=False, cwd="/", timeout=60, **{**quiet, "stderr": said}, **self.account
            )
            said.seek(0)
            if done.returncode:
                log = self.folder / "log"
                text = said.read().decode(errors="replace") + (log.read_text() if log.exists() else "")
                raise RuntimeError(f"{program} failed: {text[-2000:]}")


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
