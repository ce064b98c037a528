"""Single images, options, and errors."""

from __future__ import annotations

import base64
import hashlib
import math
import os
import pickle
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, png

import varblur
from varblur._command import option_names
from varblur._settings import NAMES


@pytest.mark.parametrize("format", [None, "png", "jpeg", "jpg", "webp"])
@pytest.mark.parametrize("options", [{}, {"max_radius": "5%", "direction": "left"}, {"start_offset": 0.5, "strip": "all"}])
def test_bytes_are_those_of_the_command(
    tmp_path: Path, image: bytes, command: str, format: str, options: "dict[str, Any]"
) -> None:
    (tmp_path / "in.png").write_bytes(image)
    output = tmp_path / f"out.{format or 'png'}"
    arguments = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    subprocess.run([command, *arguments, str(tmp_path / "in.png"), str(output)], check=True)
    assert varblur.blur(image, format=format, **options) == output.read_bytes()


def test_threads_are_as_many_as_the_available_processors(monkeypatch: pytest.MonkeyPatch, image: bytes) -> None:
    if sys.platform != "linux":
        pytest.skip("processes cannot be restricted to some processors")
    threads: Any = varblur.blur
    monkeypatch.setattr(varblur.Worker, "blur", lambda worker, data, **options: options["threads"])
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    available = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(available)})
    try:
        assert threads(image) == 1
    finally:
        os.sched_setaffinity(0, available)
    assert threads(image) == len(available)
    assert threads(image, threads=3) == 3


def test_lists_of_areas(image: bytes) -> None:
    areas = ["xywh(1px 1px 5px 4px)", "circle(3px)"]
    blurred = varblur.blur(image, areas=areas, feather=2)
    assert blurred == varblur.blur(image, area=" ".join(areas), feather=2)
    assert blurred != varblur.blur(image, areas=areas[:1], feather=2)
    assert varblur.blur(image, areas=areas, area_fill="black") not in (blurred, image)
    # a detector may find none
    assert varblur.blur(image, areas=[], no_digest=True) == varblur.blur(image, area="circle(0px)", no_digest=True)


def test_lists_of_ramps(image: bytes) -> None:
    ramps = ["linear-blur(0px, 6px)", "radial-blur(3px, 0px 40%)"]
    assert varblur.blur(image, ramp=ramps) == varblur.blur(image, ramp=" ".join(ramps))
    assert varblur.blur(image, ramp=tuple(ramps)) != varblur.blur(image, ramp=ramps[0])
    with pytest.raises(varblur.OptionError):
        varblur.blur(image, tint=["red"])  # type: ignore[call-overload]


def test_buffers(image: bytes) -> None:
    expected = varblur.blur(image)
    assert varblur.blur(bytearray(image)) == expected
    assert varblur.blur(memoryview(image)) == expected
    assert varblur.blur(memoryview(b"xx" + image)[2:]) == expected


def test_result(image: bytes) -> None:
    with varblur.Worker(1) as worker:
        result = worker.submit(image, format="webp", max_radius=100).result()
    assert (result.width, result.height, result.format, result.damaged) == (40, 30, "webp", False)
    assert result.data[8:12] == b"WEBP" and result.milliseconds > 0
    assert "data" not in repr(result)


def test_facts_that_report_names_are_in_results(image: bytes, tmp_path: Path) -> None:
    output = tmp_path / "small.png"
    with varblur.Worker(1) as worker:
        images = worker.submit(
            image, report="thumbhash,sha256", outputs=[{"resize": "20x"}, {"resize": "10x", "output": output}]).result()
        plain = worker.submit(image, report="thumbhash").result()
    for result, data in zip(images, (images[0].data, output.read_bytes())):
        assert result.sha256 == hashlib.sha256(data).hexdigest()
        assert result.thumbhash is not None and len(base64.b64decode(result.thumbhash)) >= 5
    assert plain.sha256 is None and plain.thumbhash


def test_damaged(image: bytes) -> None:
    with pytest.raises(varblur.ImageError) as caught:
        varblur.blur(image[:-60])
    assert caught.value.code == "damaged" and caught.value.exit_status == 65
    assert "line" not in str(caught.value) and "allow-damaged" in str(caught.value)
    with varblur.Worker(1) as worker:
        result = worker.submit(image[:-60], allow_damaged=True).result()
    assert result.damaged and result.warnings


def test_output_errors(tmp_path: Path, image: bytes) -> None:
    output = tmp_path / "out.png"
    output.write_bytes(b"x")
    with varblur.Worker(1) as worker:
        exists = worker.submit(image, output=output).exception()
        missing = worker.submit(image, output=output / "a.png").exception()
    assert isinstance(exists, varblur.OutputError) and exists.code == "exists" and exists.exit_status == 73
    assert isinstance(missing, varblur.OutputError) and missing.code == "cannotCreate"
    assert output.read_bytes() == b"x"


@pytest.mark.parametrize("data, code", [(b"", "notAnImage"), (b"<html></html>", "notAnImage"), (png(3, 3)[:30], "damaged")])
def test_image_errors(data: bytes, code: str) -> None:
    with pytest.raises(varblur.ImageError) as caught:
        varblur.blur(data)
    assert caught.value.code == code
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), copy.code, copy.message, copy.exit_status) == (
        varblur.ImageError, caught.value.code, caught.value.message, caught.value.exit_status)


def test_limits(image: bytes) -> None:
    for option in ("max_pixels", "max_input", "max_side"):
        options: "dict[str, Any]" = {option: 10}
        with pytest.raises(varblur.ImageError, match="raise 'max-") as caught:
            varblur.blur(image, **options)
        assert caught.value.code == "overLimit"


@pytest.mark.parametrize(
    "options, words",
    [
        ({"max_raduis": 3}, "did you mean 'max_radius'"), ({"sigmas": 3}, "did you mean 'sigma'"), ({"direction": []}, "in a list"), ({"direction": ["top", 5]}, r"in a list .* not \['top', 5\]"), ({"in_place": True}, "there is no option 'in_place'"),
        ({"width": 320}, "did you mean 'resize'"), ({"thumbhash": True}, "did you mean 'report'"),
        ({"max_radius": -1}, "0 or more"), ({"direction": "tpo"}, "top"), ({"max_radius": [3]}, "type list"),
        ({"max_radius": math.nan}, "finite"), ({"threads": True}, "threads"), ({"format": "gif"}, "png, jpeg, webp"),
    ])
def test_option_errors(image: bytes, options: "dict[str, Any]", words: str) -> None:
    with pytest.raises(varblur.OptionError, match=words) as caught:
        varblur.blur(image, **options)
    assert isinstance(caught.value, ValueError) and caught.value.exit_status == 64


def test_values_of_options(image: bytes, tmp_path: Path) -> None:
    expected = varblur.blur(image, max_radius=7)
    assert varblur.blur(image, max_radius="7px", direction=None, allow_damaged=False) == expected
    assert varblur.blur(image, max_radius=7.0, force=True) == expected
    assert varblur.blur(image, direction=["left", "top"]) == varblur.blur(image, direction="left,top") != expected
    mask = tmp_path / os.fsdecode(b"mask\xff.png")
    mask.write_bytes(png(5, 5))
    assert varblur.blur(image, mask=mask) == varblur.blur(image, mask=str(mask)) != varblur.blur(image)
    behind = varblur.blur(image, matte=mask)
    assert behind == varblur.blur(image, matte=str(mask)) != varblur.blur(image)
    assert varblur.blur(image, matte=mask, matte_invert=True) not in (behind, varblur.blur(image))


def test_settings_of_the_user_have_no_effect(image: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = varblur.blur(image)
    (tmp_path / "varblur").mkdir()
    (tmp_path / "varblur" / "settings.conf").write_text("max-radius = 1\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("VARBLUR_DIRECTION", "left")
    assert varblur.blur(image) == expected


def test_run(image: bytes, tmp_path: Path) -> None:
    (tmp_path / "in.png").write_bytes(image)
    varblur.run(["--max-radius", "5%", tmp_path / "in.png", tmp_path / "out.png"])
    assert (tmp_path / "out.png").read_bytes() == varblur.blur(image, max_radius="5%")
    assert varblur.run(["--format", "jpeg", "-", "-"], input=image).stdout == varblur.blur(image, format="jpeg")
    with pytest.raises(varblur.Error, match="--force") as caught:
        varblur.run([tmp_path / "in.png", tmp_path / "out.png"])
    assert caught.value.code == "failed" and caught.value.exit_status == 73
    assert "already exists" in caught.value.message and "already exists" in caught.value.messages
    with pytest.raises(varblur.Error, match="unknown option '--radius' .did you mean '--max-radius'") as caught:
        varblur.run(["--radius", "20", "a.jpg", "b.jpg"])
    with pytest.raises(varblur.Error, match="a.jpg: cannot open.*; and 1 more") as caught:
        varblur.run(["--out-dir", tmp_path, "a.jpg", "b.jpg"])
    assert "b.jpg" in caught.value.messages
    with pytest.raises(TypeError, match="must be a list"):
        varblur.run("a.jpg b.jpg")
    with pytest.raises(varblur.OptionError, match="Worker.submit"):
        varblur.blur(image, output="out.png")  # type: ignore[call-overload]


def test_missing_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, image: bytes) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(varblur.CommandNotFound, match="not installed"):
        varblur.blur(image)
    broken = tmp_path / "broken"
    broken.write_text("no program")
    broken.chmod(stat.S_IRWXU)
    with varblur.Worker(1, executable=str(broken)) as worker:
        assert isinstance(worker.submit(image).exception(), varblur.CommandNotFound)


def test_names_of_the_package() -> None:
    assert dir(varblur) == sorted(varblur.__all__)
    assert all(hasattr(varblur, name) for name in dir(varblur))


def test_version(command: str) -> None:
    output = subprocess.run([command, "--version"], capture_output=True, check=True).stdout.decode()
    assert output.split()[-1] == varblur.__version__


def test_sources_are_typed_strictly() -> None:
    pytest.importorskip("mypy")
    process = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=REPOSITORY / "python", capture_output=True, check=False)
    assert process.returncode == 0, process.stdout.decode()


def test_types_of_options_are_those_of_the_command(command: str, tmp_path: Path) -> None:
    schema = tmp_path / "job.schema.json"
    schema.write_bytes(subprocess.run([command, "--generate-document", schema.name], capture_output=True, check=True).stdout)
    written = tmp_path / "_options.py"
    subprocess.run([sys.executable, REPOSITORY / "scripts/python-options", schema, written], check=True)
    assert written.read_text() == (REPOSITORY / "python/src/varblur/_options.py").read_text(), "make documents writes it"
    known = {name.replace("-", "_") for name in option_names(command)} - {"format"}
    assert set(varblur.Options.__annotations__) == known | {"sigma", "areas"}
    assert set(varblur.PixelOptions.__annotations__) == NAMES | {"sigma", "areas"}


def test_type_checkers_know_all_options(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    text = """\
import varblur
from varblur._command import option_names
from varblur._settings import NAMES
from pathlib import Path
import io, tempfile, zipfile

class WholeOnly:
    def read(self) -> bytes: return b""

def right(data: bytes, options: varblur.Options) -> None:
    varblur.blur(data, max_radius="5%", direction="left", no_enlarge=True, mask=Path("a.png"), area=["circle(3px)"], timeout=2)
    varblur.blur(data, **options)
    for file in (io.BytesIO(data), open("a", "rb"), open("a", "rb", buffering=0), tempfile.TemporaryFile(), zipfile.ZipFile("a").open("b")):
        varblur.blur(file)
    with varblur.Worker(2, sigma=3, if_exists="skip-same", format="webp") as worker:
        worker.submit(data, ramp="linear-blur(0px, 3px)", webp_quality="lossless", png_compression=None)
        list(worker.map([data], jpeg_quality=80))

def wrong(data: bytes) -> None:
    varblur.blur(data, max_radus=3)  # wrong
    varblur.blur(data, allow_damaged="yes")  # wrong
    varblur.blur(WholeOnly())  # wrong
    varblur.Worker(format=3)  # wrong
    varblur.Worker(edges="round")  # wrong
    varblur.Worker().submit(data, jpeg_quality=1.5)  # wrong
    varblur.Worker().outcomes([data], mask=3)  # wrong
"""
    check_types(tmp_path, text)


def check_types(folder: Path, text: str) -> None:
    """Checks that exactly the lines of a program with the comment "wrong" are errors."""
    program = folder / "program.py"
    program.write_text(text)
    process = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--hide-error-context", str(program)], cwd=REPOSITORY / "python",
        capture_output=True, check=False)
    # a line may have several
    errors = list(dict.fromkeys(re.findall(r"program.py:(\d+): error", process.stdout.decode())))
    assert errors == [str(number) for number, line in enumerate(text.splitlines(), 1) if "# wrong" in line], process.stdout.decode()


def test_several_outputs_are_made_from_one_decode(image: bytes, tmp_path: Path) -> None:
    outputs: "list[dict[str, Any]]" = [
        {"resize": "20x"}, {"resize": "10x", "format": "webp"}, {"resize": "10x10", "fit": "cover", "format": "png"}]
    expected = [varblur.blur(image, max_radius=2, **output) for output in outputs]
    assert varblur.blur(image, max_radius=2, outputs=outputs) == expected
    assert varblur.blur(image, outputs=[{}], format="webp")[0] == varblur.blur(image, format="webp")
    with varblur.Worker(2, max_radius=2) as worker:
        path = tmp_path / "new" / "small.jpg"
        images = worker.submit(image, outputs=[{"resize": "20x"}, {"resize": "5x", "output": path}]).result()
        assert [(image.width, image.format, len(image.data) > 0) for image in images] == [(20, "png", True), (5, None, False)]
        assert images[0].data == expected[0] and path.read_bytes()[:2] == b"\xff\xd8"
        with pytest.raises(varblur.OutputError) as caught:
            worker.submit(image, outputs=[{"resize": "20x"}, {"resize": "5x", "output": path}]).result()
        first, second = caught.value.outputs
        assert isinstance(first, varblur.Image) and first.data == expected[0]
        assert isinstance(second, varblur.OutputError) and second.code == "exists"
        with pytest.raises(varblur.ImageError) as damaged:
            worker.blur(image[:-20], outputs=[{"resize": "20x"}, {"resize": "9x"}])
        assert len(damaged.value.outputs) == 2


@pytest.mark.parametrize(
    ("outputs", "words"),
    [([], "1 to 100"), ([{}] * 101, "1 to 100"), ([{"rezise": "3x"}], "did you mean 'resize'"), ([{"crop": "1x1+0+0"}], "'crop'"),
     ([{"resize": "0x"}], "resize"), ([{}, {"output": 3}], "blur returns the result; .*outputs=")])
def test_wrong_outputs(image: bytes, outputs: "list[Any]", words: str) -> None:
    with pytest.raises(varblur.OptionError, match=words):
        varblur.blur(image, outputs=outputs)
