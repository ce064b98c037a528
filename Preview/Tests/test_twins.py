"""Scenes, compared with their twins in HTML and CSS: texts and boxes are in the same places."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from scene_twins import NAMES, SCENES, differences

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the fonts are not installed there")


def test_each_twin_has_a_scene() -> None:
    assert sorted(NAMES) == sorted(path.stem for path in (SCENES / "html").iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_places(browser: Browser, tmp_path: Path, name: str) -> None:
    page = browser.new_page()
    found = differences(page, name, tmp_path)
    page.close()
    assert len(found) >= 7
    assert {part: sides for part, sides in found.items() if max(map(abs, sides)) > 1} == {}
