"""What other programs and other users get to see, and how the programs that draw scenes end."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import stat
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conftest import COMPOSE, PREVIEW, Server, wait

SCENE = {"canvas": {"width": 60, "height": 40}, "layers": [{"type": "fill", "id": "box", "paint": "#ff0000"}]}


def command_lines() -> str:
    """The arguments of all processes, which every user can read."""
    texts = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            texts.append(path.read_bytes().decode(errors="replace"))
        except OSError:
            pass
    return "\n".join(texts)


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


# The address


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o1700, None])
def test_the_secret_is_in_no_argument(pictures: Path, tmp_path: Path, mode: int | None) -> None:
    """The browser opens a file that only the user can read, and that is gone when the page is there."""
    runtime, temporary = tmp_path / "run", tmp_path / "tmp"
    for directory in (runtime, temporary):
        directory.mkdir()
    runtime.chmod(mode or 0o700)
    variables = {"XDG_RUNTIME_DIR": str(runtime)} if mode else {}
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin/xdg-open", f'echo "$@" >{tmp_path}/arguments.part; mv {tmp_path}/arguments.part {tmp_path}/arguments; exec sleep 20')
    server = Server(
        pictures, "photo.jpg", DISPLAY=":9", TMPDIR=str(temporary), PATH=f"{tmp_path}/bin:{os.environ['PATH']}", **variables)
    try:
        assert wait((tmp_path / "arguments").exists)
        assert server.token not in command_lines()
        file = Path((tmp_path / "arguments").read_text().strip())
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert file.parent == runtime if mode == 0o700 else file.parent.parent == temporary
        assert server.token not in str(file) and f"url={server.address}" in file.read_text()
        assert server.request("GET", "/")[0] == 403 and file.exists()
        assert server.request("GET", f"/{server.token}/")[0] == 200
        assert not list(runtime.iterdir()) and not list(temporary.iterdir())
    finally:
        server.stop()


def test_the_browser_follows_the_file(browser: object, pictures: Path, tmp_path: Path) -> None:
    from playwright.sync_api import Browser

    assert isinstance(browser, Browser)
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin/xdg-open", f'cat "$1" >{tmp_path}/copy.part; mv {tmp_path}/copy.part {tmp_path}/copy.html')
    server = Server(pictures, "photo.jpg", DISPLAY=":9", PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    try:
        assert wait((tmp_path / "copy.html").exists)
        page = browser.new_page()
        page.goto(f"file://{tmp_path}/copy.html")
        page.wait_for_function("() => window.varblurPreview?.renderer?.frameCount > 0")
        assert page.url.startswith(server.address)
        page.close()
    finally:
        server.stop()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_file_is_removed_at_the_end(pictures: Path, tmp_path: Path, number: signal.Signals) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin/xdg-open", "exit 0")
    server = Server(pictures, "photo.jpg", DISPLAY=":9", XDG_RUNTIME_DIR=str(runtime), PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    assert wait(lambda: len(list(runtime.iterdir())) == 1)
    server.process.send_signal(number)
    assert server.process.wait(timeout=5) == 0 and not list(runtime.iterdir())


# Programs that draw scenes


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """A directory with a scene, and with a copy of varblur-preview in `bin`, which prefers the programs beside it."""
    (tmp_path / "scene.json").write_text(json.dumps(SCENE))
    (tmp_path / "bin").mkdir()
    try:
        os.link(os.path.realpath(PREVIEW), tmp_path / "bin/varblur-preview")
    except OSError:
        shutil.copy(PREVIEW, tmp_path / "bin/varblur-preview")
    return tmp_path


def draw(server: Server, value: str = "#00ff00") -> bytes:
    try:
        return server.post("scene", {"values": [{"name": "box.paint", "value": value}], "time": None, "options": {}})[1]
    except OSError:
        return b""


def test_programs_inherit_nothing_and_values_are_in_no_argument(folder: Path) -> None:
    script(folder / "bin/varblur-compose", f"""echo "$@" >>{folder}/arguments
        ls -l /proc/self/fd >{folder}/descriptors
        exec {COMPOSE} "$@" """)
    file = os.open(folder / "scene.json", os.O_RDONLY)
    server = Server(folder, "--scene", "scene.json", program=folder / "bin/varblur-preview", descriptors=[file])
    connections = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(9)]
    try:
        assert draw(server, "#012345").startswith(b"\x89PNG")
        assert set((folder / "arguments").read_text().splitlines()) == {"--messages"}
        links = [line.split(" -> ")[1] for line in (folder / "descriptors").read_text().splitlines()[1:]]
        assert len(links) == 4 and links[0].startswith("pipe:") and links[1].endswith("/descriptors") and links[2] == "/dev/null", links
        # longer than a pipe, and than an argument may be
        assert b"error" in draw(server, "#" + 200_000 * "1")
        assert server.is_alive()
    finally:
        os.close(file)
        for connection in connections:
            connection.close()
        server.stop()


IGNORING = "trap '' INT TERM HUP; echo $$ >>{folder}/pids; sleep 60; sleep 60"
WAITING = "echo $$ >>{folder}/pids; exec {compose} \"$@\""


def running(folder: Path) -> list[str]:
    """The commands of the processes of scenes that still run."""
    found = []
    for number in (folder / "pids").read_text().split():
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, rest = path.read_text().rsplit(")", 1)
            except OSError:
                continue
            # the process itself, or one of its group
            if rest.split()[0] not in "ZX" and number in (name.split()[0], rest.split()[2]):
                found.append(name)
    return found


@pytest.mark.parametrize("program", [IGNORING, WAITING])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_before_it_serves(folder: Path, program: str, number: signal.Signals) -> None:
    script(folder / "bin/varblur-compose", program.format(folder=folder, compose=COMPOSE))
    os.mkfifo(folder / "pipe.json")
    process = subprocess.Popen(
        [folder / "bin/varblur-preview", "--no-open", "--scene", "pipe.json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert wait((folder / "pids").exists)
    time.sleep(0.1)
    started = time.monotonic()
    process.send_signal(number)
    output, errors = process.communicate(timeout=10)
    assert process.returncode == 0 and time.monotonic() - started < 3 and not output and not errors, (output, errors)
    assert not running(folder)


@pytest.mark.parametrize("program", [IGNORING, WAITING])
def test_ctrl_c_ends_it_while_scenes_hang(folder: Path, program: str) -> None:
    text = program.format(folder=folder, compose=COMPOSE)
    script(folder / "bin/varblur-compose", f'[ -e {folder}/hangs ] || exec {COMPOSE} "$@"\n{text}')
    server = Server(folder, "--scene", "scene.json", program=folder / "bin/varblur-preview")
    (folder / "hangs").touch()
    (folder / "scene.json").unlink()
    os.mkfifo(folder / "scene.json")
    requests = [threading.Thread(target=draw, args=(server, f"#00000{index}")) for index in range(4)]
    requests.append(threading.Thread(target=lambda: server.post("scene-report", {"values": [], "time": None, "options": {}})))
    for request in requests:
        request.daemon = True
        request.start()
        time.sleep(0.1)
    assert wait(lambda: (folder / "pids").exists() and bool(running(folder)))
    started = time.monotonic()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=10) == 0
    assert time.monotonic() - started < 5 and not running(folder)


def test_a_newer_picture_replaces_one_that_hangs(folder: Path) -> None:
    text = IGNORING.format(folder=folder)
    script(folder / "bin/varblur-compose", f'[ -e {folder}/hangs ] || exec {COMPOSE} "$@"\n{text}')
    server = Server(folder, "--scene", "scene.json", program=folder / "bin/varblur-preview")
    try:
        (folder / "hangs").touch()
        request = threading.Thread(target=draw, args=(server,), daemon=True)
        request.start()
        assert wait(lambda: (folder / "pids").exists() and bool(running(folder)))
        (folder / "hangs").unlink()
        started = time.monotonic()
        assert draw(server, "#0000ff").startswith(b"\x89PNG")
        assert time.monotonic() - started < 3 and not running(folder)
    finally:
        server.stop()


def test_no_scene_outlives_a_server_that_is_killed(folder: Path) -> None:
    script(folder / "bin/varblur-compose", WAITING.format(folder=folder, compose=COMPOSE))
    server = Server(folder, "--scene", "scene.json", program=folder / "bin/varblur-preview")
    (folder / "scene.json").unlink()
    (folder / "pids").unlink()
    os.mkfifo(folder / "scene.json")
    threading.Thread(target=draw, args=(server,), daemon=True).start()
    assert wait(lambda: (folder / "pids").exists() and bool(running(folder)))
    time.sleep(0.2)
    server.process.kill()
    server.process.wait()
    assert wait(lambda: not running(folder))


# Answers that are not understood


def frame(text: bytes, data: bytes = b"", number: int = 1) -> bytes:
    return struct.pack(">IIQ", number, len(text), len(data)) + text + data


BROKEN = [
    (b"", "ended unexpectedly, with status 3"),
    (frame(b"{}")[:9], "ended unexpectedly, with status 3"),
    (frame(b"{}", b"abc")[:-1], "ended unexpectedly, with status 3"),
    (struct.pack(">IIQ", 1, 2, 1 << 31) + b"{}", "ended unexpectedly, with status 3"),
    (frame(b"{}", number=9), "ended unexpectedly, with status 3"),
    (struct.pack(">IIQ", 1, 2, 1 << 63) + b"{}", "more than the limit"),
    (struct.pack(">IIQ", 1, 0xFFFFFFFF, 0), "more than the limit"),
    (b"varblur: error: a text for a person\n", "more than the limit"),
    (frame(b'{"a":'), "is not JSON"),
    (frame(b"{}", b"abc"), "does not fit its bytes"),
]


@pytest.mark.parametrize("answer, cause", BROKEN)
def test_a_wrong_answer_is_an_error_that_tells_why(folder: Path, answer: bytes, cause: str) -> None:
    (folder / "answer").write_bytes(answer)
    # It answers when it has been asked: an answer to nothing is not taken.
    answers = f"head -c 16 > /dev/null; cat {folder}/answer; exit 3"
    script(folder / "bin/varblur-compose", f'[ -e {folder}/breaks ] || exec {COMPOSE} "$@"\n{answers}')
    server = Server(folder, "--scene", "scene.json", program=folder / "bin/varblur-preview")
    try:
        (folder / "breaks").touch()
        started = time.monotonic()
        text = json.loads(draw(server))["error"]
        assert "the process that work" in text and cause in text and time.monotonic() - started < 5, text
        (folder / "breaks").unlink()
        assert draw(server).startswith(b"\x89PNG")
    finally:
        server.stop()


@pytest.mark.parametrize("end", ["exec >&-; sleep 60", "exec <&-; sleep 60", "kill -SEGV $$"])
def test_a_program_that_closes_its_streams_or_crashes_is_an_error(folder: Path, end: str) -> None:
    script(folder / "bin/varblur-compose", f'[ -e {folder}/breaks ] || exec {COMPOSE} "$@"\n{end}')
    server = Server(folder, "--scene", "scene.json", program=folder / "bin/varblur-preview")
    try:
        (folder / "breaks").touch()
        if "<" in end:
            threading.Thread(target=draw, args=(server, "#" + 200_000 * "1"), daemon=True).start()
            time.sleep(0.2)
            (folder / "breaks").unlink()
        else:
            assert b"the process that worked on the scene" in draw(server)
            (folder / "breaks").unlink()
        # a program that gives no answer is replaced
        started = time.monotonic()
        assert draw(server).startswith(b"\x89PNG") and time.monotonic() - started < 3
    finally:
        server.stop()
