"""A host with tables of its own: bakeries that plan orders, on which the agency's verbs are run.

An agency's project is an order here, a client a customer, a task a craft, a user a baker.
"""

from datetime import UTC, datetime, time
from decimal import Decimal
from hashlib import sha256

from sqlalchemy import JSON, Column, Index, create_engine
from sqlmodel import Field, Session, SQLModel, select

from dialog.examples import load_example
from dialog.host_tables import EntityTable, PeopleTable, Related, TenantTable, Touches
from dialog.manager import DialogManager
from dialog.sql_directory import SqlDirectory
from dialog.testing import Chat, FrozenClock
from dialog.tools import ToolResult
from resolver.entities import Entity
from resolver.values import EntityValue
from slots.errors import ToolRejected
from tests.studio import NOW

HELD = {
    "owner": ("create_project", "create_client", "log_time", "log_time_for_others", "rename", "archive", "assign_pm"),
    "baker": ("create_project", "log_time"),
}


def written():
    return Field(default_factory=now, sa_column_kwargs={"onupdate": now})


def now():
    return datetime.now(UTC)


class Bakery(SQLModel, table=True):
    slug: str = Field(primary_key=True)
    zone: str = "Europe/Paris"


class Baker(SQLModel, table=True):
    id: int = Field(primary_key=True)
    bakery: str
    full_name: str
    nick: str | None = None
    role: str = "baker"
    kind: str = "staff"
    left_at: datetime | None = None
    written_at: datetime = written()


class Customer(SQLModel, table=True):
    __tablename__ = "bakery_customer"
    __table_args__ = (Index("bakery_customer_written", "bakery", "written_at"),)
    id: str = Field(primary_key=True)
    bakery: str
    name: str
    other_names: list[str] = Field(default_factory=list, sa_column=Column(JSON))
    closed: bool = False
    written_at: datetime = written()


class Order(SQLModel, table=True):
    __tablename__ = "bakery_order"
    id: str = Field(primary_key=True)
    bakery: str
    title: str
    customer: str
    kind: str = "T&M"
    head: int | None = None
    is_open: bool = True
    written_at: datetime = written()


class Craft(SQLModel, table=True):
    code: str = Field(primary_key=True)
    label: str


class CraftName(SQLModel, table=True):
    __tablename__ = "bakery_craft_name"
    craft: str = Field(primary_key=True)
    name: str = Field(primary_key=True)


class OrderCraft(SQLModel, table=True):
    __tablename__ = "bakery_order_craft"
    order: str = Field(primary_key=True)
    craft: str = Field(primary_key=True)


class Shift(SQLModel, table=True):
    key: str = Field(primary_key=True)
    bakery: str
    order: str
    baker: int
    craft: str
    hours: Decimal
    at: datetime


TABLES = [row.__table__ for row in (Bakery, Baker, Customer, Order, Craft, CraftName, OrderCraft, Shift)]

CUSTOMER = EntityTable(
    type="client",
    id=Customer.id,
    name=Customer.name,
    aliases=Customer.other_names,
    active=Customer.closed.is_(False),
    tenant=Customer.bakery,
    changed=Customer.written_at,
    recent=Customer.written_at,
)
ORDER = EntityTable(
    type="project",
    id=Order.id,
    name=Order.title,
    active=Order.is_open,
    attributes={"type": Order.kind, "client": Order.customer, "pm": Order.head},
    links={"task": Related(owner=OrderCraft.order, value=OrderCraft.craft)},
    detail=select(Customer.name).where(Customer.id == Order.customer).scalar_subquery(),
    tenant=Order.bakery,
    changed=Order.written_at,
    recent=Touches(entity=Shift.order, person=Shift.baker, at=Shift.at, tenant=Shift.bakery),
)
CRAFT = EntityTable(
    type="task",
    id=Craft.code,
    name=Craft.label,
    aliases=Related(owner=CraftName.craft, value=CraftName.name),
)
BAKER = PeopleTable(
    type="user",
    id=Baker.id,
    name=Baker.full_name,
    active=Baker.left_at.is_(None),
    attributes={"kind": Baker.kind},
    handles=(Baker.nick,),
    tenant=Baker.bakery,
    changed=Baker.written_at,
    permissions=Baker.role,
    grants=lambda role: HELD.get(role, ()),
    owners=Baker.role == "owner",
)
KINDS = [Entity("project_type", name, name) for name in ("T&M", "Fixed Price", "Retainer")]


def rows():
    """Return two bakeries that share names and ids only where the tables allow it."""
    yield from (Bakery(slug="north"), Bakery(slug="south", zone="UTC"))
    yield from (
        Baker(id=1, bakery="north", full_name="Ada Lund", nick="ada", role="owner"),
        Baker(id=2, bakery="north", full_name="Bo Reyes", nick="bo"),
        Baker(id=3, bakery="north", full_name="Cleo Marsh", left_at=NOW),
        Baker(id=4, bakery="south", full_name="Bo Reyes", nick="bo", role="owner"),
        Baker(id=5, bakery="north", full_name="Mill & Sons", kind="vendor"),
    )
    yield from (
        Customer(id="k1", bakery="north", name="Hotel Corona", other_names=["the Corona"]),
        Customer(id="k2", bakery="north", name="100% Rye_Club"),
        Customer(id="k3", bakery="north", name="Old Mill", closed=True),
        Customer(id="k4", bakery="south", name="Hotel Aurora"),
    )
    yield from (
        Order(id="o1", bakery="north", title="Wedding Cake", customer="k1", head=1),
        Order(id="o2", bakery="north", title="Easter Bread", customer="k2", kind="Retainer"),
        Order(id="o3", bakery="north", title="Summer Menu", customer="k1", is_open=False),
        Order(id="o4", bakery="south", title="Wedding Cake", customer="k4"),
    )
    yield from (Craft(code="bake", label="Baking"), Craft(code="deco", label="Decoration"))
    yield from (CraftName(craft="deco", name="icing"), CraftName(craft="deco", name="piping"))
    yield OrderCraft(order="o2", craft="bake")
    for number, (bakery, order, baker) in enumerate((("north", "o1", 1), ("north", "o2", 2), ("south", "o4", 4)), 1):
        yield Shift(key=f"s{number}", bakery=bakery, order=order, baker=baker, craft="bake", hours=Decimal(2),
                    at=datetime(2026, 5, number, tzinfo=UTC))  # fmt: skip


def open_bakery(url):
    """Make the tables with their rows; returns the engine."""
    engine = create_engine(url)
    SQLModel.metadata.create_all(engine, tables=TABLES)
    with Session(engine) as session:
        session.add_all(rows())
        session.commit()
    return engine


def bakery_directory(engine, **options):
    return SqlDirectory(engine, CUSTOMER, ORDER, CRAFT, BAKER, **(
        {"tenants": TenantTable(id=Bakery.slug, timezone=Bakery.zone), "fixed": KINDS} | options
    ))  # fmt: skip


# The bakery's tools: they write rows and know nothing of a directory


def new_id(call):
    return sha256(call.key.encode()).hexdigest()[:8]


def create_customer(call, session):
    row = Customer(id=new_id(call), bakery=call.tenant, name=call["client_name"])
    session.add(row)
    return ToolResult(outputs={"client": EntityValue(type="client", id=row.id, name=row.name)})


def create_order(call, session):
    row = Order(id=new_id(call), bakery=call.tenant, title=call["project_name"], customer=call["client_name"],
                kind=call["project_type"])  # fmt: skip
    session.add(row)
    return ToolResult(outputs={"project": EntityValue(type="project", id=row.id, name=row.title)})


def rename_order(call, session):
    session.get(Order, call["target"]).title = call["new_name"]


def rename_customer(call, session):
    session.get(Customer, call["target"]).name = call["new_name"]


def archive_order(call, session):
    session.get(Order, call["target"]).is_open = False


def close_customer(call, session):
    session.get(Customer, call["target"]).closed = True


def assign_head(call, session):
    session.get(Order, call["project_name"]).head = int(call["user_name"])


def log_shift(call, session):
    order = session.get(Order, call["project_name"])
    if order is None or not order.is_open:
        raise ToolRejected("that order is closed")
    session.add(Shift(key=call.key, bakery=call.tenant, order=order.id, baker=int(call["user_name"]),
                      craft=call["task_name"], hours=call["hours"],
                      at=datetime.combine(call["date"], time(tzinfo=UTC))))  # fmt: skip


TOOLS = {
    "create_client": create_customer,
    "create_project": create_order,
    "rename_project": rename_order,
    "rename_client": rename_customer,
    "archive_project": archive_order,
    "archive_client": close_customer,
    "assign_pm": assign_head,
    "log_time": log_shift,
}


def bakery_chat(url, engine, *, tenant="north", user="1", conversation="test"):
    """Return a chat of the agency's verbs over the bakery's tables; the store is in the same database."""
    clock = FrozenClock(NOW)
    manager = DialogManager(
        verbs=load_example("agency").verbs, directory=bakery_directory(engine), store=url, clock=clock
    )
    for name, tool in TOOLS.items():
        manager.tool(name, kind="transactional")(tool)
    return Chat(manager, tenant=tenant, user=user, conversation=conversation, clock=clock)
