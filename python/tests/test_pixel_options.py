"""Options of arrays and Pillow images that are those of files, and the errors of the others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import varblur

if sys.platform != "linux":
    pytest.skip("the library for arrays exists for Linux only", allow_module_level=True)
numpy = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
from test_arrays import decoded, encoded, noise  # noqa: E402
from test_blur import check_types  # noqa: E402


@pytest.mark.parametrize("color", [
    "rgb(16 32 48)", "RGB(16, 32.6, 48)", "hsl(120 50% 50.3%)", "orange", "rebeccapurple", "SlateGray", "Red", "#102030", "#1aF", " red\n",
    "hwb(200 20% 30%)"])
def test_every_color_of_a_file_is_one_of_an_array(color: str) -> None:
    pixels = noise(20, 30, 3)
    expected = decoded(varblur.blur(encoded(pixels), sigma=3, tint=color, tint_opacity="80%"))
    assert numpy.array_equal(varblur.blur(pixels, sigma=3, tint=color, tint_opacity="80%"), expected)
    assert numpy.array_equal(varblur.blur(Image.fromarray(pixels), sigma=3, tint=color, tint_opacity=0.8), expected)


@pytest.mark.parametrize("color", ["rgb(16 32 48 / 50%)", "transparent", "#12345", "orang", "", "rgb(1 2)", ["red"], 5, "\0"])
def test_what_is_no_color_of_a_file_is_none_of_an_array(color: Any) -> None:
    for data in (encoded(noise(4, 4, 3)), noise(4, 4, 3)):
        with pytest.raises(varblur.OptionError, match="tint"):
            varblur.blur(data, tint=color)


def test_without_the_command_colors_are_those_that_the_error_names(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = noise(4, 4, 3)
    expected = varblur.blur(pixels, tint="#808080")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sysconfig.get_path", lambda *_: "")
    assert numpy.array_equal(varblur.blur(pixels, tint="gray"), expected)
    with pytest.raises(varblur.OptionError, match="#rrggbb, or one of these names: aqua, .* not 'tomato', .* command must be installed"):
        varblur.blur(pixels, tint="tomato")


def test_an_opacity_that_is_measured_is_for_files_only() -> None:
    pixels = noise(30, 30, 3)
    assert varblur.blur(encoded(pixels), tint="black", tint_opacity="auto")
    with pytest.raises(varblur.OptionError, match="'auto' applies to image files; .* such as 0.3"):
        varblur.blur(pixels, tint="black", tint_opacity="auto")


@pytest.mark.parametrize("text", ["3 %", " 3", "3 ", "1 px", "\n3", "３"])
@pytest.mark.parametrize("name", ["max_radius", "min_radius", "start_offset", "saturation"])
def test_numbers_with_spaces_are_errors_of_files_and_arrays(name: str, text: str) -> None:
    for data in (encoded(noise(8, 8, 3)), noise(8, 8, 3)):
        options: Dict[str, Any] = {name: text}
        with pytest.raises(varblur.OptionError):
            varblur.blur(data, **options)


@pytest.mark.parametrize("text", ["3PX", "+3", "3.", ".5e1", "3E0px", "5%"])
def test_other_numbers_are_those_of_files(text: str) -> None:
    pixels = noise(20, 30, 3)
    assert numpy.array_equal(varblur.blur(pixels, sigma=text), decoded(varblur.blur(encoded(pixels), sigma=text)))


@pytest.mark.parametrize("option", [{"tint": "red"}, {"saturation": 0.5}, {"grain": 3}, {"fade": 0.5}, {"dither": True}, {"light": "linear"}])
def test_options_that_inks_do_not_have_are_named_with_a_remedy(option: Dict[str, Any]) -> None:
    inks: "List[Tuple[Any, Dict[str, Any]]]" = [(noise(4, 4, 4), {"channels": "cmyk"}), (Image.new("CMYK", (4, 4)), {})]
    for data, more in inks:
        with pytest.raises(varblur.OptionError, match=f"'{list(option)[0]}' is not supported for CMYK .* to RGB"):
            varblur.blur(data, **option, **more)


def test_values_that_change_no_color_are_right_for_inks() -> None:
    pixels = noise(9, 9, 4)
    options: Dict[str, Any] = {"tint": "red", "tint_opacity": 0, "saturation": 1, "grain": 0, "fade": 0, "dither": False, "light": "encoded"}
    expected = varblur.blur(pixels, sigma=2, channels="cmyk")
    assert numpy.array_equal(varblur.blur(pixels, sigma=2, channels="cmyk", **options), expected)


@pytest.mark.parametrize("options", [{"fade": 0.5}, {"edges": "transparent"}, {"premultiplied": True}])
def test_what_needs_alpha_says_so(options: Dict[str, Any]) -> None:
    with pytest.raises(varblur.OptionError, match=f"{list(options)[0]}.* needs? an alpha channel; "):
        varblur.blur(noise(4, 4, 3), **options)
    options = {name: value for name, value in options.items() if name != "premultiplied"}
    assert varblur.blur(noise(4, 4, 4), **options).shape == (4, 4, 4)


TWO = numpy.array(["left", "top"])
NAMES_OF_TEXTS = ["direction", "edges", "light", "easing", "ramp", "area", "tint", "channels", "max_radius", "fade", "threads", "premultiplied"]


@pytest.mark.parametrize("name", NAMES_OF_TEXTS)
@pytest.mark.parametrize("value", [TWO, [TWO], [3], ["top", 5], {}, b"left", numpy.array([1, 2]), object()])
def test_values_of_other_types_are_option_errors(name: str, value: Any) -> None:
    with pytest.raises(varblur.OptionError, match=name):
        varblur.blur(noise(4, 4, 3), **{name: value})
    if name != "channels":
        with pytest.raises(varblur.OptionError, match=name):
            varblur.blur(encoded(noise(4, 4, 3)), **{name: value})


def test_the_format_of_a_file_is_a_text() -> None:
    wrong: Any = TWO
    with pytest.raises(varblur.OptionError, match="format must be one of"):
        varblur.blur(encoded(noise(4, 4, 3)), format=wrong)


def test_texts_and_bytes_of_numpy_are_paths_and_files(tmp_path: Path) -> None:
    file = encoded(noise(20, 30, 3))
    (tmp_path / "in.png").write_bytes(file)
    expected = varblur.blur(file, sigma=3)
    path, data = numpy.array([str(tmp_path / "in.png")])[0], numpy.array([file])[0]
    assert type(path) is numpy.str_ and type(data) is numpy.bytes_
    for one in (path, data):
        assert varblur.blur(one, sigma=3) == expected
        with varblur.Worker(1, sigma=3) as worker:
            assert worker.blur(one) == worker.blur(one, mask_invert=None) == expected
            assert [image.data for image in worker.map(numpy.array([one, one]))] == [expected] * 2
        with pytest.raises(TypeError, match="open its file"):
            varblur.blur(noise(4, 4, 3), mask=one)
    with pytest.raises(FileNotFoundError):
        varblur.blur(numpy.str_("none.png"))
    words = {"direction": "left", "edges": "wrap", "tint": "orange", "ramp": "linear-blur(3px, 0px)", "easing": "ease", "fade": "20%"}
    for name, word in words.items():
        option: Dict[str, Any] = {name: word}
        same: Dict[str, Any] = {name: numpy.str_(word)}
        assert numpy.array_equal(varblur.blur(noise(9, 9, 4), **same), varblur.blur(noise(9, 9, 4), **option))
        assert varblur.blur(file, **same) == varblur.blur(file, **option)


def test_type_checkers_know_what_comes_back(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    check_types(tmp_path, """\
from typing import Any, Dict, List, Tuple
from typing_extensions import assert_type
import numpy as np
import varblur

class Own:
    @property
    def __array_interface__(self) -> Dict[str, Any]: return {}

class Sub(np.ndarray[Any, np.dtype[np.uint8]]): ...

def right(flat: memoryview, floats: np.ndarray[Tuple[int, int], np.dtype[np.float32]], own: Own, sub: Sub) -> None:
    assert_type(varblur.blur(floats, sigma=3, out=floats, channels="bgr", mask=own), np.ndarray[Tuple[int, int], np.dtype[np.float32]])
    assert_type(varblur.blur(sub), np.ndarray[Any, np.dtype[np.uint8]])
    assert_type(varblur.blur(own, premultiplied=True), np.ndarray[Any, Any])
    assert_type(varblur.blur(flat, sigma=3, format="png"), Any)
    assert_type(varblur.blur(b"", sigma=3, format="png"), bytes)
    assert_type(varblur.blur("a.png", outputs=[{}]), List[bytes])

def wrong(pixels: np.ndarray[Any, Any]) -> None:
    varblur.blur(pixels, outputs=[{}])  # wrong
    varblur.blur(pixels, resize="3x")  # wrong
    varblur.blur(memoryview(b""), edges="round")  # wrong
    varblur.blur(3)  # wrong
    varblur.blur(None)  # wrong
""")


@pytest.mark.skipif(not (Path(Image.__file__).parent / "py.typed").exists(), reason="Pillow has no types before version 10.3")
def test_type_checkers_know_images_of_pillow(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    check_types(tmp_path, """\
from typing import Any
from typing_extensions import assert_type
import numpy as np
import PIL.Image
import varblur

def right(pixels: np.ndarray[Any, Any], image: PIL.Image.Image) -> None:
    assert_type(varblur.blur(image, sigma=3, matte=pixels), PIL.Image.Image)
    assert_type(varblur.blur(PIL.Image.open("a")), PIL.Image.Image)
    assert_type(varblur.blur(pixels, mask=image), np.ndarray[Any, Any])

def wrong(image: PIL.Image.Image) -> None:
    varblur.blur(PIL.Image.open("a")).tile  # wrong
    varblur.blur(image, format="png")  # wrong
""")


def test_what_comes_back_is_what_type_checkers_know(tmp_path: Path) -> None:
    class Sub(numpy.ndarray):  # type: ignore[misc, name-defined]
        pass

    pixels, path = noise(5, 6, 3), tmp_path / "in.png"
    Image.fromarray(pixels).save(path)
    assert type(varblur.blur(Image.open(path))) is Image.Image
    for array in (pixels.view(Sub), numpy.matrix(pixels[:, :, 0]), numpy.ma.masked_array(pixels), memoryview(pixels)):
        assert type(varblur.blur(array)) is numpy.ndarray
    with varblur.Worker(1, format="jpg") as worker:
        assert worker.blur(path)[:2] == b"\xff\xd8"
    with pytest.raises(varblur.OptionError, match="format must be one of"):
        varblur.Worker(format="gif")
