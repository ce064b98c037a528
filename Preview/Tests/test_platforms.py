"""The settings as code for other platforms."""

from __future__ import annotations

import re

import pytest
from conftest import Server, Tab
from playwright.sync_api import Browser


def test_settings_for_platforms(browser: Browser, server: Server) -> None:
    """Each platform gets what it can express, and the text names the rest."""
    cases = {
        "#direction=bottom&start-offset=0.5&max-radius=24&tint=%230a1024&tint-opacity=40%25&grain=2": {
            "compose": ["BlurRadiusSpec.verticalGradient", "BlurStop(0.5f, 0.dp * scale)", "BlurStop(1f, 48.dp * scale)", "0xFF0A1024", "0.4f", "lacks: grain"],
            "swiftui": [".blur(radius: 24 * scale, opaque: true)", "startPoint: .top, endPoint: .bottom", ".scrollEdgeEffectStyle(.soft, for: .bottom)", "lacks: grain"],
            "imgproxy": ["/progressive_blur:24:down:0.5:1/gradient:0.4:0a1024:down:0.5:1/", "lacks: grain"],
        },
        "#direction=left&max-radius=10": {
            "compose": ["horizontalGradient", "BlurStop(0f, 20.dp * scale)", "BlurStop(1f, 0.dp * scale)"],
            "swiftui": ["startPoint: .leading"], "imgproxy": ["/progressive_blur:10:left:0:1/"],
        },
        "#max-radius=8&min-radius=8": {"compose": [".blur(13.86.dp * scale - with(LocalDensity.current) { 0.87f.toDp() })"], "swiftui": ["picture.blur(radius: 8 * scale, opaque: true)\n"], "imgproxy": ["/blur:8/"]},
        "#ramp=radial-blur(0px 40%25, 12px)": {name: ["no blur of this shape"] for name in ("compose", "swiftui", "imgproxy")},
        "#tint=black&tint-opacity=auto": {name: ["tint-opacity auto"] for name in ("compose", "swiftui", "imgproxy", "css")},
    }
    for fragment, texts in cases.items():
        tab = Tab(browser, server, fragment)
        for name, parts in texts.items():
            text = tab.text(name)
            assert all(part in text for part in parts), f"{fragment} {name}: {text}"
            assert str(tab.page.text_content("#text-note"))
        tab.close()


@pytest.mark.parametrize("easing", ["ease-in-out", "ease-in", "sine", "smoothstep", "cubic-bezier(0.1, 0.8, 0.6, 0.9)"])
@pytest.mark.parametrize("shape", ["#max-radius=20&direction=bottom", "#ramp=linear-blur(to bottom, 2px 10%25, 20px 45%25, 0px 90%25)"])
def test_stops_for_compose(browser: Browser, server: Server, shape: str, easing: str) -> None:
    """Compose takes at most 16 stops, which are twice the standard deviation along the whole ramp."""
    tab = Tab(browser, server, f"{shape}&easing={easing}")
    stops = [(float(place), float(radius)) for place, radius in re.findall(r"BlurStop\(([\d.]+)f, ([\d.]+)\.dp", tab.text("compose"))]
    radii = tab.page.evaluate("import('./curve-panel.js').then((module) => module.radii(201))")
    tab.close()
    assert 2 <= len(stops) <= 16 and stops[0][0] == 0 and stops[-1][0] == 1
    for index, radius in enumerate(radii if "ramp" in shape else reversed(radii)):
        (left, low), (right, high) = next(pair for pair in zip(stops, stops[1:]) if pair[1][0] >= index / 200)
        assert low + (index / 200 - left) / (right - left) * (high - low) == pytest.approx(2 * radius, abs=1), index


def test_masks_inside_of_photos_are_not_expressed_in_css(tab: Tab) -> None:
    """A browser cannot show the depth or the subject that a photo has, so the text names them."""
    for path in ("photo:depth", "photo"):
        for role in ("mask", "matte"):
            text = tab.page.evaluate("""([role, path]) => Promise.all([import('./css-text.js'), import('./state.js')]).then(([module, { state }]) => {
                const job = { ...state.takenJob, [role]: 'p9', options: { tint: 'red' } };
                return module.cssText(Object.create(state, { takenJob: { value: job }, pathOf: { value: () => path } })) })""", [role, path])
            assert f"Without: {f'mask {path}' if role == 'mask' else 'matte'}" in text and "url(" not in text
            assert (role == "mask") == ("backdrop-filter" not in text and "<i>" not in text)
