"""The words that say whether a turn asks for an act or for knowledge, as data.

In: the text of a turn. Out: its tokens, and whether it reads as a question. The
two word lists are English and were seeded from operational chat: what people
tell a work bot to do, and how they ask it. Nouns that are verbs too are left
out where the noun is the commoner one (*design*, *budget*), as are names
(*Mark*, *Bill*, *Will*), words that answer (*confirm*, *correct*) and words that
do both jobs (*give*, *do*, *have*, *open*). The domain's own words come from its
verb tables (:class:`dialog.routing.triage.DomainTemplate`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from slots.text import Token, clean
from slots.text import tokenize as cut
from slots.words import strip_edges

ACTION_VERBS: frozenset[str] = frozenset(
    # make and begin
    "create add make build generate register setup start begin schedule reschedule book reserve plan"
    # write down and move things about
    " log track record put write insert save submit enter send forward email invite notify remind nudge announce"
    " broadcast publish post upload import export move copy duplicate merge split transfer attach detach link unlink"
    # change
    " set change update edit modify adjust rename replace swap convert extend increase decrease raise lower reset"
    " configure enable disable activate deactivate turn switch dim flip lock unlock install deploy"
    " run execute trigger"
    # people, rights, money
    " assign reassign unassign allocate reallocate approve reject grant revoke"
    " pay charge invoice refund reimburse order buy purchase"
    # end
    " cancel stop kill end close finish pause resume postpone delete remove erase clear drop discard archive"
    " unarchive hide unhide restore revert undo reopen".split()
)
"""Verbs that ask for an act, in the form of a command, folded (:func:`slots.text.fold`)."""

KNOWLEDGE_VERBS: frozenset[str] = frozenset(
    # what opens a question, with its short forms
    "what whats who whos whom whose when whens where wheres which why whys how hows whether"
    # verbs that open one; *do*, *have*, *can* and *will* also open requests and orders and are not here
    " is are was were did does has isnt arent wasnt werent didnt doesnt hasnt"
    # verbs of asking, showing and recalling
    " show list display view see find search lookup look browse get fetch retrieve read check tell explain describe"
    " define clarify elaborate summarize summarise recap outline report review inspect examine analyze analyse compare"
    " count calculate compute estimate forecast determine verify identify recall remember know learn understand wonder"
    " wondering ask asking mean means discuss quote cite".split()
)
"""Words that ask for knowledge: verbs of asking and the words that open a question, folded."""

_LEAD = r"(?:^(?:\W?|(?:so|and|but|also|ok|okay|hey|hi|hello|um|uh|well|please),?\s)|[.!?\n]\s?)"
_WH = "what|what['’]?s|who|who['’]?s|whom|whose|when|where|where['’]?s|which|why|how|how['’]?s"
_BE = "is|are|was|were|does|did|has|(?:is|are|was|were|does|did|has)n['’]?t"
_SUBJECT = "i|we|you|he|she|they"
_OTHERS = "he|she|it|they|the|this|that|there|any|anyone|anybody|someone|somebody"
_REQUEST = r"\W?(?:(?:so|and|ok|okay|hey|hi|hello|um|uh|please),?\s)?(?:can|could|may|will|would)\s(?:you|we|i)\b"
_TAGS = r"(?<!\bok.)(?<!\bokay.)(?<!\bright.)(?<!\byes.)(?<!\byeah.)(?<!\bplease.)(?<!\b(?:can|may) you.)"
_TAG_REQUESTS = r"(?<!\bwill you.)(?<!\bcould you.)(?<!\bwould you.)"
_MARK = r"[?？؟]"

QUESTION_PATTERN: re.Pattern[str] = re.compile(
    # where a sentence starts, a question word ("what is …", "and who …"), "did John …", "isn't it …"
    rf"{_LEAD}(?:(?:{_WH}|{_BE})\b"
    # "do we …", "should I …", "can she …", but not "do it", "can you …"
    rf"|(?:do|don['’]?t|have|should|shall|might)\s(?:{_SUBJECT})\b"
    rf"|(?:can|could|will|would|should|may)\s(?:{_OTHERS})\b)"
    # "I want to know how …", "tell me who …", "how many …"
    r"|\b(?:(?:know|tell|wonder|wondering|see|ask|explain|understand|show|learn|idea|sure|curious|remember)"
    r"(?:\s(?:me|us|him|her|them))?\s(?:how|what|who|whose|when|where|which|why|whether|if)"
    r"|how\s(?:many|much|long|often|far|do|does|did|to|can|should|is|are))\b"
    # a question mark, unless a request opens the turn or only a tag stands before it ("…, ok?")
    rf"|^(?!{_REQUEST})[\s\S]*?{_MARK}{_TAGS}{_TAG_REQUESTS}(?![^\s?!)\"'”’])",
    re.IGNORECASE,
)
"""Whether a text asks. Requests ("can you log 3h?") are no questions, whatever mark ends them.

Linear in the length of the text: no quantifier stands inside another one, and the only open-ended one starts at
the first character.
"""


def tokenize(text: str) -> tuple[str, ...]:
    """Return the folded words, numbers and mentions of a text, in order.

    Fillers and politeness at both ends are dropped ("please", "can you", "I want to"; :mod:`slots.words`),
    so that the first token is the first word that says something. A text of nothing else keeps all its
    words ("ok", "hello"). Marks and a possessive's *s* are no tokens. Call it only after the length was
    checked (:data:`slots.text.MAX_LENGTH`).
    """
    tokens = cut(clean(text))
    first, past = strip_edges(tokens)
    return _words(tokens[first:past]) or _words(tokens)


def _words(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(token.key for token in tokens if token.is_word and token.key)
