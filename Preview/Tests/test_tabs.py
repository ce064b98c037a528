"""Several pages of one server: their work does not replace that of one another."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from conftest import Server, Tab, wait
from playwright.sync_api import Browser


@pytest.fixture()
def large(pictures: Path) -> Iterator[Server]:
    """A server for pictures that take a while."""
    running = Server(pictures, "large.jpg")
    yield running
    running.stop()


def statuses(server: Server, path: str, body: object, pages: list[str]) -> list[int]:
    """The statuses of requests that pages send at the same time, in ascending order."""
    found: dict[int, int] = {}

    def send(index: int) -> None:
        found[index] = server.request("POST", f"/{server.token}/{path}", json.dumps(body).encode(), X_Page=pages[index])[0]

    threads = [threading.Thread(target=send, args=[index]) for index in range(len(pages))]
    for thread in threads:
        thread.start()
        wait(lambda: False, 0.05)
    for thread in threads:
        thread.join()
    return sorted(found.values())


@pytest.mark.parametrize("path", ["job", "render", "output"])
def test_only_work_of_the_same_page_is_replaced(large: Server, path: str) -> None:
    def body(radius: int) -> object:
        job = {"picture": "p0", "mask": None, "options": {"max-radius": str(radius), "format": "png"}}
        return job if path == "job" else {"job": job, "ratio": 1, "region": None, "isExact": True, "isOriginal": path == "output"}

    assert statuses(large, path, body(30), ["a", "b"]) == [200, 200]
    assert statuses(large, path, body(31), ["a", "a", "b"]) == [200, 200, 204]


def test_work_on_scenes_is_replaced_by_the_same_page_only(pictures: Path, tmp_path: Path) -> None:
    (tmp_path / "large.jpg").write_bytes((pictures / "large.jpg").read_bytes())
    (tmp_path / "card.json").write_text(json.dumps({"canvas": {"width": 2400, "height": 1800}, "layers": [{"type": "image", "image": "large.jpg"}]}))
    server = Server(tmp_path, "--scene", "card.json")
    try:
        body = {"values": [], "options": {"format": "png"}}
        assert statuses(server, "scene-file", body, ["a", "b"]) == [200, 200]
        assert statuses(server, "scene-file", body, ["a", "a"]) == [200, 204]
    finally:
        server.stop()


def test_a_page_keeps_its_name_when_it_is_loaded_again(tab: Tab) -> None:
    """A copy of the page, with a copy of its storage, gets another one."""
    names: list[str] = []
    tab.context.on("request", lambda request: names.append(request.headers["x-page"]) if request.url.endswith("/render") else None)
    tab.page.reload()
    tab.wait()
    tab.page.reload()
    tab.wait()
    assert len(set(names)) == 1
    with tab.context.expect_page() as opened:
        tab.page.evaluate("window.open(location.href)")
    opened.value.wait_for_function("() => window.varblurPreview?.renderer?.frameCount > 0")
    assert len(set(names)) == 2
    opened.value.close()


def test_every_page_saves_its_picture_and_shows_it_without_loss(browser: Browser, large: Server) -> None:
    tabs = [Tab(browser, large, "#format=png&png-compression=small") for _ in range(2)]
    for radius, tab in enumerate(tabs, 3):
        tab.page.evaluate(f"varblurPreview.state.set('max-radius', '{radius}px')")
    for tab in tabs:
        tab.page.wait_for_function("() => varblurPreview.stage.frames.blurred.whole?.isExact")
    saved: list[str] = []
    for tab in tabs:
        tab.page.on("download", lambda download: saved.append(download.suggested_filename))
        tab.page.click("#download")
        tab.page.wait_for_timeout(150)
    for tab in tabs:
        tab.page.wait_for_selector("#download:not(.busy)")
    assert wait(lambda: (tabs[0].page.wait_for_timeout(20), len(saved) == 2)[1])
    for tab in tabs:
        tab.close()


def test_the_masks_of_several_pages_are_not_confused(pictures: Path, tmp_path: Path) -> None:
    """A process keeps only the latest masks, and gets the others again."""
    for index in range(7):
        Image.new("L", (8, 8), 40 * index).save(tmp_path / f"{index}.png")
    server = Server(pictures, "cutout.png")
    try:
        masks = []
        for index in range(7):
            file = (tmp_path / f"{index}.png").read_bytes()
            masks.append(json.loads(server.request("POST", f"/{server.token}/masks?name={index}.png", file)[1])["id"])

        def saved(mask: str | None, matte: str | None) -> bytes:
            status, answer = server.post("job", {"picture": "p0", "mask": mask, "matte": matte, "options": {"max-radius": "9"}})
            assert status == 200 and answer.startswith(b"\x89PNG")
            return answer

        # one that the process still has, with one that takes the place of the oldest
        pairs = [*pairwise(masks), (masks[0], masks[6]), (masks[6], masks[2]), (masks[5], None), (None, masks[3]), (masks[0], masks[3]), (masks[6], masks[1])]
        first = [saved(*pair) for pair in pairs]
        assert len(set(first)) > 7
        assert [saved(*pair) for pair in reversed(pairs)] == first[::-1]
    finally:
        server.stop()
