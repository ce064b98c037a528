"""The twins of scenes in HTML and CSS: where both have a layer, how far do its sides differ?

Neither program reports where it puts things, so both draw each layer alone, in black on white, and the sides are measured in the pictures. What
is behind the layers makes no difference then, nor do shadows, outlines, and blurs. An element of a twin has the `id` of its layer.

Chromium rounds the ascent and the descent of a font to pixels, and moves the baseline by one more where the descent would be cut off. So both
draw with several pixels for each of the scene.
"""

from __future__ import annotations

import copy
import io
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import COMMAND, ROOT
from PIL import Image, ImageChops
from playwright.sync_api import FloatRect, Page

SCENES = ROOT / "scenes"
NAMES = ["quote-card", "product-card", "event-poster", "app-screenshot", "video-thumbnail", "name-badge"]
SCALE, MARGIN = 3, 90
#: What layers have in common that does not change their places.
LOOK = ["opacity", "maskedBy", "blendMode", "shadow", "stroke", "strokeWidth", "fill", "minContrast", "scrim", "hidesEmpty"]
INVISIBLE = "#0000"
#: Glass that shows what is behind it.
CLEAR = {"blur": 0, "refraction": 0, "saturation": 1, "rim": 0, "shadow": 0, "tint": INVISIBLE}
ALONE = """* {
  visibility: hidden !important; backdrop-filter: none !important; mask: none !important; mix-blend-mode: normal !important;
  box-shadow: none !important; text-shadow: none !important }
html { background: #fff !important }
body { background: none !important }
#target { visibility: visible !important }"""
TEXT_ALONE = "#target { color: #000 !important; background: none !important; -webkit-text-stroke: 0 !important }"
BOX_ALONE = "#target { color: transparent !important; background: #000 !important; filter: brightness(0) }"

Sides = tuple[float, float, float, float]


@dataclass(frozen=True)
class Part:
    """A part of a scene: the letters of a text, or a box."""

    id: str
    is_text: bool

    def __str__(self) -> str:
        return f"{self.id} ({'text' if self.is_text else 'box'})"


def document(name: str) -> dict[str, Any]:
    """A scene without repetitions."""
    scene: dict[str, Any] = json.loads((SCENES / f"{name}.json").read_text())
    scene["layers"] = expanded(scene["layers"])
    return scene


def expanded(layers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    result = []
    for layer in layers:
        layer = dict(layer)
        repeat = layer.pop("repeat", [{}])
        if "layers" in layer:
            layer["layers"] = [
                changed(inner, values, f"-{number}" if len(repeat) > 1 else "")
                for number, values in enumerate(repeat, 1) for inner in expanded(layer["layers"])]
        result.append(layer)
    return result


def changed(layer: dict[str, Any], values: dict[str, Any], suffix: str) -> dict[str, Any]:
    """A copy of a layer of a stack with `repeat`, with the members that an element sets."""
    members = {path.split(".")[1]: value for path, value in values.items() if path.split(".")[0] == layer.get("id")}
    return {**copy.deepcopy(layer), **members, "id": layer.get("id", "") + suffix}


def parts(layers: list[dict[str, Any]]) -> Iterator[Part]:
    """The parts with an `id`. Layers without a box of their own are left out, such as blurs."""
    for layer in layers:
        kind, name = layer["type"], layer.get("id")
        if name and kind in ("image", "fill", "shape", "qrCode", "text"):
            yield Part(name, kind == "text")
        if name and layer.get("background"):
            yield Part(name, False)
        for item in layer.get("items", []):
            if item.get("id") or name:
                yield Part(item.get("id") or name, False)
            yield from parts(item.get("label", []))
        yield from parts(layer.get("layers", []))


def alone(layer: dict[str, Any], part: Part) -> dict[str, Any]:
    """A layer in which all but one part is invisible. A background without names is the box of its layer."""
    kind, name = layer["type"], layer.get("id")
    is_target = part.id == name
    color = "#000" if is_target and part.is_text == (kind == "text") else INVISIBLE
    result = {key: value for key, value in layer.items() if key not in LOOK}
    if "background" in layer:
        is_box = is_target and not part.is_text
        result["background"] = [black(inner) for inner in layer["background"]] if is_box else []
    if kind == "text":
        result["color"] = color
    elif kind in ("image", "fill", "shape", "qrCode", "blur"):
        place = {key: result[key] for key in result if key in (
            "id", "alignment", "padding", "offsetX", "offsetY", "width", "height", "rotation", "scale", "anchor")}
        result = {**place, "type": "shape", "shape": layer.get("shape") or "rectangle", "fill": INVISIBLE if kind == "blur" else color}
    elif kind == "stack":
        result["layers"] = [alone(inner, part) for inner in layer["layers"]]
    elif kind == "glass":
        result.update(CLEAR)
        result["items"] = [
            {**item, "tint": "#000" if not part.is_text and part.id == (item.get("id") or name) else INVISIBLE,
             "label": [alone(inner, part) for inner in item.get("label", [])]} for item in layer["items"]]
    return result


def black(layer: dict[str, Any]) -> dict[str, Any]:
    """A layer of a background, in black."""
    if layer["type"] == "glass":
        return {**layer, **CLEAR, "items": [{**item, "tint": "#000"} for item in layer["items"]]}
    return {"type": "shape", "shape": layer.get("shape") or "rectangle", "fill": "#000"}


def drawn_by_varblur(scene: dict[str, Any], chosen: list[Part], folder: Path) -> list[Image.Image]:
    """Each of some parts alone, drawn in one batch."""
    canvas = {**scene["canvas"], "background": "#fff"}
    jobs = []
    for number, part in enumerate(chosen):
        # other layers make no difference to the place of this one
        layers = [alone(layer, part) for layer in scene["layers"] if part in parts([layer])]
        jobs.append({"scene": {"canvas": canvas, "layers": layers}, "output": f"{number}.png"})
    done = subprocess.run(
        [COMMAND, "compose", "--batch", "--jobs", "1", "--scale", str(SCALE), "--png-compression", "fast", "--no-fsync", "--force", "--fail-on-error"],
        cwd=folder, input="".join(json.dumps(job) + "\n" for job in jobs), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [Image.open(folder / f"{number}.png").convert("L") for number in range(len(chosen))]


def open_twin(page: Page, name: str, scene: dict[str, Any], zoom: int = 1) -> None:
    """Opens a twin in a window of its size, enlarged by a factor."""
    page.set_viewport_size({"width": zoom * scene["canvas"]["width"], "height": zoom * scene["canvas"]["height"]})
    page.goto((SCENES / "html" / f"{name}.html").as_uri())
    page.evaluate("Promise.all(Array.from(document.images, image => image.decode()))")
    if zoom > 1:
        page.evaluate("zoom => { document.documentElement.style.zoom = zoom }", zoom)


def drawn_by_chromium(page: Page, part: Part) -> Image.Image:
    """A part alone, on the page of the twin, with white around it."""
    style = (ALONE + (TEXT_ALONE if part.is_text else BOX_ALONE)).replace("#target", f"#{part.id}")
    page.evaluate(
        "text => { const style = document.getElementById('alone-style') ?? document.head.appendChild(document.createElement('style'));"
        " style.id = 'alone-style'; style.textContent = text }", style)
    size, box = page.viewport_size, page.locator(f"#{part.id}").bounding_box()
    assert size and box
    # letters may reach beyond the box, and pictures of less are faster
    left, top = max(int(box["x"]) - MARGIN, 0), max(int(box["y"]) - MARGIN, 0)
    right, bottom = min(box["x"] + box["width"] + MARGIN, size["width"]), min(box["y"] + box["height"] + MARGIN, size["height"])
    clip: FloatRect = {"x": left, "y": top, "width": int(right) - left, "height": int(bottom) - top}
    picture = Image.new("L", (size["width"], size["height"]), 255)
    picture.paste(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L"), (left, top))
    return picture


def sides(picture: Image.Image) -> Sides | None:
    """The left, top, right, and bottom side of what is black, with fractions of pixels; `None` without black."""
    ink = ImageChops.invert(picture)
    box = ink.point(lambda value: 255 if value > 25 else 0).getbbox()
    if not box:
        return None
    left, top, right, bottom = box

    def covered(*line: int) -> float:
        return float(ink.crop(line).getextrema()[1]) / 255  # type: ignore[operator, arg-type]

    return (left + 1 - covered(left, top, left + 1, bottom), top + 1 - covered(left, top, right, top + 1),
            right - 1 + covered(right - 1, top, right, bottom), bottom - 1 + covered(left, bottom - 1, right, bottom))


def differences(page: Page, name: str, folder: Path) -> dict[Part, Sides]:
    """How much farther right or down the sides of each part are in the twin, in pixels of the scene."""
    scene = document(name)
    open_twin(page, name, scene, SCALE)
    chosen = [part for part in parts(scene["layers"]) if page.locator(f"#{part.id}").count() == 1]
    result = {}
    for part, picture in zip(chosen, drawn_by_varblur(scene, chosen, folder)):
        expected, found = sides(picture), sides(drawn_by_chromium(page, part))
        assert expected and found, f"{name}: {part} is not drawn"
        left, top, right, bottom = ((there - here) / SCALE for here, there in zip(expected, found))
        result[part] = (left, top, right, bottom)
    return result
