"""Lines from a pipe, which can be as long as an image."""

from __future__ import annotations

import mmap
import os
from types import TracebackType
from typing import Iterator, Optional, Type


class Line:
    """A line in a buffer, without its line break."""

    def __init__(self, memory: mmap.mmap, start: int, end: int) -> None:
        self._memory, self._start, self._end = memory, start, end

    def find(self, part: bytes, start: int) -> int:
        """The position of some bytes in the line, not before `start`; -1 if there are none."""
        position = self._memory.find(part, self._start + start, self._end)
        return position - self._start if position >= 0 else -1

    def text(self, start: int, end: Optional[int] = None) -> bytes:
        """A copy of a part of the line."""
        return self._memory[self._start + start:self._end if end is None else self._start + end]

    def view(self, start: int, end: int) -> memoryview:
        """A part of the line, which must be released before the next line is read."""
        return memoryview(self._memory)[self._start + start:self._start + end]


class LineBuffer:
    """Memory for what is read from a pipe.

    It is not part of the heap. There, blocks of the size of images between small ones, in the heaps of several threads, would leave ever more
    free memory that is not given back to the system.
    """

    def __init__(self, size: int) -> None:
        """Allocates memory.

        Args:
            size: The number of bytes to read at once.
        """
        self._size = size
        self._memory = _memory(2 * size)
        self._start = self._searched = self._end = 0

    def read(self, descriptor: int) -> bool:
        """Reads what there is, and waits if there is nothing. All lines must have been taken.

        Returns:
            Whether the pipe is open.
        """
        if self._end + self._size > len(self._memory):
            length = self._end - self._start
            self._move(_memory(2 * (length + self._size)))
        with memoryview(self._memory) as whole, whole[self._end:self._end + self._size] as rest:
            count = os.readv(descriptor, [rest])
        self._end += count
        return count > 0

    def lines(self) -> Iterator[Line]:
        """Takes all whole lines."""
        while True:
            position = self._memory.find(b"\n", self._searched, self._end)
            if position < 0:
                break
            yield Line(self._memory, self._start, position)
            self._start = self._searched = position + 1
        self._searched = self._end
        if self._start == self._end:
            self._start = self._searched = self._end = 0
            if len(self._memory) > 2 * self._size:
                self._move(_memory(2 * self._size))

    def _move(self, memory: mmap.mmap) -> None:
        """Moves what is left to the start of other memory."""
        with memoryview(self._memory) as whole, whole[self._start:self._end] as rest, memoryview(memory) as target:
            target[:len(rest)] = rest
        self._memory.close()
        self._memory = memory
        self._searched, self._end, self._start = self._searched - self._start, self._end - self._start, 0

    def __enter__(self) -> "LineBuffer":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._memory.close()


def _memory(size: int) -> mmap.mmap:
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
