"""The page of a scene: its values, its time, its texts, and what it refuses."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import COMMAND, COMPOSE, PREVIEW, ROOT, Server, Tab
from playwright.sync_api import Browser

MOVING = {
    "canvas": {"width": 300, "height": 200},
    "layers": [
        {"type": "image", "id": "photo", "image": "photo.jpg"},
        {"type": "fill", "id": "box", "paint": {"from": "#ff0000", "to": "#0000ff"}, "width": {"from": 40, "to": 150}, "height": 60},
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Path:
    """A directory with scenes in `scenes`, and an image beside it."""
    directory = tmp_path_factory.mktemp("scene")
    (directory / "scenes").mkdir()
    card = json.loads((ROOT / "scenes/share-card.json").read_text())
    card["layers"][0]["image"] = "photo.jpg"
    (directory / "scenes/card.json").write_text(json.dumps(card))
    (directory / "scenes/it's moving.json").write_text(json.dumps(MOVING))
    (directory / "scenes/outside.json").write_text(json.dumps({"layers": [{"type": "image", "id": "photo", "image": "../outside.jpg"}]}))
    for name in ("outside.jpg", "scenes/photo.jpg", "scenes/other.jpg"):
        shutil.copy(pictures / "photo.jpg", directory / name)
    (directory / "scenes/link.jpg").symlink_to("../outside.jpg")
    (directory / "scenes/folder").symlink_to("..")
    os.mkfifo(directory / "scenes/pipe.jpg")
    return directory


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    running = Server(folder, "--scene", "scenes/card.json")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def moving(folder: Path) -> Iterator[Server]:
    running = Server(folder, "--scene", "scenes/it's moving.json", "--set", "box.height=80")
    yield running
    running.stop()


def run(command: str, folder: Path) -> None:
    """Runs a copied command line."""
    links = folder / "bin"
    links.mkdir(exist_ok=True)
    for name, program in (("varblur", COMMAND), ("varblur-compose", COMPOSE)):
        (links / name).unlink(missing_ok=True)
        shutil.copy(program, links / name)
    outcome = subprocess.run(
        ["sh", "-c", command], cwd=folder, env={"PATH": f"{links}:{os.environ['PATH']}", "HOME": str(folder)}, capture_output=True, text=True)
    assert outcome.returncode == 0, (command, outcome.stderr)


def open_layer(tab: Tab, name: str) -> None:
    tab.page.locator("details.panel").filter(has=tab.page.get_by_role("heading", name=name, exact=True)).evaluate("(e) => { e.open = true }")


def test_values_change_picture_text_and_address(tab: Tab, folder: Path) -> None:
    before = tab.pixels()
    tab.page.get_by_label("Text", exact=True).first.fill("Peaks & 'lakes'\n$HOME  ")
    open_layer(tab, "caption-blur")
    tab.page.get_by_role("textbox", name="Radius", exact=True).fill("4%")
    tab.page.get_by_label("Direction", exact=True).select_option("top")
    open_layer(tab, "badge")
    tab.page.get_by_label("Fill stops 1", exact=True).fill("#ff000080 10%")
    tab.page.get_by_label("Fill stops 1, picker").fill("#ffee00")
    tab.wait()
    changed = tab.pixels()
    assert changed != before
    command = tab.text()
    assert command == ("varblur compose --set caption-blur.radius=4% --set caption-blur.direction=top --set 'badge.fill.stops[0]=#ffee0080 10%' "
                       "--set 'title.text=Peaks & '\\''lakes'\\''\n$HOME  ' scenes/card.json card.png")
    name, file = tab.download()
    run(command, folder)
    assert name == "card.png" and (folder / name).read_bytes() == file
    tab.page.wait_for_function("() => location.hash.includes('caption-blur.radius%3D4%25')")
    tab.page.reload()
    tab.wait()
    assert tab.text() == command and tab.pixels() == changed
    tab.page.get_by_role("button", name="Reset all").click()
    tab.wait()
    assert tab.text() == "varblur compose scenes/card.json card.png" and tab.pixels() == before


def test_the_changed_document_draws_the_same(tab: Tab, folder: Path) -> None:
    tab.page.get_by_label("Text", exact=True).first.fill("Other title")
    tab.page.get_by_text("Output", exact=True).click()
    tab.page.get_by_label("Format", exact=True).select_option("webp")
    tab.wait()
    tab.page.click("#tab-json")
    tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('Other title')")
    (folder / "scenes/changed.json").write_text(tab.text("json"))
    name, file = tab.download()
    assert name == "card.webp" and tab.text() == "varblur compose --set 'title.text=Other title' scenes/card.json card.webp"
    run("varblur compose scenes/changed.json changed.webp", folder)
    assert (folder / "changed.webp").read_bytes() == file


def test_mistakes_are_shown_beside_their_fields(tab: Tab) -> None:
    before = tab.pixels()
    open_layer(tab, "caption-blur")
    field = tab.page.get_by_role("textbox", name="Radius", exact=True)
    field.fill("-3")
    open_layer(tab, "badge")
    tab.page.get_by_label("Fill stops 1", exact=True).fill("rde")
    tab.page.wait_for_function("() => document.querySelectorAll('.mistake:not([hidden])').length === 2")
    assert field.get_attribute("aria-invalid") == "true"
    assert "-3 is negative" in str(tab.page.text_content(f"#{str(field.get_attribute('aria-describedby')).split()[0]}"))
    assert tab.page.locator("#problem").is_hidden() and tab.pixels() == before
    tab.page.get_by_label("Image", exact=True).fill("none.jpg")
    tab.page.wait_for_function("() => document.querySelector('.mistake:not([hidden])').textContent.includes('no such image')")
    tab.page.get_by_label("Image", exact=True).fill("other.jpg")
    field.fill("16")
    for _ in range(3):
        tab.page.keyboard.press("Tab")
    tab.page.get_by_role("button", name="Reset Fill stops 1").click()
    tab.page.wait_for_function("() => !document.querySelector('.mistake:not([hidden])')")
    tab.wait()


def test_keyboard_undo_and_comparison(tab: Tab) -> None:
    open_layer(tab, "caption-blur")
    slider = tab.page.get_by_role("slider", name="Radius", exact=True)
    slider.focus()
    for _ in range(4):
        tab.page.keyboard.press("PageUp")
    tab.page.wait_for_timeout(400)
    changed = tab.text()
    assert "--set caption-blur.radius=" in changed
    tab.page.focus("#stage")
    tab.page.keyboard.press("Control+z")
    assert "--set" not in tab.text()
    tab.page.focus("#stage")
    tab.page.keyboard.press("Control+Shift+z")
    assert tab.text() == changed
    tab.page.focus("#stage")
    tab.page.keyboard.press("c")
    tab.wait()
    tab.page.wait_for_function("() => window.varblurPreview.stage.frames.original.whole")
    divided = tab.pixels()
    tab.page.get_by_role("slider", name="Divider between as in the file and changed").focus()
    tab.page.keyboard.press("Home")
    assert tab.pixels() != divided
    tab.page.keyboard.press("Tab")
    for name in ("open", "handles", "picture-choice"):
        assert tab.page.locator(f"#{name}").count() == 0


def test_the_time_of_a_moving_scene(browser: Browser, moving: Server, folder: Path) -> None:
    tab = Tab(browser, moving)
    last = tab.pixels()
    tab.page.get_by_role("slider", name="Time").fill("0.5")
    tab.wait()
    middle = tab.pixels()
    open_layer(tab, "box")
    tab.page.get_by_label("Paint from", exact=True).fill("#00ff00")
    tab.page.get_by_label("Paint from, picker").fill("#00ff80")
    tab.wait()
    command = tab.text()
    assert command == ("varblur compose --set box.height=80 --set 'box.paint.from=#00ff80' --at 0.5 'scenes/it'\\''s moving.json' 'it'\\''s moving.png'")
    name, file = tab.download()
    run(command, folder)
    assert (folder / name).read_bytes() == file and len({last, middle, tab.pixels()}) == 3
    tab.page.get_by_role("button", name="Play").click()
    tab.page.wait_for_selector("#play[aria-label=Play]")
    tab.wait()
    assert "--at" not in tab.text() and tab.page.get_by_role("slider", name="Time").input_value() == "1"
    tab.close()


def test_the_latest_values_are_drawn(tab: Tab) -> None:
    """A slider that is dragged sends one request at a time; `-s` prints how long a picture takes."""
    outcome = tab.page.evaluate("""async () => {
        const { scene } = await import('./scene-state.js');
        const { renderer } = window.varblurPreview;
        const idle = async () => { while (renderer.isRunning) await new Promise((done) => setTimeout(done, 2)) };
        const times = [];
        for (let index = 0; index < 12; index++) {
            const before = performance.now();
            scene.setValue('caption-blur.radius', String(10 + index));
            await idle();
            times.push(performance.now() - before);
        }
        const before = renderer.frameCount;
        for (let move = 0; move < 300; move++) {
            scene.setValue('caption-blur.radius', String(20 + move / 10));
            if (move % 5 === 0) await new Promise(requestAnimationFrame);
        }
        await idle();
        return { times, frames: renderer.frameCount - before } }""")
    median = statistics.median(outcome["times"])
    print(f"\nfrom a value to the picture: median {median:.0f} ms; 300 changes: {outcome['frames']} pictures")
    assert median < 1000 and 1 <= outcome["frames"] <= 61
    assert "--set caption-blur.radius=49.9" in tab.text()


@pytest.mark.parametrize("scheme,width,height", [("light", 1440, 900), ("dark", 1440, 900), ("light", 800, 600), ("dark", 390, 844)])
def test_accessibility(browser: Browser, server: Server, scheme: str, width: int, height: int, tmp_path: Path) -> None:
    tab = Tab(browser, server, "#set=caption-blur.radius%3D-4&set=title.size%3D80", viewport={"width": width, "height": height}, color_scheme=scheme)
    tab.page.wait_for_selector(".mistake:not([hidden])")
    tab.check_accessibility(tmp_path / f"scene-{scheme}-{width}.png")
    tab.close()


def change(server: Server, path: str, value: str, kind: str = "scene") -> tuple[int, bytes]:
    return server.post(kind, {"values": [{"name": path, "value": value}], "time": None, "options": {}})


def test_the_page_cannot_leave_the_directory_of_the_scene(server: Server, folder: Path) -> None:
    assert change(server, "photo.image", "other.jpg")[1].startswith(b"\x89PNG")
    outside = [
        "../outside.jpg", str(folder / "outside.jpg"), "link.jpg", "/etc/passwd", "x/../../outside.jpg", "none.jpg", "..", ".", "/dev/zero",
        '{"from":"../outside.jpg","to":"../outside.jpg"}', "file:///etc/passwd", "other.jpg\0", "../scenes",
    ]
    for kind in ("scene", "scene-file", "scene-report"):
        for path in outside:
            status, answer = change(server, "photo.image", path, kind)
            assert status == 200 and answer.startswith(b'{"error"') and b"/outside" not in answer, path
        assert b"no such image" in change(server, "caption-blur.mask", "../outside.jpg", kind)[1]
        for path, value in (("layers", "[]"), ("layers[0]", "{}"), ("photo", '{"type":"image","image":"/etc/passwd"}'), ("", "1"),
                            ("photo.id", "x"), ("layers[0].image", "../outside.jpg"), ("title.text", "a\0b"), ("--confine", "/")):
            status, answer = change(server, path, value, kind)
            assert status == 200 and answer.startswith(b'{"error"'), path
    for request in ({"values": 1}, [], {"values": [{"name": 1}], "options": {}}, "x"):
        assert server.post("scene", request)[0] == 400
    for time in (-1, 2, 1e300):
        assert server.post("scene", {"values": [], "time": time, "options": {}})[1].startswith(b'{"error"')
    for options in ({"force": True}, {"set": "a=b"}, {"confine": "/"}, {"frames": "3"}, {"json": "lines"}, {"format": "gif"}):
        assert server.post("scene-file", {"values": [], "time": None, "options": options})[1].startswith(b'{"error"'), options
    body = json.dumps({"values": [], "time": None, "options": {}}).encode()
    assert server.request("POST", f"/{server.token}/scene", body, Origin="http://evil.example")[0] == 403
    assert server.request("POST", "/x/scene", body)[0] == 403
    assert server.request("PUT", f"/{server.token}/scene", body)[0] in (403, 405)
    for path in ("scenes/card.json", "photo.jpg", "card.json"):
        assert server.request("GET", f"/{server.token}/{path}")[0] == 404
    # the requests of the page for images do not exist here
    assert server.post("pictures?name=x.png", {})[0] in (404, 405)
    assert server.is_alive()


@pytest.mark.parametrize("image", ["../outside.jpg", "link.jpg", "folder/outside.jpg", "{root}/outside.jpg", "pipe.jpg", "/dev/stdin"])
def test_a_scene_cannot_leave_its_directory(folder: Path, image: str) -> None:
    image = image.format(root=folder)
    for key, layers in (("image", [{"type": "image", "id": "photo", "image": image}]),
                        ("mask", [{"type": "image", "image": "photo.jpg"}, {"type": "blur", "radius": 9, "mask": image}])):
        (folder / "scenes/leaving.json").write_text(json.dumps({"canvas": {"width": 90, "height": 60}, "layers": layers}))
        server = Server(folder / "scenes", "--scene", "leaving.json")
        try:
            answer = server.post("scene", {"values": [], "time": None, "options": {}})[1]
            assert answer.startswith(b'{"error"') and key.encode() in answer, answer
        finally:
            server.stop()


def test_another_directory_for_images(folder: Path) -> None:
    server = Server(folder / "scenes", "--scene", "outside.json", "--confine", "..")
    try:
        assert server.post("scene", {"values": [], "time": None, "options": {}})[1].startswith(b"\x89PNG")
        assert change(server, "photo.image", "photo.jpg")[1].startswith(b"\x89PNG")
        assert b"no such image" in change(server, "photo.image", "/etc/passwd")[1]
        description = json.loads(server.request("GET", f"/{server.token}/session.json")[1])
        # links, which are not followed, are not offered
        assert description["images"] == ["other.jpg", "photo.jpg"]
    finally:
        server.stop()


def test_scenes_that_cannot_be_shown(folder: Path, tmp_path: Path) -> None:
    def outcome(*arguments: str, program: str | Path = PREVIEW, search: str = str(Path(COMPOSE).parent)) -> tuple[int, str]:
        done = subprocess.run([program, "--no-open", *arguments], cwd=folder, env={"PATH": search}, capture_output=True, text=True, timeout=20)
        return done.returncode, done.stderr
    (tmp_path / "bad.json").write_text('{"layers":[{"type":"txet"},{"type":"fill"}]}')
    status, message = outcome("--scene", str(tmp_path / "bad.json"))
    assert status == 64 and "bad.json: layers[0].type" in message and "bad.json: layers[1].paint" in message
    status, message = outcome("--scene", "none.json")
    assert status == 66 and "varblur: error: none.json: cannot open" in message
    assert outcome("--scene", "scenes/card.json", "--set", "no.such=1")[0] == 64
    # a program beside this one is preferred to those in PATH
    status, message = outcome("--scene", "scenes/card.json", program=shutil.copy(PREVIEW, tmp_path), search="/nonexistent")
    assert status == 69 and "varblur-compose" in message
