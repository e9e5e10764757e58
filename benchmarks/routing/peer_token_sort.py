"""A peer: the nearest example by rapidfuzz's token_sort_ratio."""

from rapidfuzz import fuzz, process, utils

NAME = "rapidfuzz token_sort_ratio, nearest example"


class Router:
    """The form that the scorer wants."""

    def fit(self, examples):
        """Keep (text, verb)."""
        self.texts = [utils.default_process(text) for text, _ in examples]
        self.verbs = [verb for _, verb in examples]

    def route(self, text):
        """Return (verb, likeness 0 to 1)."""
        _, score, place = process.extractOne(
            utils.default_process(text), self.texts, scorer=fuzz.token_sort_ratio, processor=None
        )
        return self.verbs[place], score / 100
