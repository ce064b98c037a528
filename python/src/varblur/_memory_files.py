"""Files in memory that a process inherits."""

from __future__ import annotations

import os
import sys
import threading
from typing import List, Optional, Union


class MemoryFiles:
    """Files in memory through which a process gets large images.

    The process inherits their descriptors, so that it needs the right to open no file, and cannot read those of this process.
    """

    def __init__(self, count: int) -> None:
        """Creates the files; fewer, or none, if the system has no more."""
        self._lock = threading.Lock()
        self._all: List[int] = []
        if sys.platform == "linux":
            try:
                for _ in range(count):
                    self._all.append(os.memfd_create("varblur"))
            except OSError:
                pass
        self._free = list(self._all)

    @property
    def descriptors(self) -> List[int]:
        return self._all

    def put(self, data: Union[bytes, bytearray, memoryview]) -> Optional[int]:
        """Writes some contents into a file that is free.

        Returns:
            Its descriptor, in this process and in the other one; ``None`` if there is none, or no memory.
        """
        with self._lock:
            if not self._free:
                return None
            file = self._free.pop()
        try:
            position, rest = 0, memoryview(data)
            while rest:
                count = os.pwrite(file, rest, position)
                position, rest = position + count, rest[count:]
        except OSError:
            self.take_back(file)
            return None
        return file

    def take_back(self, file: int) -> None:
        """Empties a file; after ``close``, has no effect."""
        with self._lock:
            if file in self._all:
                os.ftruncate(file, 0)
                self._free.append(file)

    def close(self) -> None:
        """Closes all files."""
        with self._lock:
            files, self._all, self._free = self._all, [], []
        for file in files:
            os.close(file)
