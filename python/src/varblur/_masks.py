"""Masks and mattes of pixels in memory."""

from __future__ import annotations

import sys
from typing import Any, Dict, Optional

from ._errors import invalid
from ._library import Mask
from ._pillow import DEEP_HINT, DEEP_MODES, contents, is_native, is_pillow, with_channels
from ._settings import flag

#: The types of samples, and the bits that the library calls them by.
_BITS = {"uint8": 8, "uint16": 16, "float32": 32}


def is_array(data: Any) -> bool:
    """Whether an object is an array of pixels, and not the bytes or the path of a file, which may be a scalar of NumPy."""
    if isinstance(data, (str, bytes)):
        return False
    interface = getattr(data, "__array_interface__", None)
    if interface is not None:
        return not (len(interface["shape"]) == 1 and interface["typestr"] == "|u1")
    return isinstance(data, memoryview) and data.ndim > 1


def plain_array(name: str, data: Any) -> Any:
    """An array, or what describes one, as an array of NumPy.

    Raises:
        TypeError: Some of its values are masked.
    """
    import numpy

    if isinstance(data, numpy.ma.MaskedArray) and numpy.any(data.mask):
        raise TypeError(f"{name} must not have masked values, which would be blurred as others are; use its filled(0), or its data")
    return numpy.asarray(data)


def check_range(name: str, values: Any) -> None:
    """Checks the values of a floating-point array.

    Raises:
        ValueError: Not all of them are from 0 to 1.
    """
    least, greatest = values.min(), values.max()
    if not (least >= 0 and greatest <= 1):
        problem = f"are {least} to {greatest}: divide by the greatest possible value, or use numpy.clip"
        if least != least:
            problem = f"{(values != values).sum()} are NaN: replace them, for example with numpy.nan_to_num"
        raise ValueError(f"the values of {name} with floating-point samples must be 0 to 1, but {problem}")


class Masks:
    """The mask and the matte of a call, and their memory."""

    def __init__(self, options: Dict[str, Any]) -> None:
        """Takes both out of the options of a call."""
        self._memory: Dict[str, Any] = {}
        self.mask = self._mask("mask", options)
        self.matte = self._mask("matte", options)

    def _mask(self, name: str, options: Dict[str, Any]) -> Optional[Mask]:
        samples, is_inverted = options.pop(name, None), flag(options, f"{name}_invert")
        options.pop(f"{name}_invert", None)
        if samples is None:
            if is_inverted:
                raise invalid(f"the option '{name}_invert' requires '{name}'")
            return None
        array = self._memory[name] = _samples(name, samples)
        address = array.__array_interface__["data"][0]
        return Mask(address, array.shape[1], array.shape[0], 0, _BITS[array.dtype.name], int(is_inverted))


def _samples(name: str, values: Any) -> Any:
    """A mask as an array of two dimensions whose samples the library can read."""
    import numpy

    if is_pillow(values):
        array = _samples_of_image(name, values)
    elif is_array(values):
        array = plain_array(f"the {name}", values)
    else:
        raise TypeError(
            f"the {name} of pixels in memory must be an array or a Pillow image, not {type(values).__name__}; open its file first")
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.dtype.kind == "b":
        array = array.astype(numpy.uint8) * numpy.uint8(255)
    is_float = array.dtype.kind == "f"
    if array.ndim != 2 or array.size == 0 or not is_float and array.dtype.newbyteorder("=").name not in _BITS:
        raise ValueError(
            f"the {name} must have the shape (height, width) and the type uint8, uint16, bool, or a floating-point type (0 to 1), not "
            f"{array.shape} and {array.dtype}")
    if is_float:
        check_range(f"a {name}", array)
    return numpy.ascontiguousarray(array, numpy.float32 if is_float else array.dtype.newbyteorder("="))


def _samples_of_image(name: str, image: Any) -> Any:
    """What a mask that is an image of Pillow means: the values of its pixels, or as in a file, its alpha or its luma."""
    import numpy

    picture = with_channels(image)
    if picture.mode in DEEP_MODES:
        kind = "=u2" if is_native(picture.mode) else "<u2" if sys.byteorder == "big" else ">u2"
    elif picture.mode == "F":
        kind = "f4"
    elif picture.mode == "I" and picture.format == "PNG":
        # Before version 10.3, Pillow opens gray files of 16 bits in this mode
        kind = "i4"
    elif picture.mode in ("L", "LA", "La", "RGB", "RGBA", "RGBa"):
        kind = "u1"
    else:
        hint = DEEP_HINT if picture.mode == "I" else "image.convert('L')"
        raise ValueError(f"it is not known which values of the mode {picture.mode} are white in a {name}; use {hint}")
    shape = (picture.height, picture.width, len(picture.getbands()))
    pixels = numpy.frombuffer(contents(picture), kind, shape[0] * shape[1] * shape[2]).reshape(shape)
    if picture.mode == "I":
        return pixels.astype(numpy.uint16)
    count = pixels.shape[2]
    if count in (2, 4) and (pixels[:, :, -1] != 255).any():
        return pixels[:, :, -1]
    if count < 3:
        return pixels[:, :, 0]
    return ((pixels[:, :, :3].astype(numpy.uint32) @ numpy.array([299, 587, 114], "uint32") + 500) // 1000).astype(numpy.uint8)
