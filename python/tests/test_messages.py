"""Messages from pipes."""

from __future__ import annotations

import errno
import mmap
import os
import random
from typing import Any, List, Tuple

import pytest

from varblur._memory import new_memory
from varblur._messages import Message, MessageBuffer, start_of

Parsed = Tuple[int, Any, List[bytes]]


def messages_of(data: bytes, size: int, choice: random.Random) -> "tuple[List[Parsed], int]":
    """The messages in some bytes that arrive in random pieces, and the memory of the buffer at the end."""
    found: List[Parsed] = []
    position = 0
    reading, writing = os.pipe()
    with MessageBuffer(size) as buffer:
        while position < len(data):
            position += os.write(writing, data[position:position + choice.randint(1, size)])
            assert buffer.read(reading)
            found += [(message.number, *message.value()) for message in buffer.messages()]
        os.close(writing)
        assert not buffer.read(reading)
        memory = len(buffer._memory)
    os.close(reading)
    return found, memory


def test_messages_of_all_lengths() -> None:
    for seed in range(60):
        choice = random.Random(seed)
        size = choice.choice([1, 2, 7, 64, 1000])
        expected: List[Parsed] = []
        for _ in range(choice.randrange(40)):
            files = [bytes(choice.randrange(256) for _ in range(choice.choice([0, 1, size, 3 * size]))) for _ in range(choice.randrange(3))]
            value = {"name": "é" * choice.randrange(size), "files": [{"bytes": len(file)} for file in files]}
            expected.append((choice.randrange(1 << 32), value, files))
        data = b"".join(start_of(value, number, sum(map(len, files))) + b"".join(files) for number, value, files in expected)
        # what follows the last message is none
        rest = data[:choice.randrange(16)]
        found, memory = messages_of(data + rest, size, choice)
        assert found == expected
        if not rest:
            assert memory <= max(2 * size, 16)


@pytest.mark.parametrize("text, data", [
    (b"{", b""), (b"\xff", b""), (b"{}", b"x"), (b'{"a":{"bytes":2}}', b"x"), (b'{"a":{"bytes":-1}}', b""), (b'{"a":{"bytes":null}}', b"")])
def test_what_is_no_value_is_an_error(text: bytes, data: bytes) -> None:
    with pytest.raises((ValueError, TypeError)):
        Message(1, text, memoryview(data)).value()


def test_systems_without_large_pages_and_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    class Memory(mmap.mmap):
        def madvise(self, *_: int) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(mmap, "mmap", Memory)
    assert len(new_memory(1 << 23)) == 1 << 23
    with pytest.raises(MemoryError):
        new_memory(1 << 60)
