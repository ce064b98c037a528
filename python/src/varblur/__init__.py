"""Blurs images progressively: the radius varies over the image.

```python
import varblur

blurred = varblur.blur("photo.jpg", max_radius="5%")  # the bytes of a file
blurred = varblur.blur(array, max_radius=20)           # an array, or an image of Pillow
```

Files are blurred by the command ``varblur``, in a process of its own, which reads PNG, JPEG, WebP, AVIF, HEIC, and JPEG XL, and writes all
but HEIC. A :class:`Worker` keeps
it in memory for many images. Arrays and images of Pillow are blurred in this process. ``varblur.spark`` blurs images on a cluster of
Apache Spark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Protocol, Sequence, Tuple, TypeVar, overload

from ._arrays import blur_array, blur_pillow
from ._command import OptionValue, Output, find_command, run
from ._errors import CommandNotFound, Error, ImageError, LibraryNotFound, OptionError, OutputError, WorkerDied, invalid
from ._image import Image
from ._jobs import Buffer, File, byte_limit, contents_of
from ._masks import is_array
from ._options import Options, PixelOptions
from ._pillow import is_pillow
from ._settings import flag
from ._version import __version__
from ._worker import Worker, no_output, processor_count

if TYPE_CHECKING:
    import numpy
    import PIL.Image
    from typing_extensions import Unpack

__all__ = [
    "Buffer", "CommandNotFound", "Error", "File", "Image", "ImageError", "LibraryNotFound", "OptionError", "OptionValue", "Options",
    "Output", "OutputError", "PixelOptions", "Worker", "WorkerDied", "__version__", "blur", "find_command", "run",
]


def __dir__() -> List[str]:
    return sorted(__all__)


class Pixels(Protocol):
    """Pixels in memory: an array of NumPy, or an image of Pillow."""

    @property
    def __array_interface__(self) -> "dict[str, Any]": ...


class _PillowImage(Protocol):
    """An image of Pillow, which is known by its members where Pillow has no types (before version 10.3)."""

    @property
    def mode(self) -> str: ...

    def getbands(self) -> Tuple[str, ...]: ...


_Shape = TypeVar("_Shape", bound=Tuple[Any, ...])
_Type = TypeVar("_Type", bound="numpy.dtype[Any]")


# with several dimensions, an array of pixels, which has a type of its own in NumPy only
@overload
def blur(
    data: memoryview, *, out: "Optional[numpy.ndarray[Any, Any]]" = None, channels: Optional[str] = None, premultiplied: bool = False,
    format: Optional[str] = None, outputs: Optional[Sequence[Output]] = None, **options: Unpack[Options]
) -> Any: ...


@overload
def blur(
    data: File, *, format: Optional[str] = None, outputs: None = None, **options: Unpack[Options]
) -> bytes: ...


@overload
def blur(
    data: File, *, format: Optional[str] = None, outputs: Sequence[Output], **options: Unpack[Options]
) -> List[bytes]: ...


@overload
def blur(
    data: "numpy.ndarray[_Shape, _Type]", *, out: "Optional[numpy.ndarray[Any, Any]]" = None, channels: Optional[str] = None,
    premultiplied: bool = False, mask: Optional[Pixels] = None, matte: Optional[Pixels] = None, **options: Unpack[PixelOptions]
) -> "numpy.ndarray[_Shape, _Type]": ...


@overload
def blur(
    data: _PillowImage, *, mask: Optional[Pixels] = None, matte: Optional[Pixels] = None, **options: Unpack[PixelOptions]
) -> "PIL.Image.Image": ...


@overload
def blur(
    data: Pixels, *, out: "Optional[numpy.ndarray[Any, Any]]" = None, channels: Optional[str] = None, premultiplied: bool = False,
    mask: Optional[Pixels] = None, matte: Optional[Pixels] = None, **options: Unpack[PixelOptions]
) -> "numpy.ndarray[Any, Any]": ...


def blur(
    data: Any, *, out: Any = None, channels: Any = None, premultiplied: Any = False, format: Any = None, outputs: Any = None, **options: Any
) -> Any:
    """Blurs an image file, an array, or an image of Pillow.

    The options are those of the command, with underscores in place of hyphens: ``varblur --help`` and ``docs/command-line.md`` list
    all of them. Flags are ``True``. The most common ones:

    - ``max_radius``, or ``sigma``: the radius where the blur is strongest, as the standard deviation of the Gaussian: a number of
      pixels, at least 0, or a string such as ``"5%"`` of the height of the image. The default is 20.
    - ``min_radius``: the radius at the other end of the ramp. Equal to ``max_radius``, the blur is uniform.
    - ``direction``: the side where it is strongest: ``"top"``, ``"bottom"``, ``"left"``, ``"right"``, ``"all"``, or several of them, as
      a list or separated by commas.
    - ``start_offset``: the part of the image that stays sharp, as a fraction (0.25) or a percentage (``"25%"``).
    - ``reach``: in place of ``start_offset``, the part of the image that is blurred, as pixels or a percentage (``"33%"``).
    - ``ramp``: any other shape, in the notation of CSS gradients: ``"radial-blur(0px 40%, 12px)"``, or a list of several.
    - ``area``, or ``areas``: only a part of the image, as a basic shape of CSS: ``"circle(40px at 50% 30%)"``, or a list of several.
    - ``resize``: the size of the result before the blur, such as ``"640x480"``, and ``fit``: ``"inside"``, ``"cover"``, ``"contain"``, or
      ``"fill"``.
    - ``timeout``: the time limit in seconds, without the start of the process.

    Options of files, sizes, and limits do not apply to arrays and images of Pillow. These are blurred in this process, while other threads
    run. For files, every call starts a process, which takes a few milliseconds; a :class:`Worker` starts it once.

    The user's settings file and the variables ``VARBLUR_…`` of the environment have no effect.

    Args:
        data: One of these:

            - an image file: its bytes, its path, or an open file
            - an array of the shape (height, width) or (height, width, channels) and the type uint8, uint16, or float32 or float64 with values
              from 0 to 1, which are blurred in steps of 1/65535; any strides. One channel is gray; three are RGB; four are RGBA.
            - an image of Pillow. Its rows are blurred as they are stored: first apply ``PIL.ImageOps.exif_transpose`` to photos.
        out: For an array: an array of the same shape and type for the result, which may be ``data`` itself; ``None`` for a new one.
        channels: For an array: ``"gray"``, ``"gray-alpha"``, ``"rgb"``, ``"bgr"``, ``"rgba"``, ``"bgra"``, or ``"cmyk"``. The order of colors
            matters only for tint and saturation.
        premultiplied: For an array with alpha: whether colors are multiplied by alpha.
        format: The format of the result, such as ``"jpeg"``; ``None`` for that of the input.
        outputs: Several results, which are made from one decode: for each, a mapping with the options of size and format in which it
            differs, such as ``[{"resize": "320x"}, {"resize": "640x", "format": "webp"}]``. Only :meth:`Worker.submit` writes them to files.
        options: Options of the command, which type checkers know: :class:`Options` for files, and :class:`PixelOptions` for arrays and
            images of Pillow. The ``mask`` and the ``matte`` of arrays and images of Pillow are such, too: arrays of two dimensions, of the
            type uint8, uint16, bool, or a floating-point type with values from 0 to 1, or images of Pillow, of which the alpha channel is
            the mask if any pixel is not opaque, or else the luma.

    Returns:
        The bytes of the whole blurred file: those that the command writes for the same image and options. With ``outputs``, the bytes
        of each. For an array, an array; for an image of Pillow, such an image, with the same information.

    Raises:
        ImageError: The image cannot be blurred.
        OptionError: An option is unknown, or its value is invalid.
        WorkerDied: The command ended unexpectedly.
        CommandNotFound: The command is not installed, or is not a program.
        LibraryNotFound: The library for arrays is not installed.
        TypeError: ``data`` is nothing that can be blurred, or an array of another type.
        ValueError: An array has another shape, or values out of range.
        OSError: The file cannot be read.
    """
    if "output" in options:
        raise no_output("output")
    premultiplied = flag({"premultiplied": premultiplied}, "premultiplied")
    if is_pillow(data) or is_array(data):
        if format is not None or outputs is not None:
            raise invalid("format and outputs apply to image files, not to pixels in memory")
        if not is_pillow(data):
            return blur_array(data, out, channels, premultiplied, options)
        if out is not None or channels is not None or premultiplied:
            raise invalid("out, channels, and premultiplied apply to arrays, not to images of Pillow")
        return blur_pillow(data, options)
    if out is not None or channels is not None or premultiplied:
        raise invalid("out, channels, and premultiplied apply to arrays, not to image files")
    data = contents_of(data, byte_limit(options.get("max_input")))
    options.setdefault("threads", processor_count())
    with Worker(1, max_input=options.get("max_input")) as worker:
        try:
            return worker.blur(data, format=format, outputs=outputs, **options)
        except BaseException:
            # nobody waits for the image any more, whatever interrupts the wait
            worker._stop()
            raise
