"""Execution: a plan that a plain yes ordered, run once, and what became of it written and told.

In: a :class:`dialog.reading.ReadTurn` with the decision that ordered a plan, or whose state says that one is at work.
Out: the :class:`dialog.turn.Reply` that tells the outcome, which is committed before it is returned.

:mod:`~dialog.execution.running` calls a plan's tools, each kind as it is promised; :mod:`~dialog.execution.settling`
writes: the order to run, what a run came to, and, where a process died on the way, what recovery finds out;
:mod:`~dialog.execution.threads` is where plain functions run. Commits: the accepted yes is one. A transactional plan's
effects, outcome, state and reply are the second; where something that waits behind it must be looked up first, state
and reply are a third, which recovery makes up for. Of any other plan state, outcome and reply are the second, and the
tool is called between the two with nothing open.
"""
