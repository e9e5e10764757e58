"""Front ends: each makes a :class:`dialog.turn.Turn` of what people do, and shows the :class:`dialog.turn.Reply`."""
