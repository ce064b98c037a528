"""The page in a browser: with the mouse, with the keyboard alone, and with files dropped on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Server, Tab
from playwright.sync_api import Browser, Page, expect

FRAGMENTS = {
    "sides": "#max-radius=5%25&direction=top,bottom",
    "linear": "#ramp=linear-blur(3%25 10%25, 0px 45%25, 2%25 90%25)&tint=navy",
    "radial": "#ramp=radial-blur(circle 200px at 40% 50%, 0px 30%25, 20px 100%25)".replace("40% 50%", "40%25 50%25"),
}


def settings(tab: Tab) -> dict[str, object]:
    return dict(tab.page.evaluate("import('./state.js').then((module) => module.state.values)"))


def pixels(page: Page) -> str:
    return str(page.evaluate("document.getElementById('canvas').toDataURL()"))


def test_typing_changes_picture_address_and_text(tab: Tab) -> None:
    before = pixels(tab.page)
    tab.page.get_by_label("Radius", exact=True).nth(1).fill("6%")
    tab.wait()
    assert settings(tab) == {"max-radius": "6%"}
    assert pixels(tab.page) != before
    assert tab.page.text_content("#text") == "varblur --max-radius 6% photo.jpg photo-blur.jpg"
    tab.page.wait_for_function("() => location.hash.includes('max-radius=6%25')")
    tab.page.reload()
    tab.wait()
    assert settings(tab) == {"max-radius": "6%"}


def test_dragging_the_end_of_a_side(tab: Tab) -> None:
    tab.drag(".handle.edge", 0, -100)
    tab.wait()
    offset = float(str(settings(tab)["start-offset"]).rstrip("%"))
    assert 5 < offset < 60
    tab.page.keyboard.press("ArrowUp")
    assert float(str(settings(tab)["start-offset"]).rstrip("%")) == pytest.approx(offset + 1, abs=0.2)


def test_dragging_stops_and_the_angle(tab: Tab) -> None:
    tab.page.get_by_label("Line", exact=True).check(force=True)
    tab.wait()
    tab.drag(".handle.stop >> nth=1", 0, -60)
    assert re.fullmatch(r"linear-blur\(to bottom, 20px 0%, 0px [5-9]\d(\.\d)?%\)", str(settings(tab)["ramp"]))
    tab.drag(".handle.rotate", 40, 60)
    assert re.search(r"linear-blur\((\d+deg|to right|to left|to top),", str(settings(tab)["ramp"]))
    tab.page.get_by_role("button", name="Stop", exact=True).click()
    assert str(settings(tab)["ramp"]).count(",") == 3
    tab.page.locator(".handle.stop").nth(1).focus()
    tab.page.keyboard.press("Delete")
    assert str(settings(tab)["ramp"]).count(",") == 2
    tab.page.get_by_role("button", name="Ramp", exact=True).click()
    assert str(settings(tab)["ramp"]).count("linear-blur") == 2
    tab.wait()


def test_dragging_center_and_size(tab: Tab) -> None:
    tab.page.get_by_label("Radial", exact=True).check(force=True)
    tab.wait()
    tab.drag(".handle.center", 80, -40)
    center = re.search(r"at ([\d.]+)% ([\d.]+)%", str(settings(tab)["ramp"]))
    assert center and float(center[1]) > 55 and float(center[2]) < 48
    tab.drag(".handle.size.x", -90, 0)
    assert re.search(r"ellipse [\d.]+% [\d.]+% at", str(settings(tab)["ramp"]))
    tab.page.get_by_label("Circle", exact=True).check(force=True)
    tab.drag(".handle.size.x", -60, 0)
    assert re.search(r"circle \d+px at", str(settings(tab)["ramp"]))
    tab.drag(".handle.stop >> nth=0", -20, 0)
    tab.wait()


def test_areas_are_drawn_moved_and_resized(tab: Tab) -> None:
    page = tab.page
    page.get_by_text("Areas", exact=True).click()
    stage = page.locator("#stage").bounding_box()
    assert stage
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2

    def draw(kind: str, left: float, top: float, right: float, bottom: float) -> None:
        page.get_by_role("button", name=kind).click()
        page.mouse.move(x + left, y + top)
        page.mouse.down()
        page.mouse.move(x + right, y + bottom, steps=4)
        page.mouse.up()

    number = r"(-?[\d.]+)%"
    draw("Rectangle", -100, -80, -20, -10)
    box = re.fullmatch(rf"xywh\({number} {number} {number} {number}\)", str(settings(tab)["area"]))
    assert box
    draw("Ellipse", 60, -40, 140, 60)
    assert re.fullmatch(rf"xywh\(.*\) ellipse\({number} {number} at {number} {number}\)", str(settings(tab)["area"]))
    page.get_by_role("slider", name="Center of area 1").focus()
    page.keyboard.press("ArrowRight")
    moved = re.match(rf"xywh\({number} {number} {number} {number}\)", str(settings(tab)["area"]))
    assert moved and float(moved[1]) == pytest.approx(float(box[1]) + 1, abs=0.02) and moved.groups()[1:] == box.groups()[1:]
    tab.drag('[aria-label="Bottom right corner of area 1"]', -30, -20)
    smaller = re.match(rf"xywh\({number} {number} {number} {number}\)", str(settings(tab)["area"]))
    assert smaller and smaller.groups()[:2] == moved.groups()[:2]
    assert float(smaller[3]) < float(moved[3]) and float(smaller[4]) < float(moved[4])
    page.get_by_role("slider", name="Center of area 2").focus()
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Rectangle").focus()
    page.keyboard.press("Enter")
    assert str(settings(tab)["area"]) == f"{smaller[0]} xywh(35% 35% 30% 30%)"
    # every shape has handles; a moved rectangle is written with its distances from the left and the top
    page.get_by_label("Area", exact=True).fill("circle(20% at 30% 40%) inset(10% 20% 70%) polygon(evenodd, 60% 10%, 90% 20%, 70% 60%)")
    page.get_by_role("slider", name="Corner 3 of area 3").wait_for()
    for name in ("Center of area 1", "Center of area 2", "Corner 3 of area 3"):
        page.get_by_role("slider", name=name).focus()
        page.keyboard.press("ArrowDown")
    assert str(settings(tab)["area"]) == (
        "circle(20% at 30% 41%) xywh(20% 11% 60% 20%) polygon(evenodd, 60% 10%, 90% 20%, 70% 61%)")
    assert page.locator(".handle.edge").count() == 0
    tab.wait()


def test_areas_combine_with_any_side(tab: Tab) -> None:
    page = tab.page
    page.get_by_text("Areas", exact=True).click()
    page.get_by_label("Area", exact=True).fill("circle(20% at 30% 40%)")
    page.keyboard.press("Enter")
    top = page.get_by_role("button", name="Blur from the top", exact=True)
    expect(top).to_have_attribute("aria-pressed", "false")
    top.click()
    assert settings(tab)["direction"] == "top"
    expect(top).to_have_attribute("aria-pressed", "true")
    tab.wait()
    assert "--direction top" in str(page.text_content("#text"))
    top.click()
    assert "direction" not in settings(tab)
    tab.wait()


def test_shapes_keep_their_settings(tab: Tab) -> None:
    tab.page.get_by_label("Blur from the bottom").click()
    tab.page.get_by_label("Radial", exact=True).check(force=True)
    assert "direction" not in settings(tab)
    tab.page.get_by_label("Sides", exact=True).check(force=True)
    assert settings(tab) == {"direction": "top,bottom"}
    tab.page.click("#undo")
    assert "ramp" in settings(tab)
    tab.page.click("#redo")
    assert settings(tab) == {"direction": "top,bottom"}


def test_the_easing_curve(tab: Tab) -> None:
    tab.page.get_by_label("Easing").select_option("smoothstep")
    assert settings(tab)["easing"] == "smoothstep"
    tab.drag(".knob >> nth=0", 25, 0)
    assert str(settings(tab)["easing"]).startswith("cubic-bezier(")
    tab.page.locator(".knob").nth(1).focus()
    tab.page.keyboard.press("Shift+ArrowLeft")
    tab.wait()


def test_the_look_and_the_output(tab: Tab) -> None:
    tab.page.get_by_label("Tint", exact=True).check()
    tab.page.get_by_label("Tint, as text").fill("navy")
    tab.page.get_by_label("Saturation").nth(1).fill("1.5")
    tab.page.get_by_label("Dither").check()
    tab.page.get_by_text("Output", exact=True).click()
    tab.page.get_by_label("Format").select_option("png")
    assert settings(tab) == {"tint": "navy", "saturation": "1.5", "dither": True, "format": "png"}
    tab.wait()
    assert "photo-blur.png" in tab.text()


def test_every_option_has_a_control(tab: Tab) -> None:
    """An option that is added to the command is on the page without further work."""
    names = tab.page.evaluate("""async () => {
        const { state } = await import('./state.js');
        const { label } = await import('./option-panels.js');
        return state.session.options.filter((option) => !option.group).map((option) => [option.name, label(option.name)]) }""")
    elsewhere = {"max-radius", "min-radius", "direction", "start-offset", "ramp", "mask", "mask-invert", "matte", "matte-invert", "preset"}
    for name, label in names:
        assert name in elsewhere or tab.page.get_by_label(label, exact=True).count() > 0, name


def test_the_picture_has_the_size_of_the_output(tab: Tab) -> None:
    before = pixels(tab.page)
    size = tab.page.text_content("#picture-size")
    tab.page.get_by_text("Size", exact=True).click()
    tab.page.get_by_label("Resize", exact=True).fill("100x80")
    tab.page.wait_for_function("() => document.getElementById('picture-size').textContent.includes('→')")
    tab.wait()
    shown = str(tab.page.text_content("#picture-size"))
    assert shown.startswith(f"{size} → ") and pixels(tab.page) != before
    width, height = (int(number) for number in shown.split("→")[1].split("×"))
    assert width == 100 or height == 80
    stage = tab.page.evaluate("import('./state.js').then(({ state }) => [state.picture.width, state.picture.height])")
    assert stage == [width, height]
    tab.page.get_by_label("Fit", exact=True).select_option("cover")
    tab.page.wait_for_function("() => document.getElementById('picture-size').textContent.endsWith('→ 100 × 80')")
    tab.page.get_by_label("Resize", exact=True).fill("")
    tab.page.get_by_label("Fit", exact=True).select_option("")
    tab.page.wait_for_function("() => !document.getElementById('picture-size').textContent.includes('→')")
    tab.wait()
    assert pixels(tab.page) == before and settings(tab) == {}


def test_presets(tab: Tab) -> None:
    for name in ("caption", "tilt-shift", "vignette", "privacy", "frosted", "status-bar", "tab-bar"):
        tab.page.get_by_role("button", name=name, exact=True).click()
        tab.wait()
        assert tab.page.get_by_role("button", name=name, exact=True).get_attribute("aria-pressed") == "true"
    tab.page.get_by_role("button", name="Reset").click()
    assert settings(tab) == {}


def test_a_reset_survives_a_reload(browser: Browser, pictures: Path) -> None:
    """The settings of the command line do not come back, with and without a picture."""
    for arguments in (["--max-radius", "40", "photo.jpg"], ["--mask", "mask.png", "--matte", "mask.png", "photo.jpg"], ["--max-radius", "40"]):
        server = Server(pictures, *arguments)
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.address)
        read = "() => import('./state.js').then(({ state }) => JSON.stringify([state.values, state.mask, state.matte]))"
        page.get_by_role("button", name="Reset").wait_for()
        assert page.evaluate(read) != '[{},null,null]'
        page.get_by_role("button", name="Reset").click()
        page.wait_for_function("() => location.hash.includes('picture=') && !location.hash.includes('m')")
        page.reload()
        page.get_by_role("button", name="Reset").wait_for()
        assert page.evaluate(read) == '[{},null,null]', arguments
        context.close()
        server.stop()


def test_dropping_a_picture_and_a_mask(tab: Tab, pictures: Path) -> None:
    tab.drop(pictures / "cutout.png", "#stage")
    tab.page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('320 × 240 PNG')")
    tab.wait()
    tab.page.get_by_label("Mask", exact=True).check(force=True)
    tab.page.set_input_files("#mask-file", pictures / "mask.png")
    tab.page.wait_for_function("() => document.querySelector('.mask-name').textContent === 'mask.png'")
    tab.wait()
    tab.page.get_by_label("Invert the mask").check()
    tab.wait()
    assert tab.text() == "varblur --mask mask.png --mask-invert cutout.png cutout-blur.png"
    tab.drop(pictures / "broken.png", "#stage")
    tab.page.wait_for_selector("#problem:not([hidden])")
    assert "broken" in str(tab.page.text_content("#problem")) or "truncated" in str(tab.page.text_content("#problem"))
    tab.page.set_input_files("#picture-file", pictures / "photo.jpg")
    tab.wait()


def test_a_matte_keeps_what_is_in_front(tab: Tab, pictures: Path) -> None:
    before = pixels(tab.page)
    tab.page.set_input_files("#matte-file", pictures / "mask.png")
    tab.page.wait_for_function("() => document.querySelector('.matte-name').textContent === 'mask.png'")
    tab.wait()
    assert pixels(tab.page) != before and " --matte mask.png " in tab.text()
    tab.page.get_by_label("Invert the matte").check()
    tab.wait()
    assert " --matte mask.png --matte-invert " in tab.text()
    tab.page.get_by_role("button", name="Remove", exact=True).click()
    tab.wait()
    assert pixels(tab.page) == before and "matte" not in tab.text()


def test_comparing_and_zooming(tab: Tab) -> None:
    tab.page.click("#compare")
    tab.page.get_by_role("slider", name="Divider").focus()
    for _ in range(10):
        tab.page.keyboard.press("Shift+ArrowRight")
    tab.wait()
    tab.page.wait_for_timeout(100)
    original = pixels(tab.page)
    tab.page.keyboard.press("Home")
    tab.page.wait_for_timeout(100)
    assert pixels(tab.page) != original
    tab.page.click("#compare")
    tab.page.click("#zoom-actual")
    tab.wait()
    assert tab.page.text_content("#zoom-level") == "100%"
    tab.page.focus("#stage")
    for key in ("ArrowRight", "ArrowDown", "+", "-", "0", "c", "c", "1"):
        tab.page.keyboard.press(key)
    tab.page.mouse.move(400, 300)
    tab.page.mouse.wheel(0, 300)
    tab.page.click("#zoom-fit")
    tab.wait()


def test_keyboard_alone(tab: Tab) -> None:
    """Every control is reached with the tab key, in the order of the page, and can be operated."""
    reached: list[str] = []
    for _ in range(90):
        tab.page.keyboard.press("Tab")
        name = str(tab.page.evaluate(
            "(() => { const e = document.activeElement; if (e === document.body) return ''; "
            "return e.id || e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent || e.name })()"))
        if not name or name in reached[:1]:
            break
        reached.append(name)
        outline = tab.page.evaluate(
            "(() => { const e = document.activeElement; const s = (n) => n ? getComputedStyle(n) : null; "
            "return [s(e), s(e.nextElementSibling)].some((v) => v && v.outlineStyle !== 'none') })()")
        assert outline, f"no focus indicator: {name}"
    order = ["Skip to the settings", "open", "download", "stage", "End of the blur from the top", "compare", "zoom-in", "tab-shell",
             "copy", "text", "status-bar", "Blur from the top", "Radius", "tint-switch"]
    positions = [next((index for index, name in enumerate(reached) if name == wanted), -1) for wanted in order]
    assert -1 not in positions, list(zip(order, positions)) + reached
    assert positions == sorted(positions), reached
    tab.page.get_by_label("Sides", exact=True).focus()
    tab.page.keyboard.press("ArrowRight")
    assert "linear-blur" in str(settings(tab)["ramp"])
    tab.page.locator(".handle.stop").first.focus()
    tab.page.keyboard.press("ArrowDown")
    assert "20px 1%" in str(settings(tab)["ramp"])
    tab.page.keyboard.press("Control+z")
    tab.page.focus("#tab-shell")
    tab.page.keyboard.press("ArrowRight")
    assert str(tab.page.text_content("#text")).startswith('{"input"')
    tab.wait()


# Every shape is seen in all widths and in both schemes, and so is every width in both schemes.
@pytest.mark.parametrize("shape,scheme,width,height", [
    ("sides", "light", 1440, 900), ("sides", "dark", 800, 600), ("sides", "dark", 390, 844), ("linear", "dark", 1440, 900), ("linear", "light", 800, 600),
    ("linear", "light", 390, 844), ("radial", "light", 1440, 900), ("radial", "dark", 800, 600), ("radial", "dark", 390, 844),
])
def test_accessibility(browser: Browser, server: Server, shape: str, scheme: str, width: int, height: int, tmp_path: Path) -> None:
    tab = Tab(browser, server, FRAGMENTS[shape], viewport={"width": width, "height": height}, color_scheme=scheme)
    tab.check_accessibility(tmp_path / f"{shape}-{scheme}-{width}.png")
    tab.close()


def test_without_a_picture(browser: Browser, pictures: Path) -> None:
    server = Server(pictures)
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("#empty:not([hidden])")
    assert Axe().run(page).violations_count == 0
    # settings are checked without a picture, too
    page.get_by_role("textbox", name="Radius", exact=True).fill("9")
    page.wait_for_function("() => document.getElementById('text').textContent === 'varblur --max-radius 9px photo.jpg photo-blur.jpg'")
    page.get_by_role("textbox", name="Radius", exact=True).fill("9 elephants")
    page.wait_for_selector(".mistake:not([hidden])")
    assert "9px" in str(page.text_content("#text"))
    page.set_input_files("#picture-file", pictures / "photo.jpg")
    page.wait_for_function("() => window.varblurPreview.renderer.frameCount > 0")
    assert page.locator("#empty").is_hidden()
    context.close()
    server.stop()
