"""Every error that verbflow raises, in one tree.

::

    DialogError
    ├── TableError               a verb table is wrong: verb, slot, file, line, what to do
    ├── TransitionError          a trigger in a state that has no row for it
    ├── DirectoryError           the tenant's entities cannot be used (two of one id, unreadable file)
    │   ├── UnknownTenantError
    │   └── UnknownUserError
    ├── StoreError               the conversations cannot be kept or read
    │   └── BusyError            somebody else holds the store; try again
    ├── ToolError                a tool is not registered, or registered twice
    ├── RouteError               a route of the host's own is unknown, or nothing answers it
    ├── ExtraMissingError        a part needs a package that only an extra installs
    ├── CaseError                a case file cannot be read: file, case, key
    └── ToolRejected             raised by a tool: it refuses, and says why to the person

Each carries its facts as attributes and names them all in one lower-case
sentence. Ambiguous, missing and unreadable values are no errors: they are
returned.
"""

from __future__ import annotations


class DialogError(Exception):
    """The root of all errors of verbflow."""


class TableError(DialogError):
    """A verb table cannot be used as it was declared."""

    def __init__(
        self,
        problem: str,
        *,
        verb: str | None = None,
        slot: str | None = None,
        file: str | None = None,
        line: int | None = None,
        advice: str = "",
    ) -> None:
        self.problem = problem
        self.verb = verb
        self.slot = slot
        self.file = file
        self.line = line
        self.advice = advice
        where = ":".join(str(part) for part in (file, line) if part is not None)
        owner = ".".join(part for part in (verb, slot) if part)
        head = ": ".join(part for part in (where, owner) if part)
        text = f"{head}: {problem}" if head else problem
        super().__init__(f"{text}; {advice}" if advice else text)


class TransitionError(DialogError):
    """A trigger arrived in a state that has no transition for it; nothing was changed."""

    def __init__(self, *, verb: str, state: str, trigger: str) -> None:
        self.verb, self.state, self.trigger = verb, state, trigger
        super().__init__(f"{verb}: no transition for {trigger!r} in state {state!r}")


class DirectoryError(DialogError):
    """The tenant's directory cannot be used as it is."""

    def __init__(self, problem: str, *, origin: str | None = None) -> None:
        self.problem, self.origin = problem, origin
        super().__init__(f"{origin}: {problem}" if origin else problem)


class UnknownTenantError(DirectoryError):
    """A turn names a tenant that the directory does not hold."""

    def __init__(self, tenant: str, *, known: tuple[str, ...] = ()) -> None:
        self.tenant, self.known = tenant, known
        listed = ", ".join(known) or "none"
        super().__init__(f"there is no tenant {tenant!r} in the directory (it holds: {listed})")


class UnknownUserError(DirectoryError):
    """A turn names a user that the tenant does not have, or that is no longer active."""

    def __init__(self, tenant: str, user: str, *, inactive: bool = False) -> None:
        self.tenant, self.user, self.inactive = tenant, user, inactive
        state = "is not active" if inactive else "does not exist"
        super().__init__(f"user {user!r} {state} in tenant {tenant!r}")


class StoreError(DialogError):
    """The store of conversations cannot be opened, read or written."""

    def __init__(self, problem: str, *, url: str) -> None:
        self.problem, self.url = problem, url
        super().__init__(f"store {url}: {problem}")


class BusyError(StoreError):
    """The store or the conversation is held by somebody else; nothing was changed, try again."""


class ToolError(DialogError):
    """A tool that a verb table names is not registered, or one is registered that could not work."""

    def __init__(self, problem: str, *, tool: str) -> None:
        self.problem, self.tool = problem, tool
        super().__init__(f"tool {tool!r}: {problem}")


class RouteError(DialogError):
    """A route of the host's own is not declared, or nothing was registered that answers it."""

    def __init__(self, problem: str, *, route: str) -> None:
        self.problem, self.route = problem, route
        super().__init__(f"route {route!r}: {problem}")


class ExtraMissingError(DialogError):
    """A part needs a package that only an extra installs."""

    def __init__(self, package: str, *, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"{package} is not installed; install verbflow[{extra}]")


class CaseError(DialogError):
    """A case file cannot be read or says something that no case may say."""

    def __init__(self, problem: str, *, file: str, case: str | None = None, key: str | None = None) -> None:
        self.problem, self.file, self.case, self.key = problem, file, case, key
        where = ": ".join(part for part in (file, case, key) if part)
        super().__init__(f"{where}: {problem}")


class ToolRejected(DialogError):
    """Raised by a tool that refuses: the reason is told to the person and the slots are kept."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
