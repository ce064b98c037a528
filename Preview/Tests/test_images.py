"""Images are decoded in processes without rights, whose end the server survives."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from conftest import COMMAND, Server, wait

# Takes the place of a function of libpng, in the way of an image that takes over its decoder.
ATTACK = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int can_open(const char *path, int flags) {
    int file = open(path, flags, 0600);
    return file >= 0 && close(file) == 0;
}

static int can_run(void) {
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/true", "true", (char *)NULL);
        _exit(9);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

static void *attack(void *unused) {
    if (can_open("/etc/passwd", O_RDONLY)) raise(SIGUSR1);
    if (can_open("photo.jpg", O_RDONLY)) raise(SIGUSR1);
    if (can_open("attack.txt", O_WRONLY | O_CREAT)) raise(SIGUSR1);
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) raise(SIGUSR1);
    if (can_run()) raise(SIGUSR1);
    return unused;
}

void *png_create_read_struct_2(void) {
    const char *mode = getenv("ATTACK");
    if (strcmp(mode, "crash") == 0) raise(SIGSEGV);
    if (strcmp(mode, "hang") == 0) for (;;) pause();
    if (strcmp(mode, "lie") == 0) {
        char answer[65536];
        memset(answer, 0xFF, sizeof answer);
        write(1, answer, sizeof answer);
        for (;;) pause();
    }
    attack(NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, attack, NULL);
    pthread_join(thread, NULL);
    return NULL;
}
"""


def has_sandbox() -> bool:
    """Whether the system can take all rights from a process."""
    text = subprocess.run([COMMAND, "--version", "--verbose"], capture_output=True, text=True).stdout
    return any(line.startswith("sandbox: ") and "no " not in line for line in text.splitlines())


needs_sandbox = pytest.mark.skipif(not has_sandbox(), reason="requires Landlock and seccomp of Linux")
needs_clang = pytest.mark.skipif(not Path("/proc/self/task").exists() or not shutil.which("clang"), reason="requires Linux and clang")
needs_linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="requires Linux")


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of the attacking library."""
    folder = tmp_path_factory.mktemp("attack")
    (folder / "attack.c").write_text(ATTACK)
    subprocess.run(["clang", "-shared", "-fPIC", "-w", "-o", "attack.so", "attack.c"], cwd=folder, check=True)
    return str(folder / "attack.so")


def workers(server: Server) -> list[int]:
    """The processes that the server has started."""
    numbers = []
    for path in Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        numbers += [int(number) for number in path.read_text().split()]
    return numbers


def processor_time(process: int) -> int:
    """The processor time of a process, in ticks of the clock."""
    return sum(int(number) for number in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13])


def upload(server: Server, file: Path, path: str = "pictures") -> dict[str, object]:
    status, answer = server.request("POST", f"/{server.token}/{path}?name={file.name}", file.read_bytes())
    assert status == 200
    return json.loads(answer)


def save_depth(path: Path, side: int) -> None:
    """Saves a photo with a depth map, which is a square."""
    buffer = io.BytesIO()
    Image.linear_gradient("L").resize((side, side)).save(buffer, "PNG")
    packet = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description '
              'xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" GDepth:Near="1" GDepth:Far="9" GDepth:Format="RangeInverse" '
              f'GDepth:Mime="image/png" GDepth:Data="{base64.b64encode(buffer.getvalue()).decode()}"/></rdf:RDF></x:xmpmeta>')
    Image.linear_gradient("L").convert("RGB").save(path, xmp=packet.encode())


def render(server: Server, picture: str = "p0", **options: str) -> bytes:
    job = {"picture": picture, "mask": None, "options": options}
    status, answer = server.post("render", {"job": job, "ratio": 4, "region": None, "isExact": False, "isOriginal": False})
    assert status == 200
    return answer


@needs_clang
@needs_sandbox
@pytest.mark.parametrize("path", ["pictures", "masks"])
def test_an_image_that_takes_over_its_decoder_reaches_nothing(pictures: Path, attack: str, path: str) -> None:
    server = Server(pictures, "photo.jpg", LD_PRELOAD=attack, ATTACK="escape")
    try:
        # the decoder fails after the attack; a successful one would end its process
        assert "no memory left for the codec" in str(upload(server, pictures / "cutout.png", path)["error"])
        assert server.is_alive() and not (pictures / "attack.txt").exists()
    finally:
        server.stop()
    free = subprocess.run([COMMAND, "cutout.png", "-"], cwd=pictures, capture_output=True, env={**os.environ, "LD_PRELOAD": attack, "ATTACK": "escape"})
    assert free.returncode == -signal.SIGUSR1, "the attack itself does not work"


@needs_sandbox
def test_all_threads_that_work_on_images_are_confined(server: Server) -> None:
    assert render(server).startswith(b"\xff\xd8")
    (worker,) = workers(server)
    statuses = [path.read_text() for path in Path(f"/proc/{worker}/task").glob("*/status")]
    assert len(statuses) > 1
    for status in statuses:
        assert "\nNoNewPrivs:\t1\n" in status and "\nSeccomp:\t2\n" in status
    if os.geteuid() != 0:
        return  # nobody else may see what a confined process has open
    links = [os.readlink(path) for path in Path(f"/proc/{worker}/fd").iterdir()]
    # the socket leads to the process that decodes HEIC and AVIF files, if it is installed
    assert sum(link.startswith("socket:") for link in links) <= 1, links
    assert all(link.startswith(("pipe:", "/dev/null", "anon_inode:", "socket:")) for link in links), links


@needs_clang
@pytest.mark.parametrize("mode,message", [("crash", "signal 11"), ("lie", "wrong answer"), ("hang", "in time")])
@pytest.mark.parametrize("path", ["pictures", "masks"])
def test_the_server_survives_a_decoder_that_fails(pictures: Path, attack: str, mode: str, message: str, path: str) -> None:
    server = Server(pictures, "--timeout", "1", "photo.jpg", LD_PRELOAD=attack, ATTACK=mode)
    try:
        before = render(server)
        (first,) = workers(server)
        started = time.monotonic()
        assert message in str(upload(server, pictures / "cutout.png", path)["error"])
        assert time.monotonic() - started < 8
        # the other picture keeps its process
        assert render(server) == before and wait(lambda: workers(server) == [first])
        assert server.is_alive()
    finally:
        server.stop()


@needs_linux
def test_a_process_that_was_killed_is_replaced(server: Server) -> None:
    before = render(server)
    (first,) = workers(server)
    os.kill(first, signal.SIGKILL)
    assert wait(lambda: not workers(server))
    assert render(server) == before
    (second,) = workers(server)
    os.kill(second, signal.SIGSTOP)
    job = {"picture": "p0", "mask": None, "options": {}}
    body = json.dumps({"job": job, "ratio": 4, "region": None, "isExact": False, "isOriginal": True}).encode()
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -9 {second}"])
    status, answer = server.request("POST", f"/{server.token}/render", body)
    assert status == 200 and "was killed" in json.loads(answer)["error"]
    killer.wait()
    assert render(server) == before


def test_the_mask_and_the_matte_of_the_command_line_remain_open(pictures: Path) -> None:
    server = Server(pictures, "--mask", "mask.png", "--matte", "mask.png", "photo.jpg")

    def frame(mask: str, matte: str | None) -> bytes:
        job = {"picture": "p0", "mask": mask, "matte": matte, "options": {}}
        status, answer = server.post("render", {"job": job, "ratio": 4, "region": None, "isExact": False, "isOriginal": False})
        assert status == 200
        return answer

    try:
        before = frame("m0", "t0")
        assert before.startswith(b"\xff\xd8")
        opened = [upload(server, pictures / "mask.png", "masks")["id"] for _ in range(9)]
        assert frame("m0", "t0") == before
        assert b"no longer open" in frame(opened[0], None) and frame(opened[1], None).startswith(b"\xff\xd8")
    finally:
        server.stop()


@pytest.mark.parametrize("chunk", [(b"cICP", bytes([9, 16, 0, 1])), (b"gAMA", struct.pack(">I", 100_000)), None])
@pytest.mark.parametrize("options", [{}, {"light": "linear"}, {"light": "encoded"}, {"to-srgb": True}, {"tint": "white", "tint-opacity": "50%"}])
def test_frames_have_the_light_and_the_colors_of_the_output(tmp_path: Path, chunk: tuple[bytes, bytes] | None, options: dict[str, object]) -> None:
    info = PngInfo()
    if chunk:
        info.add(*chunk)
    noise = [Image.effect_noise((96, 64), sigma) for sigma in (60, 80, 70)]
    Image.merge("RGB", noise).save(tmp_path / "in.png", pnginfo=info)
    server = Server(tmp_path, "in.png")
    job = {"picture": "p0", "mask": None, "options": {"max-radius": "6", **options}}

    def frame(is_exact: bool) -> bytes:
        status, answer = server.post("render", {"job": job, "ratio": 1, "region": None, "isExact": is_exact, "isOriginal": False})
        assert status == 200
        return answer

    try:
        arguments = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]
        subprocess.run([COMMAND, "-f", "--max-radius", "6", *arguments, "in.png", "out.png"], cwd=tmp_path, check=True)
        exact, transient = frame(True), frame(False)
        assert Image.open(io.BytesIO(exact)).tobytes() == Image.open(tmp_path / "out.png").tobytes()
        is_described = chunk is not None and "to-srgb" not in options
        assert not is_described or (chunk and chunk[0] in exact and chunk[0] in transient)
    finally:
        server.stop()


def test_a_picture_is_shown_beside_the_problem_of_its_job(server: Server) -> None:
    outside = {"area": "circle(9px at -500px 0px)", "area-fill": "black"}
    assert render(server, **outside).startswith(b"\xff\xd8")


def test_a_mask_of_the_photo_gives_the_file_of_the_command(tmp_path: Path) -> None:
    save_depth(tmp_path / "depth.jpg", 64)
    server = Server(tmp_path, "--mask", "photo:depth", "depth.jpg")
    try:
        status, saved = server.post("job", {"picture": "p0", "mask": "m0", "options": {"max-radius": "3"}})
        command = [COMMAND, "--max-radius", "3", "--mask", "photo:depth", "depth.jpg", "out.jpg"]
        subprocess.run(command, cwd=tmp_path, check=True)
        assert status == 200 and saved == (tmp_path / "out.jpg").read_bytes()
    finally:
        server.stop()


@needs_linux
@pytest.mark.parametrize("plane", ["photo", "photo:depth"])
def test_masks_of_a_photo_are_decoded_once(tmp_path: Path, plane: str) -> None:
    save_depth(tmp_path / "depth.jpg", 5000)
    server = Server(tmp_path, "--mask", plane, "depth.jpg")

    def frame(radius: int, **options: object) -> tuple[bytes, int]:
        """A picture, and the processor time that it took."""
        before = sum(processor_time(worker) for worker in workers(server))
        job = {"picture": "p0", "mask": "m0", "options": {"max-radius": str(radius), **options}}
        status, answer = server.post("render", {"job": job, "ratio": 1, "region": None, "isExact": False, "isOriginal": False})
        assert status == 200 and answer.startswith(b"\xff\xd8")
        return answer, sum(processor_time(worker) for worker in workers(server)) - before

    try:
        first, time_of_first = frame(9)
        others = [frame(radius) for radius in range(10, 16)]
        assert len({first, *(answer for answer, _ in others)}) == 7
        assert sum(time for _, time in others) < time_of_first
        # another mask is not mistaken for it
        inverted, _ = frame(9, **{"mask-invert": True})
        assert inverted != first and frame(9)[0] == first
    finally:
        server.stop()


@needs_linux
def test_few_processes_are_kept(pictures: Path) -> None:
    server = Server(pictures, "photo.jpg", "it's a photo.png", "cutout.png")
    try:
        frames = [render(server, f"p{index}") for index in range(3)]
        assert wait(lambda: len(workers(server)) == 2)
        assert [render(server, f"p{index}") for index in range(3)] == frames
        assert wait(lambda: len(workers(server)) == 2)
    finally:
        server.stop()


@needs_linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_server(pictures: Path, number: signal.Signals) -> None:
    server = Server(pictures, "photo.jpg")
    render(server)
    (worker,) = workers(server)
    server.process.send_signal(number)
    server.process.wait(timeout=8)
    assert wait(lambda: not Path(f"/proc/{worker}").exists())
