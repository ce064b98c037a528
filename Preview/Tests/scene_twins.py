"""The twins of scenes in HTML and CSS: where both have a layer, how far do its sides differ?

Neither program reports where it puts things, so both draw some layers, far from each other, in black on white, and the sides are measured in the
pictures. Shadows, outlines, and blurs make no difference then. An element of a twin has the `id` of its layer.

Chromium rounds the ascent and the descent of a font to pixels, and moves the baseline by one more where the descent would be cut off. So both
draw with several pixels for each of the scene.
"""

from __future__ import annotations

import copy
import io
import json
import subprocess
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import COMMAND, ROOT
from PIL import Image, ImageChops
from playwright.sync_api import Page

SCENES = ROOT / "scenes"
NAMES = ["quote-card", "product-card", "event-poster", "app-screenshot", "video-thumbnail", "name-badge"]
SCALE = 3
#: The distance from the box of an element at which its layer is looked for, in pixels of the scene.
MARGIN = 4
#: What layers have in common that does not change their places.
LOOK = ["opacity", "maskedBy", "blendMode", "shadow", "stroke", "strokeWidth", "fill", "minContrast", "scrim", "hidesEmpty"]
PLACE = ["id", "alignment", "padding", "offsetX", "offsetY", "width", "height", "rotation", "scale", "anchor"]
INVISIBLE = "#0000"
#: Glass that shows what is behind it.
CLEAR = {"blur": 0, "refraction": 0, "saturation": 1, "rim": 0, "shadow": 0, "tint": INVISIBLE}
ELEMENTS = """* {
  visibility: hidden !important; backdrop-filter: none !important; mask: none !important; mix-blend-mode: normal !important;
  box-shadow: none !important; text-shadow: none !important }
html { background: #fff !important }
body { background: none !important }
"""
BLACK = "visibility: visible !important;"
BLACK_TEXT = BLACK + "color: #000 !important; background: none !important; -webkit-text-stroke: 0 !important"
BLACK_BOX = BLACK + "color: transparent !important; background: #000 !important; filter: brightness(0)"

Frame = tuple[int, int, int, int]
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


def only(shown: Collection[Part], layer: dict[str, Any]) -> dict[str, Any]:
    """A layer in which all but some parts is invisible. A background without names is the box of its layer."""
    kind, name = layer["type"], layer.get("id", "")
    color = "#000" if Part(name, kind == "text") in shown else INVISIBLE
    result = {key: value for key, value in layer.items() if key not in LOOK}
    if "background" in layer:
        result["background"] = [black(inner) for inner in layer["background"]] if Part(name, False) in shown else []
    if kind == "text":
        result["color"] = color
    elif kind in ("image", "fill", "shape", "qrCode"):
        place = {key: value for key, value in result.items() if key in PLACE}
        result = {**place, "type": "shape", "shape": layer.get("shape") or "rectangle", "fill": color}
    elif kind == "stack":
        result["layers"] = [only(shown, inner) for inner in layer["layers"]]
    elif kind == "glass":
        result.update(CLEAR)
        result["items"] = [
            {**item, "tint": "#000" if Part(item.get("id") or name, False) in shown else INVISIBLE,
             "label": [only(shown, inner) for inner in item.get("label", [])]} for item in layer["items"]]
    return result


def black(layer: dict[str, Any]) -> dict[str, Any]:
    """A layer of a background, in black."""
    if layer["type"] == "glass":
        return {**layer, **CLEAR, "items": [{**item, "tint": "#000"} for item in layer["items"]]}
    return {"type": "shape", "shape": layer.get("shape") or "rectangle", "fill": "#000"}


def drawn_by_varblur(scene: dict[str, Any], groups: list[list[Part]], folder: Path) -> list[Image.Image]:
    """A picture of each group of parts, drawn in one batch."""
    canvas = {**scene["canvas"], "background": "#fff"}
    jobs = []
    for number, group in enumerate(groups):
        # other layers make no difference to the places of these
        layers = [only(group, layer) for layer in scene["layers"] if set(group).intersection(parts([layer]))]
        jobs.append({"scene": {"canvas": canvas, "layers": layers}, "output": f"{number}.png"})
    done = subprocess.run(
        [COMMAND, "compose", "--batch", "--jobs", "1", "--scale", str(SCALE), "--png-compression", "fast", "--no-fsync", "--force", "--fail-on-error"],
        cwd=folder, input="".join(json.dumps(job) + "\n" for job in jobs), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [Image.open(folder / f"{number}.png").convert("L") for number in range(len(groups))]


def open_twin(page: Page, name: str, scene: dict[str, Any], zoom: int = 1) -> None:
    """Opens a twin in a window of its size; with a factor, enlarged, and its elements hidden."""
    page.goto((SCENES / "html" / f"{name}.html").as_uri())
    page.evaluate("Promise.all(Array.from(document.images, image => image.decode()))")
    if zoom > 1:
        # large blurs take long
        set_style(page, ELEMENTS)
        page.evaluate("zoom => { document.documentElement.style.zoom = zoom }", zoom)
    page.set_viewport_size({"width": zoom * scene["canvas"]["width"], "height": zoom * scene["canvas"]["height"]})


def set_style(page: Page, style: str) -> None:
    page.evaluate(
        "text => { const style = document.getElementById('parts') ?? document.head.appendChild(document.createElement('style'));"
        " style.id = 'parts'; style.textContent = text }", style)


def drawn_by_chromium(page: Page, group: list[Part]) -> Image.Image:
    """A picture of a group of parts, on the page of the twin."""
    set_style(page, ELEMENTS + "".join(f"#{part.id} {{ {BLACK_TEXT if part.is_text else BLACK_BOX} }}\n" for part in group))
    return Image.open(io.BytesIO(page.screenshot())).convert("L")


def frames(page: Page, chosen: list[Part]) -> dict[Part, Frame]:
    """Where to look for the parts."""
    size, result = page.viewport_size, {}
    assert size
    for part in chosen:
        box = page.locator(f"#{part.id}").bounding_box()
        assert box
        left, top = int(box["x"]) - MARGIN * SCALE, int(box["y"]) - MARGIN * SCALE
        right, bottom = int(box["x"] + box["width"]) + MARGIN * SCALE, int(box["y"] + box["height"]) + MARGIN * SCALE
        result[part] = (max(left, 0), max(top, 0), min(right, size["width"]), min(bottom, size["height"]))
    return result


def grouped(found: dict[Part, Frame]) -> list[list[Part]]:
    """Groups of parts whose frames do not overlap."""
    groups: list[list[Part]] = []
    for part, frame in found.items():
        for group in groups:
            if not any(overlap(frame, found[other]) for other in group):
                group.append(part)
                break
        else:
            groups.append([part])
    return groups


def overlap(a: Frame, b: Frame) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def sides(picture: Image.Image, frame: Frame) -> Sides | None:
    """The left, top, right, and bottom side of what is black in a frame, with fractions of pixels; `None` without black."""
    ink = ImageChops.invert(picture.crop(frame))
    box = ink.point(lambda value: 255 if value > 25 else 0).getbbox()
    if not box:
        return None
    left, top, right, bottom = box

    def covered(*line: int) -> float:
        return float(ink.crop(line).getextrema()[1]) / 255  # type: ignore[operator, arg-type]

    x, y = frame[:2]
    return (x + left + 1 - covered(left, top, left + 1, bottom), y + top + 1 - covered(left, top, right, top + 1),
            x + right - 1 + covered(right - 1, top, right, bottom), y + bottom - 1 + covered(left, bottom - 1, right, bottom))


def differences(page: Page, name: str, folder: Path) -> dict[Part, Sides]:
    """How much farther right or down the sides of each part are in the twin, in pixels of the scene, if it is at most `MARGIN`."""
    scene = document(name)
    open_twin(page, name, scene, SCALE)
    places = frames(page, [part for part in parts(scene["layers"]) if page.locator(f"#{part.id}").count() == 1])
    groups, result = grouped(places), {}
    for group, picture in zip(groups, drawn_by_varblur(scene, groups, folder)):
        twin = drawn_by_chromium(page, group)
        for part in group:
            expected, found = sides(picture, places[part]), sides(twin, places[part])
            assert expected and found, f"{name}: {part} is not drawn"
            left, top, right, bottom = ((there - here) / SCALE for here, there in zip(expected, found))
            result[part] = (left, top, right, bottom)
    return result
