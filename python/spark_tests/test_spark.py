"""A cluster that loses processes while it blurs images."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import images
import pyarrow
import pyarrow.parquet
import pytest
from cluster import Cluster, descendants, kill

import varblur
from varblur.spark import __main__ as job
from varblur.spark._listing import alternatives
from varblur.spark._rows import ImageBlur

COUNT = int(os.environ.get("VARBLUR_SPARK_IMAGES", "200"))
#: Options that make each of the small images take as long as a photo.
SLOW = ["--max-radius", "20%", "--resize", "800%"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> Iterator["tuple[Path, Dict[str, bytes]]"]:
    folder = tmp_path_factory.mktemp("images")
    yield folder, images.write(folder, COUNT, 120, 90)


@pytest.fixture(scope="module")
def blurred(contents: "tuple[Path, Dict[str, bytes]]") -> "Dict[str, varblur.Image | varblur.Error]":
    return dict(images.expected(contents[1], max_radius="20%", resize="800%"))


def run(cluster: Cluster, disturb: Callable[[Cluster], None], *arguments: str) -> Dict[str, int]:
    """Runs a job, and disturbs the cluster as soon as images are blurred; returns the printed counts."""
    # Many small tasks
    own = ["--conf", "spark.sql.files.maxPartitionBytes=200k", "--conf", "spark.sql.files.openCostInBytes=1k"]
    process = subprocess.Popen(
        [sys.executable, "-m", "varblur.spark", *cluster.arguments(), *own, *arguments], env=cluster.environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None and not commands(cluster):
        time.sleep(0.02)
    disturb(cluster)
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors.decode()[-4000:]
    counts: Dict[str, int] = json.loads(output)
    return counts


def commands(cluster: Cluster) -> List[int]:
    """The processes of varblur on the executors."""
    found = []
    for executor in cluster.executors():
        for process in descendants(executor):
            try:
                if b"\0batch\0" in Path(f"/proc/{process}/cmdline").read_bytes():
                    found.append(process)
            except OSError:
                pass
    return found


def kill_executor_and_command(cluster: Cluster) -> None:
    """Kills an executor, and varblur on the other one."""
    executors = cluster.executors()
    assert len(executors) > 0 and kill(executors[0])
    for _ in range(500):
        rest = [process for process in commands(cluster) if process not in descendants(executors[0])]
        if rest and kill(rest[0]):
            return
        time.sleep(0.01)
    raise AssertionError("no command is left")


def kill_worker(cluster: Cluster) -> None:
    """Kills a worker of the cluster and starts another one; its executor ends with it."""
    cluster.workers[0].kill()
    cluster.workers[0].wait()
    cluster.add_worker()


def check(rows: "List[Dict[str, Any]]", root: Path, blurred: "Dict[str, varblur.Image | varblur.Error]") -> None:
    """Checks that there is exactly one row for every image, with the right bytes."""
    prefix = f"file:{root}/"
    names = [row["path"][len(prefix):] for row in rows]
    assert sorted(names) == sorted(blurred)
    for name, row in zip(names, rows):
        outcome = blurred[name]
        if isinstance(outcome, varblur.Error):
            assert row["status"] == "error" and row["error"] == outcome.message and row["content"] is None
            assert row["code"] == outcome.code and row["warnings"] == [] and row["damaged"] is None
        else:
            assert row["status"] == "ok" and row["content"] == outcome.data and row["error"] is None and row["code"] is None
            assert row["warnings"] == list(outcome.warnings) and row["damaged"] == outcome.damaged
            assert (row["width"], row["height"]) == (outcome.width, outcome.height)


def test_a_table_is_complete_after_kills(
    cluster: Cluster, contents: "tuple[Path, Dict[str, bytes]]", blurred: "Dict[str, varblur.Image | varblur.Error]",
    tmp_path: Path
) -> None:
    root, table = contents[0], tmp_path / "table"
    counts = run(cluster, kill_executor_and_command, "--input", str(root), "--output", str(table), *SLOW)
    errors = sum(isinstance(outcome, varblur.Error) for outcome in blurred.values())
    assert counts == {"ok": COUNT - errors, "error": errors} and errors >= COUNT // 50
    check(pyarrow.parquet.read_table(table).to_pylist(), root, blurred)


def test_files_are_complete_after_kills_and_skipped_later(
    cluster: Cluster, contents: "tuple[Path, Dict[str, bytes]]", blurred: "Dict[str, varblur.Image | varblur.Error]",
    tmp_path: Path
) -> None:
    root, output = contents[0], tmp_path / "output"
    (root / "empty.png").write_bytes(b"")
    (root / "_hidden.png").write_bytes(contents[1]["0/image 0.png"])
    arguments = ["--input", str(root), "--output", str(output), "--files", *SLOW]
    good = {name: outcome.data for name, outcome in blurred.items() if isinstance(outcome, varblur.Image)}
    errors = len(blurred) - len(good) + 2
    try:
        counts = run(cluster, kill_worker, *arguments)
        # What a task wrote before it was killed is skipped when it is repeated
        assert counts["error"] == errors and counts["ok"] + counts.get("skipped", 0) == len(good)
        assert (output / "_SUCCESS").exists()
        (output / "0/image 0.png").unlink()
        assert run(cluster, lambda _: None, *arguments) == {"ok": 1, "skipped": len(good) - 1, "error": errors}
    finally:
        (root / "empty.png").unlink()
        (root / "_hidden.png").unlink()
    written = {str(path.relative_to(output)): path.read_bytes() for path in output.glob("[0-9]/*")}
    assert written == good
    report = [json.loads(line) for path in (output / "_report").glob("*.json") for line in path.read_text().splitlines()]
    reasons = {row["path"].rsplit("/", 1)[1]: row["error"] for row in report if row["status"] == "error"}
    assert {row["code"] for row in report if row["path"].endswith(("empty.png", "_hidden.png"))} == {"failed"}
    assert len(report) == COUNT + 2 and reasons["empty.png"] == "the file is empty" and "'_'" in reasons["_hidden.png"]


def test_inputs_with_the_same_output_end_the_job_before_it_starts(tmp_path: Path) -> None:
    root = tmp_path / "images"
    images.write(root, 3, 20, 15)
    (root / "0/twin.png").write_bytes(b"a")
    (root / "0/twin.jpg").write_bytes(b"b")
    arguments = ["--master", "local[1]", "--input", str(root), "--output", str(tmp_path / "output"), "--files"]
    command = [sys.executable, "-m", "varblur.spark", *arguments, "--format", "webp", "--max-radius", "5%"]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 64
    assert f"twin.jpg' and 'file:{root}/0/twin.png' would both be written to '0/twin.webp'" in process.stderr
    assert not (tmp_path / "output").exists()


def rows(command: Path, contents: "List[bytes | None]") -> List[Dict[str, Any]]:
    """What a task makes of images, outside of a cluster."""
    batch = pyarrow.RecordBatch.from_pylist(
        [{"path": str(number), "content": content} for number, content in enumerate(contents)],
        schema=pyarrow.schema([("path", pyarrow.string()), ("content", pyarrow.binary())]))
    blur = ImageBlur(format=None, output=None, executable=str(command), options={})
    return [row for result in blur(iter([batch, batch])) for row in result.to_pylist()]


@pytest.fixture
def mortal(tmp_path: Path) -> Path:
    """A command that dies of one image and answers with all others, twice as long."""
    command = tmp_path / "varblur"
    command.write_text(
        "#!/usr/bin/env python3\nimport json, os, struct, sys\n"
        "while head := sys.stdin.buffer.read(16):\n"
        "    number, length, count = struct.unpack('>IIQ', head)\n"
        "    job, data = json.loads(sys.stdin.buffer.read(length)), sys.stdin.buffer.read(count)\n"
        "    if 'arguments' in job: continue\n"
        "    if data == b'death': os.abort()\n"
        "    result = {'status': 'ok', 'width': 1, 'height': 1, 'warnings': [], 'ms': 0,\n"
        "              'output': {'base64': {'bytes': 2 * count}, 'format': 'png'}}\n"
        "    text = json.dumps(result).encode()\n"
        "    sys.stdout.buffer.write(struct.pack('>IIQ', number, len(text), 2 * count) + text + data * 2)\n"
        "    sys.stdout.buffer.flush()\n")
    command.chmod(0o755)
    return command


def test_a_task_fails_if_the_command_dies(mortal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents: "List[bytes | None]" = [b"a", b"death", None, b"b"]
    monkeypatch.setattr("varblur.spark._rows._is_last_attempt", lambda: False)
    with pytest.raises(varblur.WorkerDied, match="SIGABRT"):
        rows(mortal, contents)
    # The image is a row with an error at last
    monkeypatch.setattr("varblur.spark._rows._is_last_attempt", lambda: True)
    found = rows(mortal, contents)
    assert [row["status"] for row in found] == ["ok", "error", "error", "ok"] * 2
    assert [row["content"] for row in found[:4]] == [b"aa", None, None, b"bb"]
    assert "SIGABRT" in found[1]["error"] and found[2]["error"] == "the image has no content"


def test_batches_of_results_are_small(mortal: Path) -> None:
    batch = pyarrow.RecordBatch.from_pylist([{"path": "a", "content": bytes(3 << 20)}] * 10)
    results = ImageBlur(format=None, output=None, executable=str(mortal), options={})(iter([batch]))
    assert [result.num_rows for result in results] == [3, 3, 3, 1]


def test_every_output_has_a_row() -> None:
    outputs: "List[Dict[str, Any]]" = [{"resize": "20x"}, {"resize": "10x", "format": "webp"}]
    good, bad = images.photo(40, 30), b"no image"
    blur = ImageBlur(format=None, output=None, executable=None, options={"max_radius": 2}, outputs=outputs)
    blur.check()
    batch = pyarrow.RecordBatch.from_pylist(
        [{"path": "good", "content": good}, {"path": "bad", "content": bad}, {"path": "none", "content": None}],
        schema=pyarrow.schema([("path", pyarrow.string()), ("content", pyarrow.binary())]))
    found = [row for result in blur(iter([batch])) for row in result.to_pylist()]
    assert [(row["path"], row["output"], row["status"]) for row in found] == [
        ("good", 0, "ok"), ("good", 1, "ok"), ("bad", 0, "error"), ("bad", 1, "error"), ("none", 0, "error"), ("none", 1, "error")]
    assert [row["content"] for row in found[:2]] == varblur.blur(good, max_radius=2, outputs=outputs)
    assert [row["width"] for row in found] == [20, 10, None, None, None, None]


def test_rows_tell_what_is_damaged_and_what_programs_need_to_know() -> None:
    photo = images.photo(400, 300)
    blur = ImageBlur(format=None, output=None, executable=None, options={"max_radius": 2, "allow_damaged": True})
    contents: "List[bytes | None]" = [photo, photo[:len(photo) // 2], b"no image", None]
    batch = pyarrow.RecordBatch.from_pylist(
        [{"path": str(index), "content": content} for index, content in enumerate(contents)],
        schema=pyarrow.schema([("path", pyarrow.string()), ("content", pyarrow.binary())]))
    (whole, half, other, missing) = [row for result in blur(iter([batch])) for row in result.to_pylist()]
    assert (whole["code"], whole["warnings"], whole["damaged"]) == (None, [], False)
    assert (half["status"], half["code"], half["damaged"]) == ("ok", None, True) and "damaged" in half["warnings"][0]
    assert (other["code"], other["warnings"], other["damaged"]) == ("notAnImage", [], None)
    assert (missing["code"], missing["error"]) == ("failed", "the image has no content")
    names = [field.split()[0] for field in blur.schema.split(", ")]
    assert names == list(whole)


def test_files_of_several_outputs(tmp_path: Path) -> None:
    root, output = tmp_path / "images", tmp_path / "output"
    contents = images.write(root, 3, 40, 30)
    good = [name for name, content in contents.items() if not isinstance(varblur_outcome(content), varblur.Error)]
    arguments = ["--master", "local[1]", "--input", str(root), "--output", str(output), "--files"]
    command = [sys.executable, "-m", "varblur.spark", *arguments, "--widths", "30,20", "--formats", "jpg,webp", "--max-radius", "2"]
    for status in ("ok", "skipped"):
        process = subprocess.run(command, capture_output=True, text=True)
        assert process.returncode == 0, process.stderr[-2000:]
        assert json.loads(process.stdout)[status] == 4 * len(good)
    written = {str(path.relative_to(output)) for path in output.glob("[0-9]/*")}
    assert written == {f"{name.rsplit('.', 1)[0]}-{width}.{end}" for name in good for width in (20, 30) for end in ("jpg", "webp")}


def varblur_outcome(content: bytes) -> "varblur.Image | varblur.Error":
    with varblur.Worker(1) as worker:
        return next(iter(worker.outcomes([content])))


def test_wrong_widths_and_formats(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong, words in [
        (["--widths", "320,x"], "numbers of pixels"), (["--widths", "0"], "numbers of pixels"), (["--formats", "gif"], "not 'gif'"),
        (["--formats", "png", "--format", "png"], "cannot be combined"),
    ]:
        assert job.main(["--input", "a", "--output", "b", *wrong]) == 64
        assert words in capsys.readouterr().err


def test_options_of_images() -> None:
    flags = ["allow-damaged"]
    arguments = ["--max-radius", "5%", "--start-offset=-0.5", "--allow-damaged", "--min-radius", "-1"]
    assert job.image_options(arguments, flags) == {
        "max_radius": "5%", "start_offset": "-0.5", "allow_damaged": True, "min_radius": "-1"}
    for wrong in (["photo.png"], ["--max-radius"], ["-q"]):
        with pytest.raises(ValueError):
            job.image_options(wrong, flags)


def test_wrong_options_end_the_job_before_it_starts(capsys: pytest.CaptureFixture[str]) -> None:
    assert job.main(["--input", "a", "--output", "b", "--max-raduis=5%"]) == 64
    assert "did you mean 'max_radius'" in capsys.readouterr().err


def test_patterns() -> None:
    assert alternatives("*.{a,b}") == ["*.a", "*.b"]
    assert alternatives("{x,y}.{a,b}") == ["x.a", "x.b", "y.a", "y.b"]
    assert alternatives("*") == ["*"] and alternatives("}{") == ["}{"]
