"""Moving scenes play from frames that are drawn ahead in the size of the view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Server, Tab

#: Plays the scene; returns the time to the first frame, the times between frames in milliseconds, and the widths of the frames.
PLAY = """async () => {
    const { stage } = window.varblurPreview;
    const button = document.getElementById('play');
    const [times, widths] = [[], new Set()];
    const show = stage.show;
    stage.show = function (frame, isOriginal) {
        if (button.getAttribute('aria-label') === 'Pause') {
            times.push(performance.now());
            widths.add(frame.bitmap.width);
        }
        show.call(stage, frame, isOriginal);
    };
    const started = performance.now();
    button.click();
    while (button.getAttribute('aria-label') === 'Pause') await new Promise(requestAnimationFrame);
    delete stage.show;
    return { wait: times[0] - started, gaps: times.slice(1).map((time, index) => time - times[index]), widths: [...widths] } }"""


@pytest.fixture(params=["scenes/landmark-badges.json", "scenes/notch-overlay.json", "large"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    scene = str(request.param)
    if scene == "large":
        layers = [{"type": "fill", "id": "box", "paint": "#ff0000", "width": {"from": 400, "to": 1500}, "height": 600}]
        (tmp_path / "large.json").write_text(json.dumps({"canvas": {"width": 3000, "height": 2000}, "layers": layers}))
        scene = str(tmp_path / "large.json")
    running = Server(ROOT, *([] if scene.startswith("/") else ["--confine", "."]), "--scene", scene)
    yield running
    running.stop()


def test_a_scene_plays_smoothly(tab: Tab) -> None:
    """`-s` prints the frames per second."""
    still = tab.pixels()
    scale = tab.page.evaluate("window.varblurPreview.stage.scale")
    width = tab.page.evaluate("window.varblurPreview.stage.picture.width")
    first = tab.page.evaluate(PLAY)
    tab.wait()
    # the end is drawn in full, like any time at which the scene stands still
    assert tab.pixels() == still and tab.page.get_by_role("slider", name="Time").input_value() == "1"
    second = tab.page.evaluate(PLAY)
    rates = [1000 * len(run["gaps"]) / sum(run["gaps"]) for run in (first, second)]
    print(f"\nthe first time after {first['wait']:.0f} ms with {rates[0]:.0f} frames per second, later after {second['wait']:.0f} ms with {rates[1]:.0f}")
    # all frames are there the second time
    assert rates[0] > 5 and rates[1] > 15 and second["wait"] < 300
    assert all(frame <= max(1.1 * scale, scale + 0.05) * width + 1 for frame in first["widths"] + second["widths"])


def test_a_scene_plays_on_after_a_change(tab: Tab) -> None:
    """A change of the zoom, too, takes the frames away that were drawn ahead."""
    tab.page.click("#play")
    tab.page.wait_for_function("() => Number(document.getElementById('time').value) < 0.9 && Number(document.getElementById('time').value) > 0.05")
    key = tab.page.evaluate("window.varblurPreview.renderer.frames.key")
    tab.page.evaluate("window.varblurPreview.stage.zoom(window.varblurPreview.stage.scale / 2)")
    tab.page.wait_for_function("(key) => window.varblurPreview.renderer.frames.key !== key", arg=key)
    tab.page.wait_for_selector("#play[aria-label=Play]")
    tab.wait()
    assert tab.page.get_by_role("slider", name="Time").input_value() == "1" and not tab.errors
    # no more waiting after a pause
    assert tab.page.evaluate("""async () => {
        const { stage } = window.varblurPreview;
        const button = document.getElementById('play');
        stage.zoom(stage.scale * 1.5);
        button.click();
        await new Promise(requestAnimationFrame);
        const wasBusy = button.classList.contains('busy');
        button.click();
        return [wasBusy, button.classList.contains('busy')] }""") == [True, False]
    tab.wait()


def test_playing_stops_at_a_time_and_follows_changes(tab: Tab) -> None:
    slider = tab.page.get_by_role("slider", name="Time")
    tab.page.click("#play")
    tab.page.wait_for_function("() => Number(document.getElementById('time').value) < 0.9 && Number(document.getElementById('time').value) > 0.05")
    tab.page.click("#play")
    tab.wait()
    time = float(slider.input_value())
    assert 0.05 < time < 1 and f"--at {time}"[:8] in tab.text()
    key = tab.page.evaluate("window.varblurPreview.renderer.frames.key")
    tab.page.evaluate("import('./scene-state.js').then(({ scene }) => scene.setValue('canvas.background', '#00ff00'))")
    tab.wait()
    tab.page.click("#play")
    tab.page.wait_for_function("(key) => window.varblurPreview.renderer.frames.key !== key && window.varblurPreview.renderer.frames.count > 0", arg=key)
    tab.page.wait_for_selector("#play[aria-label=Play]")
    tab.wait()
    assert "canvas.background=#00ff00" in tab.text() and "--at" not in tab.text()
