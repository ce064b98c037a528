"""The result of a blur."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Tuple


@dataclass(frozen=True)
class Image:
    """A blurred image."""

    #: The whole file; empty if it was written to a path.
    data: bytes = field(repr=False)
    #: The format of the file, such as ``"jpeg"``; ``None`` if it was written to a path.
    format: Optional[str]
    #: The width in pixels, of the image as displayed; 0 if it was skipped, and its file was not read.
    width: int
    #: The height in pixels, of the image as displayed; 0 if it was skipped, and its file was not read.
    height: int
    #: What the user should know about the image, one sentence each, without a period.
    warnings: Tuple[str, ...] = ()
    #: Whether the input is damaged; only with ``allow_damaged``.
    damaged: bool = False
    #: The time in milliseconds in which the command made the image.
    milliseconds: float = 0.0
    #: Whether the path existed, and the option ``if_exists`` kept it.
    skipped: bool = False
    #: The hash of the file in hexadecimal digits, if the option ``report`` names it.
    sha256: Optional[str] = None
    #: The ThumbHash of the picture in base64, if the option ``report`` names it.
    thumbhash: Optional[str] = None
