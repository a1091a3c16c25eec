"""A server for one Streamlit script that is not the workbench, on a port of its own."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

SLOWEST_START_S = 240


class ScriptServer:
    """Serves ``script``; ``stop`` ends it, ``start`` starts it again on the same port."""

    def __init__(self, script: Path, log: Path) -> None:
        self.script = script
        self.log = log
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "ScriptServer":
        """Start and wait until it answers."""
        command = [sys.executable, "-m", "streamlit", "run", str(self.script), "--server.headless", "true"]
        command += ["--server.address", "127.0.0.1", "--server.port", str(self.port)]
        command += ["--server.fileWatcherType", "none"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        latest = time.monotonic() + SLOWEST_START_S
        while time.monotonic() < latest and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=2) as answer:
                    if answer.status == 200:
                        return self
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        self.stop()
        raise RuntimeError(
            f"{self.script} did not answer; its log ends with:\n{self.log.read_text()[-2000:]}"
        )

    def stop(self) -> None:
        """End it and wait until it has ended."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(timeout=10)
        self._process = None
