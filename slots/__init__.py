"""What a verb is and which words of an utterance fill its slots.

Goes in: a table (:class:`slots.tables.TableSet`, from Python or from the text of
a TOML file) and one utterance, with the known names that the caller found for it.
Comes out: which verb a trigger starts (:mod:`slots.triggers`), and an
:class:`slots.extract.Extraction`: for each slot the words that fill it and how
they were found, and the leftover. Every character of the utterance is in exactly
one segment of it.

Values are read here as far as their words go (hours, money, numbers, symbolic
dates); what a name refers to is the resolver's question. Nothing in this package
reads a clock, a file or a network, and nothing in it knows a verb by name.
"""
