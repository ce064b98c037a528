"""Images for the tests of a cluster: all different, some of them bad."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path
from typing import Dict, Iterator

import varblur

#: Every image with this number as its remainder by 50 is bad.
_BAD = 17


def photo(width: int, height: int, seed: int = 1) -> bytes:
    """A PNG image with gradients and some noise."""
    noise = random.Random(seed)
    rows = []
    for y in range(height):
        level = (y * 160 // height + 31 * seed) % 190
        table = bytes(level + value // 12 for value in range(256))
        rows.append(b"\0" + noise.getrandbits(24 * width).to_bytes(3 * width, "little").translate(table))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(rows), 1)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def numbered(image: bytes, number: int) -> bytes:
    """A PNG or JPEG image with a number as a comment, so that all images are different."""
    comment = f"image {number}".encode()
    if image[:2] == b"\xff\xd8":
        return image[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + image[2:]
    end = len(image) - 12
    return image[:end] + _chunk(b"tEXt", b"Comment\0" + comment) + image[end:]


def write(folder: Path, count: int, width: int, height: int, format: str = "png") -> Dict[str, bytes]:
    """Writes images into a folder and its folders; returns their relative paths and contents."""
    sources = [varblur.blur(photo(width, height, seed), format=format, max_radius=0, strip="all") for seed in range(1, 6)]
    contents = {}
    for number in range(count):
        image = numbered(sources[number % 5], number)
        if number % 50 == _BAD:
            image = image[:len(image) // 3] if number % 100 == _BAD else b"not an image"
        name = f"{number % 7}/image {number}.{format}"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(image)
        contents[name] = image
    return contents


def expected(contents: Dict[str, bytes], **options: varblur.OptionValue) -> Iterator["tuple[str, varblur.Image | varblur.Error]"]:
    """What the command makes of the images."""
    with varblur.Worker(2, executable=None, **options) as worker:
        yield from zip(contents, worker.outcomes(contents.values()))
