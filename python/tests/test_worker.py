"""A worker: many images, several threads, and a command that dies."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Callable, Iterator, List

import pytest
from conftest import png

import varblur

Fake = Callable[[str], str]


def images() -> List[bytes]:
    return [png(width, 1 + width % 7, seed=width) for width in range(1, 40)]


def test_results_have_the_order_of_the_images() -> None:
    expected = [varblur.blur(image, max_radius=3) for image in images()]
    with varblur.Worker(2, max_radius=3) as worker:
        assert [image.data for image in worker.map(images())] == expected
        assert [image.width for image in worker.map(images())] == list(range(1, 40))
        assert worker.blur(images()[3], max_radius=9) == varblur.blur(images()[3], max_radius=9)


def test_threads_share_a_worker() -> None:
    expected = [varblur.blur(image) for image in images()]
    with varblur.Worker(2) as worker, ThreadPoolExecutor(8) as threads:
        results = list(threads.map(lambda index: worker.blur(images()[index % 39]), range(400)))
    assert results == [expected[index % 39] for index in range(400)]


def test_map_takes_images_as_results_are_used() -> None:
    taken = 0

    def source() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield png(4, 4)

    with varblur.Worker(1) as worker:
        results = worker.map(source())
        for used in range(1, 100):
            next(results)
            assert taken <= used + 20
        results.close()  # type: ignore[attr-defined]  # it is a generator


def test_outcomes_go_on_after_an_error(image: bytes) -> None:
    with varblur.Worker(2) as worker:
        outcomes = list(worker.outcomes([image, b"", image, image[:50], image]))
        assert [isinstance(outcome, varblur.ImageError) for outcome in outcomes] == [False, True, False, True, False]
        with pytest.raises(varblur.ImageError):
            list(worker.map([image, b"", image]))


def test_pipes_are_never_full_on_both_sides() -> None:
    large = varblur.blur(png(700, 500), png_compression="fast")
    with varblur.Worker(2) as worker:
        futures = [worker.submit(large) for _ in range(40)]
        assert len({future.result(timeout=120).data for future in futures}) == 1


def test_large_images_and_errors_about_them() -> None:
    large = varblur.blur(png(600, 300), png_compression="fast")
    assert len(large) > 1 << 16
    expected = varblur.blur(large)
    with varblur.Worker(2) as worker:
        assert {image.data for image in worker.map([large] * 100)} == {expected}
    with pytest.raises(varblur.ImageError) as caught:
        varblur.blur(large[:-70])
    assert not str(caught.value).startswith(("line", ":"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the sandbox")
def test_images_in_memory_are_blurred_without_rights(image: bytes, tmp_path: Path) -> None:
    report = subprocess.run([varblur.find_command(), "--version", "--verbose"], capture_output=True, check=True, text=True).stdout
    is_supported = "seccomp" in report and "no " not in report.split("sandbox: ")[1]

    def filters(process: int) -> int:
        with open(f"/proc/{process}/status") as file:
            return int(next(line for line in file if line.startswith("Seccomp:")).split()[1])

    mask = tmp_path / "mask.png"
    mask.write_bytes(image)
    with varblur.Worker(1) as worker:
        expected = worker.blur(image)
        assert filters(worker.process_ids[0]) == (2 if is_supported else 0)
        # These open files, in a process of their own
        worker.submit(image, output=tmp_path / "out.png").result()
        masked = worker.blur(image, mask=mask)
        matted = worker.blur(image, matte=mask)
        assert len(worker.process_ids) == 2 and filters(worker.process_ids[1]) == 0
    assert (tmp_path / "out.png").read_bytes() == expected
    assert masked == varblur.blur(image, mask=mask) != expected
    assert matted == varblur.blur(image, matte=mask) != masked


def test_options_of_an_image_decide_whether_it_needs_files(image: bytes, tmp_path: Path) -> None:
    mask = tmp_path / "mask.png"
    mask.write_bytes(image)
    with varblur.Worker(1, mask=mask) as worker:
        assert isinstance(worker.submit(image, mask="photo").exception(), varblur.Error)
        assert len(worker.process_ids) == 1
        worker.blur(image)
        assert len(worker.process_ids) == 2


@pytest.mark.parametrize("options", [{"mask": "photo"}, {"mask": "photo:depth"}, {"matte": "photo"}])
def test_planes_of_a_photo_are_no_files(image: bytes, options: "dict[str, Any]") -> None:
    with varblur.Worker(1) as worker:
        assert isinstance(worker.submit(image, **options).exception(), varblur.Error)
        assert len(worker.process_ids) == 1
        worker.blur(image)
        assert len(worker.process_ids) == 1


def test_paths_are_those_of_the_folder_of_the_call(image: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / os.fsdecode(b"first\xff"), tmp_path / "second"
    masks = [png(6, 6, 1), png(6, 6, 2)]
    with varblur.Worker(1, force=True) as worker:
        for folder, mask in zip((first, second), masks):
            folder.mkdir()
            monkeypatch.chdir(folder)
            Path("mask.png").write_bytes(mask)
            worker.submit(image, output="a.png", mask="mask.png", emit_mask="photo").result()
            worker.submit(image, output=Path("b.png"), matte=Path("mask.png")).result()
            worker.submit(image, outputs=[{"output": "c.png"}, {"output": Path("new/d.png"), "resize": "9x"}]).result()
    for folder in (first, second):
        written = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))
        assert written == ["a.png", "b.png", "c.png", "mask.png", "new/d.png"] and (folder / "photo").is_file()
    for name in ("a.png", "b.png", "photo"):
        assert (first / name).read_bytes() != (second / name).read_bytes()


def test_mutable_buffers_are_copied(image: bytes) -> None:
    buffer = bytearray(image)
    with varblur.Worker(1) as worker:
        futures = [worker.submit(buffer) for _ in range(5)]
        buffer[:] = bytes(len(buffer))
        assert {future.result().data for future in futures} == {varblur.blur(image)}


def test_close_waits_and_cancel_does_not(image: bytes, fake: Fake) -> None:
    worker = varblur.Worker(1)
    futures = [worker.submit(image) for _ in range(30)]
    worker.close()
    worker.close()
    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(RuntimeError, match="closed"):
        worker.submit(image)

    slow = fake("for number, _ in images(): time.sleep(0.05); answer(number, {'status': 'error',"
                " 'error': {'code': 'x', 'message': 'y', 'exit': 1}})")
    with pytest.raises(KeyError):
        with varblur.Worker(1, executable=slow) as worker:
            futures = [worker.submit(image) for _ in range(100)]
            futures[0].exception()
            raise KeyError
    assert all(future.done() for future in futures)
    assert 70 < sum(future.cancelled() for future in futures) < 100


def test_waiting_images_can_be_canceled(image: bytes, fake: Fake) -> None:
    worker = varblur.Worker(1, executable=fake("sys.stdin.read()"))
    futures = [worker.submit(image) for _ in range(100)]
    _running(worker)
    assert futures[-1].cancel()
    closing = threading.Thread(target=worker.close, kwargs={"cancel": True})
    closing.start()
    while closing.is_alive():
        for process in worker.process_ids:
            os.kill(process, signal.SIGKILL)
        closing.join(0.05)
    assert all(future.done() for future in futures) and sum(future.cancelled() for future in futures) > 70


def _running(worker: varblur.Worker) -> List[int]:
    deadline = time.monotonic() + 20
    while not worker.process_ids and time.monotonic() < deadline:
        time.sleep(0.001)
    return worker.process_ids


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_the_image_in_hand_fails_if_the_command_is_killed(jobs: int) -> None:
    all_images = [png(60, 50, seed=index) for index in range(20)]
    expected = [varblur.blur(image) for image in all_images]
    kills = 0
    with varblur.Worker(jobs) as worker:
        futures = [worker.submit(all_images[index % 20]) for index in range(600)]
        while not futures[-1].done() and kills < 15:
            wait(futures[kills * 30:kills * 30 + 10])
            for process in _running(worker):
                try:
                    os.kill(process, signal.SIGKILL)
                    kills += 1
                except ProcessLookupError:
                    pass
        errors = [future.exception(timeout=120) for future in futures]
    assert kills > 5
    failed = [error for error in errors if error is not None]
    assert len(failed) <= kills
    assert all(isinstance(error, varblur.WorkerDied) and "SIGKILL" in str(error) for error in failed)
    for index, future in enumerate(futures):
        assert errors[index] is not None or future.result().data == expected[index % 20]


# Answers with the input, and dies in several ways of the images that begin with a number.
_MORTAL = """
for number, data in images():
    if data == b'exit': print('varblur: error: it went wrong', file=sys.stderr); sys.exit(70)
    if data == b'signal': os.kill(os.getpid(), signal.SIGSEGV)
    if data == b'nonsense': answer(number, None, data)
    if data == b'number': number += 1
    if data == b'part': sys.stdout.buffer.write(struct.pack('>IIQ', number, 2, 9) + b'{}abc'); sys.stdout.flush(); sys.exit(3)
    result = {'status': 'ok', 'width': 1, 'height': 1, 'warnings': [], 'ms': 0,
              'output': {'base64': {'bytes': len(data)}, 'format': 'png'}}
    answer(number, result, data)
"""


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(
    "data, words",
    [(b"exit", "exit status 70: error: it went wrong"), (b"signal", "SIGSEGV"), (b"nonsense", "not understood"),
     (b"number", "out of order"), (b"part", "exit status 3")])
def test_the_image_that_kills_the_command_fails(fake: Fake, jobs: int, data: bytes, words: str) -> None:
    with varblur.Worker(jobs, executable=fake(_MORTAL)) as worker:
        contents = [b"%d" % index for index in range(40)]
        contents[7] = contents[8] = contents[30] = data
        outcomes = list(worker.outcomes(contents))
    for content, outcome in zip(contents, outcomes):
        if content == data:
            assert isinstance(outcome, varblur.WorkerDied) and words in str(outcome)
        else:
            assert isinstance(outcome, varblur.Image) and outcome.data == content


def test_a_command_that_always_ends_is_an_error(fake: Fake, image: bytes) -> None:
    for behavior in ("sys.exit(3)", "sys.stdin.close(); time.sleep(0.01); sys.exit(3)"):
        with varblur.Worker(2, executable=fake(behavior)) as worker:
            futures = [worker.submit(image * 50) for _ in range(2)]
            for future in futures:
                with pytest.raises(varblur.WorkerDied, match="exit status"):
                    future.result(timeout=60)


def test_an_idle_command_may_be_killed(image: bytes) -> None:
    with varblur.Worker(1) as worker:
        for _ in range(5):
            expected = worker.blur(image)
            process = _running(worker)[0]
            os.kill(process, signal.SIGKILL)
            while os.path.exists(f"/proc/{process}") and worker.process_ids == [process]:
                time.sleep(0.001)
            assert worker.blur(image) == expected


def test_the_command_ends_with_its_parent() -> None:
    script = "import varblur, conftest, os, signal\nworker = varblur.Worker(1)\nworker.blur(conftest.png(4, 4))\n" \
        "print(worker.process_ids[0], flush=True)\n"
    for end in ("", "os._exit(1)", "os.kill(os.getpid(), signal.SIGKILL)", "if os.fork() == 0: import time; time.sleep(1)"):
        process = subprocess.run([sys.executable, "-c", script + end], capture_output=True, check=False,
                                 env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        command = int(process.stdout)
        deadline = time.monotonic() + 3
        while _is_running(command) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not _is_running(command), end


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
@pytest.mark.parametrize("end", ["", "os._exit(1)", "os.kill(os.getpid(), signal.SIGKILL)", "os.kill(os.getpid(), signal.SIGTERM)"])
def test_a_busy_command_ends_with_its_parent_and_leaves_no_file(end: str, tmp_path: Path) -> None:
    script = f"""
import conftest, os, signal, time, varblur
image, options = conftest.png(40, 30), {{"resize": "9000x", "png_compression": "small"}}
worker = varblur.Worker(1)
futures = [worker.submit(image, **options), *(worker.submit(image, output=f"{{n}}.png", **options) for n in range(3))]
def busy(process):
    with open(f"/proc/{{process}}/stat") as file:
        return int(file.read().rsplit(")", 1)[1].split()[11]) > 0
while len(worker.process_ids) < 2 or not all(map(busy, worker.process_ids)): time.sleep(0.01)
print(*worker.process_ids, flush=True)
"""
    process = subprocess.run([sys.executable, "-c", script + end], capture_output=True, check=False, cwd=tmp_path,
                             env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    commands = [int(number) for number in process.stdout.split()]
    assert len(commands) == 2, process.stderr
    deadline = time.monotonic() + 3
    while any(map(_is_running, commands)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(_is_running, commands)) and not list(tmp_path.iterdir())


def _is_running(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the second if it ends between opening and reading
        return False


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_worker_works_in_the_children_of_a_preloaded_server(image: bytes, command: str) -> None:
    # in a program of its own, because the threads of the tests must not be copied
    program = f"""
import os, sys, threading, varblur
image = sys.stdin.buffer.read()
worker = varblur.Worker(2, executable={command!r})
expected = worker.blur(image)
busy = threading.Thread(target=lambda: [worker.blur(image) for _ in range(50)])
busy.start()
children = []
for _ in range(4):
    child = os.fork()
    if child == 0:
        images = [worker.submit(image) for _ in range(25)]
        status = all(future.result(60).data == expected for future in images)
        worker.close()
        os._exit(0 if status else 1)
    children.append(child)
busy.join()
assert all(os.waitpid(child, 0)[1] == 0 for child in children)
assert worker.blur(image) == expected
worker.close()
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", program], input=image, check=True, timeout=100, env=environment)


def test_a_worker_that_is_not_used_any_more_ends(image: bytes) -> None:
    worker = varblur.Worker(1)
    worker.blur(image)
    process = worker.process_ids[0]
    del worker
    gc.collect()
    deadline = time.monotonic() + 10
    while (_is_running(process) or _threads()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _is_running(process) and not _threads()


def _threads() -> List[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("varblur")]


@pytest.mark.parametrize("jobs", [0, -1, 1.5, float("nan"), True, "2", 1025])
def test_wrong_number_of_jobs(jobs: Any) -> None:
    with pytest.raises(varblur.OptionError, match="jobs must be a whole number from 1 to 1024, not"):
        varblur.Worker(jobs)


def test_answers_may_be_used_in_callbacks(image: bytes) -> None:
    with varblur.Worker(1) as worker:
        second: List["Future[varblur.Image]"] = []
        done = threading.Event()

        def follow(_: "Future[varblur.Image]") -> None:
            second.append(worker.submit(image))
            done.set()

        worker.submit(image).add_done_callback(follow)
        assert done.wait(20)
        assert second[0].result(timeout=20).width == 40
