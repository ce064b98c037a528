"""Blurs many images on a cluster on this machine: the time compared with a local batch, kills, and memory.

usage: soak.py [REPORT [IMAGES [PHOTOS]]]    default: Tests/spark.md 5000 2000
IMAGES small images are blurred while an executor and a worker are killed, PHOTOS images of 2 megapixels to measure the time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List

import images
import pyarrow.parquet
from cluster import Cluster, descendants, kill
from pyspark.sql import DataFrame, SparkSession

import varblur
from varblur.spark import SETTINGS, blur_binary_files

REPORT = Path(sys.argv[1] if len(sys.argv) > 1 else "Tests/spark.md")
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
PHOTOS = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
ROUNDS = 3


def session(cluster: Cluster, **settings: str) -> SparkSession:
    """A session whose executors are the only ones of the cluster."""
    os.environ.update(cluster.environment)
    arguments = cluster.arguments()
    pairs = dict(argument.split("=", 1) for argument in arguments if "=" in argument)
    builder: Any = SparkSession.builder
    builder = builder.master(cluster.address).appName("soak")
    for name, value in {**SETTINGS, **pairs, **settings}.items():
        builder = builder.config(name.replace("__", "."), value)
    result: SparkSession = builder.getOrCreate()
    result.sparkContext.setLogLevel("ERROR")
    return result


def read(current: SparkSession, folder: Path) -> DataFrame:
    return current.read.format("binaryFile").option("recursiveFileLookup", "true").load(str(folder))


def local_seconds(folder: Path) -> float:
    """The time of a batch with two jobs, from file to file."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as output:
        lines = "".join(
            json.dumps({"input": str(path), "output": f"{output}/{number}.jpg", "options": {"no-fsync": True}}) + "\n"
            for number, path in enumerate(sorted(folder.glob("*/*"))))
        start = time.perf_counter()
        subprocess.run(
            [varblur.find_command(), "batch", "--no-settings", "--quiet", "--jobs=2", "--max-radius=5%"], input=lines.encode(),
            stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start


def throughput(cluster: Cluster, folder: Path) -> Dict[str, Any]:
    """Images per second of the cluster and of a batch, in interleaved runs."""
    photos = folder / "photos"
    contents = images.write(photos, PHOTOS, 1633, 1225, "jpeg")
    # the settings of the first session of a process are the defaults of all others
    current = session(cluster, spark__cores__max="2", spark__sql__files__minPartitionNum="2")
    local, spark = [], []
    for number in range(ROUNDS + 1):
        start = time.perf_counter()
        blur_binary_files(read(current, photos), max_radius="5%").write.parquet(str(folder / f"photos{number}"))
        # The first run starts the executors
        spark += [time.perf_counter() - start] if number > 0 else []
        local += [local_seconds(photos)] if number > 0 else []
    current.stop()
    size = sum(map(len, contents.values())) / PHOTOS
    return {"local": PHOTOS / min(local), "spark": PHOTOS / min(spark), "ratio": min(local) / min(spark), "bytes": size,
            "output": sum(file.stat().st_size for file in (folder / f"photos{ROUNDS}").glob("*.parquet")) / PHOTOS}


def check(table: Path, root: Path, contents: Dict[str, bytes]) -> Dict[str, int]:
    """Compares every row with what the command does here."""
    outcomes = dict(images.expected(contents, max_radius="20%"))
    counts = {"ok": 0, "error": 0, "wrong": 0}
    seen: List[str] = []
    for file in sorted(table.glob("*.parquet")):
        for row in pyarrow.parquet.read_table(file).to_pylist():
            name = row["path"][len(f"file:{root}/"):]
            seen.append(name)
            outcome = outcomes[name]
            is_right = row["error"] == outcome.message if isinstance(outcome, varblur.Error) else row["content"] == outcome.data
            counts[row["status"] if is_right else "wrong"] += 1
    return {**counts, "missing": len(contents) - len(set(seen)), "twice": len(seen) - len(set(seen))}


def kills(cluster: Cluster, folder: Path) -> Dict[str, Any]:
    """A table, while an executor and a worker are killed."""
    root = folder / "small"
    contents = images.write(root, COUNT, 400, 300)
    table = folder / "small-table"
    arguments = ["--conf", "spark.sql.files.maxPartitionBytes=8m", "--input", str(root), "--output", str(table),
                 "--max-radius", "20%"]
    process = subprocess.Popen(
        [sys.executable, "-m", "varblur.spark", *cluster.arguments(), *arguments], env=cluster.environment,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while process.poll() is None and not any(table.glob("_temporary/0/_temporary/*")):
        time.sleep(0.02)
    killed = sum(kill(executor) for executor in cluster.executors()[:1])
    time.sleep(2)
    while process.poll() is None and len(cluster.executors()) < 1:
        time.sleep(0.02)
    was_running = process.poll() is None
    cluster.workers[0].kill()
    cluster.workers.pop(0).wait()
    cluster.add_worker()
    printed = json.loads(process.communicate()[0])
    return {"executors": killed, "workers": int(was_running), "printed": printed, **check(table, root, contents)}


def peak(processes: List[int]) -> float:
    """The largest resident memory so far of processes, in MiB, in total."""
    total = 0
    for process in processes:
        try:
            lines = Path(f"/proc/{process}/status").read_text().splitlines()
        except OSError:
            continue
        total += next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
    return total / 1024


def memory(cluster: Cluster, folder: Path, count: int) -> Dict[str, float]:
    """The memory of the driver and of the executors for a partition with a number of photos."""
    part = folder / f"part{count}"
    images.write(part, count, 1633, 1225, "jpeg")
    current = session(
        cluster, spark__sql__files__maxPartitionBytes="100g", spark__sql__files__minPartitionNum="1", spark__cores__max="1",
        spark__executor__memory="768m")
    table = blur_binary_files(read(current, part).coalesce(1), max_radius="5%")
    table.write.format("noop").mode("overwrite").save()
    executors = cluster.executors()
    python = [child for executor in executors for child in descendants(executor)]
    driver = [child for child in descendants(os.getpid()) if b"SparkSubmit" in Path(f"/proc/{child}/cmdline").read_bytes()]
    result = {"driver": peak(driver), "executor": peak(executors), "python": peak(python)}
    current.stop()
    return result


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="varblur-soak-") as name, Cluster() as cluster:
        folder = Path(name)
        first = memory(cluster, folder, 100)
        second = memory(cluster, folder, 1000)
        speed = throughput(cluster, folder)
        damage = kills(cluster, folder)
    REPORT.write_text(report(speed, damage, first, second))
    print(REPORT.read_text())
    assert damage["wrong"] == damage["missing"] == damage["twice"] == 0


def report(speed: Dict[str, Any], damage: Dict[str, Any], first: Dict[str, float], second: Dict[str, float]) -> str:
    rows = [
        ("images", f"{COUNT:,}"), ("rows identical to the command's output", f"{damage['ok']:,}"),
        ("rows with the error of the command", f"{damage['error']:,}"), ("executors killed", damage["executors"]),
        ("workers killed", damage["workers"]), ("rows with other contents", damage["wrong"]),
        ("missing images", damage["missing"]), ("duplicate images", damage["twice"]),
    ]
    kinds = [("driver", "driver"), ("executor", "executor"), ("python", "Python and the command")]
    return (
        "# A cluster of Apache Spark\n\nWritten by `make soak-spark`: a standalone cluster on one machine with two processors, a master "
        "and two workers with one core each.\n\n## Time\n\n"
        f"{PHOTOS} JPEG images of 2 megapixels, {speed['bytes'] / 1024:,.0f} KiB each; 2% of the files are invalid, and the results have "
        f"{speed['output'] / 1024:,.0f} KiB. Files are blurred to a Parquet table with `max_radius=5%`; the start of Spark is not "
        f"included. Runs are interleaved; the fastest of {ROUNDS} rounds.\n\n| | images/s |\n|---|---:|\n"
        f"| `varblur batch --jobs 2`, from file to file | {speed['local']:.1f} |\n| two executors | {speed['spark']:.1f} |\n"
        f"| ratio | {speed['ratio']:.2f} |\n\n## Kills\n\nImages of 400×300 pixels, 2% of them invalid, while an executor and a worker "
        "are killed.\n\n| | |\n|---|---:|\n" + "".join(f"| {label} | {value} |\n" for label, value in rows)
        + "\n## Memory\n\nPeak resident memory in MiB, for a partition of JPEG images of 2 megapixels.\n\n"
        "| | 100 images | 1,000 images |\n|---|---:|---:|\n"
        + "".join(f"| {label} | {first[kind]:.0f} | {second[kind]:.0f} |\n" for kind, label in kinds))


if __name__ == "__main__":
    main()
