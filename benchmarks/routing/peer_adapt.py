"""A peer: adapt-parser, each verb's three most telling words as keywords, one required.

adapt wants keywords written by hand; these are taken from the examples by the same
measure as our made questions, so its figures are those of no care taken.
"""

from collections import Counter, defaultdict
from math import log

from adapt.engine import IntentDeterminationEngine
from adapt.intent import IntentBuilder

NAME = "adapt-parser, keywords from the examples"
KEYWORDS = 3
SHORTEST = 4


class Router:
    """The form that the scorer wants."""

    def fit(self, examples):
        """Register keywords and intents of (text, verb)."""
        counts = defaultdict(Counter)
        for text, verb in examples:
            counts[verb].update({word for word in text.lower().split() if len(word) >= SHORTEST})
        spread = Counter(word for words in counts.values() for word in words)
        self.engine = IntentDeterminationEngine()
        for verb, words in counts.items():

            def rank(word, words=words):
                return -words[word] * log((1 + len(counts)) / spread[word]), word

            kind = f"{verb}_keyword"
            for word in sorted(words, key=rank)[:KEYWORDS]:
                self.engine.register_entity(word, kind)
            self.engine.register_intent_parser(IntentBuilder(verb).require(kind).build())

    def route(self, text):
        """Return (verb or None, adapt's confidence)."""
        best = next(iter(self.engine.determine_intent(text.lower())), None)
        return (best["intent_type"], best["confidence"]) if best else (None, 0.0)
