"""Names of files that are rare, and what is no name."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any, List

import pytest

import varblur

#: In jobs, code points from U+10FE80 to U+10FEFF stand for bytes that are not valid UTF-8; a name may contain them, too.
NAMES = ["\U0010fe80", "é\U0010feff\U0010fe80ü", "\U0010fec3\U0010fea9", "\U0010fe7f\U0010ff00", os.fsdecode(b"\xff\xf4\x8f"),
         os.fsdecode(b"\x80") + "\U0010fe80", "\U0010ffff", "a\nb", "-"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names in UTF-8 only")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_relative", [True, False])
def test_every_name_is_that_of_the_file(
    name: str, is_relative: bool, image: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.chdir(folder)
    places = {role: f"{name}{role}" if is_relative else str(folder / f"{name}{role}") for role in (".png", "2.jpg", "3.png", "mask.png", "x.png")}
    source, output, several, mask, masked = places.values()
    Path(source).write_bytes(image)
    os.utime(source, (1e9, 1e9))
    with varblur.Worker(1) as worker:
        worker.submit(source, keep_time=True, output=output, emit_mask=mask).result()
        worker.submit(source, outputs=[{"output": Path(several)}]).result()
        worker.submit(source, output=masked, mask=mask, matte=mask, emit_mask="{dir}/{name}-beside.png").result()
        assert worker.blur(image, mask=mask) == worker.blur(image, mask=Path(mask))
    beside = Path(source).name[:-4] + "-beside.png"
    assert sorted(os.listdir(folder)) == sorted([*(Path(place).name for place in places.values()), beside])
    assert os.stat(output).st_mtime == 1e9


@pytest.mark.parametrize("option", ["output", "mask", "matte", "emit_mask"])
@pytest.mark.parametrize("path", ["", "a\0b.png", Path("a\0b.png")])
def test_what_is_no_path_is_an_error_in_the_words_of_the_call(option: str, path: Any, image: bytes) -> None:
    options: Any = {option: path}
    with varblur.Worker(1) as worker:
        with pytest.raises(varblur.OptionError, match=f"'{option}' must be the path of a file, not ") as caught:
            worker.submit(image, **options)
        assert caught.value.code == "invalidSettings" and "{" not in str(caught.value)
        with pytest.raises(varblur.OptionError, match="'output' must be"):
            worker.submit(image, outputs=[{"output": path}])


@pytest.mark.parametrize("keep_time", [False, True])
def test_an_input_with_such_a_path_is_an_error_of_its_image(keep_time: bool, image: bytes) -> None:
    wrong: "List[Any]" = ["a\0b.png", "\ud800.png", Path("a\0b.png"), "none.png"]
    with varblur.Worker(1, keep_time=keep_time) as worker:
        outcomes = list(worker.outcomes([image, *wrong, image]))
    assert [isinstance(outcome, varblur.Image) for outcome in outcomes] == [True, *[False] * len(wrong), True]
    assert all(isinstance(outcome, varblur.ImageError) for outcome in outcomes[1:-1])
    for path in wrong:
        with pytest.raises(OSError, match="no file has this path|No such file"):
            varblur.blur(path)


def test_a_lack_of_the_system_is_no_missing_command(
    image: bytes, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = OSError(errno.EMFILE, "Too many open files")

    def fail(*_: Any, **__: Any) -> None:
        raise problem

    for number in (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM):
        problem.errno = number
        with varblur.Worker(1) as worker, monkeypatch.context() as patch:
            patch.setattr("subprocess.Popen", fail)
            error = worker.submit(image).exception()
            assert isinstance(error, varblur.Error) and not isinstance(error, varblur.CommandNotFound)
            assert (error.code, error.exit_status) == ("failed", 71) and "cannot start varblur" in str(error)
            patch.undo()
            assert worker.submit(image).exception() is None
    # what is no program, or may not run, is still none
    for text, mode in (("no program", 0o755), ("#!/bin/sh", 0o644), ("#!/none\n", 0o755)):
        (tmp_path / "varblur").write_text(text)
        (tmp_path / "varblur").chmod(mode)
        with varblur.Worker(1, executable=str(tmp_path / "varblur")) as worker:
            assert isinstance(worker.submit(image).exception(), varblur.CommandNotFound)
