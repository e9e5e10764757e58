"""The turn handler that a chat front end embeds.

Goes in: a :class:`Turn` (who said what, where). Comes out: a :class:`Reply` whose
text is complete alone, with the menu, the state, the results and the annotation
beside it. :class:`DialogManager` reads what the pure step asks for, persists what
it decided, and calls the tools.
"""
