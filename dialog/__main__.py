"""``python -m dialog`` is the ``verbflow`` command."""

import sys

from dialog.command import main

sys.exit(main())
