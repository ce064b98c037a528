"""What a task does: it blurs the images of record batches."""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .._command import Output, find_command, outputs_of
from .._errors import Error, WorkerDied
from .._image import Image
from .._worker import Worker

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pyarrow import RecordBatch

SCHEMA = (
    "path string, content binary, width int, height int, status string, code string, error string, warnings array<string>, "
    "damaged boolean")
#: The schema with several outputs: ``output`` is the index of an output.
OUTPUTS_SCHEMA = SCHEMA.replace("path string, ", "path string, output int, ")

Row = Dict[str, Any]
#: The paths below the directory of the results: one for each of several outputs.
Target = Union[str, List[Optional[str]], None]

#: The number of bytes after which a task passes its results on.
_BATCH_SIZE = 16 << 20
#: The number of images that wait for the command, so that it always has one.
_AHEAD = 4


@dataclass(frozen=True)
class ImageBlur:
    """The function that Spark calls in every task."""

    format: Optional[str]
    output: Optional[str]
    executable: Optional[str]
    options: Mapping[str, Any]
    outputs: Optional[Sequence[Output]] = None

    def check(self) -> None:
        """Checks the options where the job is started."""
        if self.outputs is not None:
            outputs_of(self.executable or find_command(), self.outputs)
        self._worker().close()

    @property
    def schema(self) -> str:
        """The schema of the results."""
        return SCHEMA if self.outputs is None else OUTPUTS_SCHEMA

    def __call__(self, batches: Iterator["RecordBatch"]) -> Iterator["RecordBatch"]:
        with self._worker() as worker:
            yield from _packed(self._rows(worker, _images(batches)), self.outputs is not None)

    def _worker(self) -> Worker:
        # Tasks run at the same time; each uses one processor.
        return Worker(1, executable=self.executable, **self.options)

    def _rows(self, worker: Worker, images: Iterator[Tuple[str, Optional[bytes], Target]]) -> Iterator[Row]:
        waiting: Deque[Tuple[str, "Union[Future[Any], str]"]] = deque()
        for path, content, target in images:
            waiting.append((path, self._started(worker, content, target)))
            if len(waiting) > _AHEAD:
                yield from self._finished(*waiting.popleft())
        while waiting:
            yield from self._finished(*waiting.popleft())

    def _started(self, worker: Worker, content: Optional[bytes], target: Target) -> "Union[Future[Any], str]":
        """The image that is being blurred, or why it is not."""
        if content is None:
            return "the image has no content"
        try:
            if self.outputs is not None:
                return worker.submit(content, format=self.format, outputs=self._placed(self.outputs, target))
            place = self._place(target) if isinstance(target, str) else None
        except ValueError as error:
            return str(error)
        return worker.submit(content, format=self.format, output=place)

    def _placed(self, outputs: Sequence[Output], target: Target) -> Sequence[Output]:
        """The outputs with the paths of their results."""
        if self.output is None:
            return outputs
        targets = target if isinstance(target, list) else []
        if len(targets) != len(outputs):
            raise ValueError(f"the image has {len(targets)} targets for {len(outputs)} outputs")
        return [{**output, "output": self._place(target or "")} for output, target in zip(outputs, targets)]

    def _place(self, target: str) -> Optional[str]:
        return None if self.output is None else place_in(self.output, target)

    def _finished(self, path: str, future: "Union[Future[Any], str]") -> Iterator[Row]:
        """The rows of an image: one for each output."""
        outcome = _outcome(future)
        if self.outputs is None:
            yield _row(path, outcome)
            return
        parts = outcome.outputs or [outcome] * len(self.outputs) if isinstance(outcome, Error) else outcome
        for index, part in enumerate(parts):
            yield {**_row(path, part), "output": index}


def place_in(output: str, target: str) -> str:
    """The path of a result below the directory of the results.

    Whoever writes the table of images may not be allowed to write elsewhere.

    Raises:
        ValueError: The target is no path below the directory, or a link on it leads out of the directory.
    """
    parts = target.split("/")
    if not target or os.path.isabs(target) or ".." in parts or "\0" in target:
        raise ValueError(f"the target {target!r} is not a path below the output (leave out '..' and the root)")
    place = os.path.join(output, target)
    root = os.path.realpath(output)
    if os.path.commonpath([root, os.path.realpath(place)]) != root:
        raise ValueError(f"the target {target!r} leaves the output through a link (remove the link)")
    return place


def _images(batches: Iterator["RecordBatch"]) -> Iterator[Tuple[str, Optional[bytes], Target]]:
    """The paths, contents and targets of batches, one row in memory at a time."""
    for batch in batches:
        columns = {name: batch.column(name) for name in batch.schema.names}
        for index in range(batch.num_rows):
            target = columns["target"][index].as_py() if "target" in columns else None
            yield columns["path"][index].as_py(), columns["content"][index].as_py(), target


def _outcome(future: "Union[Future[Any], str]") -> Any:
    """The result of an image, or its error.

    Raises:
        WorkerDied: The command died, and the task is to be repeated.
    """
    if isinstance(future, str):
        return Error("failed", future, 70)
    try:
        return future.result()
    except WorkerDied as error:
        if not _is_last_attempt():
            raise
        return error
    except Error as error:
        return error


def _row(path: str, outcome: Union[Image, Error]) -> Row:
    if isinstance(outcome, Error):
        return {
            "path": path, "content": None, "width": None, "height": None, "status": "error", "code": outcome.code, "error": str(outcome),
            "warnings": [], "damaged": None,
        }
    return {
        "path": path, "content": outcome.data or None, "width": outcome.width or None, "height": outcome.height or None,
        "status": "skipped" if outcome.skipped else "ok", "code": None, "error": None, "warnings": list(outcome.warnings),
        "damaged": outcome.damaged,
    }


def _is_last_attempt() -> bool:
    """Whether the task fails the third time: by default, a job ends when a task fails the fourth time."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return context is None or context.attemptNumber() >= 2


def _packed(rows: Iterator[Row], has_outputs: bool) -> Iterator["RecordBatch"]:
    """Rows as batches of a bounded size."""
    import pyarrow

    schema = pyarrow.schema([
        ("path", pyarrow.string()), *([("output", pyarrow.int32())] if has_outputs else []),
        ("content", pyarrow.binary()), ("width", pyarrow.int32()), ("height", pyarrow.int32()),
        ("status", pyarrow.string()), ("code", pyarrow.string()), ("error", pyarrow.string()),
        ("warnings", pyarrow.list_(pyarrow.string())), ("damaged", pyarrow.bool_()),
    ])
    batch: List[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row["content"] or b"")
        if size >= _BATCH_SIZE:
            yield pyarrow.RecordBatch.from_pylist(batch, schema=schema)
            batch, size = [], 0
    if batch:
        yield pyarrow.RecordBatch.from_pylist(batch, schema=schema)
