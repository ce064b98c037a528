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
    requests: list[str] = []
    large.page.on("request", lambda request: requests.append(request.url) if request.url.endswith("render") else None)
    large.page.evaluate("""() => { window.frames = []; let last = performance.now();
        const step = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(step) }; requestAnimationFrame(step) }""")
    large.page.evaluate("""() => { window.open = 0; window.most = 0; const send = window.fetch;
        window.fetch = async (...all) => { if (all[0] !== 'render') return send(...all);
            window.open += 1; window.most = Math.max(window.most, window.open);
            try { return await send(...all) } finally { window.open -= 1 } } }""")
    started = time.monotonic()
    large.drag(".handle.edge", 0, -300, steps=240)
    seconds = time.monotonic() - started
    large.wait()
    frames = large.page.evaluate("window.frames")
    print(f"\n240 moves in {seconds:.1f} s: {len(requests)} renderings, at most {large.page.evaluate('window.most')} at once; "
          f"frames: median {statistics.median(frames):.1f} ms")
    assert len(requests) < 140 and large.page.evaluate("window.most") <= 3
    # the picture is that of the last position
    text = large.page.evaluate("import('./state.js').then(({ state }) => JSON.stringify(state.job))")
    assert large.page.evaluate("window.varblurPreview.rendered") == text


def test_start(browser: Browser, pictures: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    times = []
    for _ in range(3):
        started = time.monotonic()
        server = Server(pictures, "photo.jpg")
        page.goto(server.address)
        page.wait_for_function("window.varblurPreview?.renderer?.frameCount > 0", polling=10)
        times.append(time.monotonic() - started)
        server.stop()
    print(f"\nfrom start to first picture: {min(times) * 1000:.0f} ms")
    assert min(times) < 3
    context.close()
