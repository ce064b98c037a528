"""Decodes images for the tests, independently of the libraries that varblur uses where possible.

Reads paths from standard input, one per line. Writes for each file a line of JSON (width, height, channels, ICC profile in
hexadecimal, number of bytes; or an error), followed by the samples: 16 bits each, little-endian, 8-bit samples times 257.
PNG files give RGBA, JPEG files their own channels. PNG files are decoded here, according to the specification, except that
Pillow decodes large 8-bit ones. Pillow decodes JPEG files.
"""

import array
import io
import json
import struct
import sys
import zlib

from PIL import Image

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
LARGE = 300_000


def chunks(data):
    offset = 8
    while offset < len(data):
        length, kind = struct.unpack(">I4s", data[offset:offset + 8])
        yield kind, data[offset + 8:offset + 8 + length]
        offset += length + 12


def unfilter(kind, line, above, step):
    if kind == 2:
        line[:] = bytes((value + up) & 255 for value, up in zip(line, above))
        return
    for i in range(len(line)):
        left, up, corner = (line[i - step], above[i], above[i - step]) if i >= step else (0, above[i], 0)
        if kind == 1:
            predicted = left
        elif kind == 3:
            predicted = (left + up) // 2
        else:
            # the distances of left + up - corner
            a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            predicted = left if a <= b and a <= c else up if b <= c else corner
        line[i] = (line[i] + predicted) & 255


def samples(line, depth):
    if depth == 8:
        return list(line)
    if depth == 16:
        return [line[i] << 8 | line[i + 1] for i in range(0, len(line), 2)]
    per_byte = 8 // depth
    return [line[i // per_byte] >> (8 - depth * (i % per_byte + 1)) & (1 << depth) - 1
            for i in range(len(line) * per_byte)]


def rgba(pixel, kind, depth, palette, transparent):
    top = (1 << depth) - 1
    if kind == 3:
        if 3 * pixel[0] >= len(palette):
            return [0, 0, 0, 65535]  # the palette has no such index
        alpha = transparent[pixel[0]] if transparent and pixel[0] < len(transparent) else 255
        return [v * 257 for v in (*palette[3 * pixel[0]:3 * pixel[0] + 3], alpha)]
    alpha = 65535
    if kind in (4, 6):
        alpha = pixel[-1] * 65535 // top
    elif transparent:
        key = struct.unpack(">%dH" % (len(transparent) // 2), transparent)
        alpha = 0 if tuple(pixel) == tuple(v & top for v in key) else 65535
    color = [v * 65535 // top for v in pixel[:3 if kind in (2, 6) else 1]]
    return (color * 3 if len(color) == 1 else color) + [alpha]


class Pixels(dict):
    """The four samples of each pixel of a file, as bytes in the order of the machine."""

    def __init__(self, *settings):
        self.settings = settings

    def __missing__(self, pixel):
        self[pixel] = array.array("H", rgba(pixel, *self.settings)).tobytes()
        return self[pixel]


def png(data):
    found = {}
    for kind, body in chunks(data):
        found[kind] = found.get(kind, b"") + body
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", found[b"IHDR"])
    raw = zlib.decompress(found[b"IDAT"])
    channels = CHANNELS[kind]
    step = max(1, channels * depth // 8)
    pixels = Pixels(kind, depth, found.get(b"PLTE"), found.get(b"tRNS"))
    out = array.array("Q", bytes(8 * width * height))
    offset = 0
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        columns, rows = -(-(width - x0) // dx), -(-(height - y0) // dy)
        if columns <= 0 or rows <= 0:
            continue
        size = (columns * channels * depth + 7) // 8
        above = bytearray(size)
        for row in range(rows):
            filter_kind, line = raw[offset], bytearray(raw[offset + 1:offset + 1 + size])
            offset += 1 + size
            if filter_kind:
                unfilter(filter_kind, line, above, step)
            above = line
            values = iter(samples(line, depth)[:columns * channels])
            first = (y0 + row * dy) * width
            out[first + x0:first + width:dx] = array.array("Q", b"".join(
                pixels[pixel] for pixel in zip(*[values] * channels)))
    return width, height, 4, array.array("H", out.tobytes())


def widened(image):
    narrow = image.tobytes()
    wide = bytearray(2 * len(narrow))
    wide[::2] = wide[1::2] = narrow
    return array.array("H", bytes(wide))


def decode(path):
    data = open(path, "rb").read()
    image = Image.open(io.BytesIO(data))
    profile = (image.info.get("icc_profile") or b"").hex()
    if data[:4] == b"\x89PNG":
        width, height = image.size
        if width * height <= LARGE or data[24] == 16:  # Pillow truncates 16-bit color
            return (*png(data), profile)
        return width, height, 4, widened(image.convert("RGBA")), profile
    width, height = image.size
    # Pillow inverts CMYK values, because Adobe stores them inverted; the tests compare stored values
    result = widened(image)
    if image.mode == "CMYK":
        result = array.array("H", [65535 - v for v in result])
    return width, height, len(image.getbands()), result, profile


for name in sys.stdin.read().split("\n"):
    if not name:
        continue
    try:
        width, height, channels, values, profile = decode(name)
        if sys.byteorder == "big":
            values.byteswap()
        header = {"width": width, "height": height, "channels": channels, "icc": profile}
        body = values.tobytes()
    except Exception as error:
        header, body = {"error": repr(error)}, b""
    sys.stdout.buffer.write(json.dumps({**header, "bytes": len(body)}).encode() + b"\n" + body)
