"""Forced colors, such as the contrast themes of Windows: all controls are seen, and so is what is chosen."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from conftest import Server, Tab
from playwright.sync_api import Browser, Locator


@pytest.fixture(params=["light", "dark"])
def contrast(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Tab]:
    opened = Tab(browser, server, forced_colors="active", color_scheme=request.param)
    opened.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
    yield opened
    opened.close()


def colors(element: Locator) -> list[tuple[int, tuple[int, ...]]]:
    """The colors of an element with their numbers of pixels, the most frequent one first."""
    element.scroll_into_view_if_needed()
    picture = Image.open(io.BytesIO(element.screenshot())).convert("RGB")
    return sorted(picture.getcolors(1 << 20), reverse=True)


def contrast_of(a: tuple[int, ...], b: tuple[int, ...]) -> float:
    def light(color: tuple[int, ...]) -> float:
        parts = [value / 3294.6 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in color]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_switches_and_sliders_are_seen(contrast: Tab) -> None:
    for kind in ("input[role=switch]", "input[type=range]"):
        for element in contrast.page.locator(f"#controls {kind}").all():
            if element.is_visible():
                # a border, a track, and a thumb are many pixels
                ground, *others = colors(element)
                assert sum(count for count, color in others if contrast_of(color, ground[1]) > 3) > 60, element.get_attribute("aria-label")


@pytest.mark.parametrize("chosen,other", [
    ("#handles", "#compare"), ("#tab-shell", "#tab-json"), (".segments input:checked + label", ".segments input:not(:checked) + label"),
    (".side.top", ".side.left"), ("button.preset[aria-pressed=true]", "button.preset[aria-pressed=false]"),
])
def test_what_is_chosen_is_seen(contrast: Tab, chosen: str, other: str) -> None:
    contrast.page.locator("button.preset", has_text="caption").click()
    contrast.page.locator(".side.top").click()
    if "preset" in chosen:
        contrast.page.locator("button.preset", has_text="vignette").click()
    contrast.wait()
    contrast.page.mouse.move(0, 0)
    contrast.page.wait_for_timeout(200)
    ground, *others = colors(contrast.page.locator(chosen).first)
    is_preset = "preset" in chosen
    edges = [contrast.page.locator(name).first.screenshot() for name in (chosen, other)]
    corners = [Image.open(io.BytesIO(edge)).convert("RGB").getpixel((8, 2)) for edge in edges]
    assert corners[0] != corners[1] if is_preset else ground[1] != colors(contrast.page.locator(other).first)[0][1]
    assert is_preset or chosen == ".side.top" or sum(count for count, color in others if contrast_of(color, ground[1]) > 4.5) > 20


def test_a_switch_tells_whether_it_is_on(contrast: Tab, tmp_path: Path) -> None:
    switch = contrast.page.get_by_label("Dither", exact=True)
    before = colors(switch)
    switch.check()
    contrast.page.mouse.move(0, 0)
    contrast.page.wait_for_timeout(200)
    assert before[0][1] != colors(switch)[0][1]
