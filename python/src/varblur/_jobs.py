"""Images in memory: jobs and results as messages of a batch."""

from __future__ import annotations

import errno
import os
import re
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Dict, List, Mapping, Optional, Protocol, Sequence, Tuple, Union, get_args

from ._command import name_files
from ._errors import Error, error_of, invalid
from ._image import Image
from ._messages import Message, start_of
from ._options import Format


class SupportsRead(Protocol):
    """A file that is open for reading bytes."""

    def read(self, size: int = ..., /) -> bytes: ...


#: What can be blurred: the bytes of a whole image file.
Buffer = Union[bytes, bytearray, memoryview]

#: An image file: its bytes, its path, or a file that is open for reading bytes.
File = Union[Buffer, str, "os.PathLike[str]", SupportsRead]

#: The formats of outputs.
FORMATS: Tuple[str, ...] = get_args(Format)

#: How many bytes are read at once, because some files allocate all memory that they are asked to fill.
_PART_SIZE = 1 << 20


def byte_limit(size: Any) -> Optional[int]:
    """The number of bytes that the option ``max_input`` allows; ``None`` without a valid one, about which the command says the rest."""
    if isinstance(size, str) and (match := re.fullmatch("([0-9]{1,18})([KMG]?)", size, re.IGNORECASE)):
        return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2].upper()]
    return size if isinstance(size, int) and not isinstance(size, bool) and size >= 0 else None


class NoFile(TypeError):
    """What was given in the place of an image file is none."""


def contents_of(file: Any, limit: Optional[int] = None) -> bytes:
    """The bytes of an image file.

    Args:
        file: Its bytes, its path, or an open file.
        limit: How many bytes are allowed; one more is read of longer files, so that the command refuses them. ``None`` for any number.

    Raises:
        NoFile: It is not a file.
        OSError: It cannot be read.
    """
    if isinstance(file, bytes):
        return file
    if isinstance(file, (str, os.PathLike)):
        with _opened(file) as opened:
            data: bytes = _read(opened, limit)
            return data
    if hasattr(file, "read"):
        file = _read(file, limit)
        if isinstance(file, str):
            raise NoFile("the file is open for text; open it with open(path, 'rb')")
    try:
        view = memoryview(file)
    except TypeError:
        view = None
    if view is None or view.itemsize != 1 or view.ndim != 1:
        raise NoFile(
            f"an image file is given by its bytes, its path, or an open file, not by an object of the type {type(file).__name__}")
    return view.tobytes()


def _opened(path: "Union[str, os.PathLike[str]]") -> BinaryIO:
    try:
        return open(path, "rb")
    except ValueError as error:  # a null character, or a surrogate that stands for no byte
        raise OSError(errno.EINVAL, f"no file has this path: {error}", os.fspath(path)) from error


def _read(file: Any, limit: Optional[int]) -> Any:
    if limit is None:
        return file.read()
    parts: List[bytes] = []
    rest = limit + 1
    # a file without a buffer gives less than it is asked for
    while rest > 0 and (part := file.read(min(rest, _PART_SIZE))):
        if isinstance(part, str):
            return part
        parts.append(part)
        rest -= len(part)
    return b"".join(parts)


@dataclass(eq=False)
class Job:
    """An image that waits for its result."""

    data: Buffer
    #: The options, of which later ones override those that came before.
    options: Sequence[Mapping[str, Any]]
    #: The path to write to; ``None`` to answer with the bytes.
    output: Optional[str] = None
    #: The path of the input, if the command itself reads it; there are no bytes then.
    path: Optional[str] = None
    #: Several outputs, as in a line of a batch; ``None`` for a single one. The result of the future is a list then.
    outputs: Optional[Sequence[Mapping[str, Any]]] = None
    future: "Future[Any]" = field(default_factory=Future)
    #: The number of processes that the job was sent to.
    attempts: int = 0
    #: Whether all of the message was written.
    is_sent: bool = False
    #: Whether the job was in a process that died with several jobs in it; then it is performed alone.
    is_suspect: bool = False

    @property
    def uses_files(self) -> bool:
        """Whether the command opens files for it."""
        outputs = [self.output, *(output["output"] for output in self.outputs or ())]
        options = {name: value for level in self.options for name, value in level.items()}
        return self.path is not None or any(isinstance(output, str) for output in outputs) or name_files(options)

    def start(self, number: int) -> bytes:
        """The message that describes the job, without the image.

        Args:
            number: The number of the message, less than 2³².
        """
        source = {"base64": {"bytes": len(self.data)}} if self.path is None else self.path
        job: Dict[str, Any] = {"input": source, "options": self.options}
        if self.outputs is not None:
            job["outputs"] = self.outputs
        else:
            job["output"] = {"inline": None} if self.output is None else self.output
        return start_of(job, number, len(self.data))


def checked_format(format: Optional[str]) -> Optional[str]:
    """The name of a format in a job.

    Raises:
        OptionError: There is no such format.
    """
    name = "jpeg" if isinstance(format, str) and format == "jpg" else format
    if name is not None and not (isinstance(name, str) and name in FORMATS):
        raise invalid(f"the format must be one of {', '.join(FORMATS)}, not {format!r}")
    return name


def parsed_result(message: Message) -> Union[Image, List[Image], Error]:
    """The result of a job: a list for several outputs.

    Raises:
        ValueError: The message is no result.
    """
    result, files = message.value()
    files.reverse()
    if "outputs" in result:
        outcomes = [_outcome({**output, "ms": result["ms"]}, files) for output in result["outputs"]]
        if result["status"] != "error":
            return [outcome for outcome in outcomes if isinstance(outcome, Image)]
        failure = _error(result)
        failure.outputs = outcomes
        return failure
    return _outcome(result, files)


def _outcome(result: Mapping[str, Any], files: List[bytes]) -> Union[Image, Error]:
    """An output, which takes its bytes from the end of a list."""
    if result["status"] == "error":
        return _error(result)
    output = result["output"]
    is_in_memory = isinstance(output, dict)
    return Image(
        data=files.pop() if is_in_memory else b"", format=output["format"] if is_in_memory else None,
        width=result.get("width", 0), height=result.get("height", 0), warnings=tuple(result["warnings"]),
        damaged=result.get("damaged", False), milliseconds=result["ms"], skipped=result["status"] == "skipped",
        sha256=result.get("sha256"), thumbhash=result.get("thumbhash"))


def _error(result: Mapping[str, Any]) -> Error:
    error = result["error"]
    return error_of(error["code"], error["message"], error["exit"])
