"""The page follows the user's hand: limits with a margin for slow machines; `-s` prints what was measured."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest
from conftest import Server, Tab
from playwright.sync_api import Browser

# Times from a change until the picture is drawn, and between frames while a handle is dragged, in milliseconds.
WATCH = """() => {
  const app = window.varblurPreview;
  window.times = [];
  const show = app.stage.show.bind(app.stage);
  app.stage.show = (frame, isOriginal) => {
    show(frame, isOriginal);
    if (!isOriginal && !frame.isExact && window.changed) {
      const changed = window.changed;
      window.changed = 0;
      requestAnimationFrame(() => window.times.push(performance.now() - changed));
    }
  };
}"""


@pytest.fixture()
def large(browser: Browser, pictures: Path) -> object:
    server = Server(pictures, "large.jpg")
    tab = Tab(browser, server, "#max-radius=4%25", viewport={"width": 1600, "height": 1000})
    yield tab
    tab.close()
    server.stop()


def test_from_input_to_picture(large: Tab) -> None:
    """12 megapixels in a view of more than 1,200 pixels."""
    large.page.evaluate(WATCH)
    for index in range(20):
        large.page.evaluate("""(value) => import('./state.js').then(({ state }) => {
            window.changed = performance.now(); state.set('max-radius', value) })""", f"{3 + index / 10}%")
        large.page.wait_for_function("(count) => window.times.length > count", arg=index, polling=10)
        large.wait()
    times = large.page.evaluate("window.times")
    median = statistics.median(times)
    print(f"\nfrom input to picture: median {median:.0f} ms, most {max(times):.0f} ms")
    assert median < 300


def test_dragging_sends_no_flood(large: Tab) -> None:
    """Handles move with every frame of the screen, and there is at most one rendering at a time."""
    outcome = large.page.evaluate("""async () => {
        const { state } = await import('./state.js');
        let [sent, open, most] = [0, 0, 0];
        const send = window.fetch;
        window.fetch = async (...all) => {
            if (all[0] !== 'render' || JSON.parse(all[1].body).isOriginal) return send(...all);
            [sent, open] = [sent + 1, open + 1];
            most = Math.max(most, open);
            try { return await send(...all) } finally { open -= 1 }
        };
        const handle = document.querySelector('.handle.edge');
        const [frames, places] = [[], new Set()];
        let last = await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < 90; frame++) {
            for (let move = 0; move < 8; move++) state.set('start-offset', `${(frame * 8 + move) / 10}%`);
            const now = await new Promise(requestAnimationFrame);
            frames.push(now - last);
            places.add(handle.style.transform);
            last = now;
        }
        return { sent, most, frames, places: places.size } }""")
    large.wait()
    frames = outcome["frames"]
    print(f"\n720 changes in 90 frames: {outcome['sent']} renderings, at most {outcome['most']} at once; "
          f"a frame takes {statistics.median(frames):.1f} ms (median), handles moved in {outcome['places']} frames")
    assert outcome["sent"] <= 90 and outcome["most"] <= 2 and outcome["places"] >= 80
    # the picture is that of the last position
    job = large.page.evaluate("() => import('./state.js').then(({ state }) => JSON.stringify(state.job))")
    assert large.page.evaluate("() => window.varblurPreview.rendered") == job


def test_start(browser: Browser, pictures: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    times = []
    for _ in range(3):
        started = time.monotonic()
        server = Server(pictures, "photo.jpg")
        page.goto(server.address)
        page.wait_for_function("() => window.varblurPreview?.renderer?.frameCount > 0", polling=10)
        times.append(time.monotonic() - started)
        server.stop()
    print(f"\nfrom start to first picture: {min(times) * 1000:.0f} ms")
    assert min(times) < 3
    context.close()
