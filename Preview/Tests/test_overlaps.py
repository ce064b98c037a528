"""No text of the page overlaps or touches its neighbors, in windows of all widths, with the scroll bars that most browsers show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import CHROMIUM, ROOT, Server, Tab
from playwright.sync_api import Browser, TimeoutError

#: Pairs of texts and of other texts or controls with less than 3 pixels between them.
TOUCHING = """() => {
    const parts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const isText = node.nodeType === Node.TEXT_NODE;
        const element = isText ? node.parentElement : node;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (element.closest('.visually-hidden, .skip, #stage, option, pre, .radius-chart')) continue;
        if (!isText && !element.matches('input, select, textarea, button, canvas')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = isText && node.data.trim() ? [...range.getClientRects()] : isText ? [] : [element.getBoundingClientRect()];
        for (const box of boxes.filter(({ width }) => width)) parts.push({ element, box, isText, name: isText ? node.data.trim() : element.id || element.className });
    }
    const found = [];
    for (const [index, a] of parts.entries()) {
        for (const b of parts.slice(index + 1)) {
            if (!(a.isText || b.isText) || a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
            const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            if (wide > -3 && high > 1) found.push(`${a.name} | ${b.name}`);
        }
    }
    return found }"""


@pytest.fixture(scope="module")
def visible(browser: Browser) -> Iterator[Browser]:
    """A browser with scroll bars that take space."""
    running = browser.browser_type.launch(executable_path=CHROMIUM, ignore_default_args=["--hide-scrollbars"])
    yield running
    running.close()


FRAGMENTS = ["#direction=bottom", "#direction=all", "#ramp=linear-blur(to bottom, 20px 0%25, 0px 100%25)", "#ramp=radial-blur(0px 40%25, 12px)&tint=navy"]


@pytest.mark.parametrize("arguments", [["--scene", "scenes/product-card.json", "--confine", "."], ["images/landscape.jpg"]], ids=["scene", "image"])
def test_texts_do_not_touch(visible: Browser, arguments: list[str]) -> None:
    server = Server(ROOT, *arguments)
    tab = Tab(visible, server)
    for fragment in FRAGMENTS if "--scene" not in arguments else [""]:
        tab.page.goto(server.address + fragment)
        tab.wait()
        tab.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
        for width in (360, 390, 500, 640, 800, 820, 821, 900, 1024, 1200, 1300, 1440, 1600):
            tab.page.set_viewport_size({"width": width, "height": 800})
            # texts such as the size of the file may still change
            try:
                # a function, because later polls of an expression are evaluated by the page, whose policy refuses that
                tab.page.wait_for_function(f"() => !({TOUCHING})().length", polling=60, timeout=5000)
            except TimeoutError:
                assert tab.page.evaluate(TOUCHING) == [], (width, fragment)
    tab.close()
    server.stop()
