"""Times what other libraries make of the same picture, in the same run.

usage: rivals.py RAW WIDTH HEIGHT SAMPLES    RAW: the picture as RGB of 8 bits
Writes one line of JSON: for each rival its name, version, and the samples in milliseconds. Absent rivals are left out.
"""

import json
import sys
import time


def samples(count, work):
    work()
    times = []
    for _ in range(count):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return times


def main():
    path, width, height, count = sys.argv[1], *map(int, sys.argv[2:5])
    results = []

    def add(name, version, work):
        results.append({"name": name, "version": version, "milliseconds": samples(count, work)})

    try:
        import numpy
    except ImportError:
        print(json.dumps(results))
        return
    picture = numpy.fromfile(path, numpy.uint8).reshape(height, width, 3)
    copy = numpy.empty_like(picture)
    add("memory copy", "numpy " + numpy.__version__, lambda: numpy.copyto(copy, picture))
    try:
        import cv2

        cv2.setNumThreads(1)
        for sigma in (2, 8, 20):
            add(f"OpenCV GaussianBlur, sigma {sigma}", cv2.__version__,
                lambda: cv2.GaussianBlur(picture, (0, 0), sigma))
        add("OpenCV stackBlur, 69×69", cv2.__version__, lambda: cv2.stackBlur(picture, (69, 69)))
    except ImportError:
        pass
    print(json.dumps(results))


main()
