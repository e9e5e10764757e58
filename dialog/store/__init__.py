"""Where conversations are kept: the tables, and the SQL store over them.

In: frozen values of :mod:`states.pending` and the reply of a message. Out: the
same, after a restart of the process. The store is synchronous; the manager calls
it from a thread. It is imported only when a manager opens it.
"""
