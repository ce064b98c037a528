#!/usr/bin/env python3
"""Writes small HEIF files for FuzzBoxes: all kinds of items that varblur-heif surveys, and what it repairs. Their images cannot be decoded.

usage: heif_seeds.py FOLDER
"""

import struct
import sys
from pathlib import Path


def box(kind, *parts):
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), kind) + content


def full(kind, *parts, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def numbers(form, *values):
    return struct.pack(">" + form, *values)


def entry(number, kind):
    return full(b"infe", numbers("HH4sB", number, 0, kind, 0), version=2)


def size(width, height):
    return full(b"ispe", numbers("II", width, height))


def heif(items, properties, associations, references=(), data=b"\xff" * 64, primary=1):
    """A file whose items all have the same data. An association is (item, properties); a reference is (type, from, targets)."""
    places = [numbers("HHHII", number, 0, 1, 0, len(data)) for number, _ in items]
    meta = full(
        b"meta",
        full(b"hdlr", bytes(4), b"pict", bytes(13)),
        full(b"pitm", numbers("H", primary)),
        full(b"iinf", numbers("H", len(items)), *(entry(*item) for item in items)),
        # version 1, with offsets into the box idat
        full(b"iloc", numbers("HH", 0x4400, len(items)), *(place[:2] + numbers("H", 1) + place[2:] for place in places), version=1),
        box(b"iprp", box(b"ipco", *properties),
            full(b"ipma", numbers("I", len(associations)), *(numbers("HB", item, len(used)) + bytes(used) for item, used in associations))),
        full(b"iref", *(box(kind, numbers("HH", source, len(targets)), *(numbers("H", target) for target in targets))
                        for kind, source, targets in references)),
        box(b"idat", data))
    return box(b"ftyp", b"mif1", bytes(4), b"mif1heic") + meta + box(b"mdat", bytes(8))


ALPHA = full(b"auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
# a header of hvcC, and a sequence parameter set without its end
PARAMETERS = box(b"hvcC", bytes([1]) + bytes(21), numbers("BBHH", 1, 33, 1, 8), bytes([66, 1, 1, 1, 96, 0, 0, 3]))
GRID = numbers("BBBBHH", 0, 0, 1, 1, 16, 16)
OVERLAY = numbers("BBHHHHHHhh", 0, 0, 0, 0, 0, 0, 16, 16, -4, 4)

SEEDS = {
    # the beginning of AV1 data, which tells a size; other data tells none
    "av1": heif([(1, b"iden"), (2, b"av01")], [size(8, 8)], [(1, [1]), (2, [1])], [(b"dimg", 1, [2])], data=b"\x12\x00\x0a\x0a" + bytes(60)),
    "hevc": heif([(1, b"hvc1")], [size(8, 8), PARAMETERS], [(1, [1, 2])]),
    "turned": heif([(1, b"av01")], [box(b"irot", b"\1"), box(b"imir", b"\0"), box(b"clap", numbers("8I", 6, 1, 4, 1, 0, 1, 0, 1)), size(8, 8)],
                   [(1, [0x81, 2, 0x83, 4])]),
    "alpha": heif([(1, b"av01"), (2, b"av01")], [size(8, 8), ALPHA], [(1, [1]), (2, [1, 2])], [(b"auxl", 2, [1])]),
    "grid": heif([(1, b"grid")] + [(2 + tile, b"hvc1") for tile in range(4)], [size(16, 16), size(8, 8), PARAMETERS],
                 [(1, [1])] + [(2 + tile, [2, 3]) for tile in range(4)], [(b"dimg", 1, [2, 3, 4, 5])], data=GRID),
    "overlay": heif([(1, b"iovl"), (2, b"av01")], [size(16, 16), size(8, 8)], [(1, [1]), (2, [2])], [(b"dimg", 1, [2])], data=OVERLAY),
    "identity": heif([(1, b"iden"), (2, b"iden"), (3, b"av01")], [size(8, 8)], [(1, [1]), (2, [1]), (3, [1])],
                     [(b"dimg", 1, [2]), (b"dimg", 2, [3])]),
    # what older versions of libheif refuse: metadata and auxiliary images of several images
    "several": heif([(1, b"av01"), (2, b"av01"), (3, b"Exif"), (4, b"mime")], [size(8, 8)], [(1, [1]), (2, [1])],
                    [(b"cdsc", 3, [2, 1]), (b"thmb", 2, [1, 1]), (b"cdsc", 4, [1])]),
}

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for name, content in SEEDS.items():
    for recent in (0, 1):
        (folder / f"{name}-{recent}").write_bytes(bytes([recent]) + content)
