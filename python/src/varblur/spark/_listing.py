"""The files that the source ``binaryFile`` leaves out without a message: empty files, and those whose names are hidden."""

from __future__ import annotations

import fnmatch
import os
from typing import TYPE_CHECKING, Any, Iterator, List, Tuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def qualified(session: "SparkSession", path: str) -> str:
    """The path of a directory with its file system, as in the column ``path``."""
    file_system, directory = _hadoop(session, path)
    return str(file_system.makeQualified(directory).toString())


def left_out(session: "SparkSession", root: str, pattern: str, is_recursive: bool) -> List[Tuple[str, str]]:
    """The paths of matching files that ``binaryFile`` leaves out, with the reasons.

    Args:
        root: The qualified path of a directory.
        pattern: The pattern of the names, with alternatives in braces.
        is_recursive: Whether directories in the directory are searched.
    """
    patterns = alternatives(pattern)
    files = _local_files(root, is_recursive) if urlsplit(root).scheme == "file" else _hadoop_files(session, root, is_recursive)
    found = []
    for path, size in files:
        names = path[len(root) + 1:].split("/")
        if not any(fnmatch.fnmatchcase(names[-1], part) for part in patterns):
            continue
        if size == 0:
            found.append((path, "the file is empty"))
        elif any(name.startswith(("_", ".")) for name in names):
            found.append((path, "Spark does not read files and directories whose names begin with '_' or '.'"))
    return sorted(found)


def alternatives(pattern: str) -> List[str]:
    """The patterns without braces that a pattern stands for: ``*.{png,jpg}`` stands for ``*.png`` and ``*.jpg``."""
    start, end = pattern.find("{"), pattern.find("}")
    if start < 0 or end < start:
        return [pattern]
    return [
        other
        for word in pattern[start + 1:end].split(",")
        for other in alternatives(pattern[:start] + word + pattern[end + 1:])
    ]


def _local_files(root: str, is_recursive: bool) -> Iterator[Tuple[str, int]]:
    start = urlsplit(root).path if "//" in root else root[len("file:"):]
    for folder, folders, names in os.walk(start):
        if not is_recursive:
            folders.clear()
        for name in names:
            path = os.path.join(folder, name)
            try:
                size = os.path.getsize(path)
            except OSError:
                continue  # A link that leads nowhere
            yield root + path[len(start):], size


def _hadoop_files(session: "SparkSession", root: str, is_recursive: bool) -> Iterator[Tuple[str, int]]:
    file_system, directory = _hadoop(session, root)
    files = file_system.listFiles(directory, is_recursive)
    while files.hasNext():
        status = files.next()
        yield str(status.getPath().toString()), int(status.getLen())


def _hadoop(session: "SparkSession", path: str) -> Tuple[Any, Any]:
    context: Any = session.sparkContext
    directory = context._jvm.org.apache.hadoop.fs.Path(path)
    return directory.getFileSystem(context._jsc.hadoopConfiguration()), directory
