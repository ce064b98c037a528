"""Blurs images on a cluster of Apache Spark.

```python
from varblur.spark import blur_binary_files

images = spark.read.format("binaryFile").load("hdfs:///photos")
blur_binary_files(images, max_radius="5%").write.parquet("hdfs:///blurred")
```

``python -m varblur.spark`` is a complete job for a directory of images.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Optional, Sequence

from .._command import Output
from .._options import Options
from ._rows import ImageBlur

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

__all__ = ["SETTINGS", "blur_binary_files"]

#: Settings of a session, for tasks of a few seconds in a bounded amount of memory:
#:
#: - without a limit of bytes, Spark passes 10,000 images to Python at once;
#: - the size of a partition and the cost of a file decide how many images a task gets.
SETTINGS: Dict[str, str] = {
    "spark.sql.execution.arrow.maxBytesPerBatch": "4m",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "256",
    "spark.sql.files.maxPartitionBytes": "64m",
    "spark.sql.files.openCostInBytes": "64k",
}


def blur_binary_files(
    images: "DataFrame", *, format: Optional[str] = None, output: Optional[str] = None, executable: Optional[str] = None,
    outputs: Optional[Sequence[Output]] = None, **options: Unpack[Options]
) -> "DataFrame":
    """Blurs the images of a table, lazily.

    Every task runs one process of the command, which gets the images through a pipe. No file system is shared. Set
    :data:`SETTINGS` for the session: without them, a task may hold thousands of images in memory.

    Args:
        images: A table with the columns ``path`` (a text that identifies the image) and ``content`` (the bytes of a whole image
            file): the source ``binaryFile``, or any other.
        format: The format of the results, such as ``"jpeg"``; ``None`` for those of the inputs.
        output: A directory that all executors share, to which results are written as files; ``None`` to put them into the table. The
            table must then have a column ``target``, the path of each file in this directory. A target that is absolute, contains
            ``..``, or leaves the directory through a symbolic link is an error of its row. An existing file is handled according to
            ``if_exists``.
        executable: The path of the command on the executors; ``None`` for the one that was installed with this package.
        outputs: Several results of each image, which are made from one decode, as for :func:`varblur.blur`. The column ``target`` is then
            an array, with a path for each of them.
        options: Options of the command, as for :func:`varblur.blur`.

    Returns:
        A table with a row for each image: ``path``, ``content`` (the blurred file, or null), ``width`` and ``height`` (in pixels, or
        null), ``status`` (``ok``, ``skipped``, or ``error``), ``code`` (the kind of the error for programs, such as ``overLimit``, or
        null), ``error`` (the cause and the remedy, or null), ``warnings`` (a list of texts, which may be empty), and ``damaged`` (whether
        the image is damaged but was blurred nevertheless, as ``allow_damaged`` allows; null with an error). An image that cannot be blurred is a
        row with an error. If the command dies, the task fails and Spark repeats it; an image with which it dies
        three times is a row with an error. With ``outputs``, there is a row for each output, and after ``path`` a column ``output``: its
        index.

    Raises:
        OptionError: An option is unknown.
        CommandNotFound: The command is not installed here.
    """
    blur = ImageBlur(format=format, output=output, executable=executable, options=options, outputs=outputs)
    blur.check()
    columns = ["path", "content"] if output is None else ["path", "content", "target"]
    return images.select(*columns).mapInArrow(blur, blur.schema)
