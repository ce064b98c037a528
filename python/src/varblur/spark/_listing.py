"""The files that the source ``binaryFile`` leaves out without a message: empty files, and those whose names are hidden, or no text for Java."""

from __future__ import annotations

import codecs
import fnmatch
import os
from typing import TYPE_CHECKING, Any, Iterator, List, Tuple
from urllib.parse import urlsplit

from varblur._command import encoded_path

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
    is_local = urlsplit(root).scheme == "file"
    files = _local_files(root, is_recursive) if is_local else _hadoop_files(session, root, is_recursive)
    encoding = _encoding(session) if is_local else "utf-8"
    found = []
    for path, size in files:
        names = path[len(root) + 1:].split("/")
        if not any(fnmatch.fnmatchcase(names[-1], part) for part in patterns):
            continue
        if not _is_text(path, encoding):
            reason = f"Spark does not find the name, which is not valid in {encoding}, the encoding of Java; rename it"
            found.append((encoded_path(path), reason + ("" if encoding.lower() == "utf-8" else ", or set LC_ALL=C.UTF-8")))
        elif size == 0:
            found.append((path, "the file is empty"))
        elif any(name.startswith(("_", ".")) for name in names):
            found.append((path, "Spark does not read files and directories whose names begin with '_' or '.'"))
    return sorted(found)


def _encoding(session: "SparkSession") -> str:
    """The encoding in which Java reads and writes the names of local files."""
    context: Any = session.sparkContext
    name = str(context._jvm.java.lang.System.getProperty("sun.jnu.encoding"))
    try:
        codecs.lookup(name)
    except LookupError:
        return "UTF-8"
    return name


def _is_text(path: str, encoding: str) -> bool:
    try:
        os.fsencode(path).decode(encoding)
    except UnicodeError:
        return False
    return True


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
