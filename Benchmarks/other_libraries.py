"""Measures other libraries and programs that blur images.

usage: other_libraries.py PIXELS WIDTH HEIGHT SAMPLES    PIXELS: a file of 8-bit RGB pixels

Prints JSON: for each library or program its name, its version, and the run times in milliseconds. Those that are not
installed are omitted.
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


def timed(operation):
    start = time.perf_counter()
    operation()
    return (time.perf_counter() - start) * 1000


def add(name, version, operation, count):
    """Measures an operation after one warm-up run."""
    operation()
    RESULTS.append({"name": name, "version": version, "milliseconds": [timed(operation) for _ in range(count)]})


def version_of(command, word):
    """The version that a program prints after a word."""
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    words = (output.stdout + output.stderr).split()
    return words[words.index(word) + 1] if word in words else "of unknown version"


def opencv(image, count):
    try:
        import cv2
    except ImportError:
        return
    cv2.setNumThreads(1)
    for sigma in (2, 8, 20):
        add(f"OpenCV GaussianBlur, sigma {sigma}", cv2.__version__,
            lambda: cv2.GaussianBlur(image, (0, 0), sigma), count)
    deep = image.astype("uint16") * 257
    add("OpenCV GaussianBlur, sigma 20, 16-bit", cv2.__version__, lambda: cv2.GaussianBlur(deep, (0, 0), 20), count)
    add("OpenCV stackBlur, 69×69", cv2.__version__, lambda: cv2.stackBlur(image, (69, 69)), count)


def libvips(image, count):
    try:
        import pyvips
    except (ImportError, OSError):
        return
    version = ".".join(str(pyvips.version(part)) for part in range(3))
    source = pyvips.Image.new_from_array(image)
    for sigma in (2, 20):
        add(f"libvips gaussblur, sigma {sigma}", version, lambda: source.gaussblur(sigma).write_to_memory(), count)


def pillow(image, count):
    try:
        import PIL
        from PIL import Image, ImageFilter
    except ImportError:
        return
    # versions such as 9.5.0.post2 are Pillow-SIMD
    name = "Pillow-SIMD" if ".post" in PIL.__version__ else "Pillow"
    source = Image.fromarray(image)
    for sigma in (2, 20):
        blur = ImageFilter.GaussianBlur(sigma)
        add(f"{name} GaussianBlur (box filters), sigma {sigma}", PIL.__version__, lambda: source.filter(blur), count)


def progressive_blur(image):
    """The package from PyPI: it fades between the image and one that Pillow has blurred evenly, which is another effect."""
    try:
        from importlib.metadata import version

        import progressive_blur as package
        from PIL import Image
    except ImportError:
        return
    source = Image.fromarray(image)
    add("progressive-blur (PyPI), fade between 0 and 20", version("progressive-blur"),
        lambda: package.apply_progressive_blur(
            source, max_blur=20, clear_until=0, blur_start=0.001, end_position=1, direction="bottom_to_top"), 1)


def ramp(numpy, width, height, maximum):
    """A mask of radii, from the maximum at the top to 0 at the bottom."""
    column = maximum * (1 - (numpy.arange(height) + 0.5) / height)
    return numpy.repeat(column.round().astype(numpy.uint8)[:, None], width, axis=1)


def ffmpeg(numpy, image, folder, count):
    """A ramp of box filters. Differences between four frames and one exclude the start of the program."""
    program = shutil.which("ffmpeg")
    if not program:
        return
    height, width, _ = image.shape
    planes, mask = os.path.join(folder, "planes"), os.path.join(folder, "mask")
    # the time does not depend on the order of the planes
    image.transpose(2, 0, 1).tofile(planes)
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
    RESULTS.append({"name": "ffmpeg varblur, box filters 20 to 0", "version": version_of([program, "-version"], "version"),
                    "milliseconds": times})


def write_ppm(path, image):
    height, width, _ = image.shape
    with open(path, "wb") as file:
        file.write(f"P6 {width} {height} 255\n".encode() + image.tobytes())


def masks(numpy, width, height):
    """The masks of radii with which slow programs are measured, as 8-bit fractions of the maximum."""
    u = ((numpy.arange(width) + 0.5) / width)[None, :]
    v = ((numpy.arange(height) + 0.5) / height)[:, None]
    smooth = 0.5 + 0.35 * (numpy.sin(5 * u + 1) + numpy.cos(4 * v + 2 * u))
    hard = numpy.where(numpy.hypot((u - 0.5) * 1.5, v - 0.45) < 0.3, 0.0, 1.0)
    for name, alpha in (("smooth mask", smooth), ("hard mask", hard)):
        yield name, (alpha.clip(0, 1) * 255).astype(numpy.uint8)
    yield "ramp 20 to 0", ramp(numpy, width, height, 255)


def slow_programs(numpy, image, folder):
    """Programs that take minutes: one run on 1 megapixel, scaled to the number of pixels of the image."""
    part = numpy.ascontiguousarray(image[:1000, :1000])
    height, width, _ = part.shape
    scale = image.shape[0] * image.shape[1] / (width * height)
    source, mask, result = (os.path.join(folder, name) for name in ("part.ppm", "mask.pgm", "result.ppm"))
    write_ppm(source, part)
    magick = shutil.which("magick") or shutil.which("convert")
    gegl = shutil.which("gegl")
    for name, alphas in masks(numpy, width, height):
        with open(mask, "wb") as file:
            file.write(f"P5 {width} {height} 255\n".encode() + alphas.tobytes())
        if magick:
            once(f"ImageMagick -compose Blur, {name}", version_of([magick, "-version"], "ImageMagick"),
                 [magick, "-limit", "thread", "1", source, mask, "-compose", "Blur", "-define", "compose:args=20",
                  "-composite", result], scale)
        if gegl:
            once(f"GEGL variable-blur, {name}", "0.4",
                 [gegl, source, "-o", result, "--", "gegl:variable-blur", "radius=20", "aux=[", "gegl:load",
                  f"path={mask}", "]"], scale)


def once(name, version, command, scale):
    """Measures one run of a program; omits it if it fails."""
    try:
        elapsed = timed(lambda: subprocess.run(command, check=True, capture_output=True))
    except (subprocess.CalledProcessError, OSError):
        return
    RESULTS.append({"name": f"{name}, one run at 1 MP, scaled", "version": version, "milliseconds": [elapsed * scale]})


def main():
    path, width, height, count = sys.argv[1], *map(int, sys.argv[2:5])
    try:
        import numpy
    except ImportError:
        print(json.dumps(RESULTS))
        return
    image = numpy.fromfile(path, numpy.uint8).reshape(height, width, 3)
    copy = numpy.empty_like(image)
    add("NumPy copy (memory bandwidth)", numpy.__version__, lambda: numpy.copyto(copy, image), count)
    opencv(image, count)
    libvips(image, count)
    pillow(image, count)
    progressive_blur(image)
    with tempfile.TemporaryDirectory() as folder:
        ffmpeg(numpy, image, folder, count)
        slow_programs(numpy, image, folder)
    print(json.dumps(RESULTS))


main()
