"""Blurs many images in Python from several threads, while the command is killed again and again.

usage: worker.py VARBLUR [REPORT [IMAGES]]    default: Tests/worker.md 10000
Requires Linux with glibc 2.33 or later.
"""

from __future__ import annotations

import ctypes
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/src"), str(ROOT / "python/spark_tests")]

import images  # noqa: E402
import varblur  # noqa: E402

COMMAND = os.path.realpath(sys.argv[1])
REPORT = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "Tests/worker.md"
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
KILLS = COUNT // 200
#: Width and height of the images, and how often each occurs in a thousand.
SIZES = [((1, 1), 150), ((7, 300), 150), ((160, 120), 300), ((320, 240), 250), ((800, 600), 105), ((1633, 1225), 41), ((4000, 3000), 4)]


def resident(process: int) -> float:
    """The resident memory of a process in MiB."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1048576


class _Heap(ctypes.Structure):
    """What mallinfo2 of glibc returns."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def used_heap() -> float:
    """The memory in MiB that this process has allocated and not freed: the heaps of its threads also keep free memory."""
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Heap
    heap = mallinfo()
    return (heap.uordblks + heap.hblkhd) / 1048576


def expected(data: bytes, folder: Path, format: str) -> bytes:
    """What the command writes for an image in a file."""
    (folder / "in").write_bytes(data)
    output = folder / f"out.{format}"
    subprocess.run(
        [COMMAND, "--no-settings", "--force", "--no-fsync", "--max-radius", "5%", str(folder / "in"), str(output)], check=True)
    return output.read_bytes()


def sources() -> "dict[tuple[int, int], list[tuple[bytes, bytes]]]":
    """For each size, images and what the command makes of them."""
    with tempfile.TemporaryDirectory() as name:
        result = {}
        for size, _ in SIZES:
            pictures = [images.photo(*size)]
            pictures.append(varblur.Worker(1, executable=COMMAND).blur(pictures[0], format="jpeg", max_radius=0))
            result[size] = [(data, expected(data, Path(name), "jpg" if data[:1] == b"\xff" else "png")) for data in pictures]
        return result


def main() -> None:
    pictures = sources()
    choice = random.Random(7)
    sizes = choice.choices([size for size, _ in SIZES], [weight for _, weight in SIZES], k=COUNT)
    counts = {"equal": 0, "broken": 0, "died": 0, "wrong": 0}
    lock = threading.Lock()
    memory: "list[tuple[float, float, float]]" = []
    descriptors = len(os.listdir("/proc/self/fd"))
    kills = 0
    done = threading.Event()
    start = time.monotonic()

    with varblur.Worker(2, executable=COMMAND, max_radius="5%") as worker, ThreadPoolExecutor(8) as threads:
        def blur(number: int) -> None:
            data, answer = pictures[sizes[number]][number % 2]
            is_broken = number % 100 == 50
            try:
                result = worker.blur(data[:len(data) // 2] if is_broken else data)
                kind = "equal" if result == answer and not is_broken else "wrong"
            except varblur.WorkerDied as error:
                kind = "died" if "SIGKILL" in str(error) else "wrong"
            except varblur.ImageError:
                kind = "broken" if is_broken else "wrong"
            with lock:
                counts[kind] += 1
                total = sum(counts.values())
                if total % (COUNT // 10) == 0:
                    pids = worker.process_ids
                    memory.append((resident(os.getpid()), resident(pids[0]) if pids else 0, used_heap()))

        def kill() -> None:
            nonlocal kills
            while not done.wait(0.005):
                if sum(counts.values()) < (kills + 1) * COUNT // (KILLS + 1):
                    continue
                for process in worker.process_ids:
                    os.kill(process, signal.SIGKILL)
                    kills += 1

        killer = threading.Thread(target=kill)
        killer.start()
        list(threads.map(blur, range(COUNT)))
        done.set()
        killer.join()
    left = len(os.listdir("/proc/self/fd")) - descriptors
    seconds = time.monotonic() - start
    REPORT.write_text(report(counts, kills, left, seconds, memory))
    print(REPORT.read_text())
    assert counts["wrong"] == 0 and counts["died"] <= kills and left == 0
    # results in hand when it is measured are part of it
    assert memory[-1][2] < memory[0][2] + 16


def report(
    counts: "dict[str, int]", kills: int, left: int, seconds: float, memory: "list[tuple[float, float, float]]"
) -> str:
    sizes = ", ".join(f"{width}×{height}" for (width, height), _ in SIZES)
    rows = "".join(f"| {name} | {value} |\n" for name, value in [
        ("images", f"{COUNT:,}"), ("results identical to the command's output", f"{counts['equal']:,}"),
        ("invalid images that gave an error", f"{counts['broken']:,}"), ("times the command was killed", kills),
        ("images that failed because of that", counts["died"]), ("wrong results", counts["wrong"]),
        ("descriptors left open", left), ("seconds", f"{seconds:.0f}"),
    ])
    python, command, used = (", ".join(f"{entry[index]:.0f}" for entry in memory) for index in range(3))
    return (
        "# The worker of the Python package\n\nWritten by `make soak-worker`. Eight threads share a worker with two jobs. "
        f"The images are PNG and JPEG files of {sizes} pixels; 1% are invalid. The command is killed with SIGKILL.\n\n"
        f"| | |\n|---|---:|\n{rows}\nResident memory in MiB after every tenth of the images: Python {python}; the command {command} "
        f"(0 while it is replaced). Of the memory of Python, its program uses {used}; the rest is free memory that the heaps of threads keep "
        "after the largest images that were in hand at once.\n")


if __name__ == "__main__":
    main()
