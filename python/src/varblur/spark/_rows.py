"""What a task does: it blurs the images of record batches."""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from .._command import OptionValue
from .._errors import Error, WorkerDied
from .._image import Image
from .._worker import Worker

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pyarrow import RecordBatch

SCHEMA = "path string, content binary, width int, height int, status string, error string"

Row = Dict[str, Any]

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
    options: Mapping[str, OptionValue]

    def check(self) -> None:
        """Checks the options where the job is started."""
        self._worker().close()

    def __call__(self, batches: Iterator["RecordBatch"]) -> Iterator["RecordBatch"]:
        with self._worker() as worker:
            yield from _packed(self._rows(worker, _images(batches)))

    def _worker(self) -> Worker:
        # Tasks run at the same time; each uses one processor.
        return Worker(1, executable=self.executable, **self.options)

    def _rows(self, worker: Worker, images: Iterator[Tuple[str, Optional[bytes], Optional[str]]]) -> Iterator[Row]:
        waiting: Deque[Tuple[str, "Union[Future[Image], str]"]] = deque()
        for path, content, target in images:
            waiting.append((path, self._started(worker, content, target)))
            if len(waiting) > _AHEAD:
                yield _row(*waiting.popleft())
        while waiting:
            yield _row(*waiting.popleft())

    def _started(self, worker: Worker, content: Optional[bytes], target: Optional[str]) -> "Union[Future[Image], str]":
        """The image that is being blurred, or why it is not."""
        if content is None:
            return "the image has no content"
        try:
            place = None if self.output is None or target is None else place_in(self.output, target)
        except ValueError as error:
            return str(error)
        return worker.submit(content, format=self.format, output=place)


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


def _images(batches: Iterator["RecordBatch"]) -> Iterator[Tuple[str, Optional[bytes], Optional[str]]]:
    """The paths, contents and targets of batches, one row in memory at a time."""
    for batch in batches:
        columns = {name: batch.column(name) for name in batch.schema.names}
        for index in range(batch.num_rows):
            target = columns["target"][index].as_py() if "target" in columns else None
            yield columns["path"][index].as_py(), columns["content"][index].as_py(), target


def _row(path: str, future: "Union[Future[Image], str]") -> Row:
    if isinstance(future, str):
        return _error_row(path, future)
    try:
        image = future.result()
    except WorkerDied as error:
        if not _is_last_attempt():
            raise
        return _error_row(path, str(error))
    except Error as error:
        return _error_row(path, str(error))
    return {
        "path": path, "content": image.data or None, "width": image.width or None, "height": image.height or None,
        "status": "skipped" if image.skipped else "ok", "error": None,
    }


def _error_row(path: str, error: str) -> Row:
    return {"path": path, "content": None, "width": None, "height": None, "status": "error", "error": error}


def _is_last_attempt() -> bool:
    """Whether the task fails the third time: by default, a job ends when a task fails the fourth time."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return context is None or context.attemptNumber() >= 2


def _packed(rows: Iterator[Row]) -> Iterator["RecordBatch"]:
    """Rows as batches of a bounded size."""
    import pyarrow

    schema = pyarrow.schema([
        ("path", pyarrow.string()), ("content", pyarrow.binary()), ("width", pyarrow.int32()), ("height", pyarrow.int32()),
        ("status", pyarrow.string()), ("error", pyarrow.string()),
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
