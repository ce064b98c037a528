"""The values of a scene on its page: unset choices, mistakes, copies of layers, and images elsewhere."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import COMPOSE, Server, Tab
from playwright.sync_api import Browser

CHIPS = {
    "canvas": {"width": 320, "height": 160, "background": "#203040"},
    "layers": [
        {"type": "image", "id": "photo", "image": "photo.jpg", "alignment": "top"},
        {"type": "stack", "id": "chips", "axis": "horizontal", "spacing": 6, "repeat": [
            {"label.text": "Lakes", "label.size": 14}, {"label.text": "3 hours", "label.size": 18}],
         "layers": [{"type": "text", "id": "label", "text": "", "size": 12}]},
    ],
}


@pytest.fixture()
def folder(tmp_path: Path, pictures: Path) -> Path:
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes/chips.json").write_text(json.dumps(CHIPS))
    shutil.copy(pictures / "photo.jpg", tmp_path / "scenes")
    return tmp_path


@pytest.fixture()
def server(folder: Path) -> Iterator[Server]:
    running = Server(folder, "--scene", "scenes/chips.json")
    yield running
    running.stop()


def open_all(tab: Tab) -> None:
    tab.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
    tab.wait()


def words(command: str) -> str:
    """What a command sets."""
    return command.removeprefix("varblur compose ").removesuffix("scenes/chips.json chips.png").strip()


def test_every_choice_shows_its_value_and_takes_every_other(tab: Tab, server: Server) -> None:
    open_all(tab)
    report = json.loads(server.request("GET", f"/{server.token}/session.json")[1])["report"]
    choices = [value for value in report["values"] if value["kind"] == "choice"]
    unset = [value["path"] for value in choices if "value" not in value and "default" not in value]
    assert "photo.anchor" in unset and "photo.alignment" not in unset and len(choices) > 10
    outcome = tab.page.evaluate("""async (choices) => {
        const { scene } = await import('./scene-state.js');
        const { kindControl } = await import('./scene-controls.js');
        return choices.map(({ path }) => {
            const entry = scene.entries.find((entry) => entry.path === path);
            const control = kindControl(entry, { label: path, get: () => scene.text(path), set: (text) => scene.setValue(path, text), problem: () => '' });
            const select = control.element.querySelector('select');
            control.update();
            const first = [select.value, select.selectedOptions[0].textContent];
            const taken = entry.choices.map((choice) => {
                select.value = choice;
                select.dispatchEvent(new Event('change'));
                control.update();
                return select.value === choice && scene.text(path) === choice;
            });
            select.value = first[0];
            select.dispatchEvent(new Event('change'));
            return { path, first, taken, isChanged: scene.isChanged(path) };
        }) }""", choices)
    for value, found in zip(choices, outcome):
        expected = value.get("value", value.get("default", ""))
        assert found["first"][0] == expected and all(found["taken"]) and not found["isChanged"], found
        assert (found["first"][1] == "Automatic") == (value["path"] in unset or found["first"][0] == "automatic"), found
    tab.page.get_by_label("Anchor", exact=True).first.select_option("bottomTrailing")
    assert words(tab.text()) == "--set photo.anchor=bottomTrailing"
    tab.page.get_by_label("Anchor", exact=True).first.select_option(label="Automatic")
    assert words(tab.text()) == ""


def test_the_last_valid_values_are_copied_and_saved(tab: Tab, folder: Path) -> None:
    open_all(tab)
    spacing, color = tab.page.get_by_role("textbox", name="Spacing", exact=True).first, tab.page.get_by_label("Color", exact=True).first
    spacing.fill("9")
    tab.wait()
    before = tab.pixels()
    spacing.fill("nine")
    color.fill("rde")
    tab.page.wait_for_function("() => document.querySelectorAll('.mistake:not([hidden])').length === 2")
    assert words(tab.text()) == "--set chips.spacing=9" and tab.pixels() == before
    assert "last valid" in str(tab.page.text_content("#text-note"))
    # other values change meanwhile
    tab.page.get_by_label("Background", exact=True).first.fill("#884400")
    tab.page.get_by_label("Anchor", exact=True).first.select_option("top")
    assert "--set chips.spacing=9" in tab.text() and "photo.anchor=top" in tab.text() and "rde" not in tab.text()
    tab.page.wait_for_function("() => window.varblurPreview.documented && window.varblurPreview.stage")
    name, file = tab.download()
    assert name == "chips.png" and file.startswith(b"\x89PNG")
    outcome = subprocess.run(["sh", "-c", tab.text().replace("varblur compose", f"'{COMPOSE}' --force --confine scenes")], cwd=folder, capture_output=True, text=True)
    assert outcome.returncode == 0 and (folder / "chips.png").read_bytes() == file, outcome.stderr
    color.fill("red")
    spacing.fill("4")
    tab.wait()
    assert "chips.spacing=4" in tab.text() and "label.color=red" in tab.text() and tab.page.locator("#text-note").is_hidden()


def test_mistakes_in_the_options_of_the_output(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server, "#webp-quality=best&set=chips.spacing%3Dnine&set=photo.anchor%3Dtop")
    assert words(tab.text()) == "--set photo.anchor=top"
    tab.page.wait_for_function("() => document.getElementById('problem-text').textContent.includes('best')")
    open_all(tab)
    quality = tab.page.get_by_label("WebP quality", exact=True)
    quality.fill("500")
    tab.page.wait_for_function("() => [...document.querySelectorAll('.mistake:not([hidden])')].some((mistake) => mistake.textContent.includes('500'))")
    assert "quality" not in tab.text() and tab.download()[1].startswith(b"\x89PNG")
    quality.fill("55")
    tab.page.get_by_label("Format", exact=True).select_option("webp")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('chips.webp')")
    assert tab.text() == "varblur compose --set photo.anchor=top --webp-quality 55 scenes/chips.json chips.webp"
    name, file = tab.download()
    assert name == "chips.webp" and file[8:12] == b"WEBP"
    tab.close()


def test_options_that_are_changed_together(tab: Tab) -> None:
    """A check that another one has replaced says nothing about its value."""
    open_all(tab)
    fields = [tab.page.get_by_label(name, exact=True).element_handle() for name in ("WebP quality", "Format")]
    tab.page.evaluate("""([quality, format]) => {
        quality.value = '800';
        quality.dispatchEvent(new Event('input', { bubbles: true }));
        format.value = 'webp';
        format.dispatchEvent(new Event('change', { bubbles: true })) }""", fields)
    tab.page.wait_for_function("() => [...document.querySelectorAll('.mistake:not([hidden])')].some((mistake) => mistake.textContent.includes('800'))")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.endsWith('chips.webp')")
    assert "800" not in tab.text() and tab.page.locator("#problem").is_hidden()


def test_options_are_judged_again_with_other_values(browser: Browser, folder: Path) -> None:
    layers = [{**CHIPS["layers"][0], "image": "../outside.jpg"}]  # type: ignore[dict-item]
    (folder / "scenes/leaving.json").write_text(json.dumps({**CHIPS, "layers": layers}))
    server = Server(folder, "--scene", "scenes/leaving.json")
    page = browser.new_page()
    page.goto(server.address)
    page.wait_for_selector("#problem:not([hidden])")
    page.get_by_text("Output", exact=True).click()
    with page.expect_response("**/scene-check"):
        page.get_by_label("Format", exact=True).select_option("webp")
    page.get_by_label("Image", exact=True).fill("photo.jpg")
    page.wait_for_function("() => document.getElementById('text').textContent.endsWith('leaving.webp')")
    page.wait_for_selector("#problem", state="hidden")
    page.close()
    server.stop()


def test_the_original_keeps_its_size(browser: Browser, folder: Path) -> None:
    """Beside a scene of another size."""
    layers = [{"type": "fill", "paint": "#ff0000", "width": 100, "height": 160, "alignment": "leading"}]
    (folder / "scenes/sizes.json").write_text(json.dumps({"canvas": {"width": 320, "height": 160, "background": "#0000ff"}, "layers": layers}))
    server = Server(folder, "--scene", "scenes/sizes.json")
    tab = Tab(browser, server)
    tab.page.click("#compare")
    tab.page.wait_for_function("() => window.varblurPreview.stage.frames.original.whole")
    tab.page.evaluate("import('./scene-state.js').then(({ scene }) => scene.setValue('canvas.width', '200'))")
    tab.page.wait_for_function("() => window.varblurPreview.stage.picture.width === 200 && window.varblurPreview.stage.frames.original.whole")
    tab.page.get_by_role("slider", name="Divider").press("End")
    tab.pixels()
    colors = tab.page.evaluate("""() => [75, 125].map((x) => {
        const { stage } = window.varblurPreview;
        const at = stage.toView({ x, y: 80 });
        return [...stage.context.getImageData(at.x * stage.pixelRatio, at.y * stage.pixelRatio, 1, 1).data].join() })""")
    assert colors == ["255,0,0,255", "0,0,255,255"]
    tab.close()
    server.stop()


def test_copies_of_a_layer(tab: Tab, folder: Path) -> None:
    tab.check_accessibility(folder / "copies.png")
    before = tab.pixels()

    def copies() -> list[dict[str, object]]:
        text = words(tab.text())
        return list(json.loads(text.removeprefix("--set 'chips.repeat=").removesuffix("'"))) if text else list(CHIPS["layers"][1]["repeat"])  # type: ignore[index]
    second = tab.page.get_by_role("group", name="Copy 2", exact=True)
    second.get_by_label("Label text").fill("4 hours")
    second.get_by_role("textbox", name="Label size").fill("20")
    assert copies() == [{"label.text": "Lakes", "label.size": 14}, {"label.text": "4 hours", "label.size": 20}]
    assert tab.pixels() != before
    tab.page.get_by_role("button", name="Add a copy").click()
    third = tab.page.get_by_role("group", name="Copy 3", exact=True)
    third.get_by_label("Label text").fill("true")
    assert copies()[2] == {"label.text": "true", "label.size": 20}
    tab.page.get_by_role("button", name="Remove copy 1").click()
    assert [copy["label.text"] for copy in copies()] == ["4 hours", "true"]
    name, file = tab.download()
    subprocess.run(["sh", "-c", tab.text().replace("varblur compose", f"'{COMPOSE}' --force --confine scenes")], cwd=folder, check=True)
    assert (folder / name).read_bytes() == file
    # a mistake in a copy is beside the copies
    first = tab.page.get_by_role("group", name="Copy 1", exact=True)
    first.get_by_role("textbox", name="Label size").fill("big")
    tab.wait()
    assert [copy["label.size"] for copy in copies()] == [20, 20]
    for _ in range(2):
        tab.page.get_by_role("button", name="Remove copy 1").click()
    assert copies() == []
    tab.page.get_by_role("button", name="Add a copy").click()
    assert copies() == [CHIPS["layers"][1]["repeat"][0]]  # type: ignore[index]
    tab.page.get_by_role("button", name="Reset Repeat").click()
    tab.wait()
    assert words(tab.text()) == "" and tab.pixels() == before


@pytest.mark.parametrize("image,directory", [("../outside.jpg", "."), ("../elsewhere/none.jpg", "."), ("{root}/elsewhere/a/b.jpg", "."), ("/none.jpg", "/")])
def test_an_image_elsewhere_names_what_would_allow_it(browser: Browser, folder: Path, pictures: Path, image: str, directory: str) -> None:
    image = image.format(root=folder)
    shutil.copy(pictures / "photo.jpg", folder / "outside.jpg")
    allowed = f"--confine '{(folder / directory).resolve()}'"
    (folder / "scenes/leaving.json").write_text(json.dumps({"layers": [{"type": "image", "id": "photo", "image": image}, {"type": "image", "image": "photo.jpg"}]}))
    server = Server(folder, "--scene", "scenes/leaving.json")
    request = {"values": [], "time": None, "options": {}}
    answer = json.loads(server.post("scene", request)[1])
    assert "outside of the directory" in answer["error"] and allowed in answer["error"], answer
    server.stop()
    server = Server(folder, "--scene", "scenes/chips.json")
    answer = json.loads(server.post("scene", {**request, "values": [{"name": "photo.image", "value": image}]})[1])
    assert allowed in answer["error"], answer
    # one that is missing in the directory itself needs no other directory
    answer = json.loads(server.post("scene", {**request, "values": [{"name": "photo.image", "value": "none.jpg"}]})[1])
    assert "no such image" in answer["error"] and "--confine" not in answer["error"], answer
    server.stop()
    if image == "../outside.jpg":
        running = Server(folder, *allowed.replace("'", "").split(), "--scene", "scenes/leaving.json")
        assert running.post("scene", request)[1].startswith(b"\x89PNG")
        running.stop()
