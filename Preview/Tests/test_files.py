"""Pictures and masks that are opened, dropped, or pasted: several at once, and one after the other."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image
from conftest import COMMAND, Server, Tab
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


def test_pictures_that_are_closed_for_others_are_named(tab: Tab, tmp_path: Path) -> None:
    for index in range(12):
        Image.new("RGB", (30 + index, 20), (20 * index, 0, 0)).save(tmp_path / f"{index:02}.png")
    page = tab.page
    tab.drop([tmp_path / f"{index:02}.png" for index in range(12)], "#stage")
    page.wait_for_selector("#problem:not([hidden])")
    listed = page.evaluate("[...document.getElementById('picture-choice').options].map(({ text }) => text)")
    text = str(page.text_content("#problem-text"))
    # the first one is shown
    assert listed == ["photo.jpg", "00.png", *(f"{index:02}.png" for index in range(5, 12))]
    assert text.endswith("closed: 01.png, 02.png, 03.png, 04.png") and page.text_content("#announcement") == "9 pictures are open"
    page.get_by_role("button", name="OK").click()
    assert page.locator("#problem").is_hidden()
    # together with one that cannot be opened
    (tmp_path / "text.png").write_text("no picture")
    tab.drop([tmp_path / "text.png", tmp_path / "03.png"], "#stage")
    page.wait_for_selector("#problem:not([hidden])")
    lines = str(page.text_content("#problem-text")).splitlines()
    assert lines[0].startswith("text.png: ") and lines[1].endswith("closed: 05.png")


@pytest.mark.parametrize("replaces", [True, False])
def test_a_file_that_has_changed_is_read_again(browser: Browser, pictures: Path, tmp_path: Path, replaces: bool) -> None:
    """When the page is loaded again; until then, it is not mistaken for the one that is shown."""
    def put(picture: str, name: str, height: int) -> None:
        Image.open(pictures / picture).convert("RGB" if name == "in.jpg" else "L").resize((240, height)).save(tmp_path / f"new-{name}")
        if replaces:
            (tmp_path / f"new-{name}").replace(tmp_path / name)
        else:
            (tmp_path / name).write_bytes((tmp_path / f"new-{name}").read_bytes())

    def command() -> bytes:
        subprocess.run([COMMAND, "--force", "--mask", "mask.png", "--max-radius", "5", "in.jpg", "out.jpg"], cwd=tmp_path, check=True)
        return (tmp_path / "out.jpg").read_bytes()

    put("photo.jpg", "in.jpg", 160)
    put("photo.jpg", "mask.png", 160)
    server = Server(tmp_path, "--mask", "mask.png", "--max-radius", "5", "in.jpg")
    tab = Tab(browser, server)
    assert tab.download()[1] == command()
    for name, picture, size in (("in.jpg", "cutout.png", 300), ("mask.png", "cutout.png", 160)):
        put(picture, name, size)
        tab.page.click("#download")
        tab.page.wait_for_function(f"() => document.getElementById('problem-text').textContent.startsWith('{name}: the file has changed')")
        before = tab.pixels()
        tab.page.reload()
        tab.wait()
        assert str(tab.page.text_content("#picture-size")).startswith("240 × 300") and tab.pixels() != before
        assert tab.download()[1] == command()
    tab.close()
    server.stop()


@pytest.mark.parametrize("name", ["photo", "photo:depth"])
@pytest.mark.parametrize("kind", ["mask", "matte"])
def test_a_file_called_photo_is_not_the_photo(browser: Browser, pictures: Path, tmp_path: Path, kind: str, name: str) -> None:
    shutil.copy(pictures / "photo.jpg", tmp_path)
    shutil.copy(pictures / "mask.png", tmp_path / name)
    server = Server(tmp_path, "--min-radius", "4", "photo.jpg")
    tab = Tab(browser, server)
    if kind == "mask":
        tab.page.get_by_label("Mask", exact=True).check(force=True)
    tab.page.set_input_files(f"#{kind}-file", tmp_path / name)
    tab.page.wait_for_function(f"() => document.querySelector('.{kind}-name').textContent === './{name}'")
    for _ in range(2):
        tab.wait()
        text = tab.text()
        assert f"--{kind} ./{name} " in text and json.loads(tab.text("json"))["options"][kind] == f"./{name}"
        subprocess.run(["sh", "-c", text.replace("varblur", f"'{COMMAND}' --force", 1)], cwd=tmp_path, check=True)
        assert tab.download()[1] == (tmp_path / "photo-blur.jpg").read_bytes()
        tab.page.reload()
    tab.close()
    server.stop()
