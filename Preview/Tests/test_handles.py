"""The focus and the selection while handles, stops, and areas come and go."""

from __future__ import annotations

import pytest
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
