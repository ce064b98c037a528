"""Ctrl-C, and other exceptions that end a wait."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import pytest

import varblur

Fake = Callable[[str], str]


def wait_for_bytes(image: bytes, command: str, folder: Path) -> None:
    varblur.blur(image)


def wait_for_a_path(image: bytes, command: str, folder: Path) -> None:
    (folder / "in.png").write_bytes(image)
    varblur.blur(folder / "in.png", keep_time=True)


def wait_in_the_block(image: bytes, command: str, folder: Path) -> None:
    with varblur.Worker(2, executable=command) as worker:
        worker.blur(image)


def wait_for_many(image: bytes, command: str, folder: Path) -> None:
    with varblur.Worker(2, executable=command) as worker:
        list(worker.map([image] * 100))


def wait_at_the_end_of_the_block(image: bytes, command: str, folder: Path) -> None:
    with varblur.Worker(2, executable=command) as worker:
        for number in range(100):
            worker.submit(image)
            worker.submit(image, output=folder / f"{number}.png")


def wait_for_a_close(image: bytes, command: str, folder: Path) -> None:
    worker = varblur.Worker(1, executable=command)
    worker.submit(image)
    worker.close()


WAITS: "Dict[str, Callable[[bytes, str, Path], None]]" = {
    wait.__name__: wait
    for wait in (
        wait_for_bytes, wait_for_a_path, wait_in_the_block, wait_for_many, wait_at_the_end_of_the_block, wait_for_a_close)}


@pytest.fixture(autouse=True)
def ctrl_c() -> "Iterator[None]":
    """Ctrl-C has an effect, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def busy(fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A command that works on its first image for a minute, and says which process it is."""
    command = fake(f"next(images()); open(f'{tmp_path}/{{os.getpid()}}.process', 'w').close(); time.sleep(60)")
    monkeypatch.setenv("PATH", os.path.dirname(command), prepend=os.pathsep)
    monkeypatch.setattr("sysconfig.get_path", lambda *_: "")
    return command


def interrupted(folder: Path, interrupt: Callable[[], None], wait: Callable[[], None], error: "type[BaseException]") -> float:
    """Interrupts a wait as soon as a process works; returns the time until the wait has ended, and checks that the process has, too."""
    start = 0.0

    def act() -> None:
        nonlocal start
        while not list(folder.glob("*.process")):
            time.sleep(0.01)
        time.sleep(0.1)
        start = time.monotonic()
        interrupt()

    thread = threading.Thread(target=act)
    thread.start()
    with pytest.raises(error):
        wait()
    duration = time.monotonic() - start
    thread.join()
    for file in folder.glob("*.process"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.stem), 0)
    return duration


@pytest.mark.parametrize("name", WAITS)
def test_ctrl_c_ends_a_wait_and_its_process_at_once(name: str, busy: str, image: bytes, tmp_path: Path) -> None:
    duration = interrupted(
        tmp_path, lambda: os.kill(os.getpid(), signal.SIGINT), lambda: WAITS[name](image, busy, tmp_path), KeyboardInterrupt)
    assert duration < 5


def test_a_time_limit_of_the_program_ends_blur_and_its_process_at_once(busy: str, image: bytes, tmp_path: Path) -> None:
    def expire(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGUSR1, expire)
    try:
        duration = interrupted(tmp_path, lambda: os.kill(os.getpid(), signal.SIGUSR1), lambda: wait_for_bytes(image, busy, tmp_path), TimeoutError)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert duration < 5


def test_images_of_a_stopped_worker_fail_or_are_canceled(busy: str, image: bytes, tmp_path: Path) -> None:
    futures: "List[Future[varblur.Image]]" = []

    def wait() -> None:
        with varblur.Worker(1, executable=busy) as worker:
            futures.extend(worker.submit(image) for _ in range(50))
            futures[0].result()

    interrupted(tmp_path, lambda: os.kill(os.getpid(), signal.SIGINT), wait, KeyboardInterrupt)
    assert all(future.done() for future in futures)
    failed = [future for future in futures if not future.cancelled()]
    assert failed and all(isinstance(future.exception(), varblur.WorkerDied) for future in failed) and len(failed) < 30
