"""Ctrl-C, and other exceptions of signals, during a blur of pixels in memory."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from typing import Any, Callable, Dict, Iterator

import pytest

import varblur

if sys.platform != "linux":
    pytest.skip("the library for arrays exists for Linux only", allow_module_level=True)
numpy = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

from test_arrays import noise  # noqa: E402

#: The status of a blur that has ended early.
_CANCELLED = 201
#: A blur that takes more than a second.
SLOW: Dict[str, Any] = {"sigma": 30, "mask": noise(600, 800), "threads": 1}


@pytest.fixture(scope="module")
def large() -> Any:
    return numpy.tile(noise(300, 400, 3), (5, 5, 1))


@pytest.fixture(autouse=True)
def handlers() -> "Iterator[None]":
    """Ctrl-C has an effect, even if the tests run in the background, and a second signal is a time limit."""
    def expire(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGINT, signal.default_int_handler), signal.signal(signal.SIGUSR1, expire)
    yield
    signal.signal(signal.SIGINT, before[0])
    signal.signal(signal.SIGUSR1, before[1])


def blur_in_place(pixels: Any) -> None:
    varblur.blur(pixels, out=pixels, **SLOW)


def blur_to_another(pixels: Any) -> None:
    varblur.blur(pixels, **SLOW)


def blur_image(pixels: Any) -> None:
    varblur.blur(Image.fromarray(pixels), **SLOW)


@pytest.mark.parametrize("number, error", [(signal.SIGINT, KeyboardInterrupt), (signal.SIGUSR1, TimeoutError)])
@pytest.mark.parametrize("blur", [blur_in_place, blur_to_another, blur_image])
def test_a_signal_ends_a_blur(
    blur: Callable[[Any], None], number: int, error: "type[BaseException]", large: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = []

    def interrupted(call: Callable[[], int], cancel: Any) -> int:
        def kept() -> int:
            timer = threading.Timer(0.1, os.kill, (os.getpid(), number))
            timer.start()
            statuses.append(call())
            timer.join()
            return statuses[0]

        return interruptible(kept, cancel)

    interruptible: Callable[[Callable[[], int], Any], int] = varblur._library.interruptible  # type: ignore[attr-defined]
    monkeypatch.setattr("varblur._library.interruptible", interrupted)
    with pytest.raises(error):
        blur(large.copy())
    # the call has ended, and early
    assert statuses == [_CANCELLED]


def test_small_images_and_other_threads_need_no_thread(large: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = varblur.blur(large, threads=1)
    monkeypatch.setattr(_thread, "start_new_thread", lambda *_: pytest.fail("a thread"))
    varblur.blur(noise(64, 64, 3))
    monkeypatch.undo()
    results = []

    def run() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(_thread, "start_new_thread", lambda *_: pytest.fail("a thread"))
            results.append(varblur.blur(large, threads=1))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert numpy.array_equal(results[0], expected)


def test_without_another_thread_the_blur_is_complete(large: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = varblur.blur(large, threads=1)

    def fail(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", fail)
    assert numpy.array_equal(varblur.blur(large, threads=1), expected)
