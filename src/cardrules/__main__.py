"""``python -m cardrules`` is the command ``cardrules``."""

import sys

from cardrules.cli import main

if __name__ == "__main__":
    sys.exit(main())
