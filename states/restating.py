"""What may follow a yes and only says again what was asked: "yes, I want to book the tickets".

Every word of it must be in these tables: a wish or a deed, then things that anybody books.
A name, a number or any other word makes the reply a yes with a change.
"""

from __future__ import annotations

WISHES = (
    "i want to | i want | i would like to | i would like | id like to | id like | i need to | i need | i do want to"
    " | i actually want to | i want to add | i would like to add | i will | ill | i should | i really should | i have"
    " | lets | you may | please do so  | to proceed | i would greatly appreciate it"
    " | i would appreciate it | id appreciate it | that would be appreciated"
)
"""Ways to want what was asked, as token keys."""
DEEDS = (
    "book | make  | reserve | rent | buy | get | play   | transfer  "
    " | try that | try it | have | set up | order | purchase | book me | reserve me | get me | add it | add that"
    " | create it | to | want to | go ahead and | go ahead and book | go ahead and reserve | go ahead and buy"
    " | have reserved | reserved"
)
"""What is done, as token keys."""
THINGS = (
    "reservation | reservations | booking | appointment | visit | ticket | tickets | bus ticket | bus tickets"
    " | train tickets | movie tickets | room | rooms | table | house | home | apartment | car | cab | ride "
    " | schedule | alarm | new alarm | event | hotel | restaurant | flight | song | movie | payment | trip | for me"
    " | for us | for a | for this | for that | for it | at this | at that | with this | for my | reserved for me | me"
)
"""What it is done to, as token keys."""
LATER = (
    "not yet | not now | not today | not right now | maybe later | perhaps later | later | at a later time"
    " | perhaps at a later time | some other time | another time | not at the moment | not at this time"
)
"""A delay: beside a no it is the reason, alone it is a doubt."""
DECLINED = (
    "no thats ok | no thats okay | no thats fine | no thats alright | no thats all right | no its ok | no its fine"
    " | no its okay | no im good | no im fine | no i do not | no i dont | no we dont | no that will be all"
    " | no , thats ok | no , thats okay | no , thats fine | no , thats alright | no , its ok | no , im good"
    " | no thats all | nope thats all | nope thats ok | that wont be necessary | thats not necessary"
    " | that is not necessary | not necessary | no need for that"
)
"""Whole ways to say no that hold a word of yes."""
