"""Options of a worker and of its images, and errors in place of images."""

from __future__ import annotations

import io
import os
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Iterator, List

import pytest

import varblur


def test_the_format_of_a_worker_is_that_of_all_outputs(image: bytes, tmp_path: Path) -> None:
    options: "dict[str, Any]" = {"format": "webp"}
    with varblur.Worker(1, **options) as worker:
        assert worker.submit(image).result().format == "webp"
        assert worker.submit(image, format="png").result().format == "png"
        worker.submit(image, output=tmp_path / "none").result()
        assert (tmp_path / "none").read_bytes()[8:12] == b"WEBP"
        outputs = worker.submit(image, outputs=[{}, {"format": "png"}]).result()
        assert [output.format for output in outputs] == ["webp", "png"]


def test_outcomes_go_on_after_a_file_that_cannot_be_read(image: bytes, tmp_path: Path) -> None:
    with varblur.Worker(1) as worker:
        outcomes = list(worker.outcomes([image, tmp_path / "none.png", image]))
        assert [isinstance(outcome, varblur.Image) for outcome in outcomes] == [True, False, True]
        error = outcomes[1]
        assert isinstance(error, varblur.ImageError) and error.code == "unreadable" and "none.png" in str(error)
        with pytest.raises(varblur.ImageError, match="none.png"):
            list(worker.map([image, tmp_path / "none.png"]))


def test_outcomes_go_on_after_an_item_that_is_no_file(image: bytes) -> None:
    items: "List[Any]" = [image, None, io.StringIO("text"), 5, image]
    with varblur.Worker(1) as worker:
        outcomes = list(worker.outcomes(items))
        assert [isinstance(outcome, varblur.Image) for outcome in outcomes] == [True, False, False, False, True]
        for outcome, word in zip(outcomes[1:4], ["NoneType", "open for text", "int"]):
            assert isinstance(outcome, varblur.ImageError) and outcome.code == "unreadable" and word in str(outcome)
        with pytest.raises(varblur.ImageError, match="NoneType"):
            list(worker.map(items))


def test_an_error_of_the_iterable_comes_after_the_results_of_what_it_gave(image: bytes) -> None:
    def failing() -> Iterator[bytes]:
        for _ in range(6):
            yield image
        raise KeyError("no more")

    with varblur.Worker(1) as worker:
        for results in (worker.map(failing()), worker.outcomes(failing())):
            assert [getattr(next(results), "width") for _ in range(6)] == [40] * 6
            with pytest.raises(KeyError, match="no more"):
                next(results)


def test_a_single_file_is_not_several(image: bytes) -> None:
    with varblur.Worker(1) as worker:
        single: "List[Any]" = ["photo.jpg", image, bytearray(image), memoryview(image), Path("photo.jpg"), io.BytesIO(image)]
        for file in single:
            for results in (worker.map(file), worker.outcomes(file)):
                with pytest.raises(TypeError, match="put it in a list"):
                    next(iter(results))


def test_a_command_that_does_not_exist(image: bytes) -> None:
    with pytest.raises(varblur.CommandNotFound):
        varblur.Worker(executable="/nonexistent/varblur", max_radius=5)
    with varblur.Worker(executable="/nonexistent/varblur") as worker, pytest.raises(varblur.CommandNotFound):
        worker.submit(image, max_radius=3)


def test_values_of_wrong_types_are_option_errors(image: bytes) -> None:
    wrong: "List[dict[str, Any]]" = [
        {"outputs": {"resize": "3x"}}, {"outputs": [3]}, {"outputs": 3}, {"output": b"x.png"}, {"output": 3}, {"mask": b"x.png"},
        {"output": "/tmp/\ud800.png"}, {"outputs": [{"output": "/tmp/\udc00.png"}]}, {"mask": "\udfff"},
    ]
    with varblur.Worker(1) as worker:
        for options in wrong:
            with pytest.raises(varblur.OptionError):
                worker.submit(image, **options)


def test_blur_writes_no_files(image: bytes, tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    wrong: "List[dict[str, Any]]" = [{"output": path}, {"outputs": [{"resize": "9x"}, {"output": path}]}]
    with varblur.Worker(1) as worker:
        for options in wrong:
            for blur in (varblur.blur, worker.blur):
                with pytest.raises(varblur.OptionError, match=f"blur returns the result; .*{list(options)[0]}="):
                    blur(image, **options)
        assert len(worker.blur(image, outputs=[{"output": None}])[0]) > 0
    assert not path.exists()


def test_none_beside_another_name_is_left_out(image: bytes) -> None:
    with varblur.Worker(1) as worker:
        assert worker.blur(image, sigma=5, max_radius=None) == worker.blur(image, max_radius=5, sigma=None) == worker.blur(image, sigma=5)


def test_a_callback_that_exits_does_not_end_the_worker(image: bytes) -> None:
    def leave(_: "Future[varblur.Image]") -> None:
        sys.exit(1)

    with varblur.Worker(1) as worker:
        futures = [worker.submit(image) for _ in range(5)]
        for future in futures:
            try:
                future.add_done_callback(leave)
            except SystemExit:
                pass  # it was done already
        assert worker.submit(image).result(timeout=30).width == 40


def test_options_of_an_image_take_the_place_of_those_of_the_worker(image: bytes, tmp_path: Path) -> None:
    mask = tmp_path / "mask.png"
    mask.write_bytes(image)
    cases: "List[tuple[dict[str, Any], dict[str, Any]]]" = [
        ({"max_radius": "5%"}, {"ramp": "linear-blur(8px, 0px 50%)"}), ({"ramp": "linear-blur(8px, 0px 50%)"}, {"max_radius": 3}),
        ({"start_offset": 0.3}, {"reach": "40%"}), ({"direction": "left"}, {"mask": mask}),
        ({"mask": mask, "mask_invert": True}, {"direction": "left"}),
    ]
    for options, others in cases:
        with varblur.Worker(1, **options) as worker:
            assert worker.blur(image, **others) == varblur.blur(image, **others)


def test_only_the_mask_that_is_written_has_placeholders(
    image: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with varblur.Worker(1) as worker:
        worker.blur(image, mask_invert=False)
        monkeypatch.chdir("/")
        monkeypatch.chdir(tmp_path)
        assert worker.submit(image, output="{dir}-out.png").result().width == 40
    assert (tmp_path / "{dir}-out.png").is_file()
    from varblur._command import options_of

    options = options_of(varblur.find_command(), {"mask": "{dir}/mask.png", "emit_mask": "{dir}/mask.png"})
    assert options == {"mask": str(tmp_path / "{dir}/mask.png"), "emit-mask": "{dir}/mask.png"}


def test_the_time_and_the_name_of_an_input_with_a_path_are_known(image: bytes, tmp_path: Path) -> None:
    source, output = tmp_path / "photo.png", tmp_path / "out.png"
    source.write_bytes(image)
    os.utime(source, (1e9, 1e9))
    with varblur.Worker(1, keep_time=True) as worker:
        worker.submit(source, output=output, emit_mask="{dir}/{name}-mask.png").result()
        assert (tmp_path / "photo-mask.png").is_file() and output.stat().st_mtime == 1e9
        with pytest.raises(varblur.ImageError):
            worker.blur(tmp_path / "none.png")


def test_no_more_is_read_than_the_limit(image: bytes, tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    with open(path, "wb") as file:
        file.truncate(100 << 20)
    limits: "List[Any]" = ["20k", "20K", 20 << 10]
    for limit in limits:
        with open(path, "rb", buffering=0) as file, pytest.raises(varblur.ImageError) as caught:
            varblur.blur(file, max_input=limit)
        assert caught.value.code == "overLimit"
        with open(path, "rb", buffering=0) as file, varblur.Worker(1, max_input=limit) as worker:
            assert isinstance(worker.submit(file).exception(), varblur.ImageError)
            assert file.tell() == (20 << 10) + 1
            assert isinstance(worker.submit(path).exception(), varblur.ImageError)
            assert worker.blur(image) == varblur.blur(image)
