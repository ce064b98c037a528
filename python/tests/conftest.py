"""Images and the command for the tests."""

from __future__ import annotations

import faulthandler
import os
import struct
import zlib
from pathlib import Path
from typing import Callable, Iterator

import pytest

import varblur

REPOSITORY = Path(__file__).resolve().parents[2]


def png(width: int, height: int, seed: int = 1) -> bytes:
    """An RGB image of noise."""
    state = seed * 2654435761 % (1 << 32) or 1
    rows = bytearray()
    for _ in range(height):
        rows.append(0)
        for _ in range(width * 3):
            state = (state * 1664525 + 1013904223) % (1 << 32)
            rows.append(state >> 24)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 1)) + chunk(b"IEND", b"")


@pytest.fixture(scope="session")
def command() -> str:
    """The path of the command, which is built before the tests."""
    return varblur.find_command()


@pytest.fixture(scope="session")
def image() -> bytes:
    return png(40, 30)


# What a command in Python gets, and answers, without the code of the package.
_MESSAGES = """
def images():
    while head := sys.stdin.buffer.read(16):
        number, length, count = struct.unpack('>IIQ', head)
        job, data = json.loads(sys.stdin.buffer.read(length)), sys.stdin.buffer.read(count)
        if 'arguments' not in job:
            yield number, data

def answer(number, result, data=b''):
    text = json.dumps(result).encode()
    sys.stdout.buffer.write(struct.pack('>IIQ', number, len(text), len(data)) + text + data)
    sys.stdout.buffer.flush()
"""


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory, command: str) -> Callable[[str], str]:
    """Creates a command in Python that behaves as a text says, apart from its list of options."""

    def create(batch: str) -> str:
        path = tmp_path_factory.mktemp("fake") / "varblur"
        path.write_text(
            f"#!/usr/bin/env python3\nimport json, os, signal, struct, sys, time\n"
            f"if '--generate-document' in sys.argv: os.execv({command!r}, ['varblur'] + sys.argv[1:])\n{_MESSAGES}\n{batch}\n")
        path.chmod(0o755)
        return str(path)

    return create


@pytest.fixture(autouse=True)
def every_test_ends_and_leaves_no_descriptor() -> Iterator[None]:
    """Checks that a test closes what it opens, and ends."""
    faulthandler.dump_traceback_later(120, exit=True)
    folder = Path("/proc/self/fd")
    before = len(os.listdir(folder)) if folder.exists() else 0
    yield
    faulthandler.cancel_dump_traceback_later()
    assert not folder.exists() or len(os.listdir(folder)) <= before
