"""Pictures for scenes: dropped, pasted, or chosen, they are copied into the folder of the scene."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Server, Tab
from playwright.sync_api import Browser


@pytest.fixture()
def folder(tmp_path: Path, pictures: Path) -> Path:
    card = json.loads((ROOT / "scenes/share-card.json").read_text())
    card["layers"][0]["image"] = "photo.jpg"
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes/card.json").write_text(json.dumps(card))
    shutil.copy(pictures / "photo.jpg", tmp_path / "scenes")
    return tmp_path


@pytest.fixture()
def server(folder: Path) -> Iterator[Server]:
    running = Server(folder, "--scene", "scenes/card.json")
    yield running
    running.stop()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "scenes").iterdir())


def test_a_picture_is_dropped_or_chosen(tab: Tab, folder: Path, pictures: Path) -> None:
    before = tab.pixels()
    tab.drop(pictures / "cutout.png", "#stage")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('photo.image=cutout.png')")
    tab.wait()
    assert tab.pixels() != before and names(folder) == ["card.json", "cutout.png", "photo.jpg"]
    assert (folder / "scenes/cutout.png").read_bytes() == (pictures / "cutout.png").read_bytes()
    # the same file is not copied twice, and no other file is replaced
    with tab.page.expect_file_chooser() as chooser:
        tab.page.get_by_role("button", name="Choose a picture for Image").first.press("Enter")
    chooser.value.set_files(pictures / "cutout.png")
    tab.wait()
    assert names(folder) == ["card.json", "cutout.png", "photo.jpg"]
    (folder / "photo.jpg").write_bytes((pictures / "large.jpg").read_bytes())
    tab.drop(folder / "photo.jpg", "#stage")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('photo.image=photo-2.jpg')")
    assert names(folder) == ["card.json", "cutout.png", "photo-2.jpg", "photo.jpg"]
    assert (folder / "scenes/photo.jpg").read_bytes() == (pictures / "photo.jpg").read_bytes()
    options = tab.page.evaluate("[...document.querySelectorAll('#scene-images option')].map((option) => option.value)")
    assert options == ["cutout.png", "photo-2.jpg", "photo.jpg"]
    tab.wait()


def test_a_picture_is_pasted(tab: Tab, folder: Path) -> None:
    tab.paste_picture()
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('photo.image=image.png')")
    assert "image.png" in names(folder)
    tab.wait()


def test_a_text_with_a_picture_is_pasted_into_a_field(tab: Tab, folder: Path) -> None:
    """As cells of spreadsheets are."""
    tab.page.evaluate("""async () => {
        const canvas = new OffscreenCanvas(90, 50);
        canvas.getContext('2d').fillRect(10, 10, 20, 20);
        const parts = { 'image/png': await canvas.convertToBlob(), 'text/plain': new Blob(['Cell 7'], { type: 'text/plain' }) };
        await navigator.clipboard.write([new ClipboardItem(parts)]) }""")
    field = tab.page.get_by_label("Text", exact=True).first
    field.fill("")
    field.press("Control+v")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('Cell 7')")
    tab.wait()
    assert names(folder) == ["card.json", "photo.jpg"]
    tab.page.focus("#stage")
    tab.page.keyboard.press("Control+v")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('photo.image=image.png')")


def test_a_picture_is_dropped_on_the_field_of_a_value(browser: Browser, folder: Path, pictures: Path) -> None:
    layers = [{"type": "image", "id": f"photo{number}", "image": "photo.jpg"} for number in range(1, 6)]
    (folder / "scenes/five.json").write_text(json.dumps({"layers": layers}))
    server = Server(folder, "--scene", "scenes/five.json")
    tab = Tab(browser, server)
    for path in ("photo2.image", "photo5.image"):
        tab.page.locator(f"[data-path='{path}']").scroll_into_view_if_needed()
        tab.drop(pictures / "cutout.png", f"[data-path='{path}']")
        tab.page.wait_for_function("(text) => document.getElementById('text').textContent.includes(text)", arg=f"{path}=cutout.png")
    assert tab.page.locator(".drop-field").count() == 4 and "photo1" not in tab.text()
    tab.close()
    server.stop()


def test_a_file_that_is_no_picture(tab: Tab, folder: Path, pictures: Path) -> None:
    tab.drop(pictures / "broken.png", "#stage")
    tab.page.get_by_role("button", name="Choose another picture…").wait_for()
    assert str(tab.page.text_content("#problem-text")).startswith("broken.png: ") and names(folder) == ["card.json", "photo.jpg"]


def test_copies_stay_in_the_folder(server: Server, folder: Path, pictures: Path) -> None:
    image = (pictures / "cutout.png").read_bytes()

    def add(name: str, **headers: str) -> tuple[int, bytes]:
        return server.request("POST", f"/{server.token}/images?name={name}", image, **headers)
    (folder / "outside.png").write_bytes(b"mine")
    (folder / "scenes/link.png").symlink_to("../outside.png")
    (folder / "scenes/dangling.png").symlink_to("../new.png")
    os.mkfifo(folder / "scenes/pipe.png")
    wanted = {
        "../x.png": "x.png", "..%2F..%2Fy.png": "y.png", "%2Fetc%2Fz.png": "z.png", ".hidden.png": "hidden.png", "card.json": "card.json.png", "..": "image.png",
        "": "image.png", "photo.jpg": "photo.jpg.png", "link.png": "link-2.png", "dangling.png": "dangling-2.png", "pipe.png": "pipe-2.png", "a%00b.PNG": "ab.PNG",
    }
    for name, path in wanted.items():
        status, answer = add(name)
        assert status == 200 and json.loads(answer)["path"] == path, (name, answer)
        assert (folder / "scenes" / path).read_bytes() == image
    assert (folder / "outside.png").read_bytes() == b"mine" and not (folder / "new.png").exists()
    assert sorted(path.name for path in folder.iterdir()) == ["outside.png", "scenes"]
    assert not [name for name in names(folder) if name.endswith(".part")]
    assert add("n.png", Origin="http://evil.example")[0] == 403 and "n.png" not in names(folder)
    assert server.is_alive()


def test_a_folder_that_cannot_be_written(browser: Browser, folder: Path, pictures: Path) -> None:
    """The page says so; a scene below /proc stands for such a folder, because tests may run as root."""
    server = Server(folder, "--scene", "scenes/card.json")
    tab = Tab(browser, server)
    moved = folder / "moved"
    (folder / "scenes").rename(moved)
    (folder / "scenes").symlink_to("/proc/self")
    tab.drop(pictures / "cutout.png", "#stage")
    tab.page.wait_for_function("() => document.getElementById('problem-text').textContent.includes('cannot write')")
    tab.context.close()
    server.stop()


def test_a_lost_server(browser: Browser, folder: Path) -> None:
    server = Server(folder, "--confine", ".", "--scene", "scenes/card.json", "--set", "title.text=One")
    tab = Tab(browser, server)
    tab.page.get_by_label("Text", exact=True).first.fill("Two words")
    tab.wait()
    server.stop()
    tab.page.wait_for_selector("#problem:not([hidden])")
    assert str(tab.page.text_content("#problem-text")).endswith("run: varblur preview --confine . --set 'title.text=Two words' --scene scenes/card.json")
    tab.page.keyboard.press("?") if tab.page.evaluate("document.activeElement.tagName") != "TEXTAREA" else None
    tab.context.close()
