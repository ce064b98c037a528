"""Compares the Python package with other packages, and with a batch of files.

usage: compare.py VARBLUR [REPORT]    default: Benchmarks/PYTHON.md
Packages that are not installed are left out.
"""

from __future__ import annotations

import io
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Dict, List

os.environ["VIPS_CONCURRENCY"] = "1"
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/src"), str(ROOT / "python/spark_tests")]

import images  # noqa: E402
import varblur  # noqa: E402

COMMAND = os.path.realpath(sys.argv[1])
REPORT = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "Benchmarks/PYTHON.md"
ROUNDS = 15


def other_libraries(data: bytes) -> Dict[str, Callable[[], object]]:
    """Operations from the bytes of a JPEG file to those of another, by their names."""
    result: Dict[str, Callable[[], object]] = {}
    try:
        import PIL
        from PIL import Image, ImageFilter

        def pillow() -> bytes:
            output = io.BytesIO()
            Image.open(io.BytesIO(data)).filter(ImageFilter.GaussianBlur(20)).save(output, "JPEG", quality=90)
            return output.getvalue()

        result[f"Pillow {PIL.__version__}, `GaussianBlur(20)`"] = pillow
    except ImportError:
        pass
    try:
        import pyvips

        def vips() -> object:
            return pyvips.Image.new_from_buffer(data, "").gaussblur(20).jpegsave_buffer(Q=90)

        result[f"pyvips {pyvips.__version__} (libvips {pyvips.version(0)}.{pyvips.version(1)}), `gaussblur(20)`"] = vips
    except (ImportError, OSError):
        pass
    return result


def compared(data: bytes) -> str:
    with varblur.Worker(1, executable=COMMAND, max_radius=20) as worker:
        operations: Dict[str, Callable[[], object]] = {"`varblur.Worker(1)`, `max_radius=20`": lambda: worker.blur(data)}
        operations.update(other_libraries(data))
        times: Dict[str, List[float]] = {name: [] for name in operations}
        for _ in range(ROUNDS):
            for name, operation in operations.items():
                start = time.perf_counter()
                operation()
                times[name].append((time.perf_counter() - start) * 1000)
    own = min(next(iter(times.values())))
    return "".join(
        f"| {name} | {min(values):.1f} | {statistics.median(values):.1f} | {min(values) / own:.1f} |\n"
        for name, values in times.items())


def overhead(name: str, data: bytes, count: int) -> str:
    """A row with the time for each image in a batch of files, in a batch with images in its lines, and in a worker."""
    best = [float("inf")] * 2
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{number}.jpg") for number in range(count)]
        for path in paths:
            Path(path).write_bytes(data)
        lines = "".join(
            json.dumps({"input": path, "output": path + ".jpg", "options": {"no-fsync": True, "force": True}}) + "\n" for path in paths)
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(
                [COMMAND, "batch", "--no-settings", "--quiet", "--jobs=2"], input=lines.encode(), stdout=subprocess.DEVNULL, check=True)
            best[0] = min(best[0], time.perf_counter() - start)
            start = time.perf_counter()
            with varblur.Worker(2, executable=COMMAND) as worker:
                for _ in worker.map(data for _ in range(count)):
                    pass
            best[1] = min(best[1], time.perf_counter() - start)
    batch, worker_time = (seconds / count * 1000 for seconds in best)
    return f"| {name}, {len(data) / 1024:,.0f} KiB | {batch:.2f} | {worker_time:.2f} | {worker_time - batch:+.2f} |\n"


def main() -> None:
    with varblur.Worker(1, executable=COMMAND) as worker:
        large = worker.blur(images.photo(1633, 1225), format="jpeg", max_radius=0, jpeg_quality=90)
        small = worker.blur(images.photo(320, 240), format="jpeg", max_radius=0, jpeg_quality=90)
    REPORT.write_text(
        "# The Python package\n\nWritten by `make bench-python`, with Python "
        f"{platform.python_version()}.\n\nA JPEG image of 2 megapixels ({len(large) / 1024:,.0f} KiB), from bytes to bytes, in one "
        f"thread. Runs of the programs are interleaved; {ROUNDS} rounds. The others blur the whole image with one radius.\n\n"
        f"| | fastest (ms) | median (ms) | relative |\n|---|---:|---:|---:|\n{compared(large)}\n"
        "Time for each image of many, with two jobs: in `varblur batch` from file to file, and in a `Worker` from bytes to bytes. "
        "The fastest of five rounds.\n\n| image | batch (ms) | worker (ms) | difference (ms) |\n|---|---:|---:|---:|\n"
        + overhead("JPEG, 320×240", small, 2000) + overhead("JPEG, 2 megapixels", large, 100))
    print(REPORT.read_text())


if __name__ == "__main__":
    main()
