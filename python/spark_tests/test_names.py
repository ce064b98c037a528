"""Jobs with files whose names, or whose contents, Spark does not read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import List

import images
import pyarrow.parquet
import pytest
from cluster import java_home

from varblur.spark import __main__ as job

#: Names that Java can read, and that are special for URIs, Hadoop, patterns, or jobs of the command.
GOOD = ["good.png", "10:20.png", ":x.png", "x:.png", "http:x.png", "d:ir/y.png", "a%3Ab.png", "new\nline.png", "{a,b}.png", "back\\slash.png",
        "a[1].png", " .png", "~.png", "a#b?c.png", "\u0301e.png", "\U0010fe80.png"]
#: Names that are not UTF-8, and how the table has them.
BAD = {b"bad\xff.png": "bad\U0010feff.png", b"d\xfe/inner.png": "d\U0010fefe/inner.png", b"\xe9:\x80.png": "\U0010fee9:\U0010fe80.png"}


def start(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs a job on this machine."""
    home = java_home()
    own = {**os.environ, **({"JAVA_HOME": home} if home else {}), "SPARK_LOCAL_IP": "127.0.0.1", **environment}
    command = [sys.executable, "-m", "varblur.spark", "--master", "local[1]", "--max-radius", "2", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=own, errors="surrogateescape")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "images"
    for name in [*GOOD, *(os.fsdecode(name) for name in BAD)]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(images.photo(20, 15))
    (folder / os.fsdecode(b"other\xff.txt")).write_bytes(b"no image")
    return folder


def test_no_name_is_left_out_or_ends_the_job(root: Path, tmp_path: Path) -> None:
    table = tmp_path / "table"
    process = start("--input", str(root), "--output", str(table))
    assert process.returncode == 0, process.stderr[-2000:]
    assert json.loads(process.stdout) == {"ok": len(GOOD), "error": len(BAD)}
    rows = {row["path"][len(f"file:{root}/"):]: row for row in pyarrow.parquet.read_table(table).to_pylist()}
    assert sorted(rows) == sorted([*GOOD, *BAD.values()])
    for name in BAD.values():
        assert (rows[name]["status"], rows[name]["code"], rows[name]["content"]) == ("error", "failed", None)
        assert "not valid in UTF-8" in rows[name]["error"] and "rename" in rows[name]["error"]


def test_files_have_the_names_of_their_inputs(root: Path, tmp_path: Path) -> None:
    output = tmp_path / "output"
    process = start("--input", str(root), "--output", str(output), "--files", "--fail-on-error")
    assert process.returncode == 1 and json.loads(process.stdout) == {"ok": len(GOOD), "error": len(BAD)}, process.stderr[-2000:]
    written = [str(path.relative_to(output)) for path in output.rglob("*.png")]
    assert sorted(written) == sorted(GOOD)


def test_names_that_the_locale_of_java_lacks_are_errors(tmp_path: Path) -> None:
    root = tmp_path / "images"
    root.mkdir()
    for name in ("a.png", "é.png"):
        (root / name).write_bytes(images.photo(20, 15))
    process = start("--input", str(root), "--output", str(tmp_path / "table"), LC_ALL="C")
    assert process.returncode == 0, process.stderr[-2000:]
    assert json.loads(process.stdout) in ({"ok": 1, "error": 1}, {"ok": 2})
    rows = pyarrow.parquet.read_table(tmp_path / "table").to_pylist()
    assert all("LC_ALL=C.UTF-8" in row["error"] for row in rows if row["status"] == "error")


def test_the_message_about_a_failed_job_is_short(tmp_path: Path) -> None:
    root = tmp_path / "images"
    root.mkdir()
    (root / "a.png").write_bytes(images.photo(20, 15))
    for arguments, words in [
        (["--conf", "spark.sql.sources.binaryFile.maxLength=10", "--output", str(tmp_path / "table")], ["a.png", "exceeds the max length"]),
        (["--output", "nofs:///table"], ['No FileSystem for scheme "nofs"']),
    ]:
        process = start("--input", str(root), *arguments)
        assert process.returncode == 70
        message = process.stderr[process.stderr.rindex("varblur.spark: "):]
        assert all(word in message for word in words) and len(message.splitlines()) < 4, message
        assert "Traceback" not in process.stderr


def test_a_message_has_the_first_cause_and_no_stack() -> None:
    text = "An error occurred while calling o9.parquet.\n: a.B: it failed\nfor d\n\tat a.b(c:1)\nCaused by: c.D: no\n\tat d.e(f:2)\nCaused by: e.F: why\n\t... 1 more\n"
    assert job.without_stack(text) == "a.B: it failed\nfor d\nCaused by: e.F: why"
    assert job.without_stack("no path.\n\nJVM stacktrace:\nx\n\tat a.b(c:1)\nCaused by: y") == "no path."
    assert job.without_stack("lost\n\nDriver stacktrace:\n\tat a.b(c:1)") == "lost"


@pytest.mark.parametrize("place", [["--input", "a\udcff", "--output", "b"], ["--input", "a", "--output", "b\udcff"]])
def test_a_directory_that_java_cannot_name_is_an_error_before_the_job(place: "List[str]", capsys: pytest.CaptureFixture[str]) -> None:
    assert job.main(place) == 64
    assert "\\udcff', which is not valid UTF-8; rename" in capsys.readouterr().err
