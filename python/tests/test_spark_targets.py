"""The paths that a table of images gives to its results."""

from __future__ import annotations

from pathlib import Path

import pytest

from varblur.spark._rows import ImageBlur, place_in

OUTSIDE = ["../elsewhere.jpg", "a/../../elsewhere.jpg", "..", "a/..", "", "{root}/elsewhere.jpg", "{root}/out/a.jpg", "link/a.jpg",
           "link.jpg", "a\0b.jpg", "/"]


@pytest.fixture()
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    (folder / "real").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (folder / "link").symlink_to("../outside")
    (folder / "link.jpg").symlink_to("../outside/new.jpg")
    (folder / "inner").symlink_to("real")
    return folder


@pytest.mark.parametrize("target", OUTSIDE)
def test_a_target_outside_is_an_error_of_its_row(output: Path, target: str, image: bytes) -> None:
    blur = ImageBlur(format=None, output=str(output), executable=None, options={"max_radius": "3"})
    before = sorted(output.parent.rglob("*"))
    images = [("first", image, "first.jpg"), ("bad", image, target.format(root=output.parent)), ("last", image, "new/last.jpg")]
    with blur._worker() as worker:
        rows = list(blur._rows(worker, iter(images)))
    assert [row["status"] for row in rows] == ["ok", "error", "ok"]
    assert "the target" in str(rows[1]["error"]) and "output" in str(rows[1]["error"])
    added = set(output.parent.rglob("*")) - set(before)
    assert added == {output / "first.jpg", output / "new", output / "new/last.jpg"}


@pytest.mark.parametrize("target", ["a.jpg", "real/a.jpg", "inner/a.jpg", "new/a..b.jpg", "./a.jpg", "...", " "])
def test_other_targets_are_paths_below_the_output(output: Path, target: str) -> None:
    assert place_in(str(output), target) == f"{output}/{target}"


def test_the_output_may_be_a_link_or_missing(output: Path) -> None:
    (output.parent / "alias").symlink_to("out")
    assert place_in(str(output.parent / "alias"), "a.jpg") == str(output.parent / "alias/a.jpg")
    assert place_in(str(output.parent / "none"), "a.jpg") == str(output.parent / "none/a.jpg")
    assert place_in("/", "a.jpg") == "/a.jpg"
