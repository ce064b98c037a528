"""Arrays and images of Pillow, which are blurred in this process."""

from __future__ import annotations

import random
import struct
import sys
import threading
import zlib
from pathlib import Path
from typing import Any, Callable, Dict

import pytest

import varblur

if sys.platform != "linux":
    pytest.skip("the library for arrays exists for Linux only", allow_module_level=True)
numpy = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}


def noise(*shape: int, dtype: str = "uint8", seed: int = 1) -> Any:
    values = numpy.random.default_rng(seed).integers(0, 1 << 16, shape, "uint16")
    return (values >> 8).astype("uint8") if dtype == "uint8" else values


def encoded(pixels: Any, bits: int = 0, key: "tuple[int, ...]" = ()) -> bytes:
    """A PNG file of an array, with samples of the array's type or of fewer bits, and perhaps a key color."""
    height, width, count = pixels.shape if pixels.ndim == 3 else (*pixels.shape, 1)
    rows = pixels.reshape(height, width * count).astype(pixels.dtype.newbyteorder(">"))
    if bits:
        rows = numpy.packbits((rows[:, :, None] >> numpy.arange(bits)[::-1] & 1).reshape(height, -1), axis=1)
    data = b"".join(b"\0" + row.tobytes() for row in rows)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, bits or 8 * pixels.itemsize, COLOR_TYPES[count], 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    if key:
        start += chunk(b"tRNS", struct.pack(f">{count}H", *key))
    return start + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def decoded(file: bytes) -> Any:
    """The pixels of a PNG file, with three dimensions."""
    data, start = b"", 8
    while start < len(file):
        length, kind = struct.unpack(">I4s", file[start:start + 8])
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack(">IIBB", file[start + 8:start + 18])
        if kind == b"IDAT":
            data += file[start + 8:start + 8 + length]
        start += length + 12
    count = {kind: count for count, kind in COLOR_TYPES.items()}[color]
    pixel = count * bits // 8
    data, above = zlib.decompress(data), bytearray(width * pixel)
    rows = bytearray()
    for start in range(0, len(data), width * pixel + 1):
        kind, row = data[start], bytearray(data[start + 1:start + 1 + width * pixel])
        for index in range(len(row)):
            left, corner = (row[index - pixel], above[index - pixel]) if index >= pixel else (0, 0)
            up = above[index]
            estimate = left + up - corner
            distances = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
            paeth = (left, up, corner)[distances.index(min(distances))]
            row[index] = (row[index] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        rows, above = rows + row, row
    return numpy.frombuffer(bytes(rows), f">u{bits // 8}").astype(f"u{bits // 8}").reshape(height, width, count)


def views(values: Callable[..., Any], choice: random.Random, height: int, width: int, count: int) -> Any:
    """An array of a size with any strides."""
    kind = choice.randrange(7)
    if kind == 0:
        return values(height, width + 3, count)[:, 2:-1]
    if kind == 1:
        return values(height * 2, width, count)[::-2]
    if kind == 2:
        return values(width, height, count).transpose(1, 0, 2)
    if kind == 3:
        return values(height, width, count)[:, ::-1, ::-1]
    if kind == 4:
        return numpy.asfortranarray(values(height, width, count))
    if kind == 5:
        return values(height, width, count + 2)[:, :, 1:-1]
    return values(height, width, count)


def random_options(choice: random.Random, count: int, dtype: str) -> Dict[str, Any]:
    options: Dict[str, Any] = choice.choice([
        {}, {"sigma": choice.choice([0, 0.4, 3, 7.5, 40, "5%", "12px"])},
        {"max_radius": 9, "min_radius": 2, "direction": choice.choice(["left", "right,top", "all", "bottom"])},
        {"max_radius": "20%", "direction": "left,right", "start_offset": choice.choice([0.3, -0.5, "25%"])},
        {"max_radius": 6, "reach": choice.choice(["33%", 9, "120%"]), "direction": choice.choice(["top", "bottom,left"])},
        {"ramp": choice.choice(["linear-blur(30deg, 9px, 0px 60%)", ["radial-blur(0px, 7px)", "linear-blur(4px, 0px 20%)"]])},
        {"areas": ["circle(6px)", "xywh(1px 2px 20% 9px round 3px) ellipse()"], "area_radius": 5, "feather": "4px",
         "area_invert": choice.random() < 0.5},
        {"area": "circle(5px)", "direction": "left", "max_radius": 4}, {"areas": []}, {"areas": [], "area_invert": True}, {"areas": [], "direction": "left,top"},
        {"area": "inset(3px)", "ramp": "linear-blur(0px, 4px)"}, {"area": "inset(3px)", "mask": "float", "max_radius": 3},
        {"max_radius": 8, "mask": choice.choice(["mask", "float"]), "mask_invert": choice.random() < 0.5},
        {"max_radius": 5, "min_radius": 5, "matte": "mask"},
    ])
    if choice.random() < 0.3:
        options["easing"] = choice.choice(["smoothstep", "ease-in", "cubic-bezier(0.1, 0.2, 0.8, 1)"])
    if choice.random() < 0.3:
        options["edges"] = choice.choice(["clamp", "mirror", "wrap"] + ["transparent"] * (count in (2, 4)))
    if choice.random() < 0.3:
        options["light"] = choice.choice(["linear", "encoded", "auto"])
    if choice.random() < 0.2 and "matte" not in options:
        options["mosaic"] = choice.choice([1, 4, "7px", "20%"])
    if choice.random() < 0.3:
        options.update(tint=choice.choice(["#a30", "navy"]), saturation=choice.choice([0.2, "150%"]), grain=choice.choice([0, 3]))
    if choice.random() < 0.2:
        options["dither"] = dtype == "uint8"
    if choice.random() < 0.2 and count in (2, 4):
        options["fade"] = 0.5
    return options


def test_pixels_are_those_of_the_command(tmp_path: Path) -> None:
    mask = noise(7, 5, seed=3)
    path = tmp_path / "mask.png"
    path.write_bytes(encoded(mask))
    masks = {"mask": mask, "float": (mask / 255).astype("float32")}
    with varblur.Worker(1) as worker:
        for seed in range(150):
            choice = random.Random(seed)
            dtype, count = choice.choice(["uint8", "uint16"]), choice.randint(1, 4)
            height, width = choice.choice([(1, 9), (16, 16), (23, 17), (40, 37), (70, 3)])
            pixels = views(lambda *shape: noise(*shape, dtype=dtype, seed=seed), choice, height, width, count)
            options = random_options(choice, count, dtype)
            files = {name: str(path) for name in ("mask", "matte") if name in options}
            with_files: Dict[str, Any] = dict(options, **files)
            expected = decoded(worker.blur(encoded(numpy.ascontiguousarray(pixels)), format="png", **with_files))
            with_arrays: Dict[str, Any] = dict(options)
            with_arrays.update({name: masks[options[name]] for name in files})
            channels = "gray-alpha" if count == 2 else None
            copy = numpy.array(pixels)
            result = varblur.blur(pixels, channels=channels, **with_arrays)
            assert result.dtype == dtype and result.shape == pixels.shape
            assert numpy.array_equal(result, expected), (seed, options)
            assert numpy.array_equal(pixels, copy)
            assert varblur.blur(pixels, out=pixels, channels=channels, **with_arrays) is pixels
            assert numpy.array_equal(pixels, expected), (seed, options)


def test_two_dimensions_and_other_byte_orders() -> None:
    pixels = noise(20, 30, dtype="uint16")
    expected = varblur.blur(pixels, sigma=4)
    assert expected.shape == (20, 30)
    assert numpy.array_equal(varblur.blur(pixels[:, :, None], sigma=4)[:, :, 0], expected)
    swapped = pixels.astype(">u2")
    assert numpy.array_equal(varblur.blur(swapped, sigma=4), expected) and varblur.blur(swapped).dtype == ">u2"
    assert numpy.array_equal(varblur.blur(memoryview(pixels), sigma=4), expected)


@pytest.mark.parametrize("dtype", ["uint16", "float32", "float64"])
def test_results_have_the_byte_order_of_the_input(dtype: str) -> None:
    for seed in range(12):
        choice = random.Random(seed)
        count = choice.choice([1, 3, 4])
        values = noise(choice.randint(1, 30), choice.randint(1, 30), count, dtype="uint16", seed=seed)
        pixels = values if dtype == "uint16" else (values / 65535).astype(dtype)
        options = random_options(choice, count, "uint16")
        options = {name: value for name, value in options.items() if not name.startswith("ma")}
        expected = varblur.blur(pixels, **options)
        assert expected.dtype == dtype
        for order in "<>":
            ordered = pixels.astype(pixels.dtype.newbyteorder(order))
            result = varblur.blur(ordered, **options)
            assert result.dtype.str == ordered.dtype.str and numpy.array_equal(result, expected)
            out = numpy.zeros_like(ordered)
            assert varblur.blur(ordered, out=out, **options) is out and numpy.array_equal(out, expected)
            assert varblur.blur(ordered, out=ordered, **options) is ordered and numpy.array_equal(ordered, expected)


def test_floats_are_those_of_the_integers() -> None:
    for seed in range(20):
        choice = random.Random(seed)
        count = choice.choice([1, 3, 4])
        pixels = numpy.random.default_rng(seed).random((choice.randint(1, 40), choice.randint(1, 40), count), "float32")
        pixels[0, 0] = choice.choice([0, 1, 1e-40, 0.5 / 65535])
        options = {name: value for name, value in random_options(choice, count, "uint16").items() if not name.startswith("ma")}
        result = varblur.blur(pixels, **options)
        steps = numpy.rint(pixels * numpy.float32(65535)).astype("uint16")
        blurred = varblur.blur(steps, **options)
        assert result.dtype == "float32"
        assert numpy.array_equal(result, numpy.where(blurred == steps, pixels, (blurred / 65535).astype("float32")))
        reversed_rows = numpy.ascontiguousarray(pixels[::-1])[::-1]
        assert numpy.array_equal(varblur.blur(reversed_rows, **options), result)
        assert varblur.blur(pixels, out=pixels, **options) is pixels and numpy.array_equal(pixels, result)


def test_floats_are_blurred_in_steps_of_16_bits() -> None:
    values = noise(30, 20, 3, dtype="uint16")
    for dtype in ("float32", "float64"):
        floats = (values / 65535).astype(dtype)
        result = varblur.blur(floats, sigma=6, start_offset=0.5)
        assert result.dtype == dtype
        assert numpy.array_equal(numpy.rint(result * 65535), varblur.blur(values, sigma=6, start_offset=0.5))
        # what is not blurred keeps its value, even between steps
        floats[29, 0, 0] = 0.1234567
        assert varblur.blur(floats, sigma=6, start_offset=0.5)[29, 0, 0] == floats[29, 0, 0]
        assert varblur.blur(floats, sigma=6, out=floats) is floats
    for bad in (floats + 1, -floats, numpy.full((3, 3), numpy.nan, "float32")):
        with pytest.raises(ValueError, match="0 to 1"):
            varblur.blur(bad)


def test_colors_in_the_order_of_opencv() -> None:
    pixels = noise(12, 14, 3)
    options: Dict[str, Any] = {"tint": "#f00", "tint_opacity": 0.5, "max_radius": 3}
    assert numpy.array_equal(
        varblur.blur(pixels[:, :, ::-1].copy(), channels="bgr", **options)[:, :, ::-1], varblur.blur(pixels, **options))


def test_out() -> None:
    pixels = noise(40, 50, 3)
    expected = varblur.blur(pixels, sigma=5)
    canvas = numpy.zeros((60, 70, 3), "uint8")
    assert varblur.blur(pixels, sigma=5, out=canvas[5:45, 9:59]) is not canvas
    assert numpy.array_equal(canvas[5:45, 9:59], expected) and not canvas[:5].any() and not canvas[:, 59:].any()
    # overlapping, but not the same
    shared = numpy.zeros((42, 50, 3), "uint8")
    shared[:40] = pixels
    varblur.blur(shared[:40], sigma=5, out=shared[2:])
    assert numpy.array_equal(shared[2:], expected)
    with pytest.raises(ValueError, match="shape"):
        varblur.blur(pixels, out=canvas)
    wrong: Any = bytearray(6000)
    with pytest.raises(TypeError, match="out"):
        varblur.blur(pixels, out=wrong)
    canvas.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        varblur.blur(pixels, out=canvas[5:45, 9:59])


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "CMYK", "I;16", "1", "P"])
def test_pillow(mode: str) -> None:
    image = Image.fromarray(noise(30, 40, 3))
    image = Image.fromarray(noise(30, 40, dtype="uint16")) if mode == "I;16" else image.convert(mode)
    image.info["dpi"] = (300, 300)
    result = varblur.blur(image, sigma=4, direction="left")
    assert isinstance(result, Image.Image) and result.size == (40, 30) and result.info["dpi"] == (300, 300)
    assert result.mode == {"1": "L", "P": "RGB"}.get(mode, mode)
    pixels = numpy.array(image if result.mode == mode else image.convert(result.mode))
    channels = {"LA": "gray-alpha", "CMYK": "cmyk"}.get(mode)
    assert numpy.array_equal(numpy.array(result), varblur.blur(pixels, sigma=4, direction="left", channels=channels))


def test_masks_of_pillow() -> None:
    pixels, mask = noise(30, 40, 3), noise(30, 40, seed=2)
    expected = varblur.blur(pixels, sigma=9, mask=mask)
    assert numpy.array_equal(varblur.blur(pixels, sigma=9, mask=Image.fromarray(mask)), expected)
    with_alpha = Image.fromarray(numpy.dstack([pixels, mask]))
    assert numpy.array_equal(varblur.blur(pixels, sigma=9, mask=with_alpha), expected)
    assert numpy.array_equal(varblur.blur(Image.fromarray(pixels), sigma=9, mask=mask), expected)
    binary = mask > 127
    assert numpy.array_equal(varblur.blur(pixels, matte=binary), varblur.blur(pixels, matte=binary.astype("uint8") * 255))


@pytest.mark.parametrize("data, options, kind, part", [
    (noise(4, 4, 3), {"radius": 3}, varblur.OptionError, "did you mean 'max_radius'"),
    (noise(4, 4, 3), {"sigma": 3, "max_radius": 3}, varblur.OptionError, "the same"),
    (noise(4, 4, 3), {"sigma": -1}, varblur.OptionError, "0 or more"),
    (noise(4, 4, 3), {"sigma": (1, 2)}, varblur.OptionError, "tuple"),
    (noise(4, 4, 3), {"sigma": "5em"}, varblur.OptionError, "5em"),
    (noise(4, 4, 3), {"ramp": "linear-blur(3px)"}, varblur.OptionError, "two stops"),
    (noise(4, 4, 3), {"ramp": "linear-blur(3px, 0px)", "sigma": 3}, varblur.OptionError, "cannot be combined"),
    (noise(4, 4, 3), {"direction": "up"}, varblur.OptionError, "top, bottom"),
    (noise(4, 4, 3), {"resize": "2x2"}, varblur.OptionError, "applies to image files"),
    (noise(4, 4, 3), {"format": "png"}, varblur.OptionError, "apply to image files"),
    (noise(4, 4, 3), {"threads": 0}, varblur.OptionError, "threads"),
    (noise(4, 4, 3), {"threads": True}, varblur.OptionError, "threads"),
    (noise(4, 4, 3), {"threads": 1.5}, varblur.OptionError, "threads"),
    (noise(4, 4, 3), {"threads": "two"}, varblur.OptionError, "threads"),
    (noise(4, 4, 3), {"sigmas": 3}, varblur.OptionError, "did you mean 'sigma'"),
    (noise(4, 4, 3), {"direction": ["top", "up"]}, varblur.OptionError, "in a list"),
    (noise(4, 4, 3), {"direction": []}, varblur.OptionError, "in a list"),
    (Image.new("I", (3, 3)), {}, ValueError, r"use one of L, .*, or numpy.asarray\(image\).astype\('uint16'\) if 65535 is white"),
    (Image.new("F", (3, 3)), {}, ValueError, r"or numpy.asarray\(image\) if 1 is white"),
    (numpy.array([[0.5, numpy.nan, 7]]), {}, ValueError, "an array .* 0 to 1, but 1 are NaN: replace .*numpy.nan_to_num"),
    (noise(4, 4, 3), {"fade": 0.5}, varblur.OptionError, "alpha"),
    (noise(4, 4, 3), {"channels": "rgba"}, ValueError, "4 channels"),
    (noise(4, 4, 3), {"mask": "mask.png"}, TypeError, "open its file"),
    (noise(4, 4, 3), {"mask": noise(4, 4, 3)}, ValueError, "mask"),
    (noise(4, 4, 2), {}, ValueError, "gray-alpha"),
    (noise(4, 4, 7), {}, ValueError, "7 channels"),
    (noise(4, 4).astype("int64"), {}, TypeError, "int64"),
    (noise(4, 4) > 3, {}, TypeError, "astype"),
    (noise(4, 0, 3), {}, ValueError, "no pixels"),
    (noise(4, 4, 3, 2), {}, ValueError, "shape"),
    (Image.new("HSV", (3, 3)), {}, ValueError, "convert"),
    ([1, 2], {}, TypeError, "list"),
    (b"", {"out": noise(3, 3)}, varblur.OptionError, "arrays"),
])
def test_errors(data: Any, options: Dict[str, Any], kind: "type[Exception]", part: str) -> None:
    with pytest.raises(kind, match=part):
        varblur.blur(data, **options)


def test_flags_of_numpy_are_flags(image: bytes) -> None:
    yes: Any = numpy.bool_(True)
    assert numpy.array_equal(varblur.blur(noise(9, 9, 3), dither=yes), varblur.blur(noise(9, 9, 3), dither=True))
    assert varblur.blur(image, dither=yes) == varblur.blur(image, dither=True)


def test_values_of_options() -> None:
    pixels = noise(30, 40, 3)
    expected = varblur.blur(pixels, sigma=4)
    for threads in (1, "2", numpy.int64(1), numpy.uint8(3), 10**30, None):
        options: Dict[str, Any] = {"threads": threads}
        assert numpy.array_equal(varblur.blur(pixels, sigma=4, **options), expected)
    both = varblur.blur(pixels, sigma=4, direction="top,left")
    assert not numpy.array_equal(both, expected)
    assert numpy.array_equal(varblur.blur(pixels, sigma=4, direction=["top", "left"]), both)
    assert numpy.array_equal(varblur.blur(Image.fromarray(pixels), sigma=numpy.float32(4), direction=("left", "top")), both)


def test_other_threads_run_meanwhile() -> None:
    pixels, steps, is_ended = noise(1500, 2000, 3), 0, threading.Event()

    def count() -> None:
        nonlocal steps
        while not is_ended.wait(0.0005):
            steps += 1

    counter = threading.Thread(target=count, daemon=True)
    counter.start()
    for _ in range(10):
        varblur.blur(pixels, sigma=20, threads=1)
    is_ended.set()
    counter.join()
    assert steps > 20


def test_files_by_path_and_open_files(tmp_path: Path, image: bytes) -> None:
    path = tmp_path / "in.png"
    path.write_bytes(image)
    expected = varblur.blur(image, sigma=3)
    assert varblur.blur(path, sigma=3) == varblur.blur(str(path), max_radius=3) == expected
    with open(path, "rb") as file:
        assert varblur.blur(file, sigma=3) == expected
    # the bytes of a file, as OpenCV has them
    assert varblur.blur(numpy.frombuffer(image, "uint8"), sigma=3) == expected
    with open(__file__) as text, pytest.raises(TypeError, match="'rb'"):
        varblur.blur(text)  # type: ignore[call-overload]
    with pytest.raises(FileNotFoundError):
        varblur.blur(tmp_path / "none.png")
    with pytest.raises(varblur.OptionError, match="max_radius"):
        varblur.blur(image, radius=3)  # type: ignore[call-overload]


def test_masked_values_are_errors_wherever_arrays_are() -> None:
    masked = numpy.ma.MaskedArray(noise(8, 8), numpy.eye(8))
    calls: "list[Callable[[], Any]]" = [
        lambda: varblur.blur(masked), lambda: varblur.blur(noise(8, 8), out=masked), lambda: varblur.blur(noise(8, 8), mask=masked),
        lambda: varblur.blur(noise(8, 8), matte=masked), lambda: varblur.blur(Image.fromarray(noise(8, 8)), mask=masked)]
    for call in calls:
        with pytest.raises(TypeError, match=r"must not have masked values.* filled\(0\)"):
            call()
    assert varblur.blur(masked.filled(0)).shape == (8, 8)


def test_true_is_no_radius_after_one() -> None:
    options: Dict[str, Any] = {"max_radius": True}
    varblur.blur(noise(4, 4, 3), max_radius=1)
    with pytest.raises(varblur.OptionError, match="bool"):
        varblur.blur(noise(4, 4, 3), **options)


def test_transparent_edges_need_an_alpha_channel() -> None:
    pixels = noise(20, 30, 4)
    expected = decoded(varblur.blur(encoded(pixels), edges="transparent"))
    assert numpy.array_equal(varblur.blur(pixels, edges="transparent"), expected)
    opaque = numpy.dstack([pixels[:, :, :3], numpy.full((20, 30), 255, "uint8")])
    # a file without an alpha channel gets one
    assert numpy.array_equal(
        varblur.blur(opaque, edges="transparent"), decoded(varblur.blur(encoded(pixels[:, :, :3]), edges="transparent")))
    for data in (pixels[:, :, :3], pixels[:, :, 0], Image.fromarray(pixels[:, :, :3].copy()), Image.new("CMYK", (4, 4))):
        with pytest.raises(varblur.OptionError, match="alpha channel"):
            varblur.blur(data, edges="transparent")
