"""Outputs of the command as a browser shows them: another decoder than those of the other tests."""

from __future__ import annotations

import base64
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import COMMAND, Server, Tab
from PIL import Image
from playwright.sync_api import Browser

READ = """async ([data, type]) => {
  const image = new Image();
  image.src = `data:image/${type};base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { size: [canvas.width, canvas.height], pixels: Array.from(pixels) };
}"""


def quadrants(mode: str) -> Image.Image:
    """Four colors, the last of them half transparent if there is alpha, in 90 × 60 pixels."""
    image = Image.new("RGBA", (90, 60))
    for index, color in enumerate([(200, 40, 30, 255), (40, 180, 60, 255), (30, 60, 190, 255), (230, 220, 200, 128)]):
        x, y = index % 2 * 45, index // 2 * 30
        image.paste(color, (x, y, x + 45, y + 30))
    return image.convert(mode)


@pytest.mark.parametrize("name", ["avif", "webp", "jpeg", "png"])
@pytest.mark.parametrize("orientation", [1, 6])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_colors_and_orientation(browser: Browser, tmp_path: Path, name: str, orientation: int, mode: str) -> None:
    if name == "jpeg" and mode == "RGBA":
        pytest.skip("JPEG has no alpha")
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = quadrants(mode)
    stored.save(tmp_path / "in.png", exif=exif)
    upright = stored if orientation == 1 else stored.transpose(Image.Transpose.ROTATE_270)
    done = subprocess.run(
        [COMMAND, "--max-radius", "0", "--no-settings", "--format", name, "--avif-quality", "95", "--webp-quality", "lossless", "--jpeg-quality", "98", "in.png",
         f"out.{name}"], cwd=tmp_path, capture_output=True, text=True)
    if done.returncode == 69:
        pytest.skip("libheif is not installed")
    assert done.returncode == 0, done.stderr
    page = browser.new_page()
    try:
        data = base64.b64encode((tmp_path / f"out.{name}").read_bytes()).decode()
        shown = page.evaluate(READ, [data, name])
    finally:
        page.close()
    assert tuple(shown["size"]) == upright.size
    picture = Image.frombytes("RGBA", upright.size, bytes(shown["pixels"]))
    expected = upright.convert("RGBA")
    for x in (upright.width // 4, upright.width * 3 // 4):
        for y in (upright.height // 4, upright.height * 3 // 4):
            found, wanted = picture.getpixel((x, y)), expected.getpixel((x, y))
            assert isinstance(found, tuple) and isinstance(wanted, tuple)
            assert all(abs(a - b) <= 6 for a, b in zip(found, wanted)), f"{x}, {y}: {found} instead of {wanted}"


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_every_picture_is_saved_in_a_format_that_can_be_written(browser: Browser, tmp_path: Path, mode: str) -> None:
    quadrants(mode).save(tmp_path / "source.png")
    names = {"photo.png": "photo-blur.png", "photo.JPEG": "photo-blur.JPEG", "photo.webp": "photo-blur.webp", "photo.avif": "photo-blur.avif",
             "photo.HEIC": "photo-blur.png" if mode == "RGBA" else "photo-blur.jpg"}
    if mode == "RGBA":
        del names["photo.JPEG"]
    for name in names:
        encoder = ["heif-enc", "source.png", "-o", name] if name == "photo.HEIC" else [COMMAND, "--no-settings", "--max-radius", "0", "source.png", name]
        if subprocess.run(encoder, cwd=tmp_path, capture_output=True).returncode != 0:
            pytest.skip(f"{name} cannot be written here")
    (tmp_path / "bin").mkdir()
    server = Server(tmp_path, *names)
    tab = Tab(browser, server)
    for name, saved in names.items():
        tab.page.select_option("#picture-choice", label=name)
        tab.page.wait_for_function("(name) => document.title.startsWith(name)", arg=name)
        tab.wait()
        found, file = tab.download()
        command = tab.text()
        assert found == saved and command.endswith(f" {name} {saved}"), (found, command)
        shutil.copy(tmp_path / name, tmp_path / "bin")
        done = subprocess.run(["sh", "-c", command.replace("varblur ", f"'{COMMAND}' --force ", 1)], cwd=tmp_path / "bin", capture_output=True, text=True)
        assert done.returncode == 0 and (tmp_path / "bin" / saved).read_bytes() == file, (command, done.stderr)
        # a changed setting is saved, too
        tab.page.get_by_role("slider", name="Radius", exact=True).press("ArrowRight")
        tab.page.wait_for_function("() => document.getElementById('text').textContent.includes('--max-radius')")
        tab.page.get_by_role("button", name="Undo").click()
        tab.page.wait_for_function("() => !document.getElementById('text').textContent.includes('--max-radius')")
    tab.page.locator("#as-saved").click()
    tab.page.wait_for_function("(format) => document.getElementById('file-size').textContent.endsWith(format)", arg="PNG" if mode == "RGBA" else "JPEG")
    # what was added to save the last picture is no setting
    tab.page.click("#pin")
    tab.page.click("#swap")
    assert tab.page.evaluate("import('./state.js').then(({ state }) => state.values)") == {}
    tab.close()
    server.stop()


def test_warnings_about_a_file_are_shown_when_it_is_saved(browser: Browser, tmp_path: Path) -> None:
    Image.new("I;16", (60, 40), 30000).save(tmp_path / "photo.png")
    server = Server(tmp_path, "--format", "jpeg", "photo.png")
    tab = Tab(browser, server)
    assert not tab.page.is_visible("#problem")
    tab.download()
    tab.page.wait_for_selector("#problem:not([hidden])")
    assert tab.page.text_content("#problem-text") == "16-bit samples are reduced to 8 bits, the maximum for JPEG output."
    tab.page.get_by_role("button", name="OK", exact=True).click()
    assert not tab.page.is_visible("#problem")
    tab.close()
    server.stop()
