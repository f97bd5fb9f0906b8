"""``python -m cardrules`` runs the command ``cardrules``."""

import sys

from cardrules.cli import main as main

if __name__ == "__main__":
    sys.exit(main())
