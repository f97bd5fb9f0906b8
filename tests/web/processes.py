"""Servers in processes of their own, which can be killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path


class Server:
    """``cardrules serve`` in a process of its own, on a port that stays the same."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server."""
        code = "import sys; from cardrules.cli import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port), "--store", str(self.store)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def end(self, number: signal.Signals) -> None:
        """End the server by a signal."""
        os.kill(self.process.pid, number)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
