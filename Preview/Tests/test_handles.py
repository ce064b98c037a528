"""The focus and the selection while handles, stops, and areas come and go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from conftest import Server, Tab
from playwright.sync_api import Browser

STOPS = "#ramp=linear-blur(30deg, 16px, 8px 40%25, 0px 80%25)"


def focused(tab: Tab) -> str:
    """The name of what has the focus."""
    return str(tab.page.evaluate("(({ ariaLabel, value, id }) => ariaLabel || value || id)(document.activeElement)"))


def test_the_focus_stays_at_stops(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, STOPS)
    page = tab.page
    # the selection in the list is the one on the picture
    page.get_by_role("textbox", name="Radius of stop 3").focus()
    page.wait_for_selector(".handle.stop.selected[aria-label='Stop 3']")
    page.get_by_role("slider", name="Stop 1").focus()
    assert page.locator(".stop-row.selected").get_by_label("Radius of stop 1").count() == 1
    page.get_by_role("button", name="Stop", exact=True).press("Enter")
    assert focused(tab) == "Radius of stop 2" and page.locator(".stop-row").count() == 4
    page.get_by_role("slider", name="Stop 4").press("Delete")
    assert focused(tab).startswith("Stop ") and page.locator(".stop-row").count() == 3
    page.get_by_role("button", name="Remove stop 2").press("Enter")
    assert focused(tab).startswith("Radius of stop ") and page.locator(".stop-row").count() == 2
    tab.close()


def test_the_focus_stays_at_a_control_that_is_replaced(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#ramp=radial-blur(ellipse 50%25 60%25, 0px, 12px)")
    tab.page.get_by_role("radio", name="Ellipse").press("ArrowRight")
    assert focused(tab) == "circle" and "circle" in tab.text()
    tab.page.get_by_label("Reaches to").select_option("custom")
    # a circle has no percentages
    radius = tab.page.get_by_role("textbox", name="Radius", exact=True)
    radius.fill("30%")
    tab.wait()
    assert "circle 288px" in tab.text() and tab.page.get_by_role("button", name="Unit of Radius").count() == 0
    tab.close()


def test_the_focus_stays_at_the_button_that_saves(tab: Tab) -> None:
    tab.page.focus("#download")
    with tab.page.expect_download():
        tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector("#download:not(.busy)")
    assert focused(tab) == "download"


def test_the_end_of_a_radius_lies_outside_of_the_picture(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#area=circle(30%25 at 90%25 50%25) xywh(0 0 20%25 20%25)")
    radius = tab.page.get_by_role("slider", name="Radius of area 1")
    radius.press("ArrowRight")
    tab.wait()
    assert float(tab.text().split("circle(")[1].split("%")[0]) == pytest.approx(31.2, abs=0.2)
    tab.page.get_by_role("slider", name="Center of area 1").press("Delete")
    assert focused(tab) == "Center of area 1" and tab.page.locator(".handle").count() == 3
    tab.page.get_by_role("slider", name="Center of area 1").press("Delete")
    assert focused(tab) == "End of the blur from the top"
    tab.close()


@pytest.mark.parametrize("section,button,option", [("Size", "Draw the crop", "crop"), ("Areas", "Rectangle", "area")])
@pytest.mark.parametrize("way", ["Escape", "pointercancel"])
def test_drawing_is_canceled(tab: Tab, section: str, button: str, option: str, way: str) -> None:
    page = tab.page
    page.get_by_text(section, exact=True).click()
    page.get_by_role("button", name=button).click()
    box = page.locator("#stage").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.6, steps=4)
    if way == "Escape":
        page.keyboard.press("Escape")
    else:
        page.evaluate("document.getElementById('stage').dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true }))")
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.7)
    page.mouse.up()
    assert page.locator(".crop-frame").count() == 0 and page.get_by_role("button", name=button).get_attribute("aria-pressed") == "false"
    assert option not in tab.text()


@pytest.mark.parametrize("size", [(960, 640), (20_000, 40), (60, 9000)])
def test_areas_that_are_not_changed_keep_their_texts(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    Image.new("RGB", size, (90, 120, 60)).save(tmp_path / "in.png")
    kept = ["xywh(3px 5px 7.5px 11px round 2px)", "INSET(10% 12.3456% 20% 30%)", "circle(3px at 41px 17px)", "polygon(evenodd, 1px 2px, 30px 4px, 5px 33px)"]
    server = Server(tmp_path, "--area", " ".join([*kept[:2], "circle(12% at 70% 50%)", *kept[2:]]), "in.png")
    tab = Tab(browser, server)
    page = tab.page
    page.get_by_role("slider", name="Center of area 3").press("ArrowLeft")
    tab.wait()
    text = tab.text()
    assert all(area in text for area in kept) and "12% at 70%" not in text and "at 69% 50%" in text
    page.get_by_role("slider", name="Center of area 3").press("Delete")
    tab.wait()
    assert f"'{' '.join(kept)}'" in tab.text()
    page.get_by_text("Areas", exact=True).click()
    page.get_by_role("button", name="Ellipse").press("Enter")
    tab.wait()
    assert f"'{' '.join(kept)} ellipse(" in tab.text()
    tab.close()
    server.stop()


@pytest.mark.parametrize("width", [700, 5000, 20_000, 60_000])
def test_areas_are_exact_to_a_tenth_of_a_pixel(browser: Browser, server: Server, width: int) -> None:
    tab = Tab(browser, server)
    lengths = tab.page.evaluate("""(width) => import('./areas.js').then(({ areasText, parseAreas }) => {
        const area = { kind: 'box', left: width / 3, top: width / 7, width: width / 11, height: width / 13, round: '' };
        const read = parseAreas(areasText([area], [width, width]), [width, width])[0];
        return ['left', 'top', 'width', 'height'].map((name) => [area[name], read[name]]) })""", width)
    for written, read in lengths:
        assert read == pytest.approx(written, abs=0.1)
    tab.close()


def test_ramps_that_are_not_changed_keep_their_texts(browser: Browser, server: Server) -> None:
    kept = ["linear-blur(0.3333turn, 4px, 1.23456%)", "radial-blur(circle at right 20px, 0px, 9px)"]
    tab = Tab(browser, server)
    tab.page.evaluate("(ramp) => varblurPreview.state.set('ramp', ramp)", f"{kept[0]} linear-blur(90deg, 9px, 0px) {kept[1]}")
    tab.page.get_by_role("button", name="Ramp 2").click()
    tab.page.get_by_role("slider", name="Stop 2").press("ArrowLeft")
    tab.wait()
    text = tab.text()
    assert all(ramp in text for ramp in kept) and "linear-blur(to right, 9px, 0px 99%)" in text
    tab.close()


@pytest.mark.parametrize("fragment,control", [("#area=circle(8%25 at 30%25 30%25)", ".handle.center"), ("#max-radius=20px", "#controls input[type=range]")])
def test_a_drag_with_pauses_is_undone_at_once(browser: Browser, server: Server, fragment: str, control: str) -> None:
    tab = Tab(browser, server, fragment)
    page = tab.page
    before = tab.text()
    box = page.locator(control).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in (10, 20, 30):
        page.mouse.move(x + step, y, steps=3)
        page.wait_for_timeout(500)
    page.mouse.up()
    assert tab.text() != before
    page.click("#undo")
    assert tab.text() == before and page.locator("#undo").is_disabled()
    # the next change is one of its own
    page.click("#redo")
    page.evaluate("varblurPreview.state.set('grain', '3')")
    page.wait_for_timeout(500)
    assert page.evaluate("varblurPreview.state.past.length") == 2
    tab.close()


def test_a_field_that_is_removed_with_the_focus(tab: Tab, pictures: Path) -> None:
    """It has no value anymore; an error in the console would fail the test."""
    page = tab.page
    page.get_by_label("Line", exact=True).check(force=True)
    page.get_by_role("button", name="Stop", exact=True).click()
    assert focused(tab).startswith("Radius of stop ")
    page.set_input_files("#mask-file", pictures / "mask.png")
    page.wait_for_selector(".mask-field")
    page.get_by_label("Line", exact=True).check(force=True)
    page.get_by_role("textbox", name="Radius of stop 1").focus()
    page.evaluate("location.hash = '#max-radius=3'")
    page.wait_for_selector(".side-picker")


def test_the_tip_of_a_center_lies_above_other_handles(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#area=circle(4%25 at 30%25 30%25)")
    center = tab.page.locator(".handle.center")
    center.hover()
    box = tab.page.locator(".handle.size").bounding_box()
    assert box
    above = tab.page.evaluate("""([x, y]) => {
        const tip = document.querySelector('.handle.center .tip');
        tip.style.pointerEvents = 'auto';
        return document.elementFromPoint(x, y) === tip }""", [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    assert above
    tab.close()


def test_handles_have_places_before_the_view_is_observed(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    page.add_init_script("window.ResizeObserver = class { observe() {} }")
    page.goto(server.address + STOPS)
    page.wait_for_function("() => window.varblurPreview?.renderer?.frameCount > 0 && document.querySelector('.lines line')?.hasAttribute('x1')")
    attributes = page.evaluate("[...document.querySelectorAll('.lines *')].flatMap(({ attributes }) => [...attributes].map(({ value }) => value))")
    assert attributes and not [value for value in attributes if "NaN" in value]
    page.close()
