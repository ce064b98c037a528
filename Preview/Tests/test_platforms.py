"""The settings as code for other platforms."""

from __future__ import annotations

import io
import json
import mimetypes
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from conftest import Server, Tab
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Route

PLATFORMS = ("css", "compose", "swiftui", "imgproxy")


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


@pytest.mark.parametrize("fragment,parts", [
    # areas alone have no ramp, and neither have areas among ramps
    ("#area=circle(20%25)", {"css": ["Without: area."], **{name: ["no blur of this shape"] for name in PLATFORMS[1:]}}),
    ("#area=circle(20%25)&area-invert=yes&max-radius=9&easing=sine", {"css": ["Without: area, area-invert."], "compose": ["no blur of this shape"]}),
    ("#ramp=area-blur(circle(40px), 12px)", {"css": ["Without: ramp."], "swiftui": ["no blur of this shape"]}),
    ("#ramp=linear-blur(12px, 0px 50%25) area-blur(circle(40px), 12px)", {"css": ["Without: area-blur.", "linear-gradient(180deg"], "imgproxy": ["lacks: area-blur."]}),
    ("#area=circle(20%25)&direction=bottom", {"css": ["Without: area.", "linear-gradient(to top"], **{name: ["lacks: area."] for name in PLATFORMS[1:]}}),
    ("#area=circle(20%25)&feather=9&reach=50%25", {"css": ["Without: area, feather.", "linear-gradient(to bottom"], "imgproxy": ["/progressive_blur:20:up:0.5:1/", "lacks: area, feather."]}),
    # the rest is expressed, or named in the order of the documentation
    ("#max-radius=12&min-radius=4", {name: [""] for name in PLATFORMS}),
    ("#mosaic=16&edges=clamp&grain=2&saturation=0.5&quality=80", {"css": ["Without: mosaic, edges, grain."], "compose": ["lacks: mosaic, edges, saturation, grain."]}),
    ("#max-radius=0&tint=red", {"css": ["Without: tint."], "compose": ["lacks: tint."]}),
])
def test_texts_say_what_they_lack(browser: Browser, server: Server, fragment: str, parts: dict[str, list[str]]) -> None:
    tab = Tab(browser, server, fragment)
    for name, expected in parts.items():
        text = tab.text(name)
        assert all(part in text for part in expected), text
        said = [part for part in expected if part.startswith(("Without", "lacks"))]
        assert bool(said) == bool(re.search("Without|lacks", text)), text
    if "Without: area." in str(parts["css"]) and "direction" not in fragment:
        assert "backdrop-filter" not in tab.text("css") and tab.page.locator(".radius-chart").is_hidden()
    tab.close()


def test_sides_of_several_axes_reach_equally_far(browser: Browser, server: Server) -> None:
    """A reach in pixels is another part of the width than of the height."""
    tab = Tab(browser, server, "#direction=top,left&reach=160px&max-radius=12")
    found = tab.page.evaluate("""async () => {
        const [{ gradients }, { state }] = [await import('./css-text.js'), await import('./state.js')];
        return gradients(state).map(({ head, radius }) => [head[1], radius(80 / 640), radius(160 / 640), radius(80 / 960), radius(160 / 960)]) }""")
    assert [head for head, *_ in found] == ["to bottom", "to right"]
    assert found[0][1:3] == pytest.approx([6, 0]) and found[1][3:] == pytest.approx([6, 0])
    tab.close()


def test_texts_for_platforms_have_the_last_valid_settings(browser: Browser, server: Server) -> None:
    """As the other texts: what the command refuses is in none of them."""
    tab = Tab(browser, server, "#direction=bottom&max-radius=20&min-radius=2")
    before = {name: tab.text(name) for name in PLATFORMS}
    least = tab.page.get_by_role("textbox", name="Least radius", exact=True)
    least.fill("30px")
    tab.page.wait_for_function("(element) => element.getAttribute('aria-invalid') === 'true'", arg=least.element_handle())
    # this is valid, but not together with the mistake
    tab.page.get_by_role("button", name="Blur from the left", exact=True).click()
    assert {name: tab.text(name) for name in PLATFORMS} == before
    assert "last valid" in str(tab.page.text_content("#text-note"))
    least.fill("2")
    tab.wait()
    assert tab.text("css") != before["css"]
    tab.page.get_by_role("button", name="Blur from the left", exact=True).click()
    tab.wait()
    # without a file, a mask is no shape yet
    tab.page.get_by_label("Mask", exact=True).check(force=True)
    tab.wait()
    assert {name: tab.text(name) for name in PLATFORMS} == before
    tab.close()


def drawn(browser: Browser, directory: Path, html: str) -> Image.Image:
    """A page of 960 × 640 pixels beside files of a directory."""
    (directory / "page.html").write_text(f"<!doctype html><meta charset=utf-8><body style='margin: 0'>{html}")

    def serve(route: Route) -> None:
        # the address without its query and its fragment is the path of the file
        path = directory / unquote(route.request.url.split("#")[0].split("?")[0].removeprefix("http://files.test/"))
        if path.is_file():
            route.fulfill(body=path.read_bytes(), content_type=mimetypes.guess_type(path.name)[0])
        else:
            route.fulfill(status=404)
    page = browser.new_page(viewport={"width": 960, "height": 640})
    page.route("**/*", serve)
    page.goto("http://files.test/page.html", wait_until="networkidle")
    assert page.evaluate("document.images[0].naturalWidth") == 960
    result = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return result


def difference(first: Image.Image, second: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(first.convert("RGB").crop((40, 40, 920, 600)), second.convert("RGB").crop((40, 40, 920, 600)))).mean) / 3


@pytest.mark.parametrize("mask,fragment,lacks", [
    ("mask #1?.png", "#mask-invert=yes&max-radius=12&tint=navy&tint-opacity=0.6", None), ("mask.png", "#max-radius=12", None),
    ("mask.png", "#max-radius=12&min-radius=3&mask-invert=yes&easing=sine", "min-radius, easing"),
    *((None, fragment, None) for fragment in [
        "#direction=bottom&start-offset=0.3&max-radius=3%25", "#ramp=linear-blur(30deg, 16px, 0px 70%25)&easing=smoothstep",
        "#ramp=radial-blur(ellipse 50%25 60%25 at 40%25 50%25, 0px 30%25, 14px)", "#ramp=linear-blur(12px, 0px 30%25 70%25, 12px)&tint=navy&tint-opacity=0.4&saturation=1.6",
        "#direction=top,left&start-offset=50%25&max-radius=12", "#direction=top,left&reach=160px&max-radius=12&tint=navy&tint-opacity=0.6",
        "#max-radius=12&min-radius=6&tint=navy&tint-opacity=0.8&start-offset=-0.5&saturation=0",
        "#max-radius=12&min-radius=6&tint=navy&tint-opacity=0.8&direction=left&start-offset=40%25",
        "#max-radius=8&min-radius=8&tint=navy&tint-opacity=0.6",
    ]),
])
def test_css_draws_what_the_command_writes(browser: Browser, pictures: Path, tmp_path: Path, mask: str | None, fragment: str, lacks: str | None) -> None:
    name = "a&copy #1?.jpg"
    shutil.copy(pictures / "photo.jpg", tmp_path / name)
    if mask:
        shutil.copy(pictures / "mask.png", tmp_path / mask)
    server = Server(tmp_path, name, *(["--mask", mask] if mask else []))
    tab = Tab(browser, server, f"{fragment}&mask={mask_of(server)}" if mask else fragment)
    text = tab.text("css")
    assert "approximation" in text and "approximation" in str(tab.page.text_content("#text-note"))
    assert (f"Without: {lacks}." in text) if lacks else "Without" not in text, text
    exact = Image.open(io.BytesIO(tab.download()[1]))
    original = Image.open(pictures / "photo.jpg")
    # a mask mixes the picture and its blur, where the command varies the radius
    assert difference(drawn(browser, tmp_path, text), exact) < (0.55 if mask else 0.3) * difference(original, exact)
    tab.close()
    server.stop()


def mask_of(server: Server) -> str:
    """The identifier of the mask of the command line."""
    return str(json.loads(server.request("GET", f"/{server.token}/session.json")[1])["mask"]["id"])
