"""The command varblur: where it is, which options it has, and runs of it."""

from __future__ import annotations

import errno
import functools
import json
import numbers
import os
import re
import shutil
import signal
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Sequence, Union

from ._errors import CommandNotFound, Error, invalid
from ._keywords import canonical, finite_number, is_bool, joined_sides, unknown
from ._options import FILE_OPTIONS

#: The value of an option: a number, a string such as ``"5%"``, ``True`` for a flag, a path, or for ``ramp`` and ``area`` a list of strings.
#: ``None`` leaves the option out.
OptionValue = Union[str, int, float, bool, "os.PathLike[str]", Sequence[str], None]

#: One of several outputs: its ``resize``, ``format``, and other options of size and format, and the path ``output`` to write to; without
#: a path, the result contains the bytes.
Output = Mapping[str, OptionValue]

#: What a photo knows of itself, which masks and mattes may be in place of files.
_PHOTO_PLANES = frozenset({"photo", "photo:depth"})

#: The first code point that stands for a byte of a path that is not valid UTF-8, less that byte.
_FIRST_BYTE = 0x10FE00
#: What is written byte for byte: the bytes that are not valid UTF-8 in Python, and the code points that stand for them in a job.
_BYTES = re.compile("[\udc80-\udcff\U0010fe80-\U0010feff]")


def find_command() -> str:
    """The path of the command.

    It is the one that was installed with this package, or else one in a directory of ``PATH``.

    Raises:
        CommandNotFound: There is none.
    """
    # The last one is that of `pip install --target`
    folders = [
        sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user"),
        str(Path(__file__).resolve().parent.parent / "bin"),
    ]
    command = shutil.which("varblur", path=os.pathsep.join(folders)) or shutil.which("varblur")
    if command is None:
        raise CommandNotFound("commandNotFound", "the command varblur is not installed, or not in a directory of PATH", 127)
    return os.path.abspath(command)


def not_started(problem: OSError) -> Error:
    """The error for a command that cannot be started: it is missing, or no program, or the system lacks something for now."""
    message = f"cannot start varblur: {problem}"
    if problem.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENOEXEC, errno.ELOOP, errno.ENAMETOOLONG):
        return CommandNotFound("commandNotFound", message, 127)
    return Error("failed", message, 71)


def environment() -> Dict[str, str]:
    """The environment of the command: without the variables that would change its options."""
    return {name: value for name, value in os.environ.items() if not name.startswith("VARBLUR_")}


@functools.lru_cache(maxsize=16)
def _schema(command: str) -> Mapping[str, Any]:
    """The schemas of the members of a job by their names, from the command itself."""
    try:
        document = subprocess.run(
            [command, "--generate-document", "job.schema.json"], stdin=subprocess.DEVNULL, capture_output=True, check=False,
            env=environment())
    except OSError as error:
        raise not_started(error) from error
    if document.returncode != 0:
        raise failure(document.returncode, document.stderr)
    members: Mapping[str, Any] = json.loads(document.stdout)["properties"]
    return members


def _options(command: str) -> Mapping[str, Any]:
    """The schemas of the options of an image by their names."""
    options: Mapping[str, Any] = _schema(command)["options"]["properties"]
    return options


def option_names(command: str) -> FrozenSet[str]:
    """The names of the options of an image."""
    return frozenset(_options(command))


def flags(command: str) -> FrozenSet[str]:
    """The names of the options of an image that have no value."""
    return frozenset(name for name, schema in _options(command).items() if "boolean" in schema.get("type", []))


def known_keywords() -> FrozenSet[str]:
    """The keywords of all options of image files; none without the command."""
    try:
        return frozenset(name.replace("-", "_") for name in option_names(find_command())) | {"format", "outputs", "output"}
    except CommandNotFound:
        return frozenset()


def options_of(command: str, keywords: Mapping[str, object]) -> Dict[str, Any]:
    """The options of a job, as JSON values.

    Raises:
        OptionError: There is no such option.
    """
    options: Dict[str, Any] = {}
    for keyword, value in keywords.items():
        name = canonical(keyword, keywords).replace("_", "-")
        if name not in option_names(command):
            names = frozenset(name.replace("-", "_") for name in option_names(command))
            raise invalid(unknown(keyword, names))
        if name == "direction" and value is not None:
            value = joined_sides(value)
        if isinstance(value, (list, tuple)) and "array" in _options(command)[name].get("type", []):
            options[name] = [_json_value(keyword, item) for item in value]
        elif name in FILE_OPTIONS and isinstance(value, (str, os.PathLike)) and not _is_no_path(name, value):
            options[name] = file_path(keyword, value)
        elif value is not None:
            options[name] = _json_value(keyword, value)
    return options


def _is_no_path(name: str, value: Any) -> bool:
    """Whether the value of an option that names a file is not the path itself: a plane of a photo, or a text with a placeholder."""
    return "{dir}" in str(value) if name == "emit-mask" else value in _PHOTO_PLANES


def name_files(options: Mapping[str, Any]) -> bool:
    """Whether options of a job name files, whose paths are absolute."""
    return any(name in FILE_OPTIONS and value not in _PHOTO_PLANES for name, value in options.items())


def outputs_of(command: str, outputs: Sequence[Output]) -> List[Dict[str, Any]]:
    """Several outputs of a job, as JSON values.

    Raises:
        OptionError: There are none or too many, or an output has no such option.
    """
    if not isinstance(outputs, (list, tuple)) or not all(isinstance(output, Mapping) for output in outputs):
        raise invalid("outputs must be a list of mappings with the options of each output")
    schema = _schema(command)["outputs"]
    if not 1 <= len(outputs) <= schema["maxItems"]:
        raise invalid(f"the number of outputs must be 1 to {schema['maxItems']}, not {len(outputs)}")
    results: List[Dict[str, Any]] = []
    for output in outputs:
        options = options_of(command, {name: value for name, value in output.items() if name != "output"})
        for name in options:
            if name not in schema["items"]["properties"]:
                keyword = name.replace("-", "_")
                raise invalid(f"the option '{keyword}' cannot differ between outputs of an image")
        path = output.get("output")
        options["output"] = {"inline": None} if path is None else file_path("output", path)
        results.append(options)
    return results


def _json_value(keyword: str, value: Any) -> Union[str, int, float, bool]:
    if is_bool(value):
        return bool(value)
    if isinstance(value, str):
        return encoded_path(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    number = finite_number(keyword, value)
    return _encoded(keyword, value) if number is None else number


def _encoded(keyword: str, value: Any) -> str:
    try:
        return encoded_path(value)
    except TypeError:
        kind = type(value).__name__
        raise invalid(f"the option '{keyword}' must not be of the type {kind}") from None


def file_path(keyword: str, path: Any) -> str:
    """The absolute path of an input or output in a job, because the folder of the process may change before the command opens the file.

    Raises:
        OptionError: It is no path.
    """
    _encoded(keyword, path)
    text = os.fspath(path)
    if text == "" or "\0" in text:
        raise invalid(f"'{keyword}' must be the path of a file, not {text!r}")
    return encoded_path(os.path.join(os.getcwd(), text))


def encoded_path(path: Union[str, "os.PathLike[str]"]) -> str:
    """A path in the form that jobs use: code points that stand for a byte each are in the place of surrogates, and of these code points."""
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError("a path must be a text")
    encoded = _BYTES.sub(lambda found: "".join(chr(_FIRST_BYTE + byte) for byte in found[0].encode("utf-8", "surrogateescape")), text)
    if any("\ud800" <= letter <= "\udfff" for letter in encoded):
        raise invalid(f"the text {text!r} contains an unpaired surrogate, which is no character")
    return encoded


def run(
    arguments: Sequence[Union[str, "os.PathLike[str]"]], *, input: bytes = b"", timeout: Optional[float] = None
) -> "subprocess.CompletedProcess[bytes]":
    """Runs the command as a shell would.

    The user's settings file and environment apply.

    Args:
        arguments: The arguments after ``varblur``, for example ``["--max-radius", "5%", "in.jpg", "out.jpg"]``.
        input: What the command reads from standard input.
        timeout: The seconds after which it is killed; ``None`` for no limit.

    Returns:
        The finished process, with what it wrote to standard output and to standard error.

    Raises:
        Error: The exit status is neither 0 nor 3 (blurred, but damaged). Its attribute ``messages`` has all that was written to standard
            error.
        TypeError: The arguments are one string.
        CommandNotFound: The command is not installed.
        subprocess.TimeoutExpired: The time has passed.
    """
    if isinstance(arguments, (str, bytes)):
        raise TypeError("arguments must be a list, such as ['--max-radius', '5%', 'in.jpg', 'out.jpg']")
    process = subprocess.run(
        [find_command(), *arguments], input=input, capture_output=True, timeout=timeout, check=False)
    if process.returncode not in (0, 3):
        raise failure(process.returncode, process.stderr)
    return process


def failure(status: int, errors: bytes) -> Error:
    """The error for a run that failed, with what the command wrote."""
    error = Error("failed", end_of_process(status, errors), status if status >= 0 else 128 - status)
    error.messages = errors.decode("utf-8", "replace")
    return error


def _said(errors: bytes) -> str:
    """The first error that a process wrote, with its hint, or else the last line."""
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    found = [number for number, line in enumerate(lines) if line.startswith("varblur: error: ")]
    if not found:
        return lines[-1][len("varblur: "):] if lines and lines[-1].startswith("varblur: ") else lines[-1] if lines else ""
    said = lines[found[0]][len("varblur: "):]
    hints = [line[len("varblur: hint: "):] for line in lines[found[0] + 1:] if line.startswith("varblur: hint: ")]
    if hints and len(found) == 1:
        said += f" ({hints[0]})"
    return said + (f"; and {len(found) - 1} more" if len(found) > 1 else "")


def end_of_process(status: int, errors: bytes) -> str:
    """How a process ended, as a sentence without a period."""
    last = _said(errors)
    said = f": {last}" if last else ""
    if status < 0:
        hint = "; the memory may have run out" if status == -signal.SIGKILL else ""
        return f"varblur was ended by {_signal_name(-status)}{hint}{said}"
    return f"varblur ended with exit status {status}{said}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

