"""The server answers its own page only, and survives everything else."""

from __future__ import annotations

import os
import pty
import random
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PREVIEW, Server, SlowClients

RENDER = (b'{"job":{"picture":"p0","mask":null,"options":{}},"ratio":8,"region":null,"isExact":false,"isOriginal":false}')


def test_the_page_itself_is_answered(server: Server) -> None:
    status, body = server.request("GET", f"/{server.token}/")
    assert status == 200 and b"<title>varblur preview</title>" in body
    status, body = server.request("POST", f"/{server.token}/render", RENDER)
    assert status == 200 and body[:2] == b"\xff\xd8"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:{port}.evil.example", "[::1]:{port}", ""])
def test_other_names_are_refused(server: Server, host: str) -> None:
    assert server.request("GET", f"/{server.token}/", Host=host.format(port=server.port))[0] in (400, 403)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://127.0.0.1:{port}.evil.example", ""])
def test_other_pages_are_refused(server: Server, origin: str) -> None:
    path = f"/{server.token}/render"
    assert server.request("POST", path, RENDER, Origin=origin.format(port=server.port))[0] == 403
    if origin:
        assert server.request("GET", f"/{server.token}/", Origin=origin.format(port=server.port))[0] == 403


def test_cross_site_writes_are_refused(server: Server) -> None:
    for site in ("cross-site", "same-site", "none"):
        assert server.request("POST", f"/{server.token}/render", RENDER, Sec_Fetch_Site=site)[0] == 403
    assert server.request("POST", f"/{server.token}/render", RENDER, Sec_Fetch_Site="same-origin")[0] == 200


def test_the_secret_is_required(server: Server) -> None:
    wrong = ("b" if server.token[0] == "a" else "a") + server.token[1:]
    for token in ("", "x", wrong, server.token[:-1], server.token + "a", server.token.upper(), "%" + server.token):
        for path in ("", "session.json", "app.js", "events"):
            assert server.request("GET", f"/{token}/{path}")[0] == 403, token
        assert server.request("POST", f"/{token}/render", RENDER)[0] == 403
    assert len(server.token) == 26


@pytest.mark.parametrize("path", [
    "../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "//etc/passwd", "app.js/../../x",
    "app.js%00.html", "./app.js", "APP.JS", "style.css/", "photo.jpg", "\\..\\..\\etc\\passwd", "pictures/../photo.jpg"])
def test_no_path_leads_to_a_file(server: Server, path: str) -> None:
    assert server.request("GET", f"/{server.token}/{path}")[0] in (400, 404)


def test_header_fields_of_every_answer(server: Server) -> None:
    for path in (f"/{server.token}/", f"/{server.token}/session.json", "/"):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
            answer = connection.makefile("rb").read().split(b"\r\n\r\n")[0].decode().lower()
        for field in ("content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "referrer-policy: no-referrer",
                      "cross-origin-resource-policy: same-origin", "cache-control: no-store", "frame-ancestors 'none'"):
            assert field in answer, field
        assert "access-control" not in answer


def test_uploads_are_limited_before_they_are_read(pictures: Path) -> None:
    server = Server(pictures, "--max-input", "100K")
    try:
        started = time.monotonic()
        path = f"/{server.token}/pictures?name=x.png"
        assert server.request("POST", path, b"", Content_Length=str(100 * 1024 + 1))[0] == 413
        assert server.request("POST", path, b"", Content_Length=str(1 << 62))[0] == 413
        for length in ("-1", "1e3", "99999999999999999999999", "x"):
            assert server.request("POST", path, b"", Content_Length=length)[0] in (400, 411, 413), length
        assert server.request("POST", path, b"5\r\nhello\r\n0\r\n\r\n", Content_Length="", Transfer_Encoding="chunked")[0] in (400, 411)
        assert time.monotonic() - started < 5
        for body in (b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", random.Random(1).randbytes(50_000)):
            status, answer = server.request("POST", path, body)
            assert status == 200 and b'"error"' in answer
        assert server.is_alive()
    finally:
        server.stop()


def test_options_cannot_read_files_or_raise_limits(server: Server) -> None:
    for options in ({"mask": "/etc/passwd"}, {"matte": "/etc/passwd"}, {"emit-mask": "/tmp/x"}, {"max-pixels": "1"}, {"settings": "/etc/passwd"}, {"preset": "caption"},
                    {"tint": ""}, {"max-radius": True}, {"dither": "yes"}, {"max-radius": "5\u0000"}, {"no-such": "1"}, {"": "1"}):
        job = {"picture": "p0", "mask": None, "options": options}
        status, answer = server.post("render", {"job": job, "ratio": 4, "region": None, "isExact": False, "isOriginal": False})
        assert status == 200 and answer.startswith(b'{"error"'), options
    for request in ({"job": 1}, [], "x", {"job": {"picture": "p0", "options": {"a": []}}}):
        assert server.post("render", request)[0] == 400
    odd = {"job": {"picture": "p0", "mask": None, "options": {}}, "isExact": False, "isOriginal": False}
    for ratio, region in ((-5, None), (0, [0, 0, 0, 0]), (1 << 40, [-9, -9, 1 << 40, 1 << 40]), (3, [1]), (1, [1 << 60, 0, 5, 5])):
        assert server.post("render", {**odd, "ratio": ratio, "region": region})[0] == 200
    assert server.is_alive()


def test_long_rows_of_marks_are_refused(server: Server) -> None:
    """Comparing names with that many combining marks would take minutes."""
    marks = "\u0301\u0323" * 80_000
    for job in ({"options": {"a" + marks: "3"}}, {"options": {"max-radius": "3" + marks}}, {"options": {}, "a" + marks: "3"}):
        assert server.post("check", {"picture": "p0", "mask": None, **job})[0] == 400
    assert server.post("check", {"picture": "p0", "mask": None, "options": {"max-radius": "3" + marks[:127]}})[0] == 200


def test_garbage(server: Server) -> None:
    """10,000 requests of random bytes, and of requests with random changes."""
    generator = random.Random(7)
    good = (f"POST /{server.token}/render HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n"
            f"Content-Length: {len(RENDER)}\r\n\r\n").encode() + RENDER
    started = time.monotonic()
    for index in range(10_000):
        if index % 3 == 0:
            message = generator.randbytes(generator.randrange(1, 400))
        else:
            changed = bytearray(good)
            # keeps most messages from being complete requests, which would be rendered
            for _ in range(generator.randrange(1, 8)):
                changed[generator.randrange(len(changed))] = generator.randrange(256)
            message = bytes(changed[:generator.randrange(1, len(changed))])
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
            try:
                connection.sendall(message)
                connection.shutdown(socket.SHUT_WR)
                if index % 50 == 0:
                    connection.settimeout(5)
                    connection.recv(100)
            except OSError:
                pass
    assert time.monotonic() - started < 60
    assert server.is_alive()
    assert server.request("POST", f"/{server.token}/render", RENDER)[0] == 200


def test_slow_clients_are_disconnected(slow_clients: SlowClients) -> None:
    """They were connected when the tests began, and sent bytes since then."""
    slow_clients.join(timeout=60)
    assert not slow_clients.open and slow_clients.answers > 10 and slow_clients.longest_wait < 5


def test_idle_connections_do_not_lock_the_page_out(server: Server) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    try:
        started = time.monotonic()
        for _ in range(10):
            assert server.request("GET", f"/{server.token}/")[0] == 200
        assert time.monotonic() - started < 2
        # connections with the secret stay when others come
        with socket.create_connection(("127.0.0.1", server.port)) as kept:
            head = f"GET /{server.token}/app.js HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
            kept.sendall(head)
            assert b" 200 " in kept.recv(100_000)
            idle += [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
            assert server.is_alive()
            kept.sendall(head)
            assert b" 200 " in kept.recv(100_000)
        def closed(connection: socket.socket) -> bool:
            connection.setblocking(False)
            try:
                return connection.recv(1) == b""
            except BlockingIOError:
                return False
            except ConnectionError:
                return True
        still_open = [connection for connection in idle if not closed(connection)]
        assert len(still_open) <= 64 and not closed(idle[-1])
        while time.monotonic() - started < 13 and still_open:
            time.sleep(0.2)
            still_open = [connection for connection in still_open if not closed(connection)]
        assert not still_open and time.monotonic() - started > 9
    finally:
        for connection in idle:
            connection.close()


def test_it_listens_on_loopback_only(server: Server) -> None:
    lines = Path("/proc/net/tcp").read_text().splitlines() + Path("/proc/net/tcp6").read_text().splitlines()
    listening = [fields[1] for fields in map(str.split, lines) if fields[3:4] == ["0A"] and fields[1].endswith(f":{server.port:04X}")]
    assert listening == [f"0100007F:{server.port:04X}"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_it(pictures: Path, number: signal.Signals) -> None:
    server = Server(pictures, "photo.jpg")
    with socket.create_connection(("127.0.0.1", server.port)) as stream:
        stream.sendall(f"GET /{server.token}/events HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert b"200" in stream.recv(1000)
        server.process.send_signal(number)
        assert server.process.wait(timeout=8) == 0


def test_it_ends_with_its_terminal(pictures: Path) -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(pictures)
        os.execv(PREVIEW, [PREVIEW, "--no-open", "photo.jpg"])
    text = b""
    while b"http://" not in text or b"\n" not in text:
        text += os.read(terminal, 1000)
    os.close(terminal)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if os.waitpid(child, os.WNOHANG)[0]:
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("it outlives its terminal")


def test_errors_of_the_command_line(pictures: Path) -> None:
    def status(*arguments: str) -> tuple[int, str]:
        outcome = subprocess.run([PREVIEW, *arguments], cwd=pictures, capture_output=True, text=True, timeout=20)
        return outcome.returncode, outcome.stderr
    assert status("missing.jpg")[0] == 66
    assert status("--max-radius", "x")[0] == 64
    assert status("--port", "0")[0] == 64
    assert status("--in-place", "photo.jpg")[0] == 64
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, message = status("--no-open", "--port", str(other.getsockname()[1]))
        assert code == 74 and "port" in message
    assert subprocess.run([PREVIEW, "--help"], capture_output=True, text=True).stdout.startswith("Tune the options")
