"""Memory that the system maps for one purpose, and takes back at once."""

import contextlib
import errno
import mmap


def new_memory(size: int) -> mmap.mmap:
    """Memory, all 0, of at least one byte; in large pages if it is large, because mapping small ones takes longer than a copy."""
    try:
        memory = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        if error.errno == errno.ENOMEM:
            raise MemoryError(str(error)) from error
        raise
    if hasattr(mmap, "MADV_HUGEPAGE") and size > _LARGE_SIZE:
        # only advice: some kernels have no large pages
        with contextlib.suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


_LARGE_SIZE = 1 << 22
