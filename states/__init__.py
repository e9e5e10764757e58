"""The machine: one transition table per verb, the pending action, and the next act.

Goes in: the conversation's state (one frozen value), one utterance, the speaker,
the clock's reading and the tables; entities on request, as in the resolver. Comes
out: the next state, the acts to say (a menu, a question, a confirmation, what was
dropped), the plan to run when a plain yes was given, and what enters the log of
mentions. Deciding is :func:`states.step.decide`; replies are read by
:mod:`states.picks`, :mod:`states.answers` and :mod:`states.controls`; the tables
and their diagrams are :mod:`states.machine` and :mod:`states.diagram`.
"""
