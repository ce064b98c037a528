"""A command that stays in memory and blurs one image after the other."""

from __future__ import annotations

import operator
import os
import threading
import weakref
from collections import ChainMap, deque
from concurrent.futures import Future
from types import TracebackType
from typing import TYPE_CHECKING, Any, Deque, Iterable, Iterator, List, Mapping, Optional, Sequence, Type, Union, overload

from ._command import Output, file_path, find_command, options_of, outputs_of
from ._engine import Engine
from ._errors import Error, ImageError, OptionError, invalid
from ._image import Image
from ._jobs import File, Job, NoFile, byte_limit, checked_format, contents_of
from ._keywords import is_bool
from ._options import Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The greatest number of jobs, as in the command.
_MAXIMUM_JOBS = 1024


class Worker:
    """Blurs images in memory with a command that stays in memory.

    ```python
    with varblur.Worker(jobs=2, max_radius="5%") as worker:
        for image in worker.map(open(path, "rb").read() for path in paths):
            store(image.data)
    ```

    All methods may be called from any thread. If the command dies, the image that it worked on has :class:`WorkerDied` as its
    error, a new process is started, and the other images are blurred. The process ends with this one, whatever the reason.

    It may be created before a fork: the child starts a process of its own with its first image.
    """

    def __init__(
        self, jobs: Optional[int] = None, *, executable: Optional[str] = None, format: Optional[str] = None, **options: Unpack[Options]
    ) -> None:
        """Prepares a worker; the process starts with the first image.

        Args:
            jobs: How many images are blurred at the same time, 1 to 1024; ``None`` for one per available processor.
            executable: The path of the command; ``None`` for the one that was installed with this package, or else in ``PATH``.
            format: The format of all results, such as ``"jpeg"``; ``None`` for those of the inputs.
            options: The options of all images, as for :func:`varblur.blur`. An image may override them.

        Raises:
            CommandNotFound: The command is not installed.
            OptionError: There is no such option, or ``jobs`` is no such number.
        """
        count = min(processor_count(), _MAXIMUM_JOBS) if jobs is None else _checked_jobs(jobs)
        self._command = os.path.abspath(executable) if executable and os.path.dirname(executable) else executable or find_command()
        self._options = options_of(self._command, {**options, **({} if format is None else {"format": checked_format(format)})})
        self._is_closed = False
        arguments = ["--quiet", "--no-settings", f"--jobs={count}"]
        self._arguments, self._count = arguments, count
        # Images in memory need no rights to files, programs, and networks
        self._engine = Engine(self._command, [*arguments, "--sandbox=auto"], count)
        self._engines = [self._engine]
        self._engines_lock = threading.Lock()
        _WORKERS.add(self)
        self._finalizer = weakref.finalize(self, _close_all, self._engines)
        self._finalizer.atexit = False

    @overload
    def submit(
        self, data: File, *, format: Optional[str] = None, output: "Union[str, os.PathLike[str], None]" = None,
        outputs: None = None, **options: Unpack[Options]
    ) -> "Future[Image]": ...

    @overload
    def submit(
        self, data: File, *, format: Optional[str] = None, output: None = None, outputs: Sequence[Output],
        **options: Unpack[Options]
    ) -> "Future[List[Image]]": ...

    def submit(
        self, data: File, *, format: Optional[str] = None, output: "Union[str, os.PathLike[str], None]" = None,
        outputs: Optional[Sequence[Output]] = None, **options: Unpack[Options]
    ) -> "Future[Any]":
        """Adds an image to those that wait.

        The bytes are kept until the command gets them.

        Args:
            data: An image file: its bytes, its path, or an open file.
            format: The format of the result, such as ``"jpeg"``; ``None`` for that of the input, or of the
                extension of ``output``.
            output: The path of a file to write to, which appears when it is complete; ``if_exists`` decides what happens to an
                existing file. The data of the result is empty then. ``None`` for a result in memory.
            outputs: Several outputs, which are made from one decode, as for :func:`varblur.blur`; an output may have a path to write
                to as its ``output``.
            options: Options of this image, as for :func:`varblur.blur`.

        Returns:
            A future whose result is an :class:`Image`, and whose exception is an :class:`Error`. With ``outputs``, the result is a list
            of images; if an output fails, the exception is its error, whose ``outputs`` contain the others.

        Raises:
            OptionError: There is no such option. An invalid value is an exception of the future.
            RuntimeError: The worker is closed.
            TypeError: ``data`` is no file.
            OSError: The file cannot be read.
        """
        own = options_of(self._command, options)
        in_effect = ChainMap(own, self._options)
        # a mask beside the input, and its time, need the input's path
        is_named = in_effect.get("keep-time") is True or "{" in str(in_effect.get("emit-mask"))
        path = _input_path(data) if is_named and isinstance(data, (str, os.PathLike)) else None
        # The contents must not change until they are sent
        contents = b"" if path else contents_of(data, byte_limit(in_effect.get("max-input")))
        format = checked_format(in_effect.get("format") if format is None else format)
        # the command knows which options exclude each other
        levels = [self._options, own if format is None else {**own, "format": format}]
        if outputs is not None:
            if output is not None:
                raise invalid("output cannot be combined with outputs, which have their own")
            job = Job(contents, levels, path=path, outputs=outputs_of(self._command, outputs))
        else:
            job = Job(contents, levels, None if output is None else file_path("output", output), path)
        self._engine_for(job).add(job)
        return job.future

    def _engine_for(self, job: Job) -> Engine:
        """The engine of a job: another one, whose process can open files, for jobs that use files."""
        if not job.uses_files:
            return self._engine
        with self._engines_lock:
            if len(self._engines) == 1:
                engine = Engine(self._command, self._arguments, self._count)
                if self._is_closed:
                    engine.close()
                self._engines.append(engine)
            return self._engines[1]

    @overload
    def blur(
        self, data: File, *, format: Optional[str] = None, outputs: None = None, **options: Unpack[Options]
    ) -> bytes: ...

    @overload
    def blur(
        self, data: File, *, format: Optional[str] = None, outputs: Sequence[Output], **options: Unpack[Options]
    ) -> List[bytes]: ...

    def blur(
        self, data: File, *, format: Optional[str] = None, outputs: Optional[Sequence[Output]] = None,
        **options: Unpack[Options]
    ) -> Union[bytes, List[bytes]]:
        """Blurs an image and waits for it.

        Args:
            data: An image file: its bytes, its path, or an open file.
            format: The format of the result; ``None`` for that of the input.
            outputs: Several outputs in memory, as for :func:`varblur.blur`.
            options: Options of this image, as for :func:`varblur.blur`.

        Returns:
            The bytes of the whole blurred file, or those of each output.

        Raises:
            Error: The image was not blurred.
        """
        if "output" in options:
            raise no_output("output")
        if isinstance(outputs, (list, tuple)) and any(isinstance(output, Mapping) and output.get("output") is not None for output in outputs):
            raise no_output("outputs")
        if outputs is not None:
            images = self.submit(data, format=format, output=None, outputs=outputs, **options).result()
            return [image.data for image in images]
        return self.submit(data, format=format, output=None, outputs=None, **options).result().data

    def map(
        self, images: Iterable[File], *, format: Optional[str] = None, **options: Unpack[Options]
    ) -> Iterator[Image]:
        """Blurs images, and returns their results in the same order.

        Only a few images and results are in memory: the images are taken as the results are used.

        Args:
            images: Files, as for :meth:`blur`.
            format: The format of the results; ``None`` for those of the inputs.
            options: Options of these images, as for :func:`varblur.blur`.

        Yields:
            The blurred images.

        Raises:
            Error: An image was not blurred. The images after it are lost; :meth:`outcomes` goes on. What is no file is an
                :class:`ImageError`, too.
            TypeError: ``images`` is a single file.
            Exception: An error of ``images`` comes after the results of all that they gave.
        """
        for outcome in self.outcomes(images, format=format, **options):
            if isinstance(outcome, Error):
                raise outcome
            yield outcome

    def outcomes(
        self, images: Iterable[File], *, format: Optional[str] = None, **options: Unpack[Options]
    ) -> Iterator[Union[Image, Error]]:
        """Blurs images, and returns their results or errors in the same order.

        As :meth:`map`, but an image that was not blurred gives its error instead of raising it.

        Args:
            images: Files, as for :meth:`blur`.
            format: The format of the results; ``None`` for those of the inputs.
            options: Options of these images, as for :func:`varblur.blur`.

        Yields:
            For each image, the blurred image or the error.

        Raises:
            TypeError: ``images`` is a single file.
            Exception: An error of ``images`` comes after the outcomes of all that they gave.
        """
        if isinstance(images, (str, bytes, bytearray, memoryview, os.PathLike)) or hasattr(images, "read"):
            raise TypeError("several images are a list or another iterable of files, not a single file; put it in a list: [file]")
        futures: Deque["Future[Image]"] = deque()
        failures: List[Exception] = []
        try:
            for data in _until_failure(images, failures):
                futures.append(self._submitted(data, format, options))
                if len(futures) > self._engine.window:
                    yield _outcome(futures.popleft())
            while futures:
                yield _outcome(futures.popleft())
            if failures:
                raise failures[0]
        finally:
            for future in futures:
                future.cancel()

    def _submitted(self, data: File, format: Optional[str], options: Options) -> "Future[Image]":
        """The future of an image, which has failed already if its file cannot be read, or is none."""
        try:
            return self.submit(data, format=format, output=None, outputs=None, **options)
        except (OSError, NoFile) as error:
            future: "Future[Image]" = Future()
            message = str(error) if isinstance(error, NoFile) else f"cannot read the file: {error}"
            future.set_exception(ImageError("unreadable", message, 66))
            return future

    def close(self, *, cancel: bool = False) -> None:
        """Waits for all images, and ends the process. Closing again has no effect.

        A ``KeyboardInterrupt``, or another exception that is no ``Exception``, ends the process at once: one that arrives meanwhile, or leaves a
        ``with`` block. Images that the command has got fail with :class:`WorkerDied`.

        Args:
            cancel: Whether images that the command has not got yet are canceled.
        """
        self._finalizer.detach()
        with self._engines_lock:
            self._is_closed = True
            engines = list(self._engines)
        try:
            for engine in engines:
                engine.close(is_canceled=cancel)
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        """Ends the processes at once, because nobody waits for the images any more."""
        for engine in list(self._engines):
            engine.stop()

    @property
    def process_ids(self) -> List[int]:
        """The numbers of the running processes.

        There is one for images in memory, and another one for those with an output, a mask, or a matte in a file; none of either before its
        first image, and while a process is replaced.
        """
        return [number for engine in list(self._engines) for number in engine.process_ids]

    def __enter__(self) -> "Worker":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self._stop()
        self.close(cancel=kind is not None)


_WORKERS: "weakref.WeakSet[Worker]" = weakref.WeakSet()


def _renew_locks() -> None:
    # another thread may have held one during the fork
    for worker in list(_WORKERS):
        worker._engines_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)


def _close_all(engines: "List[Engine]") -> None:
    for engine in engines:
        engine.close(is_waiting=False)


def _until_failure(images: Iterable[File], failures: List[Exception]) -> Iterator[File]:
    """The images that an iterable gives; its error ends them, and is added to a list."""
    try:
        for image in images:
            yield image
    except Exception as error:
        failures.append(error)


def _input_path(path: "Union[str, os.PathLike[str]]") -> str:
    """The path of an input in a job; a wrong one is an error of the image, not of the options."""
    try:
        return file_path("data", path)
    except OptionError as error:
        raise NoFile(str(error)) from error


def _outcome(future: "Future[Image]") -> Union[Image, Error]:
    try:
        return future.result()
    except Error as error:
        return error


def no_output(name: str) -> OptionError:
    """The error for outputs in files where the result has the bytes."""
    return invalid(f"blur returns the result; to write a file, use Worker.submit(data, {name}=…), or varblur.run")


def _checked_jobs(jobs: Any) -> int:
    try:
        count = 0 if is_bool(jobs) else operator.index(jobs)
    except TypeError:
        count = 0
    if not 1 <= count <= _MAXIMUM_JOBS:
        raise invalid(f"jobs must be a whole number from 1 to {_MAXIMUM_JOBS}, not {jobs!r}")
    return count


def processor_count() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
