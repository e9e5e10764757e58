"""The words of every reply, as tables: one text for each note, reason and provenance.

In: a code and its facts. Out: a sentence. A host that speaks another language
gives a table of its own to :class:`dialog.render.Renderer`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from resolver.outcome import Reason, Tier
from states.move import Code
from states.picks import SOMETHING_ELSE

ESCAPE = SOMETHING_ELSE
"""The last line of every menu."""

EDITED = "I do not read edits: what you wrote first counts, so say the change in a new message. I had answered:"
"""Before the stored reply of a message that was edited."""

Facts = Mapping[str, str]
"""What a text's placeholders take."""


def _either(name: str, yes: str, no: str) -> Callable[[Facts], str]:
    """Return a text that depends on whether a fact is given."""
    return lambda facts: (yes if facts.get(name) else no).format_map(facts)


def _help(facts: Facts) -> str:
    parts = [facts["summary"]] if facts["summary"] else []
    if facts["expects"] == "yes_no":
        parts.append("Say “yes” to do exactly this, “no” to drop it, or what should be different.")
        return " ".join(parts)
    if facts["expects"] == "choice":
        parts.append("Say a number from the list, or the name itself.")
    else:
        parts.append(f"I need the {facts['slot']}, in your own words{', ' + facts['hint'] if facts['hint'] else ''}.")
    if facts["optional"]:
        parts.append("“skip” leaves it out.")
    parts.append("“status” says what I have, “something else” or “cancel” drops it.")
    return " ".join(parts)


def _why(facts: Facts) -> str:
    if not facts["slot"]:
        return "I run nothing that changes something without your plain yes to exactly what is shown."
    told = {
        "ambiguous": f"“{facts['said']}” fits more than one.",
        "no_match": f"I found nothing for “{facts['said']}”.",
        "no_referent": f"“{facts['said']}” points at nothing that was mentioned here lately.",
        "unreadable": f"I could not read “{facts['said']}”.",
    }.get(facts["reason"], "")
    need = (
        f"“{facts['verb']}” needs the {facts['slot']}."
        if facts["required"]
        else f"You said something for the {facts['slot']}."
    )
    return f"{need} {told}".strip()


def _changed(facts: Facts) -> str:
    if facts["old"]:
        return f"{facts['slot'].capitalize()} changed from {facts['old']} to {facts['new']}."
    return f"{facts['slot'].capitalize()}: {facts['new']}."


def _not_a_name(facts: Facts) -> str:
    is_other, may_create = facts.get("found"), facts.get("creates")
    known = (OTHER_TYPE if is_other else REASONS[Reason.NO_MATCH]).format_map(facts)
    made = f" “new {facts['creates']} {facts['said']}” creates it." if may_create else ""
    return f"{known}{made} Everything so far is kept."


def _failed(facts: Facts) -> str:
    reason = facts["reason"].rstrip(".") or "it did not work"
    return f"That was not done: {reason}. Nothing of it is kept but what you told me."


def _status(facts: Facts) -> str:
    filled = facts["filled"] or "nothing yet"
    still = f" Still open: {facts['open']}." if facts["open"] else ""
    return f"So far for “{facts['verb']}”: {filled}.{still}"


def _owners(facts: Facts) -> str:
    return f" Ask {facts['owners']}." if facts.get("owners") else ""


NOTES: Mapping[Code, str | Callable[[Facts], str]] = {
    Code.PICK_RANGE: "There is no {said} on the list; it goes from 1 to {last}.",
    Code.PICK_WHICH: "That could be {labels}. Which one? One number, please.",
    Code.STRUCK: "Not {labels}, then.",
    Code.NOT_UNDERSTOOD: "I did not get that as an answer. Everything so far is kept.",
    Code.TOO_LONG: "That message is too long for me ({size} words and marks, {most} at most). Please say it shorter.",
    Code.NOT_A_NAME: _not_a_name,
    Code.UNREADABLE: "I could not read “{said}” as the {slot}.",
    Code.OUT_OF_BOUNDS: "{said} is not possible: the {slot} must be {found}.",
    Code.WRONG_SIDE: "“{said}” would be {found}, which cannot be right for the {slot}.",
    Code.ARCHIVED: "{found} is archived.",
    Code.UNSURE: "I will not do it without a plain yes. Say “yes”, “no”, or what should be different.",
    Code.SAME_AGAIN: "That is what I am asking about; with “also” before it, it is a second one.",
    Code.NOT_DONE_YET: "Nothing is done yet: I did not understand “{said}”.",
    Code.WAITS: "Nothing is done yet: {verb} waits for a plain yes of its own.",
    Code.CHANGED: _changed,
    Code.RESTORED: lambda facts: f"{facts['slot'].capitalize()} stays {facts['value']}.",
    Code.WAYS_OUT: _either(
        "skip",
        "You can say “skip” to leave it out, “something else” to start differently, or “cancel”.",
        "You can say “something else” to start differently, or “cancel”.",
    ),
    Code.CANNOT_SKIP: "It does not go without the {slot}; “cancel” drops it all.",
    Code.SKIPPED: "No {slot}, then.",
    Code.CANCELLED: "OK, dropped: {verb}. Nothing was done.",
    Code.ESCAPED: "OK, cleared. Tell me again with more detail.",
    Code.MAY_NOT_CREATE: lambda facts: (
        f"You do not have permission to create that ({facts['permission']}).{_owners(facts)}"
    ),
    Code.REFUSED: lambda facts: (
        f"You do not have permission for that: “{facts['verb']}” needs {facts['permission']}.{_owners(facts)}"
        f"{' It is dropped; nothing was done.' if facts.get('ended') else ''}"
    ),
    Code.MIXED_LETTERS: "Mind the letters of “{name}”: {letters}.",
    Code.LOOKS_LIKE: "There is already a {type} with a name like that: {names}.",
    Code.NAMESAKE: "There is already a {type} called {name}.",
    Code.EXISTS: "There is already a {type} called {name}. Nothing was done.",
    Code.TOO_DEEP: "{count} things are open already: {verbs}. Finish or cancel one of them first.",
    Code.BACK_TO: "Back to “{verb}”.",
    Code.NEXT_WISH: "Next: “{wish}”.",
    Code.LATER: "“{wish}” comes after this.",
    Code.WISH_LOST: "I could not take up “{wish}”; say it again, please.",
    Code.EXPIRED: "That question is too old for this answer, so I ask again.",
    Code.NOTHING_OPEN: "Nothing is waiting for an answer. Tell me what to do.",
    Code.FALLBACK: "I do not know how to do that. “help” lists what I can do.",
    Code.CANNOT_ANSWER: "I cannot answer that here. Everything so far is kept.",
    Code.HELP_VERBS: "I can: {verbs}.",
    Code.HELP_QUESTION: _help,
    Code.REPEAT: "Again:",
    Code.STATUS: _status,
    Code.WHY: _why,
    Code.DRIFTED: _either("now", "{name} is now called {now}, so I ask again.", "{name} is no longer there."),
    Code.VERB_GONE: "“{verb}” can no longer be finished here. It was closed; nothing was done.",
    Code.SET_ASIDE: "What was open here could not be read any more. It was closed; nothing was done.",
    Code.TABLE_CHANGED: "“{verb}” works a little differently now; what you told me is kept.",
    Code.FAILED: _failed,
    Code.UNKNOWN: "I cannot tell whether “{verb}” went through. Please check; I will not run it again by myself.",
}
"""Note -> its text: a format string over the facts, or a function of them."""

REASONS: Mapping[Reason, str] = {
    Reason.NO_MATCH: "I know no {slot} called “{said}”.",
    Reason.NO_REFERENT: "I do not know what “{said}” points at.",
    Reason.ARCHIVED: "{found} is archived.",
    Reason.UNREADABLE: "I could not read “{said}” as the {slot}.",
    Reason.OUT_OF_BOUNDS: "{said} is not possible: the {slot} must be {found}.",
    Reason.WRONG_SIDE: "“{said}” would be {found}, which cannot be right for the {slot}.",
    Reason.NOT_ALLOWED: "There is no {slot} called “{said}”, and you do not have permission to create one.",
}
"""Why a slot is asked for -> what is said before the question; reasons left out say nothing."""

OTHER_TYPE = "I know no {slot} called “{said}”, only the {found} of that name."
"""The same for what is there and no such thing."""

PROVENANCE: Mapping[Tier, str] = {
    Tier.PRONOUN: "“{said}” is {value}",
    Tier.INFERRED: "{value} because it was mentioned last",
    Tier.LEFTOVER: "{slot} from “{said}”",
    Tier.FUZZY: "“{said}” read as {value}",
}
"""How a value was found -> what the confirmation says of it; tiers left out say nothing."""


def note_text(code: Code, facts: Facts) -> str:
    """Return the text of a note; codes without a text (done, result) are rendered from the verb's own templates."""
    text = NOTES.get(code, "")
    return text(facts) if callable(text) else text.format_map(facts)
