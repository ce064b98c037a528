"""Messages to and from the command: JSON, and the bytes of images."""

from __future__ import annotations

import json
import mmap
import os
import struct
from types import TracebackType
from typing import Any, Iterator, List, Optional, Tuple, Type

from ._memory import new_memory

#: The number of the message, the length of the JSON, and the number of bytes after it.
_HEAD = struct.Struct(">IIQ")


def start_of(value: Any, number: int = 0, byte_count: int = 0) -> bytes:
    """All of a message but the bytes."""
    text = json.dumps(value, separators=(",", ":")).encode()
    return _HEAD.pack(number, len(text), byte_count) + text


class Message:
    """A message in a buffer."""

    def __init__(self, number: int, text: bytes, data: memoryview) -> None:
        self.number = number
        self._text, self._data = text, data

    def value(self) -> Tuple[Any, List[bytes]]:
        """The value, in which ``{"bytes": n}`` stands for bytes, and the bytes, in this order.

        Raises:
            ValueError: It is not JSON, or needs other bytes than there are.
        """
        data: List[bytes] = []
        position = 0

        def take(found: Any) -> Any:
            nonlocal position
            if found.keys() == {"bytes"}:
                data.append(bytes(self._data[position:position + found["bytes"]]))
                position += found["bytes"]
            return found

        value = json.loads(self._text, object_hook=take)
        if position != len(self._data):
            raise ValueError("the text does not fit the bytes")
        return value, data


class MessageBuffer:
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
        self._memory = new_memory(2 * size)
        self._start = self._end = 0

    def read(self, descriptor: int) -> bool:
        """Reads what there is, and waits if there is nothing. All messages must have been taken.

        Returns:
            Whether the pipe is open.
        """
        if self._end + self._size > len(self._memory):
            length = self._end - self._start
            self._move(new_memory(2 * (length + self._size)))
        with memoryview(self._memory) as whole, whole[self._end:self._end + self._size] as rest:
            count = os.readv(descriptor, [rest])
        self._end += count
        return count > 0

    def messages(self) -> Iterator[Message]:
        """Takes all whole messages. Each is valid until the next one is asked for."""
        while self._end - self._start >= _HEAD.size:
            number, length, byte_count = _HEAD.unpack_from(self._memory, self._start)
            text = self._start + _HEAD.size
            end = text + length + byte_count
            if end > self._end:
                break
            with memoryview(self._memory) as whole, whole[text + length:end] as data:
                yield Message(number, self._memory[text:text + length], data)
            self._start = end
        if self._start == self._end:
            self._start = self._end = 0
            if len(self._memory) > 2 * self._size:
                self._move(new_memory(2 * self._size))

    def _move(self, memory: mmap.mmap) -> None:
        """Moves what is left to the start of other memory."""
        with memoryview(self._memory) as whole, whole[self._start:self._end] as rest, memoryview(memory) as target:
            target[:len(rest)] = rest
        self._memory.close()
        self._memory = memory
        self._end, self._start = self._end - self._start, 0

    def __enter__(self) -> "MessageBuffer":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._memory.close()
