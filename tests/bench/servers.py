"""Servers for the measurements: on a port, a database and a folder of their own, ended whatever happens."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORKBENCH = ROOT / "app.py"
ONE_WIDGET = Path(__file__).with_name("one_widget_page.py")
SLOWEST_START_S = 120
SLOWEST_END_S = 10


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers at `address`."""

    address: str
    pid: int

    def resident_mb(self) -> float:
        """Resident memory of the server process in MB (2**20 bytes)."""
        fields = dict(
            line.split(":", 1) for line in Path(f"/proc/{self.pid}/status").read_text().splitlines()
        )
        return int(fields["VmRSS"].split()[0]) / 1024


@contextmanager
def serving(script: Path, folder: Path, database_url: str | None = None) -> Iterator[Running]:
    """Serve a Streamlit script with the workbench's own settings (`.streamlit/config.toml`) while the block runs.

    Raises RuntimeError with the end of the log if it does not answer.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    log = folder / f"{script.stem}-{port}.log"
    environment = os.environ | {"WORKBENCH_SECRET": "a secret of the measurements, long enough"}
    if database_url:
        environment["WORKBENCH_DATABASE_URL"] = database_url
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.address", "127.0.0.1"]
    command += ["--server.port", str(port)]
    with log.open("ab") as out:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        _wait_until_healthy(process, address, log)
        yield Running(address, process.pid)
    finally:
        _end(process)


def _wait_until_healthy(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    latest = time.monotonic() + SLOWEST_START_S
    while time.monotonic() < latest and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
    tail = log.read_text(encoding="utf-8", errors="replace")[-3000:]
    raise RuntimeError(f"The server did not answer on {address}. Its log ends with:\n{tail}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and everything it started."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=SLOWEST_END_S)
        except subprocess.TimeoutExpired:
            continue
    process.wait(timeout=SLOWEST_END_S)
