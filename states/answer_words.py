"""The words of a reply to a yes / no question, as token keys: what says yes, no, doubts, or nothing of its own.

Phrases are separated by ``|``; what people build from a few parts is built here from its parts. No word of a trade is
among them: a reply that holds one says more than yes or no. :mod:`states.answers` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable

from slots.words import phrases


def _combine(*parts: Iterable[str]) -> str:
    """Return every way to say one of each part in order; an empty one leaves its part out."""
    said = [""]
    for part in parts:
        words = tuple(part)
        said = [" ".join(filter(None, (before, word))) for before in said for word in words]
    return " | ".join(said)


_GOOD = "good great right fine perfect excellent wonderful lovely awesome fantastic correct ok okay alright".split()
_BUILT_YES = " | ".join(
    (
        _combine(
            (
                "sounds",
                "looks",
                "seems",
                "that sounds",
                "that looks",
                "it sounds",
                "it looks",
                "that seems",
                "it seems",
            ),
            ("", "pretty", "very", "really"),
            _GOOD,
            ("", "to me", "to us"),
        ),
        _combine(
            ("fine", "ok", "okay", "good", "great", "perfect", "alright"), ("by me", "with me", "for me", "with us")
        ),
        _combine(
            ("", "that", "it", "this"), ("works", "works fine", "works great", "works well"), ("", "for me", "for us")
        ),
        _combine(("that", "it"), ("will", "should", "would"), ("work",), ("", "for me", "fine", "nicely")),
        "that will do | it will do | thatll do | itll do",
        _combine(("", "that", "it"), ("suits me", "suits us"), ("", "fine", "well")),
        "suits for me | suits for us",
        _combine(
            ("everything", "it all", "all of it", "all of that"),
            ("is", "looks", "sounds", "seems"),
            ("good", "great", "right", "fine", "perfect", "correct", "ok", "okay"),
        ),
        _combine(
            ("thats", "that is"),
            ("", "exactly", "precisely"),
            ("what i want", "what i need", "what i meant", "what i asked for", "what i had in mind"),
        ),
        _combine(("exactly", "precisely"), ("what i want", "what i need", "what i meant", "what i asked for")),
        _combine(
            ("do it", "do that", "please do it", "please do that"),
            ("right away", "right now", "straight away", "immediately", "at once", "now"),
        ),
        _combine(("you are", "youre"), ("", "absolutely", "quite"), ("right", "correct")),
        _combine(("im", "i am"), ("positive", "certain", "quite sure", "very sure", "absolutely sure")),
        _combine(
            ("i agree", "agree", "agreed"),
            ("with",),
            ("what you said", "what you just said", "what you say", "everything", "all of it", "all of that"),
        ),
        _combine(("im", "i am", "we are"), ("fine", "ok", "okay", "happy", "good"), ("with",), ("that", "it", "this")),
        _combine(("you can", "you may", "please", "feel free to", "lets"), ("proceed", "go ahead", "continue")),
        _combine(("hell", "heck", "oh"), ("yes", "yeah")),
        _combine(("i agree", "agree", "agreed"), ("with you", "with that", "with this", "with it")),
        _combine(("yes", "yep", "yeah", "absolutely", "definitely"), ("indeed", "exactly")),
    )
)
_SAID_YES = (
    "that should work | that will work | thatll work | you got it | perfectly done | sounding good | good sounding"
    " | suits me | do it for me | do it for me now | you can go ahead | please continue"
    " | of - course | that seems true | it seems true | that seems right | im fine with that | i am fine with that | "
    "looks good to me | sounds good to me | looks fine to me | "
    "yes | yep | yeah | yup | y | ye | yea | yeap | ya | yah | yas | yess | aye | sure | sure thing | sure is | ok"
    " | okay | okey | k | kk | okie dokie | okey dokey | alright | all right | right | go ahead | go right ahead"
    " | go for it | go on | proceed | continue | carry on | do it | do that | do so | lets do it | lets do that"
    " | lets go | make it so | just do it | confirm | confirmed | i confirm | confirm it | correct | thats right"
    " | that is right | sounds good | sounds great | sounds right | sounds fine | sounds perfect | looks good"
    " | looks great | looks right | looks correct | looks fine | good to go | lgtm | perfect | great | good | fine"
    " | excellent | awesome | brilliant | wonderful | cool | please do | yes please | please go ahead | yes sir"
    " | yes maam | absolutely | of course | definitely | certainly | exactly | precisely | indeed | totally"
    " | totally true | totally right | for sure | you bet | by all means | agreed | agree | i agree | accepted"
    " | accept | approve | approved | valid | true | accurate | affirmative | roger | that works | that would work"
    " | works for me | that works for me | fine by me | fine with me | ok by me | okay by me | good with me"
    " | yes i do | yes i will | so yes i will | checks out | a fact | the truth | thats how it is | im sure"
    " | i am sure | i like it | i like that | id like that | i would like that | proper | mhm | mm hm | uh huh"
    " | positive | that would be great | that would be good | that would be lovely | thatd be great | thats it"
    " | that is it | thats the one | that is the one | execute | execute it | submit | submit it | send it | save it"
    " | run it | 👍 | ✅ | 👌 | 💯 | 🆗 | ☑ | ✔ | + 1"
)
_MORE_YES = (
    "sounds like a plan | very good | very well | very much so | quite right | quite so"
    " | most definitely | most certainly | for certain | without a doubt | i accept | i approve | i confirm that"
    " | i confirm this | be my guest | feel free | make it happen | get it done | go with that | go with it"
    " | lets go with that | lets go for it | let us do it | let us proceed | try it | try that | give it a try"
    " | yes please do | please do so | pls do | plz do | looks good to go | lets do this | let us do this"
    " | lets get it done | happy with that | happy with it | i can confirm | you got that right | righto | copy that"
    " | ofc | ofcourse | obviously | naturally | surely | yeh | yip | go | ship it"
    " | fantastic | lovely | splendid | superb | terrific | amazing | ideal | yessir | yeppers | aye aye | okie | oki"
    " | okey doke | uh - huh | mm - hmm | mhmm | mm hmm | 100 % yes | a hundred percent | fo sho | all good"
)
_DOING = ("do it", "do that", "do this", "do so", "go ahead", "proceed", "continue", "confirm", "confirm it")
REQUEST = " | ".join(
    (
        _combine(("could", "can", "would", "will"), ("you please",), _DOING, ("", "for me", "now")),
        _combine(
            ("could", "can", "would", "will"), ("you",), _DOING, ("please", "for me please", "now please", ", please")
        ),
        _combine(("please",), ("could", "can", "would", "will"), ("you",), _DOING, ("", "for me", "now")),
    )
)
"""A yes in the form of a question, its *please* shows it: "can you do it" without one asks what can be done."""
YES = f"{_SAID_YES} | {_MORE_YES} | {_BUILT_YES}"
"""Plain ways to say yes."""
_SAID_NO = (
    "no | nope | n | nah | nay | naw | nop | noo | nada | negative | negatory | wrong | incorrect | false | untrue"
    " | invalid | dont do it | dont do that | please dont | please do not | no dont | do not do it | do not do that"
    " | do not | dont | no thanks | no thank you | no way | not at all | not really | no sir | no maam | hell no"
    " | heck no | hell nah | hell nope | i think not | i dont think so | i do not think so | dont think so"
    " | id rather not | i would rather not | rather not | better not | please no | of course not | absolutely not"
    " | definitely not | certainly not | no chance | never | ill pass | i pass | definitely no | definitely false"
    " | definitely wrong | absolutely no | certainly no | absolutely wrong | no good | not good | terrible | stop"
    " | cancel | cancel it | cancel that | abort | never mind | nevermind | forget it | forget that | not that"
    " | no that isnt it | 👎 | ❌ | 🚫 | ✖ | 🛑 | 🙅"
)
_MORE_NO = (
    "no go | not now | not just now | not right now | not at the moment | not at this moment | not at this time"
    " | not this time | not interested | im not interested | i am not interested"
    " | i dont want that | i dont want it | i dont want to | i do not want that | i do not want it | i do not want to"
    " | i would not like that | i wouldnt like that | id rather you didnt | id rather you did not | dont bother"
    " | no dont bother | not a chance | hard pass | count me out | i decline | decline | declined | reject | rejected"
    " | i refuse | under no circumstances | thats not it | that is not it | that isnt it | scrap it | scrap that"
    " | drop it | no good for me | no never | forget about it | forget about that | lets forget it | lets forget that"
    " | lets forget about it | lets not | lets not do it | lets not do that | nvm | by no means | surely not"
    " | obviously not | not anymore | not any more | no longer | no longer needed | its no longer needed"
    " | i changed my mind | changed my mind | ive changed my mind | i have changed my mind"
    " | thats not what i wanted | that is not what i wanted | not what i wanted"
)
_BUILT_NO = " | ".join(
    (
        _combine(
            ("", "that", "it", "this"),
            ("wont", "will not", "doesnt", "does not", "wouldnt", "would not"),
            ("work",),
            ("", "for me", "for us"),
        ),
        _combine(
            ("", "that", "it", "this"),
            ("sounds", "looks", "seems"),
            ("wrong", "bad", "off", "incorrect", "terrible", "awful"),
            ("", "to me"),
        ),
        _combine(
            ("im", "i am", "we are"), ("not",), ("happy", "fine", "ok", "okay"), ("with",), ("that", "it", "this")
        ),
        _combine(
            ("i", "we", ""), ("dont", "do not"), ("need", "want"), ("it", "that", "this"), ("anymore", "any more")
        ),
        _combine(("i", "we"), ("dont", "do not"), ("need",), ("it", "that", "this")),
        _combine(
            ("i dont", "i do not", "we dont", "we do not"),
            ("want to do", "want you to do", "wanna do"),
            ("it", "that", "this"),
        ),
        _combine(
            ("id", "i would", "i", "we would", ""), ("prefer", "rather"), ("not", "not to", "not to do it", "not do it")
        ),
    )
)
NO = f"{_SAID_NO} | {_MORE_NO} | {_BUILT_NO}"
"""Plain ways to say no."""
DOUBT = (
    "i dont know yet | dont know yet | not sure yet | no idea yet | "
    "dont stop | no doubt | no comment | no more | no need | huh | "
    "maybe | perhaps | possibly | probably | probably not"
    " | i guess | i guess so | guess so | i suppose | suppose so | i think | i think so"
    " | i believe so | i hope so | hopefully | i would think so | unsure | uncertain | im unsure | im uncertain"
    " | either | either or | either way | either one | both | might | could | depends | it depends | dunno | i dunno"
    " | idk | i dont know | i do not know | dont know | do not know | dont really know | i dont really know"
    " | not that i know | dont have | do not have | i dont have | i do not have | no idea | no clue | have no idea"
    " | have no clue | yeah right | yeah no | yes and no | yes or no | no yes | as if | if you say so | whatever"
    " | i dont care | dont care | dont mind | i dont mind | why not | cant say | cannot say | couldnt say"
    " | cant tell | couldnt tell | cant decide | cant answer | not convinced | let me think | let me check"
    " | need to think | have to think | seems | in a bit | in a minute | not entirely | not exactly | not quite"
    " | not necessarily | kind of | kinda | sort of | sorta | so so | meh | ish | not so fast | dont wait"
    " | not that sure | 🤔 | 🤷 | 🙄 | 😕 | 😬 | 🤨"
)
"""Neither yes nor no."""
LATER = (
    "not yet | not today | maybe later | perhaps later | later | at a later time | perhaps at a later time"
    " | some other time | another time"
)
"""A delay: beside a no it is the reason, alone it is a doubt ("not today" may also mean another day)."""
DECLINED = (
    _combine(
        ("no", "nope", "nah", "naw"),
        ("", ","),
        (*("thats", "that is", "its", "it is"),),
        ("ok", "okay", "fine", "alright", "all right", "all", "it", "all for now", "everything"),
    )
    + " | "
    + _combine(
        ("no", "nope", "nah", "naw"),
        ("", ","),
        (
            *(
                "im good",
                "im fine",
                "im all set",
                "im ok",
                "im okay",
                "i am good",
                "i am fine",
                "were good",
                "were fine",
            ),
            *("i do not", "i dont", "we dont", "we do not", "that will be all", "thatll be all", "nothing else"),
            *("nothing more", "it isnt", "it is not", "its not", "that isnt it", "all good"),
        ),
    )
    + " | that wont be necessary | thats not necessary | that is not necessary | not necessary | no need for that"
)
"""Whole ways to say no that hold a word of yes."""
NOT = (
    "not | isnt | arent | wasnt | aint | cant | cannot | wont | wouldnt | couldnt | shouldnt | doesnt | didnt"
    " | hasnt | without | dont think | do not think | dont believe | do not believe | dont agree | do not agree"
    " | disagree | dont like | do not like | i dont | i do not | i dont think | i do not think | i dont believe"
    " | i do not believe | i dont agree | i do not agree | i dont like | i do not like"
)
COMFORT = (
    "no objection | no objections | no complaints | no issue | no issues | no change | no changes | no change needed"
    " | no changes needed | nothing to change | nothing to add | "
    "no worries | no problem | no prob | np | not a problem | no biggie | dont worry | never fear | no rush | no hurry"
)
BACK = (
    "wait | wait wait | no wait | hold on | hold up | hang on | one sec | one second | one moment | just a sec"
    " | just a second | i mean | i meant | i meant to say | scratch that | strike that | on second thought"
    " | on second thoughts | correction | let me rephrase"
)
TURN = "actually | sorry | rather | or rather | or actually | oops | my bad | my mistake | well actually"
BUT = "but | except | except that | only | however | though"
CHANGE = (
    "correct it | correct that | correct this | "
    "make it | make that | change | switch | set it | it should be | should be | it should say | instead of | use"
    " | replace | put it | move it"
)
_IT = ("that", "it", "this", "to", "to do that", "to do it", "to do so", "to do this", "to proceed", "to go ahead")
_SHORT = " | ".join(
    (
        _combine(
            ("i", "we"),
            ("", "really", "certainly", "definitely", "absolutely"),
            ("do", "would", "will", "can", "should", "shall"),
        ),
        "i am | we are | it does | it should | it will | it would | you can | you may | you should | you could",
        _combine(
            ("i", "we"),
            ("", "really", "do", "would really"),
            ("want", "would like", "would love", "need", "like", "love"),
            _IT,
        ),
        _combine(
            ("id", "wed"),
            ("", "really"),
            ("like", "love", "want"),
            _IT,
        ),
        _combine(
            ("i would", "id", "i", "we would"),
            ("", "really", "greatly", "very much", "so"),
            ("appreciate",),
            ("it", "that", "this"),
        ),
        "to proceed | to go ahead | to continue | that would be appreciated | much appreciated | appreciate it"
        " | as is | as stated | as shown | as planned | if you would | if you could | if you please"
        " | if you dont mind",
    )
)
_OWN = frozenset(phrases(YES))
ECHO = " | ".join(" ".join(phrase) for phrase in phrases(_SHORT) if phrase not in _OWN)
"""Behind a yes it says the same in other words; elsewhere it is no answer. "I have" is none: it may be done already."""
THANKS = (
    "thanks | thank you | thx | ty | cheers | thanks so much | thank you so much | thanks a lot | thank you very much"
    " | thanks very much | many thanks | thanks again | thankyou | thank u | thank ya | thank yo"
    " | thanx | thnx | thnks | tysm | thanks though | thank you though"
)
"""Thanks: nothing beside an answer, and a delay with them declines."""
FILLER = (
    "got it | um | uh"
    " | good morning | good evening | good afternoon"
    " | er | erm | hm | hmm | oh | ah | eh | well | so | and | then | hey | hi | hello | please | pls | plz"
    " | i know | i see | i said | i say | i am saying | im saying"
    " | im telling you | i vote | i would say | id say | i would have to say | i have to say | i must say"
    " | i am afraid | im afraid | i believe | the answer is | the answer to that is | answer | my answer"
    " | my answer is | my answer would be | what i want | what i said | what i meant | what i asked for"
    " | what you just said | what you said | this | that | thats | that that | thatd | it | its | is | be | was"
    " | would be | has to be | must be | happens to be | the | a | an | statement | information | info | one | case"
    " | you | at this point | very | very much | pretty | quite | really | just | now | right now | already"
    " | man | mate | dude | sir | maam | friend | bot | on that | on that one | at all | all | definite | as well"
    " | ugh | argh | aw | ooh | yay | phew | i already said | i just said | i told you | understood | noted"
    " | bro | buddy | pal | guys"
    " | too | you know | by the way | to be sure | lol | haha | 🙂 | 😀 | 😊 | 😃 | 😄 | 🙏 | 🎉 | 😁 | 🙌 | ❤"
)
UNCERTAIN = " | ".join(
    " ".join(filter(None, (negator, adverb, word)))
    for negator in ("not", "im not", "i am not", "aint", "isnt")
    for adverb in (
        "",
        "so",
        "too",
        "to",
        "really",
        "totally",
        "entirely",
        "quite",
        "very",
        "completely",
        "100 %",
        "exactly",
    )
    for word in ("sure", "certain", "positive")
)
"""*sure* is a yes, but its negation is a doubt and no no."""
