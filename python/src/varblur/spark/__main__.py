"""Blurs a directory of images on a cluster: ``python -m varblur.spark --input DIR --output DIR``."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence
from urllib.parse import urlsplit

from varblur._command import OptionValue, find_command, flags, options_of
from varblur._errors import Error
from varblur._jobs import FORMATS
from varblur.spark import SETTINGS, blur_binary_files
from varblur.spark._listing import left_out, qualified
from varblur.spark._rows import SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

_EXTENSIONS = {name: ".jpg" if name == "jpeg" else f".{name}" for name in FORMATS}
# the names of formats are extensions, too
_NAMES = dict.fromkeys(name for format in FORMATS for name in (_EXTENSIONS[format][1:], format))
_GLOB = "*.{" + ",".join(f"{name},{name.upper()}" for name in _NAMES) + "}"


def parser() -> argparse.ArgumentParser:
    """The options of the job itself; all others are those of the command."""
    description = "Blurs the images of a directory on a cluster of Apache Spark. All other options are those of varblur."
    result = argparse.ArgumentParser("python -m varblur.spark", description=description, allow_abbrev=False)
    result.add_argument("--input", required=True, help="directory of images, in any file system of the cluster")
    result.add_argument("--glob", default=_GLOB, help="pattern of the names (default: %(default)s)")
    result.add_argument("--no-recursive", action="store_true", help="leave out the directories in the directory")
    result.add_argument("--output", required=True, help="directory to write to")
    result.add_argument(
        "--files", action="store_true",
        help="write image files, to a directory that all machines share, instead of a table in the format Parquet; files that were "
        "made from the same input with the same settings are skipped")
    result.add_argument("--overwrite", action="store_true", help="replace the table")
    result.add_argument("--format", choices=sorted(_EXTENSIONS), help="format of the results (default: as the inputs)")
    result.add_argument("--widths", help="widths in pixels of several outputs, such as 320,640; no image is enlarged")
    result.add_argument("--formats", help="formats of several outputs, such as jpeg,webp")
    result.add_argument("--master", help="address of the cluster (default: as Spark is configured, or this machine)")
    result.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="setting of Spark; may be repeated")
    result.add_argument("--executable", help="path of varblur on the executors (default: installed with the package)")
    result.add_argument("--fail-on-error", action="store_true", help="exit with status 1 if an image was not blurred")
    return result


def image_options(arguments: Sequence[str], flag_names: Sequence[str]) -> Dict[str, Any]:
    """The options of images in arguments: ``--max-radius 5%``, ``--max-radius=5%``, or ``--allow-damaged``.

    Raises:
        ValueError: An argument is no option, or the last option has no value.
    """
    options: Dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        name, separator, value = rest.pop(0).partition("=")
        if not name.startswith("--"):
            raise ValueError(f"unexpected argument '{name}'")
        keyword = name[2:].replace("-", "_")
        if name[2:] in flag_names:
            options[keyword] = True
        elif separator:
            options[keyword] = value
        elif rest:
            options[keyword] = rest.pop(0)
        else:
            raise ValueError(f"the option '{name}' has no value")
    return options


def images(session: "SparkSession", root: str, pattern: str, is_recursive: bool) -> "DataFrame":
    """The images of a directory."""
    # A pattern in the path would be listed with a task for each match
    reader = session.read.format("binaryFile").option("pathGlobFilter", pattern)
    # Reading a local file with a colon in its name fails otherwise, because that of its checksum is taken for one with a scheme
    for name, value in (("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem"), ("fs.file.impl.disable.cache", "true")):
        reader = reader.option(name, value)
    return reader.option("recursiveFileLookup", str(is_recursive).lower()).load(root)


def outputs_of(settings: argparse.Namespace) -> Optional[List[Dict[str, OptionValue]]]:
    """The outputs of each image: every width in every format; ``None`` for a single one.

    Raises:
        ValueError: A width or a format is wrong, or --format is given too.
    """
    if settings.widths is None and settings.formats is None:
        return None
    if settings.formats is not None and settings.format is not None:
        raise ValueError("--formats and --format cannot be combined; leave out one of them")
    formats: List[Optional[str]] = [settings.format]
    if settings.formats is not None:
        formats = list(dict.fromkeys("jpeg" if name == "jpg" else name for name in settings.formats.split(",")))
    for name in formats:
        if name is not None and name not in _EXTENSIONS:
            raise ValueError(f"--formats must be a list of {', '.join(sorted(_EXTENSIONS))}, not '{settings.formats}'")
    widths: List[Optional[int]] = [None]
    if settings.widths is not None:
        texts = settings.widths.split(",")
        if not all(text.isascii() and text.isdigit() and int(text) > 0 for text in texts):
            raise ValueError(f"--widths must be a list of numbers of pixels, such as 320,640, not '{settings.widths}'")
        widths = [*sorted({int(text) for text in texts})]
    sizes: List[Dict[str, OptionValue]] = [
        {} if width is None else {"resize": f"{width}x", "no_enlarge": True} for width in widths]
    return [{**size, "format": name} for size in sizes for name in formats]


def with_targets(
    table: "DataFrame", root: str, format: Optional[str], outputs: Optional[Sequence[Dict[str, OptionValue]]] = None
) -> "DataFrame":
    """The table with the paths of the results, relative to the output: an array for several outputs."""
    from pyspark.sql import functions

    ending = r"\.[^./]*$"
    target = functions.substring(table["path"], len(root) + 2, 1 << 20)
    stem, extension = functions.regexp_replace(target, ending, ""), functions.regexp_extract(target, ending, 0)

    def named(width: str, format: Optional[str]) -> "Column":
        return functions.concat(stem, functions.lit(width), extension if format is None else functions.lit(_EXTENSIONS[format]))

    if outputs is None:
        return table.withColumn("target", named("", format))
    names = [(str(output.get("resize", "")).rstrip("x"), output["format"]) for output in outputs]
    targets = [named(width and f"-{width}", None if format is None else str(format)) for width, format in names]
    return table.withColumn("target", functions.array(*targets))


def check_targets(table: "DataFrame") -> None:
    """Checks that no two results have the same path; contents are not read.

    Raises:
        ValueError: Two inputs differ only in their extensions, which ``--format`` replaces.
    """
    from pyspark.sql import functions

    groups = table.groupBy("target").agg(functions.min("path").alias("first"), functions.max("path").alias("last"))
    for row in groups.where("first < last").orderBy("target").limit(1).collect():
        raise ValueError(f"'{row['first']}' and '{row['last']}' would both be written to '{row['target']}'")


def run(session: "SparkSession", settings: argparse.Namespace, options: Dict[str, Any]) -> Dict[str, int]:
    """Performs the job; returns the number of images with each status."""
    root = qualified(session, settings.input).rstrip("/")
    table = images(session, root, settings.glob, not settings.no_recursive)
    outputs = outputs_of(settings)
    if settings.files:
        options.setdefault("if_exists", "skip-same")
        table = with_targets(table, root, settings.format, outputs)
        if settings.format is not None or settings.formats is not None:
            check_targets(table)
    rows = blur_binary_files(
        table, format=settings.format, output=_local(settings.output) if settings.files else None,
        executable=settings.executable, outputs=outputs, **options)
    missing = left_out(session, root, settings.glob, not settings.no_recursive)
    if missing:
        errors: "List[Any]" = [(path, None, None, None, "error", "failed", reason, [], None) for path, reason in missing]
        rows = rows.unionByName(session.createDataFrame(errors, SCHEMA).coalesce(1), allowMissingColumns=True)
    if settings.files:
        report = os.path.join(_local(settings.output), "_report")
        rows.drop("content").write.mode("overwrite").json(f"file://{report}")
        counts = _counts(session.read.schema("status string").json(f"file://{report}"))
        with open(os.path.join(_local(settings.output), "_SUCCESS"), "wb"):
            return counts
    rows.write.mode("overwrite" if settings.overwrite else "errorifexists").parquet(settings.output)
    return _counts(session.read.parquet(settings.output))


def _local(path: str) -> str:
    """The path of a directory in the file system that all machines share."""
    parts = urlsplit(path)
    if parts.scheme not in ("", "file"):
        raise ValueError(f"--files writes to directories only, not to {parts.scheme}; leave it out to write a table")
    return os.path.abspath(parts.path)


def _counts(rows: "DataFrame") -> Dict[str, int]:
    return {row["status"]: row["count"] for row in rows.groupBy("status").count().collect()}


def check_directories(settings: argparse.Namespace) -> None:
    """Checks that Java can get the names of the directories.

    Raises:
        ValueError: One of them is no text.
    """
    for path in (settings.input, settings.output):
        if any("\udc80" <= letter <= "\udcff" for letter in path):
            raise ValueError(f"Java cannot read the name {path!r}, which is not valid UTF-8; rename the directory")


def session(settings: argparse.Namespace) -> "SparkSession":
    """A session with the settings of the job."""
    from pyspark.sql import SparkSession

    builder: SparkSession.Builder = SparkSession.builder.appName("varblur")
    if settings.master:
        builder = builder.master(settings.master)
    own = dict(part.split("=", 1) for part in settings.conf)
    for name, value in {**SETTINGS, **own}.items():
        builder = builder.config(name, value)
    current: SparkSession = builder.getOrCreate()
    context: Any = current.sparkContext
    # On this machine, the tasks need the Python in which this package is installed; Spark takes the first one in PATH
    if context.master.startswith("local") and "PYSPARK_PYTHON" not in os.environ and "spark.pyspark.python" not in own:
        context.pythonExec = sys.executable
    return current


def without_stack(message: str) -> str:
    """A message of Spark or Java without the stack of the driver: what happened, and the cause that it begins with."""
    lines = re.sub(r"^An error occurred while calling .*\n: ", "", message.split("JVM stacktrace:")[0].strip()).splitlines()
    end = next((number for number, line in enumerate(lines) if line.startswith(("\tat ", "Driver stacktrace:"))), len(lines))
    causes = [line for line in lines[end:] if line.startswith("Caused by: ")]
    return "\n".join([*lines[:end], *causes[-1:]]).strip()


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the job, and prints the number of images with each status as JSON."""
    settings, rest = parser().parse_known_args(arguments)
    try:
        command = find_command()
        options = image_options(rest, sorted(flags(command)))
        options_of(command, options)
        outputs_of(settings)
        check_directories(settings)
        current = session(settings)
        try:
            counts = run(current, settings, options)
        finally:
            current.stop()
    except (Error, ValueError) as error:
        print(f"varblur.spark: {error}", file=sys.stderr)
        return error.exit_status if isinstance(error, Error) else 64
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("pyspark", "py4j"):
            raise
        print(f"varblur.spark: {without_stack(str(error))}", file=sys.stderr)
        return 70
    print(json.dumps(counts, sort_keys=True))
    return 1 if settings.fail_on_error and counts.get("error") else 0


if __name__ == "__main__":
    sys.exit(main())
