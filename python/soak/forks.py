"""Blurs images in the children of a preloaded server, which multiprocessing forks after the import, and after the first use.

usage: forks.py VARBLUR [REPORT [IMAGES]]    default: Tests/forks.md 2000
Requires Linux, NumPy, and the C library, which LD_LIBRARY_PATH may name.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/src"), str(ROOT / "python/spark_tests")]

import images  # noqa: E402
import numpy  # noqa: E402
import varblur  # noqa: E402

COMMAND = os.path.realpath(sys.argv[1])
REPORT = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "Tests/forks.md"
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
SIZES = [(1, 1), (16, 16), (7, 300), (160, 120), (320, 240), (800, 600)]
CHILDREN = 4
OPTIONS: "dict[str, Any]" = {"max_radius": 9, "direction": "left"}

# As in a server that loads its program before it forks: the children share what was made before.
WORKER = varblur.Worker(1, executable=COMMAND, **OPTIONS)
FILES = [images.photo(width, height) for width, height in SIZES]
ARRAYS = [numpy.random.default_rng(9).integers(0, 256, (height, width, 3), "uint8") for width, height in SIZES]
ANSWERS: "list[tuple[bytes, bytes]]" = []


def blur_file(number: int) -> bytes:
    """An image file, blurred by the worker."""
    return WORKER.blur(FILES[number])


def blur_array(number: int) -> bytes:
    """An array, blurred by the C library."""
    return varblur.blur(ARRAYS[number], **OPTIONS).tobytes()


def answer(number: int) -> "tuple[str, str, int]":
    """What became of a file and of an array, and the process that blurred them."""
    kinds = []
    for blur, expected in zip((blur_file, blur_array), ANSWERS[number]):
        try:
            kinds.append("equal" if blur(number) == expected else "wrong")
        except Exception as error:
            kinds.append(f"{type(error).__name__}: {error}")
    return kinds[0], kinds[1], os.getpid()


def expect_answers() -> None:
    """Gets the answers from processes that were not forked: files from the command, and arrays from another Python."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        arrays = pool.map(blur_array, range(len(SIZES)))
    options = [text for name, value in OPTIONS.items() for text in ("--" + name.replace("_", "-"), str(value))]
    for file, array in zip(FILES, arrays):
        done = subprocess.run([COMMAND, "--no-settings", "--quiet", *options, "-", "-"], input=file, stdout=subprocess.PIPE, check=True)
        ANSWERS.append((done.stdout, array))


def serve() -> "tuple[dict[str, int], int]":
    """Blurs all images in forked children, and returns how often each outcome occurred, and the number of children."""
    outcomes: "dict[str, int]" = {}
    with multiprocessing.get_context("fork").Pool(CHILDREN, maxtasksperchild=COUNT // CHILDREN // 5) as pool:
        processes = set()
        for file, array, process in pool.imap_unordered(answer, (number % len(SIZES) for number in range(COUNT))):
            for name in (f"file: {file}", f"array: {array}"):
                outcomes[name] = outcomes.get(name, 0) + 1
            processes.add(process)
    return outcomes, len(processes)


def serve_after_use() -> "tuple[dict[str, int], int]":
    """As ``serve``, after this process has used the package."""
    blur_file(0)
    blur_array(0)
    return serve()


def serve_while_busy() -> "tuple[dict[str, int], int]":
    """As ``serve``, while other threads of this process use the package."""
    done = threading.Event()

    def use() -> None:
        while not done.is_set():
            blur_file(3)
            blur_array(3)

    threads = [threading.Thread(target=use) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        return serve()
    finally:
        done.set()
        for thread in threads:
            thread.join()


def main() -> None:
    start = time.monotonic()
    expect_answers()
    rows, failures = "", 0
    for name, run in [("the import", serve), ("the first use", serve_after_use), ("the first use, which goes on", serve_while_busy)]:
        outcomes, children = run()
        wrong = {kind: count for kind, count in outcomes.items() if not kind.endswith(": equal")}
        failures += sum(wrong.values())
        files, arrays = outcomes.get("file: equal", 0), outcomes.get("array: equal", 0)
        rows += f"| {name} | {children} | {files:,} | {arrays:,} | {sum(wrong.values())} |\n"
        print(wrong or "no failures", flush=True)
    sizes = ", ".join(f"{width}×{height}" for width, height in SIZES)
    REPORT.write_text(
        "# The Python package in a preloaded, forked server\n\nWritten by `make soak-forks`. "
        f"`multiprocessing` forks {CHILDREN} children at a time, which are replaced after {COUNT // CHILDREN // 5} images each. A child blurs "
        f"PNG files of {sizes} pixels with a worker that was made before the fork, and arrays with the C library, and compares the "
        "results with those of the command, and of a process that was not forked.\n\n"
        "| forked after | children | equal files | equal arrays | failures |\n|---|---:|---:|---:|---:|\n"
        f"{rows}\nThe run took {time.monotonic() - start:.0f} seconds.\n")
    print(REPORT.read_text())
    WORKER.close()
    assert failures == 0


if __name__ == "__main__":
    main()
