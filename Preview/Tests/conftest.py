"""The server and the browser that the tests share."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("VARBLUR", str(ROOT / ".build/release/varblur"))
PREVIEW = os.environ.get("VARBLUR_PREVIEW", str(Path(COMMAND).parent / "varblur-preview"))
COMPOSE = os.environ.get("VARBLUR_COMPOSE", str(Path(COMMAND).parent / "varblur-compose"))
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")


def wait(condition: Callable[[], bool], seconds: float = 5) -> bool:
    """Waits until a condition is true; returns whether it is."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class Server:
    """A running varblur-preview."""

    def __init__(self, directory: Path, *arguments: str, program: str | Path = PREVIEW, descriptors: Sequence[int] = (), **variables: str) -> None:
        """Starts the server, with further variables; it opens a browser if DISPLAY is one of them."""
        # the runtime of Swift, where it is a dynamic library, would catch the signals of crashes
        environment = {"PATH": f"{Path(COMPOSE).parent}:{os.environ['PATH']}", "HOME": str(directory), "SWIFT_BACKTRACE": "enable=no", **variables}
        started = time.monotonic()
        self.process = subprocess.Popen(
            [program, *([] if "DISPLAY" in variables else ["--no-open"]), *arguments], cwd=directory, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            pass_fds=descriptors)
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        self.start_time = time.monotonic() - started
        self.host, self.token = self.address.split("/")[2:4]
        self.port = int(self.host.split(":")[1])

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """Sends a request as the page does, or with other header fields; `Host_` of None leaves the field out."""
        fields = {"Host": self.host, **({"Origin": f"http://{self.host}"} if method == "POST" else {})}
        fields.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True)
            for name, value in fields.items():
                if value:
                    connection.putheader(name, value)
            if body is not None and "Content-Length" not in fields:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def post(self, path: str, value: object) -> tuple[int, bytes]:
        return self.request("POST", f"/{self.token}/{path}", json.dumps(value).encode())

    def is_alive(self) -> bool:
        return self.process.poll() is None and self.request("GET", f"/{self.token}/session.json")[0] == 200

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with pictures of several kinds and a mask."""
    directory = tmp_path_factory.mktemp("pictures")
    landscape = Image.open(ROOT / "images/landscape.jpg").convert("RGB")
    # details everywhere, so that every blur is seen
    grain = Image.frombytes("L", landscape.size, Random(5).randbytes(landscape.width * landscape.height)).point(lambda value: value // 8)
    landscape = ImageChops.add(landscape, Image.merge("RGB", [grain] * 3), offset=-16)
    landscape.save(directory / "photo.jpg", quality=90)
    landscape.resize((4000, 3000), Image.Resampling.BICUBIC).save(directory / "large.jpg", quality=90)
    landscape.resize((300, 200)).save(directory / "it's a photo.png")
    cutout = landscape.resize((320, 240)).convert("RGBA")
    cutout.putalpha(Image.linear_gradient("L").resize((320, 240)))
    cutout.save(directory / "cutout.png")
    Image.radial_gradient("L").save(directory / "mask.png")
    (directory / "broken.png").write_bytes((directory / "cutout.png").read_bytes()[:500])
    return directory


class SlowClients(threading.Thread):
    """Connections that send a byte now and then, which must neither last nor keep others out."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.answers, self.longest_wait = 0, 0.0
        head = f"GET /{server.token}/ HTTP/1.1\r\nHost: {server.host}\r\nX-Slow: ".encode()
        upload = (f"POST /{server.token}/pictures?name=a.png HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n"
                  "Content-Length: 1000\r\n\r\n").encode()
        self.open = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
        for index, connection in enumerate(self.open):
            connection.sendall(head if index % 2 else upload)
            connection.setblocking(False)

    def run(self) -> None:
        """Sends bytes until the server has closed all connections, and asks it for other things meanwhile."""
        started = time.monotonic()
        while self.open and time.monotonic() - started < 50:
            time.sleep(0.5)
            before = time.monotonic()
            self.answers += self.server.is_alive()
            self.longest_wait = max(self.longest_wait, time.monotonic() - before)
            for connection in list(self.open):
                try:
                    connection.send(b"a")
                    connection.recv(1000)
                except BlockingIOError:
                    continue
                except OSError:
                    pass
                connection.close()
                self.open.remove(connection)


@pytest.fixture(scope="session", autouse=True)
def slow_clients(pictures: Path) -> Iterator[SlowClients]:
    """Slow clients of a server of their own, which is tested when the other tests have given it time."""
    running = Server(pictures, "photo.jpg")
    clients = SlowClients(running)
    clients.start()
    yield clients
    running.stop()


@pytest.fixture()
def server(pictures: Path) -> Iterator[Server]:
    running = Server(pictures, "photo.jpg")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM)
        yield running
        running.close()


class Tab:
    """A page in the browser, whose errors fail the test."""

    def __init__(self, browser: Browser, server: Server, fragment: str = "", **options: object) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        self.context = browser.new_context(accept_downloads=True, **options)  # type: ignore[arg-type]
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=f"http://{server.host}")
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(server.address + fragment)
        self.wait()

    def wait(self) -> None:
        """Waits until the picture is shown with the current settings."""
        self.page.wait_for_function(
            "() => { const app = window.varblurPreview; "
            "return app?.renderer && app.renderer.frameCount > 0 && !app.renderer.isRunning && !app.renderer.isWaiting }")
        self.page.wait_for_timeout(50)

    def pixels(self) -> str:
        """What the canvas shows."""
        self.page.wait_for_timeout(50)
        return str(self.page.evaluate("document.getElementById('canvas').toDataURL()"))

    def text(self, kind: str = "shell") -> str:
        """Copies one of the texts with the button, and returns what is on the clipboard."""
        self.wait()
        self.page.click(f"#tab-{kind}")
        self.page.click("#copy")
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def paste_picture(self) -> None:
        """Pastes a picture of 90 × 50 pixels."""
        self.page.evaluate("""async () => {
            const canvas = new OffscreenCanvas(90, 50);
            canvas.getContext('2d').fillRect(10, 10, 20, 20);
            await navigator.clipboard.write([new ClipboardItem({ 'image/png': await canvas.convertToBlob() })]) }""")
        self.page.focus("#stage")
        self.page.keyboard.press("Control+v")

    def download(self) -> tuple[str, bytes]:
        with self.page.expect_download() as started:
            self.page.click("#download")
        return started.value.suggested_filename, Path(started.value.path()).read_bytes()

    def drag(self, selector: str, dx: float, dy: float, steps: int = 12) -> None:
        self.page.locator(selector).first.scroll_into_view_if_needed()
        box = self.page.locator(selector).first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=steps)
        self.page.mouse.up()

    def drop(self, paths: Path | list[Path], selector: str) -> None:
        """Drops real files, as a file manager does; on the first place for files if the selector is that of the picture."""
        files = [str(path) for path in (paths if isinstance(paths, list) else [paths])]
        self.page.locator(selector).scroll_into_view_if_needed()
        box = self.page.locator(selector).bounding_box()
        assert box
        session = self.context.new_cdp_session(self.page)
        for kind in ("dragEnter", "dragOver", "drop"):
            if kind == "dragOver" and selector == "#stage":
                self.page.wait_for_selector(".drop-field")
                box = self.page.locator(".drop-field").first.bounding_box()
                assert box
            session.send("Input.dispatchDragEvent", {
                "type": kind, "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2,
                "data": {"items": [], "files": files, "dragOperationsMask": 1}})

    def check_accessibility(self, screenshot: Path) -> None:
        """Checks the page with all its panels open."""
        self.page.evaluate("document.querySelectorAll('details').forEach((element) => { element.open = true })")
        self.page.wait_for_timeout(100)
        results = Axe().run(self.page)
        assert results.violations_count == 0, results.generate_report()
        overflow = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"{overflow} pixels too wide"
        self.page.screenshot(path=screenshot)

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors


@pytest.fixture()
def tab(browser: Browser, server: Server) -> Iterator[Tab]:
    opened = Tab(browser, server)
    yield opened
    opened.close()


class ClosedPage(threading.Thread):
    """A server whose page is closed, and which ends some time later."""

    def __init__(self, directory: Path) -> None:
        super().__init__(daemon=True)
        self.server = Server(directory, "photo.jpg")
        self.errors = ""

    def run(self) -> None:
        self.errors = self.server.process.communicate(timeout=100)[1]


@pytest.fixture(scope="session", autouse=True)
def closed_page(browser: Browser, pictures: Path) -> Iterator[ClosedPage]:
    """Is closed before the other tests, because the server waits for a minute."""
    thread = ClosedPage(pictures)
    tab = Tab(browser, thread.server)
    tab.close()
    thread.start()
    yield thread
