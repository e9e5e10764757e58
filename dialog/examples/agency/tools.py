"""The agency's tools: what the verbs call once a person said yes.

All that change something are transactional: they write through the session that
they are given, so that the row and the outcome of the action are one commit. The
directory lives in memory; it follows when the commit is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from hashlib import sha256

from sqlmodel import Session, SQLModel, func, select

from dialog.directory import EntityDirectory
from dialog.examples.agency.tables import TABLES, PlanEntry, SavedEntity, TimeEntry
from dialog.manager import DialogManager
from dialog.tools import ToolCall, ToolKind, ToolResult
from resolver.entities import Entity
from resolver.values import EntityValue
from slots.errors import ToolRejected

DAY = Decimal(24)
"""Hours of a day: nobody logs more on one."""


def register(manager: DialogManager, directory: EntityDirectory) -> None:
    """Register every tool of the agency's verbs, make its tables, and lay what was saved over the directory."""
    agency = _Agency(directory)
    with manager.session() as session:
        SQLModel.metadata.create_all(session.connection(), tables=TABLES)
        for saved in session.exec(select(SavedEntity)).all():
            agency.follow(directory_tenant(directory), saved)
    for name, tool in agency.writers().items():
        manager.tool(name, kind=ToolKind.TRANSACTIONAL)(tool)
    for name, reader in agency.readers().items():
        manager.tool(name, kind=ToolKind.IDEMPOTENT)(reader)


def directory_tenant(directory: EntityDirectory) -> str:
    """Return the sample's only tenant."""
    return directory.tenants[0]


Writer = Callable[[ToolCall, Session], ToolResult]
"""A tool that writes through the session."""


class _Agency:
    """The tools over one directory."""

    def __init__(self, directory: EntityDirectory) -> None:
        self.directory = directory

    def writers(self) -> dict[str, Writer]:
        """Return the tools that change something."""
        renames = {f"rename_{kind}": self.rename(kind) for kind in ("client", "project", "task", "user")}
        archives = {f"archive_{kind}": self.archive(kind, "target") for kind in ("client", "project", "task")}
        return {
            "create_client": self.create_client,
            "create_project": self.create_project,
            "cancel_project": self.archive("project", "project_name"),
            "log_time": self.log_time,
            "allocate_hours": self.allocate_hours,
            "assign_pm": self.assign_pm,
            "set_rate": self.set_rate,
            "create_liability": self.create_liability,
            "create_retainer_period": self.create_period,
            **renames,
            **archives,
        }

    def readers(self) -> dict[str, Callable[[ToolCall], ToolResult]]:
        """Return the tools that only read."""
        return {
            "get_project_info": self.show_project,
            "get_project_assignments": self.assignments,
            "list_projects": lambda call: self.listing(call, "project", "Projects"),
            "list_users": lambda call: self.listing(call, "user", "People"),
        }

    # -- clients and projects -------------------------------------------------

    def create_client(self, call: ToolCall, session: Session) -> ToolResult:
        """Create a client; one of that name that somebody created meanwhile is used instead."""
        name = str(call["client_name"])
        saved = session.exec(select(SavedEntity).where(SavedEntity.type == "client")).all()
        known: list[Entity | SavedEntity] = [*self.directory.all(call.tenant, "client"), *saved]
        for entity in known:
            if entity.is_active and entity.name.casefold() == name.casefold():
                told = f"The client {entity.name} was there already, so I used it."
                return ToolResult(text=told, outputs={"client": value_of(entity)})
        return self.save(call, session, SavedEntity(type="client", id=new_id("c", call), name=name), "client")

    def create_project(self, call: ToolCall, session: Session) -> ToolResult:
        """Create a project of a client."""
        saved = SavedEntity(
            type="project",
            id=new_id("p", call),
            name=str(call["project_name"]),
            client=str(call["client_name"] or ""),
            kind=str(call["project_type"] or ""),
        )
        return self.save(call, session, saved, "project")

    def rename(self, kind: str) -> Writer:
        """Return the tool that renames an entity of a type."""

        def tool(call: ToolCall, session: Session) -> ToolResult:
            saved = self.saved(call, session, kind, str(call["target"]))
            saved.name = str(call["new_name"])
            return self.save(call, session, saved, "target")

        return tool

    def archive(self, kind: str, argument: str) -> Writer:
        """Return the tool that archives an entity of a type."""

        def tool(call: ToolCall, session: Session) -> ToolResult:
            saved = self.saved(call, session, kind, str(call[argument]))
            saved.is_active = False
            return self.save(call, session, saved, "target")

        return tool

    def assign_pm(self, call: ToolCall, session: Session) -> ToolResult:
        """Make somebody the project manager."""
        saved = self.saved(call, session, "project", str(call["project_name"]))
        saved.pm = str(call["user_name"])
        return self.save(call, session, saved, "project")

    # -- the book -------------------------------------------------------------

    def log_time(self, call: ToolCall, session: Session) -> ToolResult:
        """Log hours; refuses what makes a day longer than it is."""
        person, day, hours = str(call["user_name"]), call["date"], call["hours"]
        if not isinstance(day, date) or not isinstance(hours, Decimal):
            raise ToolRejected("hours and a day are needed")
        self.require(call, "project", "project_name")
        logged = session.exec(
            select(func.sum(TimeEntry.hours)).where(TimeEntry.person == person, TimeEntry.day == day)
        ).one()
        if Decimal(logged or 0) + hours > DAY:
            raise ToolRejected(f"that day has {logged} hours already, and no day has more than {DAY}")
        session.add(
            TimeEntry(
                key=call.key,
                person=person,
                project=str(call["project_name"]),
                task=str(call["task_name"]),
                hours=hours,
                day=day,
            )
        )
        return ToolResult()

    def allocate_hours(self, call: ToolCall, session: Session) -> ToolResult:
        """Plan hours of a person on a project."""
        return self.note(call, session, "allocation", "user_name", "hours", call.name("task_name"))

    def set_rate(self, call: ToolCall, session: Session) -> ToolResult:
        """Set a person's rate."""
        return self.note(call, session, "rate", "user_name", "rate", "")

    def create_liability(self, call: ToolCall, session: Session) -> ToolResult:
        """Record what a vendor will be paid."""
        agreed = call["agreed_hours"]
        return self.note(call, session, "liability", "vendor_name", "agreed_amount", f"{agreed} h" if agreed else "")

    def create_period(self, call: ToolCall, session: Session) -> ToolResult:
        """Open a month of a retainer; a month is opened once."""
        month, parent = str(call["period"]), str(call["parent"])
        opened = select(PlanEntry).where(PlanEntry.what == "period", PlanEntry.about == parent, PlanEntry.note == month)
        if session.exec(opened).first() is not None:
            raise ToolRejected(f"{month} is open already")
        return self.note(call, session, "period", "parent", "", month)

    def note(self, call: ToolCall, session: Session, what: str, about: str, amount: str, note: str) -> ToolResult:
        """Write a line of the book."""
        value = call[amount] if amount else None
        for argument in ("project_name", "parent"):
            if call[argument]:
                self.require(call, "project", argument)
        session.add(
            PlanEntry(
                key=call.key,
                what=what,
                about=str(call[about]),
                project=str(call["project_name"] or ""),
                amount=value if isinstance(value, Decimal) else Decimal(0),
                note=note,
            )
        )
        return ToolResult()

    # -- reading --------------------------------------------------------------

    def show_project(self, call: ToolCall) -> ToolResult:
        """Show a project; names it and its manager, so that the next turn can point at them."""
        project = self.directory.get(call.tenant, "project", str(call["project_name"]))
        if project is None:
            raise ToolRejected("that project is no longer there")
        client = self.directory.get(call.tenant, "client", project.attributes.get("client", ""))
        pm = self.directory.get(call.tenant, "user", project.attributes.get("pm", ""))
        parts = [f"{project.name}: {project.attributes.get('type', 'project')}"]
        parts += [f"for {client.name}"] if client is not None else []
        parts.append(f"managed by {pm.name}" if pm is not None else "without a manager")
        named = {"project": project, "pm": pm}
        outputs = {field: value_of(entity) for field, entity in named.items() if entity is not None}
        return ToolResult(text=f"{', '.join(parts)}.", outputs=outputs)

    def assignments(self, call: ToolCall) -> ToolResult:
        """Say who works on a project: those who touched it last, and its manager."""
        project = self.directory.get(call.tenant, "project", str(call["project_name"]))
        if project is None:
            raise ToolRejected("that project is no longer there")
        pm = self.directory.get(call.tenant, "user", project.attributes.get("pm", ""))
        people = [
            person
            for user in self.directory.touched_by(call.tenant, "project", project.id)
            if (person := self.directory.get(call.tenant, "user", user)) is not None and person != pm
        ]
        names = ", ".join(person.name for person in people) or "nobody else"
        led = f" {pm.name} manages it." if pm is not None else ""
        outputs: dict[str, EntityValue | tuple[EntityValue, ...]] = {"project": value_of(project)}
        outputs |= {"pm": value_of(pm)} if pm is not None else {"people": tuple(map(value_of, people))}
        return ToolResult(text=f"On {project.name}: {names}.{led}", outputs=outputs)

    def listing(self, call: ToolCall, kind: str, title: str) -> ToolResult:
        """List the active entities of a type; a list names nothing for the log."""
        names = [entity.name for entity in self.directory.all(call.tenant, kind) if entity.is_active]
        return ToolResult(text=f"{title}: {', '.join(names)}.")

    # -- saving ---------------------------------------------------------------

    def require(self, call: ToolCall, kind: str, argument: str) -> None:
        """Refuse what was archived or cancelled meanwhile."""
        entity = self.directory.get(call.tenant, kind, str(call[argument]))
        if entity is None or not entity.is_active:
            raise ToolRejected(f"the {kind} {call.name(argument)} is no longer open")

    def saved(self, call: ToolCall, session: Session, kind: str, id_: str) -> SavedEntity:
        """Return the saved row of an entity, a new one where only the sample knows it."""
        row = session.get(SavedEntity, (kind, id_))
        entity = self.directory.get(call.tenant, kind, id_)
        if row is None and entity is None:
            raise ToolRejected("it is no longer there")
        is_gone = not entity.is_active if entity is not None else row is not None and not row.is_active
        if is_gone:
            raise ToolRejected("it is archived already")
        if row is not None or entity is None:
            return row or SavedEntity(type=kind, id=id_, name=id_)
        told = entity.attributes
        return SavedEntity(
            type=kind,
            id=id_,
            name=entity.name,
            client=told.get("client", ""),
            kind=told.get("type", ""),
            pm=told.get("pm", ""),
        )

    def save(self, call: ToolCall, session: Session, saved: SavedEntity, field: str) -> ToolResult:
        """Write an entity, and let the directory follow once that is committed."""
        copy = SavedEntity(**saved.model_dump())
        session.add(saved)
        value = EntityValue(type=copy.type, id=copy.id, name=copy.name)
        return ToolResult(outputs={field: value}, after_commit=lambda: self.follow(call.tenant, copy))

    def follow(self, tenant: str, saved: SavedEntity) -> None:
        """Make the directory's entity what the row says."""
        old = self.directory.get(tenant, saved.type, saved.id)
        told = {"client": saved.client, "type": saved.kind, "pm": saved.pm}
        attributes = {key: value for key, value in told.items() if value}
        entity = old or Entity(saved.type, saved.id, saved.name)
        self.directory.put(
            tenant,
            replace(
                entity,
                name=saved.name,
                is_active=saved.is_active,
                attributes={**entity.attributes, **attributes},
            ),
        )


def value_of(entity: Entity | SavedEntity) -> EntityValue:
    """Return an entity as a tool's output names it."""
    return EntityValue(type=entity.type, id=entity.id, name=entity.name)


def new_id(prefix: str, call: ToolCall) -> str:
    """Return an id that is the same for every attempt at a call."""
    return f"{prefix}-{sha256(call.key.encode()).hexdigest()[:8]}"
