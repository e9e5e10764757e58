"""The ``verbflow`` command: chat, demo, eval, check, routes, table, diagram, directory, explain, log, replay, db.

Exit status: 0 when all is well, 1 when something is wrong with what was read, 2
when it could not be read or the command's words are off.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dialog.files import read_text
from dialog.plurals import counted
from dialog.routing.settings import SETTINGS_FORM
from slots.errors import DialogError
from slots.tables import TableSet

OK, WRONG, UNREADABLE = 0, 1, 2
"""The exit statuses."""

_OPERATING: Mapping[str, tuple[str, str]] = {
    "explain": ("dialog.log.operating", "say in words how a message was read"),
    "replay": ("dialog.log.operating", "decide the log again and say what differs"),
    "log": ("dialog.log.operating", "look at, prune or erase the log of turns"),
    "directory": ("dialog.operating_directory", "load a stored directory, or look a name up in it"),
}
"""What operators ask of a database -> the module that answers, and what for."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with its words; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words[:1] == ["demo"]:
            from dialog.examples.agency.demo import run

            return run(words[1:])
        options = _parser(words[:1]).parse_args(words)
        return _COMMANDS[options.command](options)
    except DialogError as error:
        print(f"verbflow: {error}", file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:
        return OK


def _parser(first: Sequence[str] = ()) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="verbflow", description="A finite-state dialogue manager: verbs as tables.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("demo", help="play a conversation over the sample agency, then chat", add_help=False)

    chat = commands.add_parser("chat", help="chat in the terminal")
    chat.add_argument("--example", choices=("agency", "home"), help="which example to talk to (the agency)")
    chat.add_argument("--tables", type=Path, metavar="FILE", help="verb tables of your own; tools are only previewed")
    chat.add_argument("--directory", type=Path, metavar="FILE", help="entities of your own, a JSON file")
    chat.add_argument("--user", metavar="ID", help="who you are; the first person of the directory by default")
    chat.add_argument("--store", metavar="URL", default="sqlite://", help="where to keep it (in memory by default)")

    evaluate = commands.add_parser("eval", help="play conversation cases")
    evaluate.add_argument("files", nargs="+", type=Path, metavar="FILE", help="case files")
    evaluate.add_argument("--json", type=Path, metavar="OUT", help="write every turn's outcome here")

    check = commands.add_parser("check", help="check verb tables")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="table files")

    routes = commands.add_parser("routes", help="say which tier and route takes each message of a file")
    routes.add_argument("file", type=Path, metavar="FILE", help="messages, one a line, or JSON lines with a text")
    routes.add_argument("--tables", type=Path, metavar="FILE", help="verb tables; the agency's by default")
    routes.add_argument("--settings", default="", metavar="S", help=f"which rules count, {SETTINGS_FORM}")
    routes.add_argument("--compare", metavar="S", help="settings to compare with; prints what changes")
    routes.add_argument("--each", action="store_true", help="print every message with its rule too")

    table = commands.add_parser("table", help="print verb tables as Markdown")
    table.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a table file; the agency's by default")

    diagram = commands.add_parser("diagram", help="write a state diagram and a table for each verb")
    diagram.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a table file; the agency's by default")
    diagram.add_argument("--out", type=Path, default=Path("diagrams"), metavar="DIR", help="where to (diagrams)")
    diagram.add_argument("--check", action="store_true", help="write nothing; say which files are stale")

    database = commands.add_parser("db", help="bring a store's tables up to date")
    database.add_argument("what", choices=("upgrade", "check"), help="run the migrations, or say what is missing")
    database.add_argument("--store", metavar="URL", required=True, help="sqlite:///FILE or postgresql://...")
    _add_operating(commands, first)
    return parser


def _add_operating(commands: Any, first: Sequence[str]) -> None:
    """Add the operators' commands; their words are read only where one of them is called, they import the store."""
    if first and first[0] in _OPERATING:
        import_module(_OPERATING[first[0]][0]).add_words(commands)
        return
    for name, (_, summary) in _OPERATING.items():
        commands.add_parser(name, help=summary)


# -- commands ----------------------------------------------------------------------


def _eval(options: argparse.Namespace) -> int:
    from dialog.cases import Report, play_file

    report = Report()
    for file in options.files:
        report.turns.extend(asyncio.run(play_file(file)).turns)
    for turn in report.turns:
        if turn.problems:
            print(f"{turn.case} turn {turn.number} {turn.say!r}: {'; '.join(turn.problems)}")
    summary = report.summary()
    if options.json:
        text = json.dumps(report.as_json(), ensure_ascii=False, indent=1)
        options.json.write_text(text, encoding="utf-8")
    print(f"{summary['cases_ok']} passed, {summary['cases'] - summary['cases_ok']} failed")
    print(f"turns: {summary['turns_ok']} passed, {summary['turns'] - summary['turns_ok']} failed")
    return OK if summary["turns"] == summary["turns_ok"] else WRONG


def _check(options: argparse.Namespace) -> int:
    from dialog.checking import check_file

    errors = warnings = 0
    for file in options.files:
        read_text(file)
        for finding in check_file(file):
            print(finding)
            errors += finding.is_error
            warnings += not finding.is_error
    print(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}")
    return WRONG if errors else OK


def _routes(options: argparse.Namespace) -> int:
    from dialog.files import read_messages
    from dialog.routing.report import compare, play
    from dialog.routing.settings import read_settings

    tables, messages = _tables(options.tables), read_messages(options.file)
    report = play(messages, tables, read_settings(options.settings, tables))
    for one in report.played if options.each else ():
        print(f"{one.text!r}: {one.route} by {one.tier or 'fallback'}; {one.rule}")
    print(report.markdown())
    if options.compare is not None:
        print(compare(report, play(messages, tables, read_settings(options.compare, tables))))
    return OK


def _table(options: argparse.Namespace) -> int:
    from dialog.printing import print_tables

    print(print_tables(_tables(options.file)), end="")
    return OK


def _diagram(options: argparse.Namespace) -> int:
    from dialog.diagrams import check_files, draw_files, write_files

    files = draw_files(_tables(options.file), options.file)
    if options.check:
        stale = check_files(files, options.out)
        for name, what in stale:
            print(f"{options.out / name}: {what}; run verbflow diagram")
        return WRONG if stale else OK
    for path in write_files(files, options.out):
        print(path)
    return OK


def _chat(options: argparse.Namespace) -> int:
    from dialog.adapters.terminal import chat
    from dialog.chatting import open_chat

    manager, tenant, user, told = open_chat(
        example=options.example,
        tables=options.tables,
        directory=options.directory,
        user=options.user,
        store=options.store,
    )
    print(told)
    return chat(manager, tenant=tenant, user=user)


def _db(options: argparse.Namespace) -> int:
    from dialog.store import migrating

    if options.what == "upgrade":
        print(f"revision {migrating.upgrade(options.store)}")
    problems = migrating.check(options.store)
    print("\n".join(problems) if problems else "the schema is current")
    return WRONG if problems else OK


def _directory(options: argparse.Namespace) -> int:
    from dialog.operating_directory import run_directory

    return run_directory(options)


def _explain(options: argparse.Namespace) -> int:
    from dialog.log.operating import run_explain

    return run_explain(options)


def _log(options: argparse.Namespace) -> int:
    from dialog.log.operating import run_log

    return run_log(options)


def _replay(options: argparse.Namespace) -> int:
    from dialog.log.operating import run_replay

    return run_replay(options)


def _tables(file: Path | None) -> TableSet:
    from dialog.examples import load_example
    from dialog.files import read_tables

    return read_tables(file) if file is not None else load_example("agency").verbs


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "chat": _chat,
    "eval": _eval,
    "check": _check,
    "routes": _routes,
    "table": _table,
    "diagram": _diagram,
    "db": _db,
    "directory": _directory,
    "explain": _explain,
    "log": _log,
    "replay": _replay,
}

if __name__ == "__main__":
    sys.exit(main())
