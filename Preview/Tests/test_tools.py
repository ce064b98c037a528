"""What helps while a picture is tuned: files, help, thumbnails, comparisons, and the saved file."""

from __future__ import annotations

import base64
import io
import shutil
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import COMMAND, Server, Tab
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

SIZES = [(390, 844), (800, 600), (1440, 900)]


def settings(tab: Tab) -> dict[str, object]:
    return dict(tab.page.evaluate("import('./state.js').then((module) => module.state.values)"))


def shown(tab: Tab) -> Image.Image:
    """The picture on the page, without handles and surroundings."""
    view = tab.page.evaluate("(({ x, y, scale, picture, pixelRatio }) => [x, y, picture.width * scale, picture.height * scale].map((v) => v * pixelRatio))"
                             "(window.varblurPreview.stage)")
    data = tab.page.evaluate("document.getElementById('canvas').toDataURL().split(',')[1]")
    canvas = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    return canvas.crop((round(view[0]), round(view[1]), round(view[0] + view[2]), round(view[1] + view[3])))


def difference(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of the values of two pictures."""
    return sum(ImageStat.Stat(ImageChops.difference(first.convert("RGB"), second.convert("RGB").resize(first.size))).mean) / 3


# The view


@pytest.mark.parametrize("width,height", [(390, 844), (800, 600)])
def test_the_picture_stays_in_view(browser: Browser, server: Server, width: int, height: int) -> None:
    tab = Tab(browser, server, viewport={"width": width, "height": height})
    tab.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
    places = tab.page.evaluate("""async () => {
        const stage = document.getElementById('stage');
        const results = [];
        for (const element of document.querySelectorAll('#controls input:not([type=radio]), #controls select, #controls button, #copy')) {
            if (!element.checkVisibility()) continue;
            element.focus();
            await new Promise(requestAnimationFrame);
            const [picture, control] = [stage.getBoundingClientRect(), element.getBoundingClientRect()];
            results.push({ name: element.getAttribute('aria-label') ?? element.textContent, seen: Math.min(picture.bottom, innerHeight) - Math.max(picture.top, 0),
                           isClear: control.top >= picture.bottom - 1 && control.bottom <= innerHeight + 1 });
        }
        return { results, scrolled: scrollY } }""")
    assert places["scrolled"] > 500 and len(places["results"]) > 40
    for place in places["results"]:
        assert place["seen"] >= 180 and place["isClear"], place
    tab.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width,height", SIZES)
def test_accessibility_of_what_opens(browser: Browser, server: Server, pictures: Path, width: int, height: int, scheme: str, tmp_path: Path) -> None:
    """A mistake, a message with buttons, pinned settings, explanations, and the list of shortcuts."""
    tab = Tab(browser, server, "#resize=abc", viewport={"width": width, "height": height}, color_scheme=scheme)
    page = tab.page
    page.click("#explain")
    page.click("#pin")
    page.click("#as-saved")
    page.get_by_label("Mask", exact=True).check(force=True)
    page.set_input_files("#picture-file", pictures / "broken.png")
    page.get_by_role("button", name="Show what is intact").wait_for()
    tab.check_accessibility(tmp_path / "open.png")
    assert page.locator(".mistake:not([hidden])").count() == 1
    page.focus("#stage")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    box = page.locator("dialog").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    page.screenshot(path=tmp_path / "help.png")
    tab.close()


# Help


def test_shortcuts_are_listed(tab: Tab) -> None:
    page = tab.page
    page.get_by_role("textbox", name="Radius", exact=True).press("?")
    assert page.locator("dialog[open]").count() == 0
    page.get_by_role("textbox", name="Radius", exact=True).fill("20")
    page.focus("#compare")
    page.keyboard.press("?")
    text = page.locator("dialog[open]").inner_text()
    for key in ("Ctrl+Z", "Ctrl+V", "Page up", "Delete", "Arrows"):
        assert key in text
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert page.evaluate("document.activeElement.id") == "compare"
    page.focus("#show-help")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Close").press("Enter")
    assert page.locator("dialog[open]").count() == 0


def test_help_is_reached_by_touch(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = tab.page
    page.tap("#show-help")
    page.get_by_role("button", name="Close").tap()
    summary = page.evaluate("import('./state.js').then(({ state }) => state.option('saturation').summary)")
    assert page.get_by_text(summary, exact=True).is_hidden()
    page.tap("#explain")
    assert page.get_by_text(summary, exact=True).is_visible()
    # screen readers read it with the field
    field = page.get_by_role("textbox", name="Saturation", exact=True)
    assert field.evaluate("(e) => e.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join()") == summary
    page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
    missing = page.evaluate("""() => [...document.querySelectorAll('#controls .row > label')].filter((label) => label.checkVisibility())
        .filter((label) => !label.closest('.field')?.querySelector('.help')?.checkVisibility()).map((label) => label.textContent)""")
    assert missing == []
    page.reload()
    tab.wait()
    assert page.get_by_text(summary, exact=True).is_visible()
    tab.close()


# Files


def test_a_damaged_file(tab: Tab, pictures: Path, tmp_path: Path) -> None:
    tab.drop(pictures / "broken.png", "#stage")
    page = tab.page
    page.get_by_role("button", name="Show what is intact").wait_for()
    assert str(page.text_content("#problem-text")).startswith("broken.png: ")
    assert "photo.jpg" in tab.text()
    page.get_by_role("button", name="Show what is intact").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('320 × 240 PNG')")
    assert page.locator("#problem").is_hidden()
    command = tab.text()
    assert command == "varblur --allow-damaged broken.png broken-blur.png"
    name, file = tab.download()
    shutil.copy(pictures / "broken.png", tmp_path)
    outcome = subprocess.run(["sh", "-c", command.replace("varblur", COMMAND, 1)], cwd=tmp_path)
    assert outcome.returncode == 3 and (tmp_path / name).read_bytes() == file
    # it stays open for a reload
    page.reload()
    tab.wait()
    assert "--allow-damaged" in tab.text()
    page.set_input_files("#picture-file", pictures / "mask.png")
    page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('256')")


def test_files_that_are_no_pictures(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    shutil.copy(pictures / "photo.jpg", tmp_path / "one.jpg")
    (tmp_path / "two.jpg").write_bytes((tmp_path / "one.jpg").read_bytes()[:4000])
    (tmp_path / "text.png").write_text("no picture")
    server = Server(tmp_path, "one.jpg", "two.jpg")
    tab = Tab(browser, server)
    tab.drop(tmp_path / "text.png", "#stage")
    tab.page.wait_for_selector("#problem:not([hidden])")
    assert str(tab.page.text_content("#problem-text")).startswith("text.png: ")
    assert tab.page.locator("#problem-actions").inner_text() == "Open another picture…"
    tab.page.set_input_files("#mask-file", tmp_path / "text.png")
    tab.page.get_by_role("button", name="Choose another mask…").wait_for()
    # a file that is repaired can be opened
    tab.page.select_option("#picture-choice", label="two.jpg")
    tab.page.get_by_role("button", name="Try again").wait_for()
    assert tab.page.input_value("#picture-choice") == "p0"
    shutil.copy(pictures / "photo.jpg", tmp_path / "two.jpg")
    tab.page.get_by_role("button", name="Try again").click()
    tab.page.wait_for_function("() => document.getElementById('picture-choice').value === 'p1'")
    assert tab.page.locator("#problem").is_hidden()
    tab.close()
    server.stop()


def test_two_dropped_files_are_open(tab: Tab, pictures: Path) -> None:
    tab.drop([pictures / "cutout.png", pictures / "it's a photo.png"], "#stage")
    tab.page.wait_for_function("() => document.getElementById('picture-choice').options.length === 3")
    tab.wait()
    assert "cutout.png" in tab.text()
    tab.page.select_option("#picture-choice", label="it's a photo.png")
    tab.page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('300 × 200 PNG')")
    tab.page.wait_for_function("() => location.hash.includes('picture=p2')")
    tab.page.reload()
    tab.wait()
    assert "it'\\''s a photo" in tab.text() and tab.page.locator("#picture-choice option").count() == 3


def test_a_picture_is_pasted(tab: Tab) -> None:
    tab.paste_picture()
    tab.page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('90 × 50 PNG')")
    tab.wait()
    assert ".png" in tab.text()


# Crop


def test_a_crop_is_drawn(tab: Tab) -> None:
    page = tab.page
    page.get_by_text("Size", exact=True).click()
    button = page.get_by_role("button", name="Draw the crop")

    def draw() -> None:
        button.click()
        page.wait_for_function("() => window.varblurPreview.stage.picture.width === 960")
        tab.wait()
        box = page.evaluate("(({ element, x, y, picture, scale }) => { const { left, top } = element.getBoundingClientRect();"
                            "return [left + x, top + y, picture.width * scale, picture.height * scale] })(window.varblurPreview.stage)")
        page.mouse.move(box[0] + box[2] / 4, box[1] + box[3] / 4)
        page.mouse.down()
        page.mouse.move(box[0] + box[2] / 2, box[1] + box[3], steps=5)
        assert page.locator(".crop-frame").count() == 1
        page.mouse.up()
        page.wait_for_function("() => document.getElementById('picture-size').textContent.includes('→')")
    draw()
    width, height, left, top = (int(number) for number in str(settings(tab)["crop"]).replace("x", "+").split("+"))
    assert (width, height, left, top) == pytest.approx((240, 480, 240, 160), abs=3)
    tab.wait()
    assert f"→ {width} × {height}" in str(page.text_content("#picture-size")) and f"--crop {width}x{height}+{left}+{top}" in tab.text()
    # a second crop is drawn on the whole picture
    command = tab.text()
    button.click()
    page.wait_for_function("() => window.varblurPreview.stage.picture.width === 960")
    assert tab.text() == command
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => window.varblurPreview.stage.picture.width === {width}")
    draw()
    button.focus()
    page.keyboard.press("Enter")
    tab.wait()
    assert settings(tab)["crop"] == "80%x80%+10%+10%"
    page.wait_for_function("() => document.getElementById('picture-size').textContent.endsWith('→ 768 × 512')")


# Comparisons


def test_the_original_is_there_after_zooming(tab: Tab) -> None:
    """However many parts of it were loaded since."""
    tab.page.focus("#stage")
    for count in range(2, 11):
        tab.page.keyboard.press("+")
        tab.page.wait_for_function("(count) => { const { originals } = window.varblurPreview.renderer; "
                                   "return originals.size >= Math.min(count, 6) && ![...originals.values()].includes('loading') }", arg=count)
    tab.page.keyboard.press("c")
    tab.page.keyboard.press("0")
    tab.wait()
    assert all(tab.page.evaluate("Object.values(window.varblurPreview.stage.frames.original).filter(Boolean).map(({ bitmap }) => bitmap.width)"))
    tab.page.get_by_role("slider", name="Divider between original and blur").press("Home")
    blurred = tab.pixels()
    tab.page.get_by_role("slider", name="Divider between original and blur").press("End")
    assert tab.pixels() != blurred and not tab.errors


def test_presets_have_thumbnails(tab: Tab, pictures: Path) -> None:
    def thumbnails() -> list[str]:
        tab.page.wait_for_function("() => !document.querySelector('.preset canvas:not(.drawn)')")
        return list(tab.page.evaluate("[...document.querySelectorAll('.preset canvas')].map((canvas) => canvas.toDataURL())"))
    first = thumbnails()
    assert len(first) >= 9 and len(set(first)) == len(first)
    assert not settings(tab)
    tab.page.set_input_files("#picture-file", pictures / "mask.png")
    tab.page.wait_for_function("() => document.querySelector('.preset canvas:not(.drawn)')")
    assert not set(first) & set(thumbnails())


def test_thumbnails_are_never_empty(tab: Tab) -> None:
    """Until a preset is drawn, its thumbnail is the picture."""
    tab.page.add_init_script("""
        window.looks = [];
        const look = () => {
            const visible = [...document.querySelectorAll('.preset canvas')].filter((canvas) => canvas.checkVisibility({ visibilityProperty: true }));
            const empty = visible.filter((canvas) => canvas.getContext('2d').getImageData(96, 64, 1, 1).data[3] === 0);
            window.looks.push([visible.length, empty.length]);
            requestAnimationFrame(look);
        };
        addEventListener('DOMContentLoaded', look);""")
    tab.page.reload()
    tab.wait()
    looks = tab.page.evaluate("window.looks")
    assert looks[-1][0] >= 9 and not [look for look in looks if look[1]], looks


def test_the_picture_as_it_is_saved(tab: Tab) -> None:
    """The size of the file, and the effects of its compression, follow the settings."""
    page = tab.page
    page.get_by_text("Output", exact=True).click()

    def size(condition: str = "true") -> float:
        page.wait_for_function(f"() => {{ const text = document.getElementById('file-size').textContent; return text && {condition} }}")
        return float(str(page.text_content("#file-size")).split()[0])
    before = size()
    assert before == pytest.approx(len(tab.download()[1]) / 1000, abs=1) and str(page.text_content("#file-size")).endswith("KB JPEG")
    lossless = shown(tab)
    page.get_by_role("textbox", name="JPEG quality", exact=True).fill("5")
    small = size(f"parseFloat(text) < {before}")
    assert difference(shown(tab), lossless) < 1
    page.focus("#as-saved")
    page.keyboard.press("Enter")
    page.wait_for_timeout(1200)
    saved = shown(tab)
    name, file = tab.download()
    assert small == pytest.approx(len(file) / 1000, abs=1)
    decoded = Image.open(io.BytesIO(file)).resize(saved.size, Image.Resampling.BOX)
    assert difference(saved, lossless) > 1.2 and difference(saved, decoded) < difference(saved, lossless) / 2
    page.get_by_label("Format", exact=True).select_option("webp")
    size("text.endsWith('WEBP')")
    page.keyboard.press("Tab")
    page.click("#as-saved")
    page.wait_for_timeout(800)
    assert difference(shown(tab), lossless) < 1
    page.get_by_text("Output", exact=True).click()
    page.wait_for_function("() => document.getElementById('file-size').textContent === ''")


def test_two_settings_side_by_side(tab: Tab) -> None:
    page = tab.page
    radius = page.get_by_role("textbox", name="Radius", exact=True)
    radius.fill("4")
    tab.wait()
    weak = shown(tab)
    page.focus("#pin")
    page.keyboard.press("Enter")
    assert page.get_attribute("#pin", "aria-pressed") == page.get_attribute("#compare", "aria-pressed") == "true"
    radius.fill("40")
    tab.wait()
    page.wait_for_timeout(900)
    assert page.locator(".tag.before").inner_text() == "Pinned" and page.locator(".tag.after").inner_text() == "Now"
    divider = page.get_by_role("slider", name="Divider between pinned and now")
    divider.press("End")
    page.wait_for_timeout(300)
    left = shown(tab)
    divider.press("Home")
    page.wait_for_timeout(300)
    right = shown(tab)
    assert difference(left, weak) < 0.7 < difference(right, weak)
    page.focus("#swap")
    page.keyboard.press("Enter")
    tab.wait()
    page.wait_for_timeout(900)
    assert settings(tab) == {"max-radius": "4px"} and difference(shown(tab), weak) < 0.7
    divider.press("End")
    page.wait_for_timeout(300)
    assert difference(shown(tab), right) < 0.7
    page.keyboard.press("Control+z")
    assert settings(tab) == {"max-radius": "40px"}
    page.click("#pin")
    page.wait_for_timeout(600)
    assert page.locator(".tag.before").inner_text() == "Original" and page.locator("#swap").is_hidden()
    assert difference(shown(tab), weak) > 0.1


def test_pinned_settings_of_other_pictures(tab: Tab) -> None:
    """The format in which a HEIC picture has to be written is none of its settings."""
    page = tab.page

    def format_of(picture: str) -> None:
        page.evaluate("(format) => { const { state } = window.varblurPreview; state.setPicture({ ...state.original, format }) }", picture)
    taken = "() => window.varblurPreview.state.takenJob.options.format === '%s'"
    format_of("heic")
    page.wait_for_function(taken % "jpeg")
    page.click("#pin")
    page.click("#swap")
    assert settings(tab) == {}
    page.evaluate("window.varblurPreview.state.set('format', 'webp')")
    page.wait_for_function(taken % "webp")
    page.click("#pin")
    page.click("#pin")
    page.click("#swap")
    assert settings(tab) == {"format": "webp"}


def test_pinned_settings_while_a_crop_is_drawn(browser: Browser, server: Server) -> None:
    """Both sides are the whole picture then."""
    tab = Tab(browser, server, "#crop=50%25x50%25%2B0%25%2B0%25&rotate=90&max-radius=4")
    page = tab.page
    page.click("#pin")
    page.get_by_text("Size", exact=True).click()
    page.get_by_role("button", name="Draw the crop").click()
    page.wait_for_function("() => window.varblurPreview.stage.picture.height === 960")
    page.wait_for_function("() => { const { frames, picture } = window.varblurPreview.stage; const whole = frames.original.whole?.bitmap; "
                           "return whole && Math.abs(whole.width / whole.height - picture.width / picture.height) < 0.01 }")
    options = page.evaluate("import('./state.js').then(({ state }) => state.pinnedJob.options)")
    assert options == {"max-radius": "4", "rotate": "90"}
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.varblurPreview.stage.picture.height === 480")
    assert page.evaluate("import('./state.js').then(({ state }) => state.pinnedJob.options.crop)") == "50%x50%+0%+0%"
    tab.wait()
    tab.close()
