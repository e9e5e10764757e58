"""The rules of the house that no other tool checks; each complaint names file, line and what to do.

A rule takes one parsed file and yields its complaints. The second half of the file shows, rule by
rule, a snippet that it refuses beside one that it lets pass.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("slots", "resolver", "states", "dialog")
"""From the ground up: a package imports those before it only."""

MAX_FUNCTION_LINES = 60
MAX_FILE_LINES = 500

ALLOWED_BROAD_EXCEPTS: dict[str, int] = {
    "dialog/execution/running.py": 3,
    "dialog/routing/desk.py": 1,
    "dialog/routing/events.py": 1,
    "dialog/routing/triage.py": 1,
    "dialog/execution/threads.py": 1,
}
"""File -> how many handlers of ``Exception`` it may have, each with its reason in a comment there."""

OUTSIDE_MODULES = frozenset(
    "asyncio http io os pathlib random secrets shutil socket sqlalchemy sqlite3 sqlmodel subprocess"
    " tempfile threading time urllib uuid".split()
)
"""Clock, files, network, database, chance: only ``dialog`` touches them."""
OUTSIDE_CALLS = frozenset({"open", "print", "input"})
CLOCKS = re.compile(r"(?:^|\.)(?:datetime\.(?:now|utcnow|today)|date\.today)$")

BANNED_NAMES: dict[str, str] = {
    **dict.fromkeys("util utils helper helpers misc skill skills info".split(), r"(?!)"),
    "data": r"(?!)",
    "manager": r"dialog/manager\.py(:DialogManager)?$",
    "intent": r"dialog/routing/",
    "intents": r"dialog/routing/",
}
"""Word -> pattern of the ``file:name`` (or, for the file's own name, ``file``) that may use it."""

AGENCY_WORDS = frozenset("project projects client clients retainer retainers".split())
AGENCY_HOME = "dialog/examples/agency"
ENUMS = frozenset({"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"})
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One parsed file."""

    path: str
    """Relative to the root, with slashes."""
    source: str
    """Its text."""
    tree: ast.Module
    """Its syntax."""

    @property
    def package(self) -> str:
        return self.path.split("/")[0]

    def at(self, line: int, problem: str, advice: str) -> str:
        return f"{self.path}:{line}: {problem}; {advice}"


def parse(path: str, source: str) -> Module:
    return Module(path, source, ast.parse(source, path))


@cache
def modules() -> tuple[Module, ...]:
    """Return every file of the packages and the tests."""
    paths = [path for top in (*LAYERS, "tests") for path in sorted((ROOT / top).rglob("*.py"))]
    return tuple(parse(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths)


# What the rules read from the syntax


def imports_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of every absolute import, also those inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module


def words_in(name: str) -> list[str]:
    """Return the words of an identifier or a text, lower case: ``ClientName2`` is client, name."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def is_public(path: str) -> bool:
    return not any(part.startswith("_") and part != "__init__.py" for part in path.split("/"))


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def last_name(node: ast.expr) -> str:
    """Return ``Exception`` for ``builtins.Exception``; generics and calls by what stands before the bracket."""
    return re.split(r"[\[(]", ast.unparse(node))[0].rpartition(".")[2]


def public_nodes(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the public classes and functions, and those inside public classes; none inside functions."""
    for node in body:
        if isinstance(node, (ast.If, ast.Try)):
            yield from public_nodes([*node.body, *node.orelse])
        elif isinstance(node, (ast.ClassDef, *FUNCTIONS)) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_nodes(node.body)


def is_repeated(node: ast.AST) -> bool:
    """Whether a function's docstring stands at another definition: an overload, a setter, an override."""
    marks = {last_name(mark) for mark in getattr(node, "decorator_list", ())}
    return bool(marks & {"overload", "setter", "deleter", "override"})


def fields_of(node: ast.ClassDef) -> Iterator[tuple[int, str, bool]]:
    """Yield line and name of each public field or enum member, and whether a text follows it."""
    is_enum = any(last_name(base) in ENUMS for base in node.bases)
    for field, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(field, ast.AnnAssign):
            targets = [field.target]
        elif isinstance(field, ast.Assign) and is_enum:
            targets = field.targets
        else:
            continue
        for target in targets:
            if isinstance(target, ast.Name) and not target.id.startswith("_"):
                yield field.lineno, target.id, is_text(after)


def spoken_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of every identifier and every string that is no docstring."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and is_text(node)}
    line = 1
    for node in ast.walk(tree):
        line = getattr(node, "lineno", line)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield line, node.value
        for name in ("id", "attr", "arg", "name", "asname", "module", "rest"):
            if isinstance(text := getattr(node, name, None), str):
                yield line, text


# The rules


def imports_go_down(module: Module) -> Iterator[str]:
    if module.package not in LAYERS:
        return
    above = LAYERS[LAYERS.index(module.package) + 1 :]
    for line, name in imports_of(module.tree):
        if name.split(".")[0] in above:
            yield module.at(line, f"imports {name}", "imports go down only: move the piece down or pass it in")


def functions_are_short(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, FUNCTIONS) and (size := (node.end_lineno or 0) - node.lineno + 1) > MAX_FUNCTION_LINES:
            yield module.at(node.lineno, f"{node.name} has {size} lines", f"cut it to {MAX_FUNCTION_LINES} at most")


def files_are_short(module: Module) -> Iterator[str]:
    if (size := len(module.source.splitlines())) > MAX_FILE_LINES:
        yield module.at(size, f"{size} lines", f"cut the file by what it is about, to {MAX_FILE_LINES} at most")


def broad_excepts_are_known(module: Module) -> Iterator[str]:
    broad = {"Exception", "BaseException"}
    lines = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler):
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            lines += [node.lineno] if any(kind is None or last_name(kind) in broad for kind in kinds) else []
        elif isinstance(node, ast.Call) and last_name(node.func) == "suppress":
            lines += [node.lineno] if any(last_name(kind) in broad for kind in node.args) else []
    allowed = ALLOWED_BROAD_EXCEPTS.get(module.path, 0)
    if len(lines) > allowed:
        for line in sorted(lines):
            yield module.at(
                line, f"catches everything ({len(lines)} here, {allowed} allowed)", "catch what you can name"
            )
    elif len(lines) < allowed:
        yield module.at(1, f"{len(lines)} broad excepts, {allowed} allowed", "lower it in ALLOWED_BROAD_EXCEPTS")


def only_dialog_touches_the_outside(module: Module) -> Iterator[str]:
    if module.package not in LAYERS[:-1]:
        return
    advice = "no clock, I/O or chance below dialog: take the value as an argument"
    for line, name in imports_of(module.tree):
        if name.split(".")[0] in OUTSIDE_MODULES:
            yield module.at(line, f"imports {name}", advice)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and CLOCKS.search(ast.unparse(node)):
            yield module.at(node.lineno, f"reads the clock ({ast.unparse(node)})", advice)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTSIDE_CALLS:
            yield module.at(node.lineno, f"calls {node.func.id}", advice)


def public_names_are_documented(module: Module) -> Iterator[str]:
    if module.package not in LAYERS or not is_public(module.path):
        return
    if not ast.get_docstring(module.tree):
        yield module.at(1, "the module has no docstring", "say what goes in and what comes out")
    for node in public_nodes(module.tree.body):
        if not ast.get_docstring(node) and not is_repeated(node):
            yield module.at(node.lineno, f"{node.name} has no docstring", "say what the signature cannot")


def public_fields_are_documented(module: Module) -> Iterator[str]:
    if module.package not in LAYERS or not is_public(module.path):
        return
    for node in public_nodes(module.tree.body):
        for line, name, has_text in fields_of(node) if isinstance(node, ast.ClassDef) else ():
            if not has_text:
                yield module.at(line, f"{node.name}.{name} has no docstring", "put a string literal under the field")


def names_say_something(module: Module) -> Iterator[str]:
    if module.package not in LAYERS:
        return
    named = [(1, module.path, word) for word in words_in(module.path.removesuffix(".py"))]
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
            named += [(node.lineno, f"{module.path}:{node.name}", word) for word in words_in(node.name)]
    for line, name, word in named:
        if word in BANNED_NAMES and not re.match(BANNED_NAMES[word], name):
            yield module.at(line, f"{name!r} holds {word!r}", "name it by what it does, in the words of the field")


def agency_words_stay_home(module: Module) -> Iterator[str]:
    if module.package not in LAYERS or module.path.startswith(AGENCY_HOME):
        return
    for line, text in [(1, module.path), *spoken_in(module.tree)]:
        for word in sorted(AGENCY_WORDS & set(words_in(text))):
            advice = f"domain words stand in a verb table, under {AGENCY_HOME}"
            yield module.at(line, f"{text[:60]!r} holds {word!r}", advice)


RULES = (
    imports_go_down,
    functions_are_short,
    files_are_short,
    broad_excepts_are_known,
    only_dialog_touches_the_outside,
    public_names_are_documented,
    public_fields_are_documented,
    names_say_something,
    agency_words_stay_home,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_house_rule(rule):
    complaints = [complaint for module in modules() for complaint in rule(module)]
    assert not complaints, "\n" + "\n".join(complaints)


def misplaced_tests(paths: list[str]) -> list[str]:
    """Return the complaints about a list of test files: packages among them, names used twice."""
    count = Counter(path.rpartition("/")[2] for path in paths)
    complaints = []
    for path in paths:
        name = path.rpartition("/")[2]
        if name == "__init__.py":
            complaints.append(f"{path}:1: tests are no packages (they would shadow ours); delete the file")
        elif count[name] > 1 and name != "conftest.py":
            complaints.append(f"{path}:1: another folder has a {name} too; give each test file its own name")
    return complaints


def test_tests_are_no_packages():
    complaints = misplaced_tests([module.path for module in modules() if module.package == "tests"])
    assert not complaints, "\n" + "\n".join(complaints)


def test_allowed_broad_excepts_name_files_that_exist():
    gone = set(ALLOWED_BROAD_EXCEPTS) - {module.path for module in modules()}
    assert not gone, f"ALLOWED_BROAD_EXCEPTS names files that are gone; delete their rows: {sorted(gone)}"


# Each rule can fail: refused snippets beside accepted ones

LONG = "def read():\n" + "    pass\n" * 60
FITTING = "def read():\n" + "    pass\n" * 59
MEMBER = 'from enum import StrEnum\nclass Kind(StrEnum):\n    """K."""\n    WORD = "word"\n'
FIELD = 'class Token:\n    """T."""\n    text: str\n'


@pytest.mark.parametrize(("rule", "path", "source", "line"), [
    # imports: down is fine, up is not, wherever it stands
    (imports_go_down, "states/menus.py", "import slots.text\nfrom resolver import match", None),
    (imports_go_down, "slots/text.py", "import re\nfrom resolver.match import rank", 2),
    (imports_go_down, "resolver/match.py", "def rank():\n    import states", 2),
    (imports_go_down, "states/menus.py", "if TYPE_CHECKING:\n    from dialog import Turn", 2),
    (imports_go_down, "slots/text.py", "import dialogue_of_somebody", None),
    # sizes
    (functions_are_short, "slots/text.py", FITTING, None),
    (functions_are_short, "slots/text.py", LONG, 1),
    (functions_are_short, "tests/test_text.py", "async " + LONG, 1),
    (files_are_short, "slots/text.py", "x = 1\n" * 500, None),
    (files_are_short, "slots/text.py", "x = 1\n" * 501, 501),
    # handlers that catch everything
    (broad_excepts_are_known, "dialog/turns.py", "try:\n    go()\nexcept ValueError:\n    pass", None),
    (broad_excepts_are_known, "dialog/turns.py", "try:\n    go()\nexcept:\n    pass", 3),
    (broad_excepts_are_known, "dialog/turns.py", "try:\n    go()\nexcept Exception as error:\n    pass", 3),
    (broad_excepts_are_known, "dialog/turns.py", "try:\n    go()\nexcept (OSError, BaseException):\n    pass", 3),
    (broad_excepts_are_known, "dialog/turns.py", "with contextlib.suppress(Exception):\n    go()", 1),
    (broad_excepts_are_known, "dialog/turns.py", "with contextlib.suppress(KeyError):\n    go()", None),
    # clock, I/O and chance: dialog only
    (only_dialog_touches_the_outside, "dialog/turns.py", "import time\nnow = datetime.now()", None),
    (only_dialog_touches_the_outside, "slots/dates.py", "from datetime import date, time\nd = date(2026, 1, 9)", None),
    (only_dialog_touches_the_outside, "slots/dates.py", "from time import monotonic", 1),
    (only_dialog_touches_the_outside, "slots/dates.py", "import os.path", 1),
    (only_dialog_touches_the_outside, "resolver/rows.py", "def read():\n    from sqlalchemy.orm import Session", 2),
    (only_dialog_touches_the_outside, "slots/dates.py", "today = datetime.date.today()", 1),
    (only_dialog_touches_the_outside, "slots/dates.py", "from_clock = datetime.now", 1),
    (only_dialog_touches_the_outside, "states/acts.py", "at = dt.datetime.utcnow()", 1),
    (only_dialog_touches_the_outside, "states/acts.py", "policy = self.today", None),
    (only_dialog_touches_the_outside, "states/acts.py", "print(1)", 1),
    # docstrings of public names
    (public_names_are_documented, "slots/text.py", '"""M."""\ndef _read(): ...', None),
    (public_names_are_documented, "slots/_text.py", "def read(): ...", None),
    (public_names_are_documented, "slots/text.py", "x = 1", 1),
    (public_names_are_documented, "slots/text.py", '"""M."""\ndef read(): ...', 2),
    (public_names_are_documented, "slots/text.py", '"""M."""\nclass Token: ...', 2),
    (public_names_are_documented, "slots/text.py", '"""M."""\nclass T:\n    """T."""\n    def read(self): ...', 4),
    (public_names_are_documented, "slots/text.py", '"""M."""\nclass _T:\n    def read(self): ...', None),
    (public_names_are_documented, "slots/text.py", '"""M."""\n@overload\ndef read(): ...', None),
    # docstrings of fields
    (public_fields_are_documented, "slots/text.py", FIELD + '    """As typed."""', None),
    (public_fields_are_documented, "slots/text.py", FIELD, 3),
    (public_fields_are_documented, "slots/text.py", FIELD + '    key: str\n    """Folded."""', 3),
    (public_fields_are_documented, "slots/text.py", FIELD.replace("text", "_text"), None),
    (public_fields_are_documented, "slots/text.py", FIELD.replace("Token", "_Token"), None),
    (public_fields_are_documented, "slots/text.py", MEMBER + '    """Letters."""', None),
    (public_fields_are_documented, "slots/text.py", MEMBER, 4),
    # names that say nothing, and those with a home of their own
    (names_say_something, "slots/utils.py", "", 1),
    (names_say_something, "slots/text.py", "def date_helper(): ...", 1),
    (names_say_something, "slots/text.py", "def information(): ...", None),
    (names_say_something, "dialog/manager.py", "class DialogManager: ...", None),
    (names_say_something, "dialog/manager.py", "class StoreManager: ...", 1),
    (names_say_something, "states/manager.py", "", 1),
    (names_say_something, "dialog/routing/tiers.py", "class Intent: ...", None),
    (names_say_something, "dialog/turns.py", "class IntentMatch: ...", 1),
    # words of the example domain
    (agency_words_stay_home, "slots/text.py", '"""For a client."""\nx = "the clientele"', None),
    (agency_words_stay_home, "slots/text.py", "x = 1\ny = 'create_project'", 2),
    (agency_words_stay_home, "slots/text.py", "f'{x} of the Clients'", 1),
    (agency_words_stay_home, "states/acts.py", "def read(client_name): ...", 1),
    (agency_words_stay_home, "states/acts.py", "x.retainer = 1", 1),
    (agency_words_stay_home, "states/acts.py", "class ProjectSlot: ...", 1),
    (agency_words_stay_home, "dialog/clients.py", "", 1),
    (agency_words_stay_home, "dialog/examples/agency/tools.py", "def create_project(): ...", None),
])  # fmt: skip
def test_rule_refuses_what_it_should(rule, path, source, line):
    complaints = list(rule(parse(path, source)))
    if line is None:
        assert complaints == []
    else:
        assert [complaint.split(": ")[0] for complaint in complaints] == [f"{path}:{line}"]
        assert "; " in complaints[0]


def test_allowed_broad_excepts_are_counted(monkeypatch):
    once = "try:\n    go()\nexcept Exception:\n    pass\n"
    monkeypatch.setitem(ALLOWED_BROAD_EXCEPTS, "dialog/turns.py", 1)
    # as many as allowed pass; one more and one fewer do not
    assert not list(broad_excepts_are_known(parse("dialog/turns.py", once)))
    assert len(list(broad_excepts_are_known(parse("dialog/turns.py", once * 2)))) == 2
    assert "lower it" in next(broad_excepts_are_known(parse("dialog/turns.py", "")))


@pytest.mark.parametrize(("paths", "refused"), [
    (["tests/slots/test_text.py", "tests/test_house.py", "tests/conftest.py", "tests/slots/conftest.py"], []),
    (["tests/slots/__init__.py"], ["tests/slots/__init__.py"]),
    (["tests/slots/test_x.py", "tests/states/test_x.py"], ["tests/slots/test_x.py", "tests/states/test_x.py"]),
])  # fmt: skip
def test_misplaced_tests_are_refused(paths, refused):
    assert [complaint.split(":")[0] for complaint in misplaced_tests(paths)] == refused
