"""Taking up what the routing found: a verb without a trigger, a menu of verbs, a route of the host's own.

In: a move and a :class:`states.routes.Routed`, or a reply to the menu of verbs
that was put before. Out: the same move, with the verb started, the menu put, or
the route noted for the rim. A wrong guess is harmless: what changes something is
confirmed first.
"""

from __future__ import annotations

from datetime import date

from resolver.entities import Steps
from slots.text import tokenize
from slots.triggers import loose_match
from states.answers import No, read_answer
from states.controls import Control, read_control
from states.move import Code, Move
from states.pending import Offer, Offered
from states.picks import Escaped, MenuLine, NoPick, OutOfRange, Picked, Several, Struck, read_pick
from states.routes import Routed
from states.starting import look_at, reask, start
from states.wishes import Found


def take_routed(move: Move, routed: Routed) -> Steps[bool]:
    """Take up what a tier found; a tie is asked about. False when nothing of it may take this message."""
    if move.moment.reads_only and not all(_reads(move, hit.route) for hit in routed.hits[: routed.tied]):
        return False
    if routed.is_tie and routed.tied > 1:
        names = tuple(hit.route for hit in routed.hits[: routed.tied])
        move.trace_as("offer", routed=routed)
        put_offer(move, names, move.moment.text, move.setting.today)
        return True
    yield from take_route(move, routed.best.route, routed)
    return True


def take_lookup(move: Move) -> bool:
    """Note the host's own route that the message means, while a question is open: it is answered, and asked again."""
    routed = move.moment.routed
    if routed is None or routed.is_tie or move.setting.tables.verb(routed.best.route) is not None:
        return False
    move.trace_as("route", routed=routed, matched=(routed.best.route,))
    move.route, move.fills = routed.best.route, dict(routed.fills)
    reask(move)
    return True


def take_route(move: Move, name: str, routed: Routed | None) -> Steps[None]:
    """Start the verb of a name with the whole message, or note the route for the rim."""
    verb = move.setting.tables.verb(name)
    if verb is None:
        move.trace_as("route", routed=routed, matched=(name,))
        move.route, move.fills = name, dict(routed.fills) if routed is not None else {}
        return
    found = Found(loose_match(name), first=0, past=len(tokenize(move.moment.text)), matched=(name,))
    yield from start(move, found, routed=routed, fills=routed.fills if routed is not None else {})


def _reads(move: Move, name: str) -> bool:
    verb = move.setting.tables.verb(name)
    return verb is None or verb.spec.read


# -- the menu of verbs ---------------------------------------------------------------


def put_offer(move: Move, names: tuple[str, ...], text: str, said_on: date) -> None:
    """Ask which of some verbs and routes a message means."""
    move.prompts += 1
    prompt = f"{move.moment.turn}/{move.prompts}"
    now = move.setting.now
    move.offer = Offer(
        prompt_id=prompt,
        menu_id=f"{prompt}/menu",
        text=text,
        said_on=said_on,
        options=tuple(_offered(move, name) for name in names),
        asked_at=now,
        expires_at=now + move.moment.limits.patience,
    )


def _offered(move: Move, name: str) -> Offered:
    spec = move.setting.tables.tables.route(name)
    title = spec.title if spec is not None else name.replace("_", " ")
    summary = spec.summary.rstrip(".") if spec is not None else ""
    return Offered(route=name, label=summary or title.capitalize(), aliases=(title,))


def reply_to_offer(move: Move, offer: Offer) -> Steps[bool]:
    """Take a reply to the menu of verbs; False when it is none, and the menu is gone."""
    text = move.moment.text
    if move.moment.is_late or move.setting.now >= offer.expires_at:
        if isinstance(_pick(text, offer), NoPick):
            return False
        move.say(Code.EXPIRED)
        _again(move, offer)
        return True
    word = read_control(text)
    if word in (Control.CANCEL, Control.START_OVER, Control.SOMETHING_ELSE) or isinstance(read_answer(text), No):
        move.trace_as("control")
        move.say(Code.ESCAPED, verb="")
        return True
    return (yield from _take_pick(move, offer))


def _take_pick(move: Move, offer: Offer) -> Steps[bool]:
    match _pick(move.moment.text, offer):
        case Picked(index=index):
            move.trace_as("pick", verb=offer.options[index].route)
            yield from look_at(move, offer.text, today=offer.said_on)
            yield from take_route(move, offer.options[index].route, None)
        case Escaped():
            move.trace_as("pick")
            move.say(Code.ESCAPED, verb="")
        case OutOfRange(said=said):
            move.say(Code.PICK_RANGE, said=str(said), last=str(len(offer.options) + 1))
            _again(move, offer)
        case Several(indexes=indexes):
            move.say(Code.PICK_WHICH, labels=", ".join(offer.options[index].label for index in indexes))
            _again(move, offer)
        case Struck(indexes=indexes) if len(indexes) < len(offer.options):
            left = tuple(one.route for at, one in enumerate(offer.options) if at not in indexes)
            put_offer(move, left, offer.text, offer.said_on)
        case _:
            return False
    return True


def _again(move: Move, offer: Offer) -> None:
    move.trace_as("pick")
    put_offer(move, tuple(option.route for option in offer.options), offer.text, offer.said_on)


def _pick(text: str, offer: Offer) -> Picked | Escaped | OutOfRange | Several | Struck | NoPick:
    return read_pick(text, [MenuLine(option.label, option.aliases) for option in offer.options])
