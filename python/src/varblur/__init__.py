"""Blurs images progressively: the radius varies over the image.

```python
import varblur

blurred = varblur.blur(open("photo.jpg", "rb").read(), max_radius="5%")
```

This package runs the command ``varblur``, which reads and writes PNG, JPEG, and WebP files. A :class:`Worker` keeps it in memory for
many images. ``varblur.spark`` blurs images on a cluster of Apache Spark.
"""

from __future__ import annotations

import os
from typing import List, Optional, Sequence, Union, overload

from ._command import OptionValue, Output, find_command, run
from ._errors import CommandNotFound, Error, ImageError, OptionError, OutputError, WorkerDied
from ._image import Buffer, Image
from ._version import __version__
from ._worker import Worker

__all__ = [
    "Buffer", "CommandNotFound", "Error", "Image", "ImageError", "OptionError", "OptionValue", "Output", "OutputError", "Worker",
    "WorkerDied", "__version__", "blur", "find_command", "run",
]


@overload
def blur(data: Buffer, *, format: Optional[str] = None, outputs: None = None, **options: OptionValue) -> bytes: ...


@overload
def blur(
    data: Buffer, *, format: Optional[str] = None, outputs: Sequence[Output], **options: OptionValue
) -> List[bytes]: ...


def blur(
    data: Buffer, *, format: Optional[str] = None, outputs: Optional[Sequence[Output]] = None, **options: OptionValue
) -> Union[bytes, List[bytes]]:
    """Blurs an image.

    Every call starts a process, which takes a few milliseconds. A :class:`Worker` starts it once.

    The options are those of the command, with underscores in place of hyphens: ``varblur --help`` and ``docs/command-line.md`` list
    all of them. Flags are ``True``. The most common ones:

    - ``max_radius``: the radius where the blur is strongest, as the standard deviation of the Gaussian: a number of pixels, at least
      0, or a string such as ``"5%"`` of the height of the image. The default is 20.
    - ``direction``: the side where it is strongest: ``"top"``, ``"bottom"``, ``"left"``, ``"right"``, ``"all"``, or several of them,
      separated by commas.
    - ``start_offset``: the part of the image that stays sharp, as a fraction (0.25) or a percentage (``"25%"``).
    - ``reach``: in place of ``start_offset``, the part of the image that is blurred, as pixels or a percentage (``"33%"``).
    - ``ramp``: any other shape, in the notation of CSS gradients: ``"radial-blur(0px 40%, 12px)"``, or a list of several.
    - ``area``, or ``areas``: only a part of the image, as a basic shape of CSS: ``"circle(40px at 50% 30%)"``, or a list of several.
    - ``resize``: the size of the result before the blur, such as ``"640x480"``, and ``fit``: ``"inside"``, ``"cover"``, ``"contain"``, or
      ``"fill"``.
    - ``timeout``: the time limit in seconds, without the start of the process.

    The user's settings file and the variables ``VARBLUR_…`` of the environment have no effect.

    Args:
        data: The bytes of a whole PNG, JPEG, or WebP file.
        format: The format of the result: ``"png"``, ``"jpeg"``, or ``"webp"``; ``None`` for that of the input.
        outputs: Several results, which are made from one decode: for each, a mapping with the options of size and format in which it
            differs, such as ``[{"resize": "320x"}, {"resize": "640x", "format": "webp"}]``.
        options: Options of the command.

    Returns:
        The bytes of the whole blurred file: those that the command writes for the same image and options. With ``outputs``, the bytes
        of each.

    Raises:
        ImageError: The image cannot be blurred.
        OptionError: An option is unknown, or its value is invalid.
        WorkerDied: The command ended unexpectedly.
        CommandNotFound: The command is not installed.
    """
    options.setdefault("threads", os.cpu_count() or 1)
    with Worker(1, max_input=options.get("max_input")) as worker:
        if outputs is not None:
            return worker.blur(data, format=format, outputs=outputs, **options)
        return worker.blur(data, format=format, outputs=None, **options)
