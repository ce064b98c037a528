"""Fields and sliders: steps, units, what the command says about values, and shapes that change."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from conftest import COMMAND, Server, Tab
from playwright.sync_api import Browser, Locator


def settings(tab: Tab) -> dict[str, object]:
    return dict(tab.page.evaluate("import('./state.js').then((module) => module.state.values)"))


def field(tab: Tab, label: str) -> Locator:
    return tab.page.get_by_role("textbox", name=label, exact=True)


def message(tab: Tab, element: Locator) -> str:
    """What is said about a field, once it is marked as wrong."""
    handle = element.element_handle()
    tab.page.wait_for_function("(element) => element.getAttribute('aria-invalid') === 'true'", arg=handle)
    return str(tab.page.evaluate(
        "(element) => element.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id))"
        ".find((found) => found.className === 'mistake' && found.checkVisibility()).textContent", handle))


def open_all(tab: Tab) -> None:
    tab.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")


# Sliders


@pytest.mark.parametrize("fragment", ["", "#ramp=radial-blur(ellipse 40%25 40%25 at 50%25 50%25, 0px 30%25, 3%25)&tint=navy&format=png"])
def test_every_slider_moves_by_visible_steps(browser: Browser, server: Server, fragment: str) -> None:
    """Arrow keys change what the field beside a slider shows by one step, and page keys by ten."""
    tab = Tab(browser, server, fragment)
    open_all(tab)
    rows = tab.page.evaluate("""() => [...document.querySelectorAll("#controls input[type=range]")].filter((range) => range.checkVisibility()).map((range) => {
        const field = range.closest('.row').querySelector('input[type=text]');
        const press = (key) => {
            range.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            return Number.parseFloat(field.value);
        };
        range.focus();
        press('Home');
        for (let count = 0; count < 12; count++) press('ArrowRight');
        const start = Number.parseFloat(field.value);
        return { label: range.getAttribute('aria-label'), start, up: press('ArrowUp'), down: press('ArrowDown'), ten: press('PageUp'), back: press('PageDown') } })""")
    assert len(rows) >= 7, [row["label"] for row in rows]
    for row in rows:
        step = row["up"] - row["start"]
        assert step > 0.0001 and row["down"] == row["start"] == row["back"], row
        assert row["ten"] - row["start"] == pytest.approx(10 * step, rel=0.02), row
    tab.close()


def test_sliders_at_their_default_with_real_keys(tab: Tab) -> None:
    for label, name, value in (("Least radius", "min-radius", "1px"), ("Grain", "grain", None), ("Saturation", "saturation", None)):
        tab.page.get_by_role("slider", name=label, exact=True).focus()
        before = field(tab, label).input_value()
        tab.page.keyboard.press("ArrowRight")
        changed = str(settings(tab)[name])
        assert field(tab, label).input_value() != before and (value is None or changed == value)
        tab.page.keyboard.press("PageUp")
        assert settings(tab)[name] != changed
    field(tab, "Radius").fill("0")
    tab.page.get_by_role("slider", name="Radius", exact=True).focus()
    tab.page.keyboard.press("ArrowUp")
    assert settings(tab)["max-radius"] == "1px"
    tab.page.keyboard.press("End")
    assert float(str(settings(tab)["max-radius"])[:-2]) > 10
    tab.wait()


# Units


def test_a_unit_is_shown_once(tab: Tab) -> None:
    for text, value, shown in (("6%", "6%", "6"), ("9", "9%", "9"), ("12px", "12px", "12"), ("7.5", "7.5px", "7.5")):
        field(tab, "Radius").fill(text)
        assert settings(tab)["max-radius"] == value
        field(tab, "Radius").blur()
        assert field(tab, "Radius").input_value() == shown
        unit = tab.page.get_by_role("button", name="Unit of Radius")
        assert unit.inner_text() == value.removeprefix(shown) and unit.is_visible()
    tab.page.get_by_role("button", name="Unit of Radius").click()
    assert re.fullmatch(r"[\d.]+%", str(settings(tab)["max-radius"])) and "%" not in field(tab, "Radius").input_value()
    # while a unit is typed, the button beside it does not repeat it
    field(tab, "Radius").fill("20px")
    assert tab.page.evaluate("getComputedStyle(document.querySelector('[aria-label^=\"Unit of Radius\"]')).visibility") == "hidden"
    # the default needs no option
    assert settings(tab) == {}
    tab.wait()


# Mistakes


def test_what_the_command_says_is_at_the_field(tab: Tab) -> None:
    open_all(tab)
    cases = [("Radius", "6 elephants", "max-radius"), ("Radius", "20px px", "max-radius"), ("Start offset", "7", "start-offset"), ("Saturation", "-1", "saturation"),
             ("Resize", "big", "resize"), ("Crop", "1x", "crop"), ("Area", "circle(", "area")]
    for label, text, option in cases:
        before = field(tab, label).input_value()
        field(tab, label).fill(text)
        shown = message(tab, field(tab, label))
        outcome = subprocess.run([COMMAND, f"--{option}={text}", "photo.jpg", "out.jpg"], capture_output=True, text=True)
        cause = re.search(r"error: (.*)", outcome.stderr)
        assert outcome.returncode == 64 and cause and cause[1].lower() in shown.lower(), (shown, outcome.stderr)
        hint = re.search(r"hint: (.*)", outcome.stderr)
        assert hint and (hint[1].startswith("see ") or hint[1].lower() in shown.lower()), (shown, outcome.stderr)
        # the text stays for a correction
        field(tab, label).blur()
        assert field(tab, label).input_value() == text and settings(tab) == {}
        assert tab.text() == "varblur photo.jpg photo-blur.jpg" and tab.page.locator("#problem").is_hidden()
        field(tab, label).fill(before)
        tab.page.wait_for_function("() => !document.querySelector('.mistake:not([hidden])')")
    field(tab, "Radius").fill("")
    field(tab, "Radius").blur()
    assert field(tab, "Radius").input_value() == "20"


def test_settings_that_contradict_one_another_are_not_copied(tab: Tab) -> None:
    field(tab, "Radius").fill("30")
    tab.wait()
    field(tab, "Least radius").fill("50px")
    assert "minimum radius is larger" in message(tab, field(tab, "Least radius"))
    for kind in ("shell", "json", "swift", "python"):
        assert "50" not in tab.text(kind) and "30" in tab.text(kind)
    assert "last valid" in str(tab.page.text_content("#text-note"))
    # the file is the one of the command
    name, saved = tab.download()
    tab.page.get_by_role("slider", name="Least radius", exact=True).focus()
    tab.page.keyboard.press("Home")
    tab.wait()
    assert tab.page.locator(".mistake:not([hidden])").count() == 0 and tab.download() == (name, saved)
    assert tab.page.locator("#text-note").is_hidden()


def test_mistakes_in_stops(tab: Tab) -> None:
    tab.page.get_by_label("Line", exact=True).check(force=True)
    tab.wait()
    before = settings(tab)
    field(tab, "Radius of stop 1").fill("2 0")
    assert message(tab, field(tab, "Radius of stop 1"))
    assert settings(tab) == before
    field(tab, "Radius of stop 1").fill("31px")
    tab.wait()
    assert "linear-blur(to bottom, 31px 0%, 0px 100%)" in tab.text()


def test_a_mistake_in_the_address(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#resize=abc&max-radius=9")
    open_all(tab)
    assert "abc" in message(tab, field(tab, "Resize"))
    assert "abc" not in str(tab.page.text_content("#text"))
    tab.close()


def test_colors_of_css(tab: Tab) -> None:
    tab.page.get_by_label("Tint", exact=True).check()
    color = tab.page.get_by_label("Tint, as text")
    for text, value in (("orange", "#ffa500"), ("rgb(10 20 30)", "#0a141e"), ("hsl(120 100% 50%)", "#00ff00")):
        color.fill(text)
        tab.page.wait_for_function("(text) => document.getElementById('text').textContent.includes(text)", arg=text)
        assert tab.page.get_by_label("Color of the tint").input_value() == value
    color.fill("#ff000080")
    assert "--tint-opacity 0.5" in message(tab, color)
    assert "--tint 'hsl(120 100% 50%)'" in tab.text()


# Commands


@pytest.mark.parametrize("width", [390, 800, 1440])
def test_commands_are_divided_at_spaces_only(browser: Browser, server: Server, width: int) -> None:
    tab = Tab(browser, server, "#max-radius=5%25&min-radius=1&direction=top,left&start-offset=-0.1&easing=cubic-bezier(0.3, 0, 0.7, 1.2)&edges=mirror",
              viewport={"width": width, "height": 800})
    divided = tab.page.evaluate("""() => [...document.querySelectorAll('#text .word')].filter((word) => word.getClientRects().length > 1).map((word) => word.textContent)""")
    lines = tab.page.evaluate("new Set([...document.querySelectorAll('#text .word')].map((word) => word.getBoundingClientRect().top)).size")
    assert divided == [] and (lines > 1 or width == 1440)
    assert tab.page.text_content("#text") == tab.text()
    tab.close()


# Shapes


def shape(tab: Tab, name: str) -> dict[str, object]:
    tab.page.get_by_label(name, exact=True).check(force=True)
    tab.wait()
    return settings(tab)


def rows_of(tab: Tab) -> list[float]:
    """How strongly rows of the picture are blurred: 1 as the original, less if they are smoother."""
    return list(tab.page.evaluate("""async () => {
        const { state } = await import('./state.js');
        const { api } = await import('./api.js');
        const read = async (isOriginal) => {
            const { bitmap } = await api.render({ job: state.job, ratio: 1, region: null, isExact: true, isOriginal, isBeside: true });
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
            const context = canvas.getContext('2d');
            context.drawImage(bitmap, 0, 0);
            const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
            return Array.from({ length: 10 }, (_, band) => {
                let sum = 0;
                for (let y = Math.floor(band * bitmap.height / 10); y < (band + 1) * bitmap.height / 10; y++)
                    for (let x = 1; x < bitmap.width; x++) sum += Math.abs(data[4 * (y * bitmap.width + x)] - data[4 * (y * bitmap.width + x - 1)]);
                return sum;
            });
        };
        const [blurred, original] = [await read(false), await read(true)];
        return blurred.map((value, index) => value / original[index]) }"""))


def test_a_caption_at_the_bottom_stays_there(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#direction=bottom&start-offset=60%25&max-radius=12")
    before = rows_of(tab)
    assert min(before[:6]) > 0.95 and before[9] < 0.6
    line = shape(tab, "Line")
    assert line == {"ramp": "linear-blur(to bottom, 0px 60%, 12px 100%)"}
    assert rows_of(tab) == pytest.approx(before, abs=0.02)
    radial = shape(tab, "Radial")
    # what was sharp is in the center
    assert re.fullmatch(r"radial-blur\(ellipse farthest-corner at 50% 50%, 0px 60%, 12px 100%\)", str(radial["ramp"])), radial
    assert rows_of(tab)[4] > 0.8
    assert shape(tab, "Sides") == {"direction": "bottom", "start-offset": "60%", "max-radius": "12"}
    tab.close()


@pytest.mark.parametrize("fragment,line,radial", [
    ("#start-offset=0.4&max-radius=3%25", "linear-blur(to bottom, 3% 0%, 0px 60%)", "0px 40%, 3% 100%"),
    ("#direction=left&start-offset=70%25", "linear-blur(to right, 20px 0%, 0px 30%)", "0px 70%, 20px 100%"),
    ("#direction=top,bottom&start-offset=80%25&max-radius=9", "linear-blur(to bottom, 9px 0%, 0px 20%, 0px 80%, 9px 100%)", "0px 0%, 0px 60%, 9px 100%"),
    ("#direction=top,left&max-radius=9", "linear-blur(to bottom, 9px 0%, 0px 100%) linear-blur(to right, 9px 0%, 0px 100%)", None),
])
def test_shapes_keep_what_is_blurred(browser: Browser, server: Server, fragment: str, line: str, radial: str | None) -> None:
    tab = Tab(browser, server, fragment)
    before, start = rows_of(tab), settings(tab)
    assert shape(tab, "Line")["ramp"] == line
    assert rows_of(tab) == pytest.approx(before, abs=0.02)
    if radial:
        assert radial in str(shape(tab, "Radial")["ramp"])
        # and back, without a change in between
        assert shape(tab, "Line")["ramp"] == line
    assert shape(tab, "Sides") == start
    tab.close()


def test_changed_ramps_become_sides_and_lines(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#ramp=linear-blur(to top, 15px, 0px 40%25)")
    assert shape(tab, "Sides") == {"direction": "bottom", "start-offset": "60%", "max-radius": "15px"}
    tab.close()
    tab = Tab(browser, server, "#ramp=radial-blur(ellipse 40%25 40%25 at 50%25 50%25, 0px 50%25, 15px 100%25)")
    assert shape(tab, "Line")["ramp"] == "linear-blur(to bottom, 15px 10%, 0px 30%, 0px 70%, 15px 90%)"
    assert shape(tab, "Radial")["ramp"].startswith("radial-blur(ellipse 40% 40%")  # type: ignore[union-attr]
    sides = shape(tab, "Sides")
    assert sides == {"direction": "all", "start-offset": "70%", "max-radius": "15px"}
    tab.close()
    tab = Tab(browser, server, "#ramp=radial-blur(circle 90px at 40%25 40%25, 12px 50%25, 0px 100%25)")
    assert re.fullmatch(r"linear-blur\(to bottom, 0px [\d.]+%, 12px [\d.]+%, 12px [\d.]+%, 0px [\d.]+%\)", str(shape(tab, "Line")["ramp"]))
    tab.close()


def test_turning_a_line_keeps_its_strength(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#ramp=linear-blur(to bottom, 4%25 0%25, 1px 50%25, 0px 100%25)")

    def radii() -> list[float]:
        return list(tab.page.evaluate("""async () => {
            const [{ state }, { stopRadii }] = [await import('./state.js'), await import('./geometry.js')];
            return stopRadii(state.ramp, ...state.size) }"""))
    before = radii()
    tab.page.get_by_role("slider", name="Angle of the ramp").focus()
    for _ in range(30):
        tab.page.keyboard.press("ArrowUp")
    assert "210deg" in str(settings(tab)["ramp"]) and radii() == pytest.approx(before, rel=0.001)
    field(tab, "Angle").fill("90")
    assert "to right, " in str(settings(tab)["ramp"]) and radii() == pytest.approx(before, rel=0.001)
    field(tab, "Angle").fill("180")
    assert settings(tab)["ramp"] == "linear-blur(to bottom, 4% 0%, 1px 50%, 0px 100%)"
    tab.wait()
    tab.close()


def test_the_selected_ramp_is_marked(tab: Tab) -> None:
    tab.page.get_by_label("Line", exact=True).check(force=True)
    tab.page.get_by_role("button", name="Ramp", exact=True).click()
    first, second = (tab.page.get_by_role("button", name=f"Ramp {number}", exact=True) for number in (1, 2))
    assert (first.get_attribute("aria-pressed"), second.get_attribute("aria-pressed")) == ("false", "true")
    first.focus()
    tab.page.keyboard.press("Enter")
    assert (first.get_attribute("aria-pressed"), second.get_attribute("aria-pressed")) == ("true", "false")
    assert first.evaluate("(e) => getComputedStyle(e).backgroundColor") != second.evaluate("(e) => getComputedStyle(e).backgroundColor")
    tab.wait()


def test_without_a_mask_the_page_says_what_to_do(tab: Tab) -> None:
    original = tab.page.evaluate("import('./state.js').then(({ state }) => JSON.stringify(state.takenJob.options))")
    tab.page.get_by_label("Mask", exact=True).check(force=True)
    tab.wait()
    text = tab.page.locator(".mask-field").inner_text()
    assert "Choose a mask first" in text and "Until then, nothing is blurred" in text
    assert rows_of(tab) == pytest.approx([1] * 10)
    # nothing is copied that would do something else
    assert "varblur photo.jpg photo-blur.jpg" == tab.text() and json.loads(original) == {}
    assert "Choose a mask" in str(tab.page.text_content("#text-note"))


def test_areas_among_ramps_stay(browser: Browser, pictures: Path) -> None:
    """The page does not draw them: they stay when ramps are changed, and alone, they are text."""
    area = "area-blur(circle(40px at 50% 30%), 12px, feather 6px)"
    server = Server(pictures, "--ramp", f"{area} linear-blur(to bottom, 12px, 0px 60%)", "photo.jpg")
    tab = Tab(browser, server)
    tab.page.get_by_role("slider", name="Stop 2").press("ArrowUp")
    assert settings(tab)["ramp"] == f"linear-blur(to bottom, 12px, 0px 59%) {area}"
    tab.page.get_by_role("slider", name="Angle of the ramp").press("ArrowUp")
    assert str(settings(tab)["ramp"]).endswith(f" {area}")
    tab.page.get_by_label("Radial", exact=True).check(force=True)
    assert re.fullmatch(rf"radial-blur\(.*\) {re.escape(area)}", str(settings(tab)["ramp"]))
    field(tab, "Radius of stop 1").fill("3 3")
    assert message(tab, field(tab, "Radius of stop 1"))
    field(tab, "Radius of stop 1").fill("3")
    tab.wait()
    assert area in tab.text()
    tab.close()
    server.stop()


@pytest.mark.parametrize("ramp", ["area-blur(outside circle(40px) inset(10%), 12px)", "area-blur(circle(40px), 12px) area-blur(circle(9px at 0 0), 3%)"])
def test_areas_instead_of_ramps_are_text(browser: Browser, pictures: Path, ramp: str) -> None:
    server = Server(pictures, "--ramp", ramp, "photo.jpg")
    tab = Tab(browser, server)
    command = tab.text()
    assert f"--ramp '{ramp}'" in command
    tab.page.reload()
    assert tab.text() == command and field(tab, "Ramp").input_value() == ramp
    assert tab.page.locator(".segments input:checked[value=sides]").count() == 0 and tab.page.locator(".handle").count() == 0
    field(tab, "Ramp").fill("area-blur(circle(40px), 1")
    assert message(tab, field(tab, "Ramp")) and tab.text() == command
    field(tab, "Ramp").fill("area-blur(circle(50%), 7px)")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('7px')")
    # a line is added to them
    line = shape(tab, "Line")
    assert line == {"ramp": "linear-blur(to bottom, 20px 0%, 0px 100%) area-blur(circle(50%), 7px)"}
    assert shape(tab, "Sides") == {}
    tab.page.keyboard.press("Control+z")
    assert settings(tab) == line
    tab.close()
    server.stop()


def test_a_mask_without_a_file_is_undone(tab: Tab) -> None:
    """Undo takes back the choice of the shape, not the change before, and redo repeats it."""
    def state() -> tuple[object, object]:
        return settings(tab), tab.page.evaluate("import('./state.js').then((module) => module.state.shape)")
    field(tab, "Radius").fill("40")
    tab.page.get_by_role("button", name="Blur from the bottom", exact=True).click()
    tab.page.get_by_role("button", name="Blur from the top", exact=True).click()
    before = state()
    tab.page.get_by_label("Mask", exact=True).check(force=True)
    assert state()[1] == "mask"
    tab.page.click("#undo")
    assert state() == before == ({"max-radius": "40px", "direction": "bottom"}, "sides")
    tab.page.click("#redo")
    assert state()[1] == "mask" and tab.page.get_by_label("Mask", exact=True).is_checked()
    tab.wait()
