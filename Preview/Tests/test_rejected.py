"""Settings that a picture cannot have: what is marked, copied, and saved."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from conftest import COMMAND, Server, Tab, wait
from playwright.sync_api import Browser

INVALID = "A setting is not valid. This has the last valid one."
UNSUITABLE = "The settings do not suit this picture. This fails."


@pytest.fixture()
def inks(pictures: Path, tmp_path: Path) -> Iterator[Server]:
    Image.open(pictures / "photo.jpg").resize((240, 160)).convert("CMYK").save(tmp_path / "inks.jpg")
    shutil.copy(pictures / "photo.jpg", tmp_path / "photo.jpg")
    running = Server(tmp_path, "photo.jpg", "inks.jpg")
    yield running
    running.stop()


def mistakes(tab: Tab) -> list[str]:
    return list(tab.page.evaluate("[...document.querySelectorAll('.mistake:not([hidden])')].map(({ textContent }) => textContent)"))


def note(tab: Tab) -> str:
    return str(tab.page.evaluate("(({ hidden, textContent }) => (hidden ? '' : textContent))(document.getElementById('text-note'))"))


def run(tab: Tab, folder: Path) -> tuple[int, bytes]:
    """The status of the copied command, and what it writes."""
    text = tab.text()
    command = subprocess.run(["sh", "-c", text.replace("varblur", f"'{COMMAND}' --force", 1)], cwd=folder, capture_output=True)
    output = folder / text.split()[-1].strip("'")
    return command.returncode, output.read_bytes() if output.exists() else b""


@pytest.mark.parametrize("preset", ["frosted", "fade-out", "privacy"])
def test_what_a_picture_cannot_have_of_a_preset(browser: Browser, inks: Server, tmp_path: Path, preset: str) -> None:
    """Is marked, and the texts and the file have the rest."""
    tab = Tab(browser, inks, "#picture=p1")
    tab.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
    tab.page.locator("button.preset", has_text=preset).click()
    tab.wait()
    assert wait(lambda: note(tab) == INVALID and bool(mistakes(tab)))
    assert all("CMYK" in message for message in mistakes(tab)) and tab.page.locator("#problem").is_hidden()
    text = tab.text()
    assert "--fade" not in text and "--tint " not in text and "radius" in text
    assert run(tab, tmp_path) == (0, tab.download()[1])
    # with another picture, all of it is valid again
    if preset != "fade-out":
        tab.page.select_option("#picture-choice", label="photo.jpg")
        tab.wait()
        assert wait(lambda: note(tab) == "" and not mistakes(tab))
        assert run(tab, tmp_path) == (0, tab.download()[1])
    tab.close()


@pytest.mark.parametrize("name", ["photo.jpg", "photo.heic"])
@pytest.mark.parametrize("others", ["", "max-radius=7px&saturation=1.4&"])
def test_a_rejected_setting_survives_a_reload(browser: Browser, inks: Server, tmp_path: Path, others: str, name: str) -> None:
    tab = Tab(browser, inks, f"#{others}fade=1")
    if name == "photo.heic":
        if subprocess.run(["heif-enc", "photo.jpg", "-o", name], cwd=tmp_path, capture_output=True).returncode != 0:
            pytest.skip("HEIC cannot be written here")
        tab.page.set_input_files("#picture-file", tmp_path / name)
        tab.page.wait_for_function("(name) => document.title.startsWith(name)", arg=name)
        tab.wait()
    tab.page.get_by_text("Look", exact=True).click()
    texts = set()
    for _ in range(2):
        assert wait(lambda: note(tab) == INVALID)
        assert len(mistakes(tab)) == 1 and "alpha channel" in mistakes(tab)[0]
        text = tab.text()
        texts.add(text)
        assert "fade" not in text and ("7px" in text and "1.4" in text or not others)
        assert run(tab, tmp_path) == (0, tab.download()[1])
        tab.page.reload()
        tab.wait()
    assert len(texts) == 1
    tab.page.get_by_role("textbox", name="Fade", exact=True).fill("0")
    tab.wait()
    assert wait(lambda: note(tab) == "" and not mistakes(tab))
    tab.close()


def test_settings_that_another_picture_cannot_have(inks: Server, browser: Browser, tmp_path: Path) -> None:
    """Nothing is known to be valid for it."""
    tab = Tab(browser, inks, "#saturation=2")
    assert note(tab) == ""
    tab.page.select_option("#picture-choice", label="inks.jpg")
    tab.wait()
    assert wait(lambda: note(tab) == UNSUITABLE) and run(tab, tmp_path)[0] != 0
    tab.page.evaluate("varblurPreview.state.set('saturation', '')")
    tab.wait()
    assert wait(lambda: note(tab) == "") and run(tab, tmp_path) == (0, tab.download()[1])
    tab.close()


def test_a_matte_that_the_photo_does_not_know(browser: Browser, pictures: Path) -> None:
    server = Server(pictures, "--matte", "photo", "photo.jpg")
    page = browser.new_page()
    page.goto(server.address)
    page.wait_for_selector("#problem:not([hidden])")
    page.wait_for_function(f"() => document.getElementById('text-note').textContent === '{UNSUITABLE}'")
    page.close()
    server.stop()


def test_the_settings_of_the_address_without_a_picture(browser: Browser, pictures: Path, tmp_path: Path) -> None:
    """They are judged on their own if the picture cannot be opened."""
    shutil.copy(pictures / "photo.jpg", tmp_path / "gone.jpg")
    server = Server(tmp_path, "gone.jpg")
    (tmp_path / "gone.jpg").unlink()
    page = browser.new_page()
    page.goto(f"{server.address}#max-radius=7px")
    page.wait_for_selector("#problem:not([hidden])")
    page.wait_for_function("() => document.getElementById('text').textContent.includes('--max-radius 7px')")
    page.close()
    server.stop()
