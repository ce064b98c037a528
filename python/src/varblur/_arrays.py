"""Blurs of NumPy arrays and Pillow images, in this process."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Dict, Optional

from . import _library
from ._library import Layout, Mask
from ._settings import blur_for, invalid, keywords

_CHANNELS = {
    "gray": (_library.GRAY, 1), "gray-alpha": (_library.GRAY_ALPHA, 2), "rgb": (_library.RGB, 3), "bgr": (_library.BGR, 3),
    "rgba": (_library.RGBA, 4), "bgra": (_library.BGRA, 4), "cmyk": (_library.CMYK, 4),
}
_STANDARD_CHANNELS = {1: "gray", 3: "rgb", 4: "rgba"}
_PILLOW_MODES = {
    "L": _library.GRAY, "LA": _library.GRAY_ALPHA, "La": _library.GRAY_ALPHA | _library.PREMULTIPLIED, "RGB": _library.RGB,
    "RGBA": _library.RGBA, "RGBa": _library.RGBA | _library.PREMULTIPLIED, "CMYK": _library.CMYK,
    "I;16": _library.GRAY | _library.SIXTEEN_BITS,
}


def is_pillow(image: Any) -> bool:
    """Whether an object is an image of Pillow, which need not be installed."""
    pillow = sys.modules.get("PIL.Image")
    return pillow is not None and isinstance(image, pillow.Image)


def is_array(data: Any) -> bool:
    """Whether an object is an array of pixels, and not the bytes of a file."""
    interface = getattr(data, "__array_interface__", None)
    if interface is not None:
        return not (len(interface["shape"]) == 1 and interface["typestr"] == "|u1")
    return isinstance(data, memoryview) and data.ndim > 1


def blur_array(data: Any, out: Any, channels: Optional[str], premultiplied: bool, options: Dict[str, Any]) -> Any:
    """Blurs an array; the parameters are those of :func:`varblur.blur`."""
    import numpy

    array = numpy.asarray(data)
    _check_array(array)
    mask, matte = options.pop("mask", None), options.pop("matte", None)
    settings = keywords(options, "arrays")
    if out is not None:
        _check_out(array, out)
    format = _format(array, channels, premultiplied)
    threads = _thread_count(settings.pop("threads", None))
    masks = _Masks(mask, matte, settings)
    blur = blur_for(array.shape[1], array.shape[0], settings, masks.mask, masks.matte)
    if array.dtype.kind == "f":
        return _blur_float(array, out, blur, format, threads)
    return _blur_integers(array, out, blur, format, threads)


def _blur_integers(array: Any, out: Any, blur: _library.Blur, format: int, threads: int) -> Any:
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
    layout = Layout(array.shape[1], array.shape[0], stride, format)
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


def _blur_float(array: Any, out: Any, blur: _library.Blur, format: int, threads: int) -> Any:
    """Blurs values from 0 to 1 in steps of 1/65535; those that do not change in these steps stay as they are."""
    import numpy

    least, greatest = array.min(), array.max()
    if not (least >= 0 and greatest <= 1):
        raise ValueError(
            f"the values of a floating-point array must be 0 to 1, but are {least} to {greatest}: divide by the greatest possible value, "
            "or use numpy.clip")
    values = numpy.rint(array * array.dtype.type(65535)).astype(numpy.uint16)
    blurred = _blur_integers(values, None, blur, format | _library.SIXTEEN_BITS, threads)
    result = numpy.where(blurred == values, array, (blurred / numpy.float64(65535)).astype(array.dtype))
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
    if name not in _CHANNELS:
        raise invalid(f"channels must be one of {', '.join(_CHANNELS)}, not {channels!r}")
    format, expected = _CHANNELS[name]
    if expected != count:
        raise ValueError(f"channels={name!r} needs {expected} channels, but the array has {count}: its shape is {array.shape}")
    return format | (_library.SIXTEEN_BITS if array.dtype.itemsize == 2 else 0) | (_library.PREMULTIPLIED if premultiplied else 0)


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
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise invalid(f"the option 'threads' must be a whole number from 1, not {threads!r}")
    return threads


class _Masks:
    """The mask and the matte of a call, and their memory."""

    def __init__(self, mask: Any, matte: Any, settings: Dict[str, Any]) -> None:
        self._memory: Dict[str, Any] = {}
        self.mask = self._mask("mask", mask, settings)
        self.matte = self._mask("matte", matte, settings)

    def _mask(self, name: str, samples: Any, settings: Dict[str, Any]) -> Optional[Mask]:
        is_inverted = settings.pop(f"{name}_invert", False)
        if samples is None:
            return None
        import numpy

        if is_pillow(samples):
            samples = samples.getchannel("A") if samples.mode in ("LA", "La", "PA", "RGBA", "RGBa") else samples.convert("L")
        elif not is_array(samples):
            kind = type(samples).__name__
            raise TypeError(f"the {name} of pixels in memory must be an array or a Pillow image, not {kind}; open its file first")
        array = numpy.asarray(samples)
        if array.dtype.kind == "b":
            array = array.astype(numpy.uint8) * numpy.uint8(255)
        if array.dtype == numpy.float64:
            array = array.astype(numpy.float32)
        if array.ndim == 3 and array.shape[2] == 1:
            array = array[:, :, 0]
        bits = {"uint8": 8, "uint16": 16, "float32": 32}.get(array.dtype.newbyteorder("=").name)
        if array.ndim != 2 or array.size == 0 or bits is None:
            raise ValueError(
                f"the {name} must have the shape (height, width) and the type uint8, uint16, bool, or float32 (0 to 1), not {array.shape} "
                f"and {array.dtype}")
        array = self._memory[name] = numpy.ascontiguousarray(array, array.dtype.newbyteorder("="))
        return Mask(_address(array), array.shape[1], array.shape[0], 0, bits, int(bool(is_inverted)))


def blur_pillow(image: Any, options: Dict[str, Any]) -> Any:
    """Blurs an image of Pillow, and returns another one with the same information."""
    from PIL import Image

    info = dict(image.info)
    if image.mode in ("P", "PA", "1"):
        # colors of a palette cannot be averaged
        has_alpha = image.mode == "PA" or "transparency" in info
        image = image.convert("L" if image.mode == "1" else "RGBA" if has_alpha else "RGB")
        info.pop("transparency", None)
    if image.mode not in _PILLOW_MODES:
        raise ValueError(
            f"images of the mode {image.mode} cannot be blurred; convert it to one of {', '.join(_PILLOW_MODES)}, for example with "
            "image.convert('RGB')")
    if image.width == 0 or image.height == 0:
        raise ValueError("the image has no pixels")
    mask, matte = options.pop("mask", None), options.pop("matte", None)
    settings = keywords(options, "Pillow images")
    threads = _thread_count(settings.pop("threads", None))
    masks = _Masks(mask, matte, settings)
    blur = blur_for(image.width, image.height, settings, masks.mask, masks.matte)
    pixels = bytearray(image.tobytes())
    memory = (ctypes.c_char * len(pixels)).from_buffer(pixels)
    blur.apply(ctypes.addressof(memory), Layout(image.width, image.height, 0, _PILLOW_MODES[image.mode]), None, 0, threads)
    result = Image.frombytes(image.mode, image.size, bytes(pixels))
    result.info = info
    return result

