"""A standalone cluster of Apache Spark on this machine: a master and workers, each a process that can be killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Dict, List, Optional, Type

import pyspark

HOST = "127.0.0.1"
#: Java starts faster with these; a cluster that runs for long does without them.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def java_home() -> Optional[str]:
    """The folder of a Java that Spark supports, if it is not the default one."""
    folders = sorted(Path("/usr/lib/jvm").glob("java-1.*17*-openjdk*")) + sorted(Path("/usr/lib/jvm").glob("java-17-openjdk*"))
    return str(folders[0]) if folders else os.environ.get("JAVA_HOME")


class Cluster:
    """A master and workers with one core each.

    Attributes:
        address: The address of the master.
        workers: The processes of the workers.
    """

    def __init__(self, workers: int = 2) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="varblur-cluster-")
        home = java_home()
        self._environment = {
            **os.environ, **({"JAVA_HOME": home} if home else {}), "SPARK_LOCAL_IP": HOST, "SPARK_DAEMON_MEMORY": "512m",
            "SPARK_DAEMON_JAVA_OPTS": f"{JAVA_OPTIONS} -Dspark.master.rest.enabled=false", "PYSPARK_PYTHON": sys.executable,
        }
        master = self._start("master", "master.Master", "--host", HOST, "--port", "0", "--webui-port", "0")
        self.address = self._wait_for("master", r"Starting Spark master at (spark://\S+)", master)
        self._master = master
        self.workers: List["subprocess.Popen[bytes]"] = []
        for _ in range(workers):
            self.add_worker()

    def add_worker(self) -> None:
        """Starts another worker."""
        name = f"worker{len(self.workers)}"
        folder = os.path.join(self._folder.name, name)
        worker = self._start(
            name, "worker.Worker", "--host", HOST, "--webui-port", "0", "--cores", "1", "--memory", "2g", "--work-dir", folder,
            self.address)
        self._wait_for(name, r"(Successfully registered)", worker)
        self.workers.append(worker)

    def arguments(self) -> List[str]:
        """The options of ``python -m varblur.spark`` for this cluster."""
        settings = {
            "spark.driver.host": HOST, "spark.driver.bindAddress": HOST, "spark.ui.enabled": "false",
            "spark.executor.memory": "1g", "spark.executor.extraJavaOptions": JAVA_OPTIONS,
            "spark.driver.extraJavaOptions": JAVA_OPTIONS, "spark.pyspark.python": sys.executable,
            "spark.executorEnv.PYTHONPATH": os.pathsep.join(sys.path), "spark.executorEnv.PATH": os.environ["PATH"],
        }
        return ["--master", self.address] + [part for item in settings.items() for part in ("--conf", "=".join(item))]

    @property
    def environment(self) -> Dict[str, str]:
        """The environment of a driver."""
        return {**self._environment, "PYTHONPATH": os.pathsep.join(sys.path)}

    def executors(self) -> List[int]:
        """The processes of the executors."""
        backends = set(processes("CoarseGrainedExecutorBackend"))
        return sorted(backends.intersection(*[[child for worker in self.workers for child in descendants(worker.pid)]]))

    def close(self) -> None:
        """Ends all processes."""
        for process in [*self.workers, self._master]:
            process.terminate()
        for process in [*self.workers, self._master]:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def _start(self, name: str, java_class: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = os.path.join(os.path.dirname(pyspark.__file__), "bin", "spark-class")
        with open(os.path.join(self._folder.name, f"{name}.log"), "wb") as log:
            return subprocess.Popen(
                [command, f"org.apache.spark.deploy.{java_class}", *arguments], env=self._environment, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL)

    def _wait_for(self, name: str, pattern: str, process: "subprocess.Popen[bytes]") -> str:
        log = Path(self._folder.name) / f"{name}.log"
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            found = re.search(pattern, log.read_text(errors="replace"))
            if found:
                return found.group(1)
            time.sleep(0.05)
        raise RuntimeError(f"the {name} does not start:\n{log.read_text(errors='replace')[-2000:]}")

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


def processes(*words: str) -> List[int]:
    """The processes whose command lines contain all of some words."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if all(word in line for word in words):
            found.append(int(folder.name))
    return sorted(found)


def descendants(process: int) -> List[int]:
    """The processes that a process has started, and those that they have started."""
    parents: Dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    found = [process]
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found[1:]


def kill(process: int) -> bool:
    """Kills a process; returns whether there was one."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
