"""Lines from pipes."""

from __future__ import annotations

import os
import random
from typing import List

from varblur._lines import LineBuffer


def lines_of(data: bytes, size: int, choice: random.Random) -> "tuple[List[bytes], int]":
    """The lines of some bytes that arrive in random pieces, and the greatest memory of the buffer after a line was taken."""
    found, position, greatest = [], 0, 0
    reading, writing = os.pipe()
    with LineBuffer(size) as buffer:
        while position < len(data):
            position += os.write(writing, data[position:position + choice.randint(1, size)])
            assert buffer.read(reading)
            for line in buffer.lines():
                found.append(line.text(0))
                middle = len(found[-1]) // 2
                assert line.find(found[-1][middle:], middle) == middle and line.find(b"\n", 0) == -1
                with line.view(middle, len(found[-1])) as view:
                    assert view == found[-1][middle:]
        os.close(writing)
        while buffer.read(reading):
            found += [line.text(0) for line in buffer.lines()]
        greatest = len(buffer._memory)
    os.close(reading)
    return found, greatest


def test_lines_of_all_lengths() -> None:
    for seed in range(60):
        choice = random.Random(seed)
        size = choice.choice([1, 2, 7, 64, 1000])
        lengths = [choice.choice([0, 1, size, choice.randrange(20 * size), choice.randrange(3 * size)]) for _ in range(choice.randrange(60))]
        expected = [bytes(choice.choice(b"ab\0\xff") for _ in range(length)) for length in lengths]
        # what follows the last line break is no line
        rest = b"x" * choice.randrange(2)
        found, memory = lines_of(b"".join(line + b"\n" for line in expected) + rest, size, choice)
        assert found == expected
        if not rest:
            assert memory <= 2 * max(size, 1)
