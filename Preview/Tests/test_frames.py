"""What the page shows is what the file will have: transparency, bars, and filled areas."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from conftest import Server, Tab
from playwright.sync_api import Browser


def opened(file: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(file))
    # Pillow limits 16 bits to the least 255 values
    return (image.point(lambda value: value / 256).convert("L") if image.mode.startswith("I") else image).convert("RGBA")


def frame(server: Server, options: dict[str, object], is_exact: bool = True) -> Image.Image:
    job = {"picture": "p0", "mask": None, "options": options}
    status, answer = server.post("render", {"job": job, "ratio": 1, "region": None, "isExact": is_exact, "isOriginal": False})
    assert status == 200 and answer[:1] != b"{", answer[:200]
    return opened(answer)


def saved(server: Server, options: dict[str, object]) -> Image.Image:
    status, answer = server.post("job", {"picture": "p0", "mask": None, "options": options})
    assert status == 200 and answer[:1] != b"{", answer[:200]
    return opened(answer)


def difference(a: Image.Image, b: Image.Image) -> int:
    """The greatest difference of a value, where colors count in proportion to alpha."""
    over = [[Image.alpha_composite(Image.new("RGBA", image.size, color), image) for color in ("black", "white")] for image in (a, b)]
    return max(high for pair in zip(*over) for _, high in ImageChops.difference(*pair).getextrema())


@pytest.fixture(params=["RGB", "L", "RGBA", "LA", "I;16"])
def source(request: pytest.FixtureRequest, pictures: Path, tmp_path: Path) -> str:
    mode = str(request.param)
    picture = Image.open(pictures / "photo.jpg").resize((150, 100))
    if mode == "I;16":
        deep = picture.convert("L")
        Image.frombytes("I;16", deep.size, bytes(byte for value in deep.tobytes() for byte in (value // 3, value))).save(tmp_path / "in.png")
    else:
        picture = picture.convert(mode)
        if mode.endswith("A"):
            picture.putalpha(Image.linear_gradient("L").resize(picture.size))
        picture.save(tmp_path / "in.png")
    return "in.png"


def test_bars_are_those_of_the_file(tmp_path: Path, source: str) -> None:
    server = Server(tmp_path, source)
    looks = [{"edges": "transparent"}, {}, {"fade": "0.8"}, {"fade": "1", "background": "#ff0000"}]
    fits = [{"fit": "contain"}, {"fit": "contain", "background": "blur(4px)"}, {"fit": "cover"}]
    try:
        for fit, look in product(fits, looks):
            options = {"max-radius": "9", "resize": "120x120", "format": "png", **look, **fit}
            assert difference(frame(server, options), saved(server, options)) <= 4, options
    finally:
        server.stop()


AREA = {"area": "xywh(20.5px 12.5px 31px 33px) circle(9px at 90px 60px)", "area-fill": "#103060"}


def test_filled_areas_are_those_of_the_file(tmp_path: Path, source: str) -> None:
    server = Server(tmp_path, source)
    sizes = [{"resize": "400%"}, {"resize": "60%"}, {"sharpen": "0.5"}, {"crop": "90x80+7+9", "rotate": "90"}, {"resize": "200%", "sharpen": "1"}, {}]
    try:
        for size, inverted, radius in product(sizes, [{}, {"area-invert": True}], ["0", "5"]):
            options = {"max-radius": radius, "direction": "top", "format": "png", **AREA, **size, **inverted}
            quick = frame(server, options, is_exact=False)
            assert difference(frame(server, options), saved(server, options)) <= 4, options
            # without the areas, there is nothing of them
            bare = {name: value for name, value in options.items() if not name.startswith("area")}
            assert difference(frame(server, bare), saved(server, bare)) <= 4
            assert difference(frame(server, options, is_exact=False), quick) == 0
    finally:
        server.stop()


@pytest.mark.parametrize("name,options", [("in.jpg", {"quality": 90}), ("in.webp", {"quality": 80}), ("in.webp", {"lossless": True})])
def test_filled_areas_of_compressed_files_are_painted_in_blocks(tmp_path: Path, pictures: Path, name: str, options: dict[str, object]) -> None:
    Image.open(pictures / "photo.jpg").resize((150, 100)).save(tmp_path / name, **options)
    server = Server(tmp_path, name)
    try:
        job = {"max-radius": "0", "format": "png", **AREA}
        assert difference(frame(server, job), saved(server, job)) <= 2
    finally:
        server.stop()


@pytest.mark.parametrize("transparency,background", list(product(["fade=1", "edges=transparent"], ["#ff0000", ""])))
def test_what_becomes_transparent_is_shown_so(browser: Browser, pictures: Path, tmp_path: Path, transparency: str, background: str) -> None:
    """Over the color of the background, or a pattern, also beside the original and after a change."""
    Image.open(pictures / "photo.jpg").resize((300, 200)).save(tmp_path / "in.jpg")
    server = Server(tmp_path, "in.jpg")
    fragment = f"#{transparency}&max-radius=40&min-radius=40" + (f"&background={background.replace('#', '%23')}" if background else "&format=png")
    tab = Tab(browser, server, fragment)
    # the pattern has squares of 8 pixels
    at = [(1, 1), (9, 1)] if transparency == "edges=transparent" else [(100, 100), (108, 100)]

    def shown() -> list[list[int]]:
        return list(tab.page.evaluate("""async (points) => {
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const { stage } = varblurPreview;
            return points.map((point) => {
                const { x, y } = stage.toView({ x: point[0], y: point[1] });
                return [...stage.context.getImageData(Math.round(x), Math.round(y), 1, 1).data] }) }""", at))

    for _ in range(2):
        first, second = shown()
        assert first[3] == second[3] == 255
        if background and transparency == "fade=1":
            assert first[:3] == second[:3] == [255, 0, 0]
        elif background:
            assert first[0] > 130 and second[0] > 130
        elif transparency == "fade=1":
            assert {tuple(first[:3]), tuple(second[:3])} == {(255, 255, 255), (0xD6, 0xD6, 0xDA)}
        tab.page.reload()
        tab.wait()
    opaque = tab.page.evaluate("varblurPreview.stage.frames.original.whole?.hasAlpha ?? false")
    assert opaque is False
    tab.page.evaluate("(name) => varblurPreview.state.set(name, '')", transparency.split("=")[0])
    tab.wait()
    assert tab.page.evaluate("() => varblurPreview.stage.shownFrames.some((frame) => frame?.hasAlpha)") is False
    tab.close()
    server.stop()


def test_the_pinned_settings_have_their_own_areas(pictures: Path, tmp_path: Path) -> None:
    Image.open(pictures / "photo.jpg").resize((150, 100)).save(tmp_path / "in.png")
    server = Server(tmp_path, "in.png")
    try:
        jobs = [{"max-radius": "3", "resize": "200%", "area": f"circle({radius}px)", "area-fill": "black"} for radius in (10, 30, 50)]
        frames = [frame(server, job) for job in jobs]
        for job, first in zip(jobs[::-1], frames[::-1]):
            assert difference(frame(server, job), first) == 0 == difference(first, saved(server, job))
        assert difference(frames[0], frames[1]) > 50
    finally:
        server.stop()
