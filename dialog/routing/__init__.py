"""Which verb or route takes a message: tiers of rules in order, and triage before them.

In: a message and the tables (:class:`slots.tables.TableSet`). Out: a
:class:`states.routes.Routed`, which tier, which route, which rule, what else
matched, or nothing. The tiers, earlier ones win:

1. *capture*: a whole message with typed places (:mod:`dialog.routing.captures`);
2. *token_set*: the verbs' triggers, then words in any order (:mod:`dialog.routing.token_sets`);
3. *example*: phrases that a message contains (:mod:`dialog.routing.phrases`);
4. *semantic*: the nearest phrases by an embedder (:mod:`dialog.routing.semantic`), off unless one is given;
5. *fallback*: an agent (:mod:`dialog.routing.agent`), or a reply that is not handled.

The first three are pure and read nothing but the message; a host can use them
alone (:class:`dialog.routing.router.Router`). Triage (:mod:`dialog.routing.triage`)
says of every message whether it asks for an action or for knowledge.
"""
