"""The C library, which blurs pixels in this process. Names and layouts are those of varblur.h."""

from __future__ import annotations

import ctypes
import functools
from pathlib import Path
from typing import Any, Optional

from ._errors import Error, LibraryNotFound, invalid
from ._interruption import interruptible

_NAME = "libvarblur.so.0"
_MESSAGE_SIZE = 512

GRAY, GRAY_ALPHA, RGB, BGR, RGBA, BGRA, CMYK = range(1, 8)
SIXTEEN_BITS, PREMULTIPLIED, FLOAT = 0x100, 0x200, 0x400
#: The last one of the edges.
TRANSPARENT = 4

_OUT_OF_MEMORY = 200
#: The pixels of images that take so long that Ctrl-C must not wait for them; a thread for each of smaller ones would cost more.
_LONG_PIXEL_COUNT = 1 << 20


class Layout(ctypes.Structure):
    _fields_ = [("width", ctypes.c_size_t), ("height", ctypes.c_size_t), ("stride", ctypes.c_ssize_t), ("format", ctypes.c_int)]


class Mask(ctypes.Structure):
    _fields_ = [
        ("samples", ctypes.c_void_p), ("width", ctypes.c_size_t), ("height", ctypes.c_size_t), ("stride", ctypes.c_ssize_t),
        ("bits", ctypes.c_int), ("is_inverted", ctypes.c_int),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("ramp", ctypes.c_char_p), ("mask", Mask), ("sides", ctypes.c_int),
        ("max_radius", ctypes.c_double), ("min_radius", ctypes.c_double), ("start_offset", ctypes.c_double),
        ("easing", ctypes.c_char_p), ("matte", Mask), ("edges", ctypes.c_int), ("light", ctypes.c_int), ("gamma", ctypes.c_double),
        ("saturation", ctypes.c_double), ("tint_red", ctypes.c_double), ("tint_green", ctypes.c_double),
        ("tint_blue", ctypes.c_double), ("tint_opacity", ctypes.c_double), ("grain", ctypes.c_double), ("fade", ctypes.c_double),
        ("dither", ctypes.c_int), ("mosaic", ctypes.c_double),
    ]


class Run(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("x", ctypes.c_size_t), ("y", ctypes.c_size_t), ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t), ("threads", ctypes.c_int), ("cancel", ctypes.c_void_p),
    ]


@functools.lru_cache(maxsize=None)
def _library() -> Any:
    """The library: the one of the wheel, or else an installed one."""
    try:
        library = ctypes.CDLL(str(path) if (path := Path(__file__).with_name(_NAME)).exists() else _NAME)
    except OSError as error:
        raise LibraryNotFound(
            "libraryNotFound",
            f"arrays and Pillow images need {_NAME}, which is in the wheel for Linux, or installed with 'make library install-library'; "
            f"{error}", 127) from error
    size, message = ctypes.c_size_t, ctypes.c_char_p
    library.varblur_options_init.argtypes = [ctypes.POINTER(Options), size]
    library.varblur_options_init.restype = None
    library.varblur_blur_create.argtypes = [ctypes.POINTER(Options), ctypes.POINTER(ctypes.c_void_p), message, size]
    library.varblur_blur_free.argtypes = [ctypes.c_void_p]
    library.varblur_blur_free.restype = None
    library.varblur_apply_to.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Layout), ctypes.c_void_p, ctypes.c_ssize_t, ctypes.POINTER(Run), message, size]
    library.varblur_apply.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Layout), ctypes.POINTER(Run), message, size]
    return library


def default_options() -> Options:
    """The settings of a blur, with their defaults."""
    options = Options()
    _library().varblur_options_init(ctypes.byref(options), ctypes.sizeof(options))
    return options


class Blur:
    """A blur for images of any size and format; threads may share it.

    Attributes:
        options: Its options, whose masks and texts may no longer be in memory.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self._library = _library()
        self._pointer = ctypes.c_void_p()
        message = ctypes.create_string_buffer(_MESSAGE_SIZE)
        _check(
            self._library.varblur_blur_create(ctypes.byref(options), ctypes.byref(self._pointer), message, _MESSAGE_SIZE), message)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            self._library.varblur_blur_free(self._pointer)

    def apply(self, source: int, layout: Layout, target: Optional[int], stride: int, threads: int) -> None:
        """Blurs pixels, in place without a target. Other threads of Python run meanwhile, and Ctrl-C ends it.

        Args:
            source: The address of the first pixel.
            layout: The layout of the source.
            target: The address of the first pixel of the result; ``None`` to blur in place.
            stride: The distance between the rows of the result in bytes.
            threads: The maximum number of threads; 0 for one per processor.
        """
        cancel = ctypes.c_int()
        run = Run(size=ctypes.sizeof(Run), threads=threads, cancel=ctypes.addressof(cancel))
        message = ctypes.create_string_buffer(_MESSAGE_SIZE)
        start, end = (self._pointer, source, ctypes.byref(layout)), (ctypes.byref(run), message, _MESSAGE_SIZE)

        def call() -> int:
            if target is None:
                return int(self._library.varblur_apply(*start, *end))
            return int(self._library.varblur_apply_to(*start, target, stride, *end))

        is_long = layout.width * layout.height >= _LONG_PIXEL_COUNT
        _check(interruptible(call, cancel) if is_long else call(), message)


def _check(status: int, message: Any) -> None:
    if status == 0:
        return
    text = message.value.decode("utf-8", "replace")
    if status == _OUT_OF_MEMORY:
        raise MemoryError(text)
    if 100 <= status < 200:
        raise invalid(text)
    raise Error("failed", text, 70)
