"""Pictures and masks that are opened, dropped, or pasted: several at once, and one after the other."""

from __future__ import annotations

from pathlib import Path

from conftest import Server, Tab
from playwright.sync_api import Browser, Route


def test_the_latest_choice_is_shown(browser: Browser, pictures: Path) -> None:
    """Whatever becomes of the choices before: their answers are late."""
    server = Server(pictures, "photo.jpg", "cutout.png", "large.jpg")
    tab = Tab(browser, server)
    page = tab.page
    held: list[Route] = []
    page.route("**/open", lambda route: held.append(route) if "p2" in str(route.request.post_data) else route.continue_())
    for answer in (None, '{"error": "Late."}'):
        with page.expect_request("**/open"):
            page.select_option("#picture-choice", label="large.jpg")
        page.select_option("#picture-choice", label="cutout.png")
        page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('320 × 240')")
        assert page.locator("#stage.loading").count() == 1
        with page.expect_response("**/open"):
            held.pop().fulfill(body=answer, content_type="application/json") if answer else held.pop().continue_()
        page.wait_for_selector("#stage:not(.loading)")
        tab.wait()
        assert str(page.text_content("#picture-size")).startswith("320 × 240") and page.locator("#problem").is_hidden()
        assert page.input_value("#picture-choice") == "p1"
        page.select_option("#picture-choice", label="photo.jpg")
        page.wait_for_function("() => document.getElementById('picture-size').textContent.startsWith('960 × 640')")
    tab.close()
    server.stop()


def test_all_files_that_cannot_be_opened_are_named(tab: Tab, pictures: Path, tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "long.png").write_bytes(bytes(300_000))
    tab.page.evaluate("import('./state.js').then(({ state }) => { state.session.maximumInput = 290_000 })")
    tab.drop([pictures / "broken.png", tmp_path / "text.png", tmp_path / "long.png", pictures / "cutout.png"], "#stage")
    tab.page.wait_for_selector("#problem:not([hidden])")
    assert [line.split(":")[0] for line in str(tab.page.text_content("#problem-text")).splitlines()] == ["broken.png", "text.png", "long.png"]
    assert str(tab.page.text_content("#picture-size")).startswith("320 × 240 PNG")
    tab.page.get_by_role("button", name="Show what is intact").click()
    tab.page.wait_for_function("() => document.getElementById('picture-choice').options.length === 3")
    assert tab.page.locator("#problem").is_hidden() and tab.page.input_value("#picture-choice") == "p4"


def test_files_are_dropped_on_their_fields(tab: Tab, pictures: Path) -> None:
    """While a file is dragged, the fields lie above the places that cover the page."""
    tab.page.get_by_label("Mask", exact=True).check(force=True)
    tab.drop(pictures / "mask.png", ".mask-field")
    tab.page.wait_for_function("() => [...document.querySelectorAll('.mask-name, .matte-name')].some(({ textContent }) => textContent === 'mask.png')")
    assert "--mask mask.png" in tab.text() and "matte" not in tab.text()
    tab.drop(pictures / "mask.png", ".matte-field")
    tab.page.wait_for_function("() => document.querySelector('.matte-name').textContent === 'mask.png'")
    assert "--matte mask.png" in tab.text()


def test_only_pictures_that_the_server_keeps_are_listed(tab: Tab, pictures: Path) -> None:
    tab.drop([pictures / "cutout.png"] * 9, "#stage")
    tab.page.wait_for_function("() => document.getElementById('announcement').textContent === '9 pictures are open'")
    assert tab.page.locator("#picture-choice option").count() == 9
