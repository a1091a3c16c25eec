"""A real server of the workbench, on a port and a database of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

from db.session import engine_for

ROOT = Path(__file__).resolve().parents[2]
SLOWEST_START_S = 240


class Server:
    """Starts, kills and restarts the workbench on one database in ``folder``.

    ``environment`` and ``options`` (of `streamlit run`) come on top of what every test server has.
    """

    def __init__(
        self,
        folder: Path,
        *,
        environment: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
        port: int | None = None,
    ) -> None:
        self.folder = folder
        self.environment, self.options = dict(environment or {}), list(options)
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database_url = f"sqlite:///{folder / 'workbench.sqlite'}"
        self.log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Start on the database as it is (the demo workspace when it is empty) and wait until it answers."""
        environment = os.environ | {
            "WORKBENCH_DATABASE_URL": self.database_url,
            "WORKBENCH_SECRET": "a secret of the browser tests, long enough",
            "PYTHONUNBUFFERED": "1",
            **self.environment,
        }
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
        command += ["--server.address", "127.0.0.1", "--server.port", str(self.port)]
        command += ["--server.fileWatcherType", "none", *self.options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._wait_until_healthy()
        return self

    def start_afresh(self) -> "Server":
        """Throw the database away and start on a new demo workspace."""
        self.stop()
        engine_for(
            self.database_url
        ).dispose()  # a connection kept open would go on reading the file that is gone
        for file in self.folder.glob("workbench.sqlite*"):
            file.unlink()
        return self.start()

    def kill(self) -> None:
        """End the server at once (SIGKILL), as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the server to end and wait for it."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(timeout=10)
        self._process = None

    def _wait_until_healthy(self) -> None:
        latest = time.monotonic() + SLOWEST_START_S
        while time.monotonic() < latest:
            if self._process is None or self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        self.kill()
        tail = self.log.read_text(encoding="utf-8", errors="replace")[-3000:]
        raise RuntimeError(
            f"The workbench did not answer on {self.address}/healthz. Its log ends with:\n{tail}"
        )


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
