"""Images of Pillow, and masks of every kind."""

from __future__ import annotations

import io
import random
import sys
import tracemalloc
from pathlib import Path
from typing import Any, Dict, Optional, Tuple

import pytest

import varblur

if sys.platform != "linux":
    pytest.skip("the library for arrays exists for Linux only", allow_module_level=True)
numpy = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

from test_arrays import decoded, encoded, noise  # noqa: E402

ROLES = ("mask", "matte")


def luma(colors: Any) -> Any:
    return numpy.floor(colors[:, :, :3].astype("int64") @ numpy.array([299, 587, 114]) / 1000 + 0.5).astype("uint8")


def gray_image(mode: str, choice: random.Random, height: int, width: int) -> Tuple[Any, Any]:
    """An image of a mode with one channel, and the array of its values."""
    seed = choice.randrange(1 << 30)
    if mode == "1":
        bits = noise(height, width, seed=seed) > 127
        return Image.fromarray(bits.astype("uint8") * 255).convert("1", dither=0), bits
    if mode == "L":
        values = noise(height, width, seed=seed)
        return Image.fromarray(values), values
    if mode == "F":
        floats = (noise(height, width, dtype="uint16", seed=seed) / 65535).astype("float32")
        return Image.fromarray(floats), floats
    deep = noise(height, width, dtype="uint16", seed=seed)
    order = {"I;16B": ">", "I;16N": "="}.get(mode, "<")
    return Image.frombytes(mode, (width, height), deep.astype(order + "u2").tobytes()), deep


def color_image(kind: str, choice: random.Random, height: int, width: int) -> Tuple[Any, Any]:
    """An image with colors or transparency, and the values that it has as a mask."""
    pixels = noise(height, width, 4, seed=choice.randrange(1 << 30))
    colors = Image.fromarray(pixels[:, :, :3].copy())
    if kind == "RGB":
        return colors, luma(pixels)
    if kind == "opaque RGBA":
        pixels[:, :, 3] = 255
        return Image.fromarray(pixels), luma(pixels)
    if kind == "opaque LA":
        image = Image.fromarray(pixels[:, :, 0].copy())
        return image.convert("LA"), pixels[:, :, 0]
    if kind == "PA":
        image = colors.quantize(16)
        image.putalpha(Image.fromarray(pixels[:, :, 3].copy()))
        assert image.mode == kind
        return image, pixels[:, :, 3]
    if kind in ("RGBA", "RGBa", "LA", "La"):
        image = Image.fromarray(pixels)
        image = image.convert("LA") if kind in ("LA", "La") else image
        return image.convert(kind) if kind in ("RGBa", "La") else image, pixels[:, :, 3]
    if kind == "P":
        image = colors.quantize(16)
        return image, luma(numpy.asarray(image.convert("RGB")))
    if kind == "P with alpha":
        image = colors.quantize(16)
        image.info["transparency"] = bytes(range(0, 256, 16))
        return image, numpy.asarray(image) * 16
    image = colors.convert("L") if kind == "L with a key" else colors
    key = image.getpixel((choice.randrange(width), choice.randrange(height)))
    image.info["transparency"] = key
    values = numpy.asarray(image)
    is_key = values == key if values.ndim == 2 else (values == key).all(2)
    return image, numpy.where(is_key, 0, 255).astype("uint8")


GRAY_MODES = ("1", "L", "F", "I;16", "I;16L", "I;16B", "I;16N")
COLOR_KINDS = (
    "RGB", "opaque RGBA", "opaque LA", "RGBA", "RGBa", "LA", "La", "PA", "P", "P with alpha", "L with a key", "RGB with a key")
#: Those that Pillow writes into PNG files, which the command reads.
FILE_KINDS = {*COLOR_KINDS, "1", "L"} - {"RGBa", "La", "PA"}


@pytest.mark.parametrize("kind", GRAY_MODES + COLOR_KINDS)
def test_each_mode_of_a_mask_is_the_array_of_its_values(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mask.png"
    if kind == "I;16N" and int(Image.__version__.split(".")[0]) < 10:
        pytest.skip("this version of Pillow knows no pixels of this mode")
    for seed in range(6):
        choice = random.Random(seed)
        height, width = choice.randint(1, 40), choice.randint(1, 40)
        image, values = (gray_image if kind in GRAY_MODES else color_image)(kind, choice, height, width)
        pixels = noise(30, 20, 3, seed=seed)
        for role in ROLES:
            options: Dict[str, Any] = {"sigma": 5, f"{role}_invert": choice.random() < 0.5}
            expected = varblur.blur(pixels, **{role: values}, **options)
            result = varblur.blur(pixels, **{role: image}, **options)
            assert numpy.array_equal(result, expected), (role, seed)
            if kind in FILE_KINDS:
                image.save(path)
                with_file: Dict[str, Any] = {**options, role: path}
                file = varblur.blur(encoded(pixels), **with_file)
                assert numpy.array_equal(decoded(file), result), (role, seed)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("dtype", ["bool", "u1", "<u2", ">u2", "<f2", "<f4", ">f4", "<f8", ">f8"])
def test_masks_of_every_type(role: str, dtype: str) -> None:
    pixels = noise(20, 30, 3)
    levels = noise(7, 9, seed=4) % 2 == 0 if dtype == "bool" else numpy.round(noise(7, 9, seed=4) / 255 * 4) / 4
    greatest = {"u1": 255, "<u2": 65535, ">u2": 65535}.get(dtype, 1)
    values = numpy.rint(levels * greatest).astype(dtype) if greatest > 1 else levels.astype(dtype)
    exact = values.astype("float64") / greatest
    assert numpy.array_equal(varblur.blur(pixels, sigma=5, **{role: values}), varblur.blur(pixels, sigma=5, **{role: exact}))
    spread = numpy.full((14, 18), 1, dtype)
    spread[::2, ::2] = values
    assert numpy.array_equal(
        varblur.blur(pixels, **{role: spread[::2, ::2]}), varblur.blur(pixels, **{role: values}))


WRONG_MASKS = [
    (numpy.full((4, 4), 200, "float32"), "0 to 1, but are 200.0 to 200.0: divide"), (numpy.full((4, 4), 1.5), "0 to 1"),
    (numpy.array([[0.5, numpy.nan]]), "0 to 1, but 1 are NaN: replace"), (numpy.array([[-0.1, 0.5]], ">f4"), "0 to 1"), (numpy.zeros((4, 4), "int64"), "int64"),
    (Image.new("F", (4, 4), 255), "0 to 1"), (Image.new("I", (4, 4), 255), "uint16"), (Image.new("CMYK", (4, 4)), "convert"),
    (Image.new("HSV", (4, 4)), "convert"), (Image.new("YCbCr", (4, 4)), "convert"), (Image.new("LAB", (4, 4)), "convert"),
    (numpy.zeros((4, 4, 3), "uint8"), "shape"), (numpy.zeros((0, 4), "float32"), "shape"), (Image.new("L", (0, 4)), "shape"),
]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("values, words", WRONG_MASKS)
def test_masks_of_unknown_meaning_are_errors(role: str, values: Any, words: str) -> None:
    options: Dict[str, Any] = {role: values}
    with pytest.raises(ValueError, match=words) as caught:
        varblur.blur(noise(4, 4, 3), **options)
    assert role in str(caught.value)


def test_gray_files_of_16_bits_are_masks(tmp_path: Path) -> None:
    values = noise(9, 7, dtype="uint16", seed=5)
    path = tmp_path / "mask.png"
    path.write_bytes(encoded(values))
    pixels = noise(30, 40, 3)
    with Image.open(path) as image:  # Its mode depends on the version of Pillow
        assert numpy.array_equal(varblur.blur(pixels, mask=image), varblur.blur(pixels, mask=values))


@pytest.mark.parametrize("format", ["GIF", "PNG", "TIFF"])
@pytest.mark.parametrize("mode", ["1", "L", "P"])
def test_files_that_were_not_read_yet(format: str, mode: str, tmp_path: Path) -> None:
    image = Image.fromarray(noise(20, 30, 3)).convert(mode)
    image.save(tmp_path / "image", format)
    pixels = noise(9, 9, 3)
    with Image.open(tmp_path / "image") as read:
        read.load()
        expected = varblur.blur(pixels, sigma=3, mask=read), varblur.blur(read, sigma=3)
    with Image.open(tmp_path / "image") as opened:
        assert numpy.array_equal(varblur.blur(pixels, sigma=3, mask=opened), expected[0])
    with Image.open(tmp_path / "image") as opened:
        assert numpy.array_equal(numpy.asarray(varblur.blur(opened, sigma=3)), numpy.asarray(expected[1]))


@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_key_colors_do_not_bleed(mode: str, tmp_path: Path) -> None:
    for seed in range(8):
        choice = random.Random(seed)
        image = Image.fromarray(noise(choice.randint(2, 40), choice.randint(2, 40), 3, seed=seed) // 64 * 64).convert(mode)
        image.save(tmp_path / "key.png", transparency=image.getpixel((0, 0)))
        options: Dict[str, Any] = {"sigma": choice.choice([0.7, 3, 20]), "direction": choice.choice(["top", "right"])}
        expected = decoded(varblur.blur((tmp_path / "key.png").read_bytes(), **options))
        with Image.open(tmp_path / "key.png") as opened:
            result = varblur.blur(opened, **options)
            assert "transparency" in opened.info and "transparency" not in result.info
        assert result.mode == mode + "A"
        assert numpy.array_equal(numpy.asarray(result), expected), (seed, options)
    deep = Image.new("I;16", (3, 3))
    deep.info["transparency"] = 3
    with pytest.raises(ValueError, match="transparency"):
        varblur.blur(deep)


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_key_colors_of_gray_files_have_any_number_of_bits(bits: int) -> None:
    for key in sorted({0, 1, (1 << bits) // 2, (1 << bits) - 1}):
        samples = noise(9, 21, 1, seed=bits) >> (8 - bits)
        samples[4, 5:9] = key
        file = encoded(samples, bits, (key,))
        expected = decoded(varblur.blur(file, sigma=2))
        assert expected.shape == (9, 21, 2)
        pixels, mask = noise(9, 21, 3), decoded(varblur.blur(file, sigma=0))[:, :, 1]
        with Image.open(io.BytesIO(file)) as opened:
            assert numpy.array_equal(varblur.blur(pixels, mask=opened), varblur.blur(pixels, mask=mask)), key
        with Image.open(io.BytesIO(file)) as opened:
            before = opened.info["transparency"]
            assert numpy.array_equal(numpy.asarray(varblur.blur(opened, sigma=2)), expected), key
            assert opened.info["transparency"] == before


@pytest.mark.parametrize("is_loaded", [False, True])
def test_key_colors_of_files_of_16_bits_are_those_of_their_pixels(is_loaded: bool) -> None:
    colors = noise(9, 21, 3, dtype="uint16")
    colors[::2] = key = (0x1234, 0x4321, 5)
    with Image.open(io.BytesIO(encoded(colors, key=key))) as opened:
        if is_loaded:
            opened.load()
        result = numpy.asarray(varblur.blur(opened, sigma=0))
    assert (result[::2, :, 3] == 0).all() and (result[1::2, :, 3] == 255).all()


CHANNELS = {"LA": "gray-alpha", "La": "gray-alpha", "CMYK": "cmyk"}


@pytest.mark.parametrize("mode", ["L", "LA", "La", "RGB", "RGBA", "RGBa", "CMYK", "I;16", "I;16L", "I;16B"])
@pytest.mark.parametrize("size", [(1, 1), (3, 70), (517, 300), (90_000, 2)])
def test_images_of_all_sizes(mode: str, size: "tuple[int, int]") -> None:
    width, height = size
    if mode in ("La", "RGBa"):
        straight = Image.frombytes(mode.upper(), size, noise(height, width, len(mode)).tobytes())
        image = straight.convert(mode)
    elif mode.startswith("I"):
        image = Image.frombytes(mode, size, noise(height, width, dtype="uint16").astype(">u2" if mode == "I;16B" else "<u2").tobytes())
    else:
        image = Image.frombytes(mode, size, noise(height, width, len(mode)).tobytes())
    result = varblur.blur(image, sigma=3, direction="left")
    channels: Optional[str] = CHANNELS.get(mode)
    premultiplied = mode in ("La", "RGBa")
    expected = varblur.blur(numpy.asarray(image), sigma=3, direction="left", channels=channels, premultiplied=premultiplied)
    assert (result.mode, result.size) == (mode, size)
    assert numpy.array_equal(numpy.asarray(result), expected)


def test_an_image_is_copied_once_each_way() -> None:
    image = Image.fromarray(noise(1000, 1200, 3))
    size = 1000 * 1200 * 3
    varblur.blur(image, sigma=0)
    tracemalloc.start()
    try:
        varblur.blur(image, sigma=0)
        # neither Pillow's own memory counts nor that of the copy, which is mapped: only parts of the image are copied otherwise
        assert tracemalloc.get_traced_memory()[1] < 0.1 * size
    finally:
        tracemalloc.stop()
