"""Blurs a directory of images on a cluster: ``python -m varblur.spark --input DIR --output DIR``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence
from urllib.parse import urlsplit

from varblur._command import OptionValue, find_command, flags, options_of
from varblur._errors import Error
from varblur.spark import SETTINGS, blur_binary_files
from varblur.spark._listing import left_out, qualified
from varblur.spark._rows import SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_GLOB = "*.{png,PNG,jpg,JPG,jpeg,JPEG,webp,WEBP}"
_EXTENSIONS = {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}


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
    result.add_argument("--master", help="address of the cluster (default: as Spark is configured, or this machine)")
    result.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="setting of Spark; may be repeated")
    result.add_argument("--executable", help="path of varblur on the executors (default: installed with the package)")
    result.add_argument("--fail-on-error", action="store_true", help="exit with status 1 if an image was not blurred")
    return result


def image_options(arguments: Sequence[str], flag_names: Sequence[str]) -> Dict[str, OptionValue]:
    """The options of images in arguments: ``--max-radius 5%``, ``--max-radius=5%``, or ``--allow-damaged``.

    Raises:
        ValueError: An argument is no option, or the last option has no value.
    """
    options: Dict[str, OptionValue] = {}
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
    return reader.option("recursiveFileLookup", str(is_recursive).lower()).load(root)


def with_targets(table: "DataFrame", root: str, format: Optional[str]) -> "DataFrame":
    """The table with the paths of the results, relative to the output."""
    from pyspark.sql import functions

    target = functions.substring(table["path"], len(root) + 2, 1 << 20)
    if format is not None:
        target = functions.regexp_replace(target, r"\.[^./]*$", _EXTENSIONS[format])
    return table.withColumn("target", target)


def check_targets(table: "DataFrame") -> None:
    """Checks that no two results have the same path; contents are not read.

    Raises:
        ValueError: Two inputs differ only in their extensions, which ``--format`` replaces.
    """
    from pyspark.sql import functions

    groups = table.groupBy("target").agg(functions.min("path").alias("first"), functions.max("path").alias("last"))
    for row in groups.where("first < last").orderBy("target").limit(1).collect():
        raise ValueError(f"'{row['first']}' and '{row['last']}' would both be written to '{row['target']}'")


def run(session: "SparkSession", settings: argparse.Namespace, options: Dict[str, OptionValue]) -> Dict[str, int]:
    """Performs the job; returns the number of images with each status."""
    root = qualified(session, settings.input).rstrip("/")
    table = images(session, root, settings.glob, not settings.no_recursive)
    if settings.files:
        options.setdefault("if_exists", "skip-same")
        table = with_targets(table, root, settings.format)
        if settings.format is not None:
            check_targets(table)
    rows = blur_binary_files(
        table, format=settings.format, output=_local(settings.output) if settings.files else None,
        executable=settings.executable, **options)
    missing = left_out(session, root, settings.glob, not settings.no_recursive)
    if missing:
        errors = [(path, None, None, None, "error", reason) for path, reason in missing]
        rows = rows.union(session.createDataFrame(errors, SCHEMA).coalesce(1))
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


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the job, and prints the number of images with each status as JSON."""
    settings, rest = parser().parse_known_args(arguments)
    try:
        command = find_command()
        options = image_options(rest, sorted(flags(command)))
        options_of(command, options)
        current = session(settings)
        try:
            counts = run(current, settings, options)
        finally:
            current.stop()
    except (Error, ValueError) as error:
        print(f"varblur.spark: {error}", file=sys.stderr)
        return error.exit_status if isinstance(error, Error) else 64
    except Exception as error:
        # The messages of Spark contain the stack of the driver
        if type(error).__module__.split(".")[0] != "pyspark":
            raise
        print(f"varblur.spark: {str(error).split('JVM stacktrace:')[0].strip()}", file=sys.stderr)
        return 70
    print(json.dumps(counts, sort_keys=True))
    return 1 if settings.fail_on_error and counts.get("error") else 0


if __name__ == "__main__":
    sys.exit(main())
