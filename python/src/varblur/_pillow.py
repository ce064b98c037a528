"""Images of Pillow, which need not be installed, as bytes."""

from __future__ import annotations

import mmap
import sys
from typing import Any, Iterator, Tuple

from ._memory import new_memory

#: The modes of Pillow with one sample of 16 bits for each pixel.
DEEP_MODES = ("I;16", "I;16L", "I;16B", "I;16N")
#: What to use in place of the mode I, whose white is not known.
DEEP_HINT = "numpy.asarray(image).astype('uint16') if 65535 is white"
#: The sizes of samples in bytes, for modes whose samples have more than one.
_SAMPLE_SIZES = {**{mode: 2 for mode in DEEP_MODES}, "I": 4, "F": 4}
#: How many bytes of an image are copied at once: less than what C libraries map anew for each allocation.
_STRIP_SIZE = 1 << 16


def is_pillow(image: Any) -> bool:
    """Whether an object is an image of Pillow."""
    pillow = sys.modules.get("PIL.Image")
    return pillow is not None and isinstance(image, pillow.Image)


def is_native(mode: str) -> bool:
    """Whether samples of 16 bits have the byte order of the machine."""
    return mode == "I;16N" or (mode == "I;16B") == (sys.byteorder == "big")


def with_channels(image: Any) -> Any:
    """The same picture with a sample for each channel: palettes become colors, and a key color becomes transparency.

    Raises:
        ValueError: Pillow has no mode for that.
    """
    layout = image.tile[0][3] if getattr(image, "tile", None) else None  # how a file stores its samples, until it is loaded
    image.load()  # some formats have their palettes, and key colors, only then
    has_key = "transparency" in image.info
    if image.mode in ("P", "PA"):
        has_alpha = has_key or image.mode == "PA" or str(image.palette.mode).endswith("A")
        return image.convert("RGBA" if has_alpha else "RGB")
    if not has_key or image.mode not in ("1", "L", "RGB", "I", *DEEP_MODES):
        return image.convert("L") if image.mode == "1" else image
    if image.mode not in ("1", "L", "RGB"):
        raise ValueError(
            f"Pillow has no mode for a gray image of more than 8 bits with transparency; remove 'transparency' from the info of the image "
            f"of the mode {image.mode}, or blur an array of two channels")
    key = _key_of_samples(image, layout)
    if key != image.info["transparency"]:
        image = image.copy()
        image.info["transparency"] = key
    return image.convert("RGBA" if image.mode == "RGB" else "LA")


def _key_of_samples(image: Any, layout: Any) -> Any:
    """The key color in the samples of 8 bits that Pillow makes of those of a PNG file; it leaves the key color as it is in the file."""
    key = image.info["transparency"]
    if image.mode == "1":
        return 255 if key else 0
    if isinstance(key, tuple):
        return tuple(sample >> 8 for sample in key) if layout == "RGB;16B" or max(key) > 255 else key
    return key * (85 if layout == "L;2" else 17 if layout == "L;4" else 1)


def contents(image: Any) -> mmap.mmap:
    """The samples of an image, row by row.

    They are copied in strips, which stay in the caches of the processor: ``tobytes`` copies a large image twice.
    """
    samples = new_memory(image.width * image.height * _pixel_size(image))
    for top, bottom, part in _strips(image):
        samples[part] = image.crop((0, top, image.width, bottom)).tobytes()
    return samples


def image_of(mode: str, size: Tuple[int, int], samples: mmap.mmap) -> Any:
    """An image of samples, row by row."""
    from PIL import Image

    image = Image.new(mode, size, None)
    view = memoryview(samples)
    for top, bottom, part in _strips(image):
        image.paste(Image.frombytes(mode, (image.width, bottom - top), bytes(view[part])), (0, top))
    return image


def _strips(image: Any) -> Iterator[Tuple[int, int, slice]]:
    """Groups of rows: the first one, the one after the last one, and their samples."""
    row = image.width * _pixel_size(image)
    count = max(_STRIP_SIZE // max(row, 1), 1)
    for top in range(0, image.height, count):
        bottom = min(top + count, image.height)
        yield top, bottom, slice(top * row, bottom * row)


def _pixel_size(image: Any) -> int:
    return len(image.getbands()) * _SAMPLE_SIZES.get(image.mode, 1)
