"""The examples of docs/Python.md, in the order of the page."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any, Dict

import pytest
from conftest import REPOSITORY, png

import varblur


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = varblur.blur(png(60, 40), format="jpeg")
    (tmp_path / "photos").mkdir()
    for path in ("photo.jpg", "photos/photo.jpg"):
        (tmp_path / path).write_bytes(photo)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    text = (REPOSITORY / "docs/Python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if sys.platform != "linux":
        pytest.skip("the library for arrays exists for Linux only")
    pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    names: Dict[str, Any] = {"data": photo, "contents": [photo] * 3, "varblur": varblur}
    assert len(blocks) == 8
    for block in blocks:
        exec(compile(block, "docs/Python.md", "exec"), names)
    assert (tmp_path / "blurred.jpg").read_bytes() == varblur.blur(photo, max_radius="5%")
    assert (tmp_path / "blurred/photo.jpg").read_bytes() == varblur.blur(photo, max_radius="5%")
    assert asyncio.run(names["blur_upload"](photo)) == varblur.blur(photo, max_radius="5%")
    names["worker"].close()


def test_recipe_with_several_outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "photos").mkdir()
    for name in ("a", "b"):
        (tmp_path / f"photos/{name}.jpg").write_bytes(varblur.blur(png(700, 400), format="jpeg"))
    monkeypatch.chdir(tmp_path)
    text = (REPOSITORY / "docs/batches.md").read_text()
    (block,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for _ in range(2):
        exec(compile(block, "docs/batches.md", "exec"), {})
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.glob("thumbnails/*")}
    assert written == {
        f"thumbnails/{name}-{width}.{end}" for name in ("a", "b") for width in (320, 640, 1280) for end in ("jpg", "webp")}
