"""Blurs of NumPy arrays and Pillow images, in this process."""

from __future__ import annotations

import ctypes
import mmap
import operator
from typing import Any, Dict, Optional

from . import _library
from ._errors import invalid
from ._library import Layout
from ._masks import Masks, check_range, plain_array
from ._pillow import DEEP_HINT, DEEP_MODES, contents, image_of, is_native, with_channels
from ._settings import blur_for, keywords

_CHANNELS = {
    "gray": (_library.GRAY, 1), "gray-alpha": (_library.GRAY_ALPHA, 2), "rgb": (_library.RGB, 3), "bgr": (_library.BGR, 3),
    "rgba": (_library.RGBA, 4), "bgra": (_library.BGRA, 4), "cmyk": (_library.CMYK, 4),
}
_STANDARD_CHANNELS = {1: "gray", 3: "rgb", 4: "rgba"}
_PILLOW_MODES = {
    "L": _library.GRAY, "LA": _library.GRAY_ALPHA, "La": _library.GRAY_ALPHA | _library.PREMULTIPLIED, "RGB": _library.RGB,
    "RGBA": _library.RGBA, "RGBa": _library.RGBA | _library.PREMULTIPLIED, "CMYK": _library.CMYK,
    **{mode: _library.GRAY | _library.SIXTEEN_BITS for mode in DEEP_MODES},
}
#: The part of a format that says which channels there are, and those with alpha.
_CHANNELS_MASK = 0xFF
_ALPHA_FORMATS = (_library.GRAY_ALPHA, _library.RGBA, _library.BGRA)
#: The samples that the library blurs, by their size in bytes.
_SAMPLE_FORMATS = {1: 0, 2: _library.SIXTEEN_BITS, 4: _library.FLOAT}


def blur_array(data: Any, out: Any, channels: Optional[str], premultiplied: bool, options: Dict[str, Any]) -> Any:
    """Blurs an array; the parameters are those of :func:`varblur.blur`."""
    array = plain_array("an array", data)
    _check_array(array)
    masks = Masks(options)
    settings = keywords(options, "arrays")
    if out is not None:
        _check_out(array, out)
    format = _format(array, channels, premultiplied)
    threads = _thread_count(settings.pop("threads", None))
    blur = blur_for(array.shape[1], array.shape[0], settings, masks.mask, masks.matte)
    _check_channels(blur.options, format)
    if array.dtype.kind == "f":
        check_range("an array", array)
    if array.itemsize == 8:
        return _blur_doubles(array, out, blur, format, threads)
    return _blur_samples(array, out, blur, format, threads)


def _blur_samples(array: Any, out: Any, blur: _library.Blur, format: int, threads: int) -> Any:
    """Blurs values that the library can read."""
    import numpy

    native = array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    source = native if _row_stride(native) is not None else numpy.ascontiguousarray(native)
    is_same = out is not None and source is array and _address(out) == _address(array) and out.strides == array.strides
    if is_same:
        target = out
    elif out is not None and _row_stride(out) is not None and out.dtype.isnative and not numpy.may_share_memory(source, out):
        target = out
    else:
        target = numpy.empty(source.shape, source.dtype)
    stride = _row_stride(source)
    assert stride is not None
    layout = Layout(array.shape[1], array.shape[0], stride, format | _SAMPLE_FORMATS[array.itemsize])
    if is_same:
        blur.apply(_address(source), layout, None, 0, threads)
    else:
        target_stride = _row_stride(target)
        assert target_stride is not None
        blur.apply(_address(source), layout, _address(target), target_stride, threads)
    if out is None:
        return target if array.dtype.isnative else target.astype(array.dtype)
    if target is not out:
        numpy.copyto(out, target, casting="equiv")
    return out


def _blur_doubles(array: Any, out: Any, blur: _library.Blur, format: int, threads: int) -> Any:
    """Blurs values from 0 to 1 in steps of 1/65535; those that do not change in these steps stay as they are."""
    import numpy

    values = numpy.rint(array * array.dtype.type(65535)).astype(numpy.uint16)
    blurred = _blur_samples(values, None, blur, format, threads)
    result = numpy.where(blurred == values, array, blurred / numpy.float64(65535)).astype(array.dtype, copy=False)
    if out is None:
        return result
    numpy.copyto(out, result)
    return out


def _check_array(array: Any) -> None:
    if array.ndim not in (2, 3):
        raise ValueError(f"an array of pixels has the shape (height, width) or (height, width, channels), not {array.shape}")
    if array.size == 0:
        raise ValueError(f"the array has no pixels: its shape is {array.shape}")
    if array.dtype.kind == "f" and array.dtype.itemsize in (4, 8):
        return
    if array.dtype.kind != "u" or array.dtype.itemsize > 2:
        hint = "; write array.astype('uint8') * 255" if array.dtype.kind == "b" else ""
        raise TypeError(f"an array must have the type uint8, uint16, float32, or float64 (0 to 1), not {array.dtype}{hint}")


def _check_out(array: Any, out: Any) -> None:
    import numpy

    if not isinstance(out, numpy.ndarray):
        raise TypeError(f"out must be an array, not {type(out).__name__}")
    plain_array("out", out)
    if out.shape != array.shape or out.dtype != array.dtype:
        raise ValueError(f"out must have the shape {array.shape} and the type {array.dtype}, not {out.shape} and {out.dtype}")
    if not out.flags.writeable:
        raise ValueError("out is read-only")


def _format(array: Any, channels: Optional[str], premultiplied: bool) -> int:
    count = 1 if array.ndim == 2 else array.shape[2]
    name = _STANDARD_CHANNELS.get(count) if channels is None else channels
    if name is None:
        hint = "set channels='gray-alpha' if the second one is alpha" if count == 2 else "blur each channel on its own"
        raise ValueError(f"an array with {count} channels is not known to be an image: {hint}")
    if not isinstance(name, str) or name not in _CHANNELS:
        raise invalid(f"channels must be one of {', '.join(_CHANNELS)}, not {channels!r}")
    format, expected = _CHANNELS[name]
    if expected != count:
        raise ValueError(f"channels={name!r} needs {expected} channels, but the array has {count}: its shape is {array.shape}")
    if premultiplied and format not in _ALPHA_FORMATS:
        raise invalid("premultiplied=True needs an alpha channel; leave it out")
    return format | (_library.PREMULTIPLIED if premultiplied else 0)


def _check_channels(options: _library.Options, format: int) -> None:
    """Checks that the pixels have the channels that options need; files get an alpha channel."""
    channels = format & _CHANNELS_MASK
    if channels == _library.CMYK:
        changes = {
            "tint": options.tint_opacity > 0, "saturation": options.saturation != 1, "grain": options.grain > 0, "fade": options.fade > 0,
            "dither": options.dither != 0, "light": options.light != 0,
        }
        for name in (name for name, is_changed in changes.items() if is_changed):
            raise invalid(f"the option '{name}' is not supported for CMYK pixels; convert them to RGB, as image.convert('RGB') of Pillow does")
    if channels not in _ALPHA_FORMATS:
        if options.edges == _library.TRANSPARENT:
            raise invalid("the edges 'transparent' need an alpha channel; add one to the image")
        if options.fade > 0:
            raise invalid("the option 'fade' needs an alpha channel; add one to the image")


def _address(array: Any) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _row_stride(array: Any) -> Optional[int]:
    """The distance between rows whose pixels are adjacent; ``None`` for other arrays."""
    pixel = array.itemsize * (array.shape[2] if array.ndim == 3 else 1)
    row: int = array.shape[1] * pixel
    if array.flags.c_contiguous:
        return row
    is_adjacent = (array.ndim == 2 or array.shape[2] == 1 or array.strides[2] == array.itemsize) and (
        array.shape[1] == 1 or array.strides[1] == pixel)
    if not is_adjacent:
        return None
    if array.shape[0] == 1:
        return row
    return int(array.strides[0]) if array.strides[0] >= row else None


def _thread_count(threads: Any) -> int:
    if threads is None:
        return 0
    try:
        count = int(threads) if isinstance(threads, str) else operator.index(threads)
    except (TypeError, ValueError):
        count = 0
    if isinstance(threads, bool) or count < 1:
        raise invalid(f"the option 'threads' must be a whole number from 1, not {threads!r}")
    return min(count, _GREATEST_THREAD_COUNT)


#: More than any machine has, but not than the library takes.
_GREATEST_THREAD_COUNT = 1 << 16


def blur_pillow(image: Any, options: Dict[str, Any]) -> Any:
    """Blurs an image of Pillow, and returns another one with the same information."""
    picture, info = with_channels(image), dict(image.info)
    if picture is not image:
        info.pop("transparency", None)
    mode = picture.mode
    if mode not in _PILLOW_MODES:
        hint = {"I": DEEP_HINT, "F": "numpy.asarray(image) if 1 is white"}.get(mode, "image.convert('RGB')")
        raise ValueError(f"images of the mode {mode} cannot be blurred; use one of {', '.join(_PILLOW_MODES)}, or {hint}")
    if picture.width == 0 or picture.height == 0:
        raise ValueError("the image has no pixels")
    masks = Masks(options)
    settings = keywords(options, "Pillow images")
    threads = _thread_count(settings.pop("threads", None))
    blur = blur_for(picture.width, picture.height, settings, masks.mask, masks.matte)
    _check_channels(blur.options, _PILLOW_MODES[mode])
    pixels = _in_native_order(mode, contents(picture))
    memory = (ctypes.c_char * len(pixels)).from_buffer(pixels)
    blur.apply(ctypes.addressof(memory), Layout(picture.width, picture.height, 0, _PILLOW_MODES[mode]), None, 0, threads)
    result = image_of(mode, picture.size, _in_native_order(mode, pixels))
    result.info = info
    return result


def _in_native_order(mode: str, pixels: mmap.mmap) -> mmap.mmap:
    """Pixels with the bytes of their samples in the order of the machine, or back in that of the image."""
    if mode in DEEP_MODES and not is_native(mode):
        pixels[::2], pixels[1::2] = pixels[1::2], pixels[::2]
    return pixels
