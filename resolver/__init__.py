"""What the words refer to.

Goes in: an :class:`slots.extract.Extraction`, the day and zone of the speaker, the
log of mentions, and entities on request: the functions here are generators that
yield a :class:`resolver.entities.Lookup` and are sent its answer, so whoever
drives them does the reading and the rule stays pure. Comes out: for each slot a
:class:`~resolver.outcome.Resolved`, :class:`~resolver.outcome.Ambiguous` or
:class:`~resolver.outcome.Missing` with its evidence (which tier, which
candidates, which turn of the log).
"""
