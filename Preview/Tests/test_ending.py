"""The end of the server: what the terminal and the page say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from conftest import ClosedPage, Server, Tab
from playwright.sync_api import Browser

SIZES = [(390, 844), (800, 600), (1440, 900)]


@pytest.mark.parametrize("width,height", SIZES)
def test_a_lost_server(browser: Browser, pictures: Path, width: int, height: int, tmp_path: Path) -> None:
    """The page says how to go on, with the same settings."""
    server = Server(pictures, "photo.jpg", "it's a photo.png")
    tab = Tab(browser, server, "#max-radius=7%25&picture=p1", viewport={"width": width, "height": height})
    server.stop()
    tab.page.wait_for_selector("#problem:not([hidden])")
    command = "varblur preview --max-radius 7% photo.jpg 'it'\\''s a photo.png'"
    assert tab.page.text_content("#problem-text") == f"The preview has ended. To go on with these settings, run: {command}"
    tab.page.get_by_role("button", name="Copy the command").click()
    assert tab.page.evaluate("navigator.clipboard.readText()") == command
    tab.check_accessibility(tmp_path / "lost.png")
    tab.context.close()


def test_the_terminal_says_that_the_page_was_closed(closed_page: ClosedPage) -> None:
    closed_page.join(timeout=100)
    assert closed_page.errors.splitlines() == ["varblur: Ctrl-C ends the preview", "varblur: the preview has ended, because its page was closed"]
    assert closed_page.server.process.returncode == 0


def test_ctrl_c_says_nothing_about_the_page(pictures: Path) -> None:
    server = Server(pictures, "photo.jpg")
    time.sleep(0.2)
    server.process.terminate()
    assert server.process.communicate(timeout=10)[1].splitlines() == ["varblur: Ctrl-C ends the preview"]
