"""The exceptions of this package."""

from __future__ import annotations

from typing import Sequence, Tuple, Type, Union

from ._image import Image


class Error(Exception):
    """An image was not blurred.

    Attributes:
        code: The kind of the error, for programs: one of the codes in ``result.schema.json``, for example ``"damaged"`` or
            ``"overLimit"``. Errors of this package have the codes ``"workerDied"``, ``"commandNotFound"``, ``"libraryNotFound"``, and ``"failed"``.
        message: The cause and, where there is one, the remedy.
        exit_status: The exit status that the command has for this error.
        messages: What the command wrote to standard error, if :func:`run` failed; otherwise empty.
        outputs: If several outputs were asked for and some of them were made: each :class:`Image`, or its error, in order.
    """

    messages: str = ""
    outputs: "Sequence[Union[Image, Error]]" = ()

    def __init__(self, code: str, message: str, exit_status: int) -> None:
        super().__init__(code, message, exit_status)
        self.code = code
        self.message = message
        self.exit_status = exit_status

    def __str__(self) -> str:
        return self.message


class ImageError(Error):
    """The image cannot be blurred: it is damaged, exceeds a limit, is of another format, or takes too long."""


class OutputError(Error):
    """The output cannot be written: it exists, or cannot be created."""


class OptionError(Error, ValueError):
    """An option has an invalid value, is unknown, or cannot be combined with another."""


class WorkerDied(Error):
    """The command ended while it worked on this image."""


class CommandNotFound(Error):
    """The command varblur is not installed, or is not a program."""


class LibraryNotFound(Error):
    """The C library, which blurs arrays, is not installed."""


_OPTION_CODES: Tuple[str, ...] = ("invalidSettings", "malformedLine")
_OUTPUT_CODES: Tuple[str, ...] = ("exists", "cannotCreate")


def invalid(message: str) -> OptionError:
    """The exception for an option that is wrong."""
    return OptionError("invalidSettings", message, 64)


def error_of(code: str, message: str, exit_status: int) -> Error:
    """The exception for an error in a result."""
    kind: Type[Error] = ImageError
    if code in _OPTION_CODES:
        kind = OptionError
    elif code in _OUTPUT_CODES:
        kind = OutputError
    return kind(code, message, exit_status)
