"""Times what other programs make of the same picture, in the same run.

usage: rivals.py RAW WIDTH HEIGHT SAMPLES    RAW: the picture as RGB of 8 bits
Writes one line of JSON: for each rival its name, version, and the samples in milliseconds. Absent rivals are left out.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

os.environ["VIPS_CONCURRENCY"] = "1"

RESULTS = []


def timed(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def add(name, version, work, count):
    work()
    RESULTS.append({"name": name, "version": version, "milliseconds": [timed(work) for _ in range(count)]})


def version_of(command, word):
    """The word behind `word` in what a program says of itself."""
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    words = (output.stdout + output.stderr).split()
    return words[words.index(word) + 1] if word in words else "of unknown version"


def opencv(picture, count):
    try:
        import cv2
    except ImportError:
        return
    cv2.setNumThreads(1)
    for sigma in (2, 8, 20):
        add(f"OpenCV GaussianBlur, sigma {sigma}", cv2.__version__,
            lambda: cv2.GaussianBlur(picture, (0, 0), sigma), count)
    deep = picture.astype("uint16") * 257
    add("OpenCV GaussianBlur, sigma 20, 16 bits", cv2.__version__, lambda: cv2.GaussianBlur(deep, (0, 0), 20), count)
    add("OpenCV stackBlur, 69×69", cv2.__version__, lambda: cv2.stackBlur(picture, (69, 69)), count)


def libvips(picture, count):
    try:
        import pyvips
    except (ImportError, OSError):
        return
    version = ".".join(str(pyvips.version(part)) for part in range(3))
    image = pyvips.Image.new_from_array(picture)
    for sigma in (2, 20):
        add(f"libvips gaussblur, sigma {sigma}", version, lambda: image.gaussblur(sigma).write_to_memory(), count)


def ramp(numpy, width, height, greatest):
    """The radius of every pixel, falling from the top to nothing at the bottom."""
    column = greatest * (1 - (numpy.arange(height) + 0.5) / height)
    return numpy.repeat(column.round().astype(numpy.uint8)[:, None], width, axis=1)


def ffmpeg(numpy, picture, folder, count):
    """A ramp of box filters. What two frames take longer than one is what the filter and reading a frame take."""
    program = shutil.which("ffmpeg")
    if not program:
        return
    height, width, _ = picture.shape
    planes, mask = os.path.join(folder, "planes"), os.path.join(folder, "mask")
    # the order of the planes does not matter to the time
    picture.transpose(2, 0, 1).tofile(planes)
    numpy.repeat(ramp(numpy, width, height, 255)[None], 3, axis=0).tofile(mask)
    source = ["-f", "rawvideo", "-pixel_format", "gbrp", "-video_size", f"{width}x{height}"]

    def run(frames, graph):
        inputs = []
        for path in (planes, mask):
            inputs += ["-stream_loop", str(frames - 1), *source, "-i", path]
        subprocess.run(
            [program, "-v", "error", "-filter_complex_threads", "1", "-filter_threads", "1", *inputs,
             "-filter_complex", graph, "-f", "null", "-"], check=True)

    graph = "[0][1]varblur=max_r=20"
    run(1, graph)
    times = [(timed(lambda: run(4, graph)) - timed(lambda: run(1, graph))) / 3 for _ in range(min(count, 5))]
    RESULTS.append({"name": "ffmpeg varblur, boxes 0 to 20", "version": version_of([program, "-version"], "version"),
                    "milliseconds": times})


def portable_pixmap(path, picture):
    height, width, _ = picture.shape
    with open(path, "wb") as file:
        file.write(f"P6 {width} {height} 255\n".encode() + picture.tobytes())


def slow_ones(numpy, picture, folder):
    """Programs that take minutes: once, on 1 megapixel, times as many as the picture has."""
    part = numpy.ascontiguousarray(picture[:1000, :1000])
    scale = picture.shape[0] * picture.shape[1] / (part.shape[0] * part.shape[1])
    source, mask, result = (os.path.join(folder, name) for name in ("part.ppm", "mask.pgm", "result.ppm"))
    portable_pixmap(source, part)
    with open(mask, "wb") as file:
        file.write(b"P5 1000 1000 255\n" + ramp(numpy, 1000, 1000, 255).tobytes())

    def once(name, version, command):
        try:
            spent = timed(lambda: subprocess.run(command, check=True, capture_output=True))
        except (subprocess.CalledProcessError, OSError):
            return
        RESULTS.append({"name": f"{name}, ramp 0 to 20, one run at 1 MP, scaled", "version": version,
                        "milliseconds": [spent * scale]})

    magick = shutil.which("magick") or shutil.which("convert")
    if magick:
        once("ImageMagick -compose Blur", version_of([magick, "-version"], "ImageMagick"),
             [magick, "-limit", "thread", "1", source, mask, "-compose", "Blur", "-define", "compose:args=20",
              "-composite", result])
    gegl = shutil.which("gegl")
    if gegl:
        once("GEGL variable-blur", "0.4",
             [gegl, source, "-o", result, "--", "gegl:variable-blur", "radius=20", "aux=[", "gegl:load",
              f"path={mask}", "]"])


def main():
    path, width, height, count = sys.argv[1], *map(int, sys.argv[2:5])
    try:
        import numpy
    except ImportError:
        print(json.dumps(RESULTS))
        return
    picture = numpy.fromfile(path, numpy.uint8).reshape(height, width, 3)
    copy = numpy.empty_like(picture)
    add("memory copy", "numpy " + numpy.__version__, lambda: numpy.copyto(copy, picture), count)
    opencv(picture, count)
    libvips(picture, count)
    with tempfile.TemporaryDirectory() as folder:
        ffmpeg(numpy, picture, folder, count)
        slow_ones(numpy, picture, folder)
    print(json.dumps(RESULTS))


main()
