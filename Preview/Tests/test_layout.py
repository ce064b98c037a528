"""Text boxes of scenes, compared with those of Chromium: another engine of layout, with the same font files.

The texts avoid what the two engines treat differently: a line may end after a slash in Pango only, and the space at the end of a line
is not kerned with the next word in Chromium. `line-gap-override` leaves out the gap between lines that some fonts ask for.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import COMMAND
from PIL import Image
from playwright.sync_api import Browser, Page

FONTS = {
    "DejaVu Sans": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "DejaVu Serif": "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    "Liberation Sans": "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
}
TEXTS = {
    "words": "The lake lies quietly between the mountains, and in the early morning nobody is there but a few herons.",
    "hyphens": "A well-known, state-of-the-art half-timbered house (built 1912–1915) costs 1,250.50 euros a month.",
    "paragraphs": "First paragraph with some words.\nSecond\n\nThe third one comes after an empty line.",
    "long words": "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft is a word.",
    "accents": "Où est l’île? Ça va très bien, señor; ‚Größe‘ — über 40 °C, “quoted”… and an office in AVATAR To.",
}
#: Chromium rounds the ascent and the descent of a font to pixels, so it lays out everything enlarged by this factor.
FACTOR = 16
PADDING = 10
#: Lays out a text, and returns its lines, and the size of its box.
MEASURE = """([style, text]) => {
  const box = document.getElementById("box");
  box.style.cssText = style;
  box.textContent = text;
  const node = box.firstChild, range = document.createRange(), lines = [""];
  let bottom = null;
  for (let index = 0; index < text.length; index += 1) {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    const rectangle = Array.from(range.getClientRects()).pop();
    if (text[index] === "\\n") { lines.push(""); bottom = null; continue; }
    // spaces at the end of a line have no rectangle of their own
    if (rectangle && bottom !== null && rectangle.top > bottom - 1) lines.push("");
    if (rectangle) bottom = rectangle.bottom;
    lines[lines.length - 1] += text[index];
  }
  const { width, height } = box.getBoundingClientRect();
  return { lines: lines.map(line => line.trimEnd()), box: [width, height] };
}"""


pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the fonts are not installed there")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with a box, and the fonts."""
    page = browser.new_page()
    faces = "".join(
        f'@font-face {{ font-family: "Test {name}"; line-gap-override: 0%; '
        f'src: url(data:font/ttf;base64,{base64.b64encode(Path(path).read_bytes()).decode()}); }}'
        for name, path in FONTS.items())
    page.set_content(f"<style>{faces} body {{ margin: 0 }}</style><div id=box></div>")
    page.evaluate("names => Promise.all(names.map(name => document.fonts.load(`16px 'Test ${name}'`)))", list(FONTS))
    yield page
    page.close()


def measured(page: Page, text: str, family: str, size: float, width: float | None, spacing: float) -> tuple[list[str], tuple[float, float]]:
    """How Chromium lays out a text: its lines, and the width and the height of the box."""
    lengths = {"font-size": size, "letter-spacing": spacing, "padding": PADDING, **({"width": width + spacing} if width else {})}
    style = "".join(f"{name}: {length * FACTOR}px; " for name, length in lengths.items())
    found = page.evaluate(MEASURE, [
        f"font-family: 'Test {family}'; white-space: pre-wrap; overflow-wrap: anywhere; text-rendering: geometricPrecision; "
        f"{'' if width else 'width: max-content; '}{style}", text])
    # there, the last letter of a line has a space after it
    return found["lines"], (found["box"][0] / FACTOR - spacing, found["box"][1] / FACTOR)


def drawn(folder: Path, text: str, family: str, size: float, width: float | None, spacing: float) -> Image.Image:
    """The text black on red, in a box on white."""
    shutil.copy(FONTS[family], folder / "font.ttf")
    area = 4000 if width is None else 1000
    layer: dict[str, Any] = {
        "type": "text", "text": text, "family": family, "size": size, "color": "#000000", "letterSpacing": spacing, "alignment": "topLeading",
        "contentPadding": PADDING, "background": [{"type": "fill", "paint": "#ff0000"}],
    }
    if width is not None:
        layer["width"] = width + 2 * PADDING
    scene = {"canvas": {"width": area, "height": 1000, "background": "#ffffff"}, "fonts": ["font.ttf"], "layers": [layer]}
    (folder / "scene.json").write_text(json.dumps(scene))
    done = subprocess.run([COMMAND, "compose", "--force", "scene.json", "out.png"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return Image.open(folder / "out.png").convert("RGB")


def box(picture: Image.Image) -> tuple[float, float]:
    """The size of the red box, with fractions of pixels at its sides, measured in its padding, where there are no letters."""
    green = picture.getchannel("G")
    row = green.crop((0, 4, picture.width, 5)).tobytes()
    column = green.crop((4, 0, 5, picture.height)).tobytes()
    return sum(255 - value for value in row) / 255, sum(255 - value for value in column) / 255


@pytest.mark.parametrize("family", list(FONTS))
@pytest.mark.parametrize("text", list(TEXTS))
@pytest.mark.parametrize("size", [13, 21.5, 40])
def test_lines_and_sizes(page: Page, tmp_path: Path, family: str, text: str, size: float) -> None:
    for width, spacing in [(None, 0), (180, 0), (431.5, 0), (300, 2)]:
        lines, (box_width, height) = measured(page, TEXTS[text], family, size, width, spacing)
        picture = drawn(tmp_path, TEXTS[text], family, size, width, spacing)
        found, case = box(picture), f"width {width}, spacing {spacing}, lines {lines}"
        assert abs(found[0] - box_width) <= 1 and abs(found[1] - height) <= 1, f"{case}: {found} instead of {(box_width, height)}"
        # the same lines, each as a paragraph
        expected = drawn(tmp_path, "\n".join(lines), family, size, width, spacing)
        assert picture.tobytes() == expected.tobytes(), case
        assert width is None or len(lines) > 1 or size < 22, case
