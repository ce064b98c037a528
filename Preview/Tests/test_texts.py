"""The texts to copy do what the page shows: the same file, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from conftest import COMMAND, PREVIEW, ROOT, Server, Tab
from playwright.sync_api import Browser

# Fragments of the address with settings of every kind.
SETTINGS = {
    "default": "",
    "sides": "#max-radius=5%25&min-radius=1&direction=top,left&start-offset=-0.1&easing=cubic-bezier(0.3, 0, 0.7, 1.2)&edges=mirror",
    "ramps": "#ramp=linear-blur(30deg, 4px, 0px 45%25) radial-blur(circle 80px at 25%25 25%25, 5px, 0px)&easing=sine",
    "look": "#max-radius=0&tint=%23fa0&tint-opacity=40%25&saturation=0.5&grain=2.5&dither=yes&format=png&png-compression=small",
    "output": "#jpeg-quality=70&progressive=yes&strip=safe&no-digest=yes",
    "size": "#crop=80%25x90%25%2B10%25%2B0%25&resize=120x120&fit=contain&background=blur(3px)&max-radius=3",
    "fit": "#resize=90x60&fit=cover&position=left&no-enlarge=yes&max-radius=2",
    "webp": "#format=webp&webp-quality=60&background=white&jpeg-smooth=off",
}


@pytest.fixture(scope="module")
def copied(browser: Browser, pictures: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str | bytes]]:
    """The four texts and the downloaded file for each of the settings."""
    results: dict[str, dict[str, str | bytes]] = {}
    server = Server(pictures, "photo.jpg", "it's a photo.png")
    for name, fragment in SETTINGS.items():
        tab = Tab(browser, server, fragment)
        results[name] = {kind: tab.text(kind) for kind in ("shell", "json", "swift", "python")}
        results[name]["name"], results[name]["file"] = tab.download()
        tab.close()
    tab = Tab(browser, server, "#picture=p1&max-radius=4")
    tab.page.get_by_label("Mask", exact=True).check(force=True)
    tab.page.set_input_files("#mask-file", pictures / "mask.png")
    tab.page.wait_for_function("() => document.querySelector('.mask-name').textContent === 'mask.png'")
    results["mask"] = {kind: tab.text(kind) for kind in ("shell", "json", "swift", "python")}
    results["mask"]["name"], results["mask"]["file"] = tab.download()
    tab.close()
    server.stop()
    return results


@pytest.fixture()
def workspace(pictures: Path, tmp_path: Path) -> Path:
    for name in ("photo.jpg", "it's a photo.png", "mask.png"):
        shutil.copy(pictures / name, tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/varblur").symlink_to(COMMAND)
    return tmp_path


def environment(workspace: Path) -> dict[str, str]:
    return {"PATH": f"{workspace}/bin:{os.environ['PATH']}", "HOME": str(workspace), "PYTHONPATH": str(ROOT / "python/src")}


def test_command_lines(copied: dict[str, dict[str, str]], workspace: Path) -> None:
    for name, texts in copied.items():
        outcome = subprocess.run(["sh", "-c", texts["shell"]], cwd=workspace, env=environment(workspace), capture_output=True, text=True)
        assert outcome.returncode == 0, (texts["shell"], outcome.stderr)
        assert (workspace / texts["name"]).read_bytes() == texts["file"], name
        (workspace / texts["name"]).unlink()


def test_jobs_of_a_batch(copied: dict[str, dict[str, str]], workspace: Path) -> None:
    schema = json.loads((ROOT / "share/varblur/job.schema.json").read_text())
    for name, texts in copied.items():
        assert "\n" not in texts["json"]
        jsonschema.validate(json.loads(texts["json"]), schema, cls=jsonschema.Draft202012Validator)
        outcome = subprocess.run(["varblur", "batch"], input=texts["json"], cwd=workspace, env=environment(workspace),
                                 capture_output=True, text=True)
        assert json.loads(outcome.stdout)["status"] == "ok", (texts["json"], outcome.stdout)
        assert (workspace / texts["name"]).read_bytes() == texts["file"], name
        (workspace / texts["name"]).unlink()


def test_programs_in_python(copied: dict[str, dict[str, str]], workspace: Path) -> None:
    for name, texts in copied.items():
        outcome = subprocess.run([sys.executable, "-B", "-c", texts["python"]], cwd=workspace, env=environment(workspace),
                                 capture_output=True, text=True)
        assert outcome.returncode == 0, (texts["python"], outcome.stderr)
        assert (workspace / texts["name"]).read_bytes() == texts["file"], name
        (workspace / texts["name"]).unlink()


def test_programs_in_swift(copied: dict[str, dict[str, str]], workspace: Path) -> None:
    """One program, because starting the compiler takes longer than everything else."""
    functions, calls = [], []
    for index, texts in enumerate(copied.values()):
        lines = [line for line in texts["swift"].splitlines() if not line.startswith("import ")]
        functions.append(f"func example{index}() throws {{\n" + "\n".join(lines) + "\n}")
        calls.append(f"try example{index}()\nrename({json.dumps(texts['name'])}, \"{index}\")")
    (workspace / "main.swift").write_text("import Glibc\nimport VarBlur\nimport VarBlurCodecs\n" + "\n".join(functions + calls) + "\n")
    build = Path(PREVIEW).resolve().parent
    maps = [f"-fmodule-map-file={path}" for path in build.glob("*.build/module.modulemap")]
    maps += [f"-fmodule-map-file={path}" for path in (ROOT / "Sources").glob("*/module.modulemap")]
    modules = [path.parent for path in build.glob("C*.build/module.modulemap")] + [ROOT / "Sources" / "CLibPNG"]
    assert modules
    names = (
        "VarBlurLibC", "VarBlur", "VarBlurJSON", "VarBlurCodecs", "CBlurKernels", "CHEIFMessages", "CHelperMessages", "CImageCodecs", "CLittleCMS", "CVarBlurPlatform",
    )
    objects = [str(path) for name in names for path in (build / f"{name}.build").rglob("*.o")]
    libraries = [f"-l{name}" for name in ("png", "jpeg", "isal", "deflate", "expat", "webp", "z", "m")]
    options = [word for text in maps for word in ("-Xcc", text)]
    subprocess.run(["swiftc", "-I", str(build / "Modules"), *options, "main.swift", *objects, *libraries, "-o", "examples"],
                   cwd=workspace, check=True)
    subprocess.run(["./examples"], cwd=workspace, check=True)
    for index, (name, texts) in enumerate(copied.items()):
        assert (workspace / str(index)).read_bytes() == texts["file"], name


def test_a_picture_with_the_name_of_a_subcommand(browser: Browser, pictures: Path, workspace: Path) -> None:
    for name in ("batch", "compose", "preview"):
        shutil.copy(pictures / "photo.jpg", workspace / name)
        server = Server(workspace, name)
        tab = Tab(browser, server)
        assert f" ./{name} " in tab.text("shell")
        tab.close()
        server.stop()


def test_the_users_settings_are_taken_over(browser: Browser, pictures: Path, workspace: Path) -> None:
    """The page starts with them, and the command line does not depend on them."""
    settings = workspace / "settings.conf"
    settings.write_text("max-radius = 7\ndither = yes\npreset.own = tint = red\n")
    server = Server(workspace, "--settings", str(settings), "--tint", "blue", "--max-pixels", "1000000000", "photo.jpg")
    tab = Tab(browser, server)
    text = tab.text()
    assert text == "varblur --no-settings --max-pixels=1000000000 --max-radius 7 --tint blue --dither photo.jpg photo-blur.jpg"
    name, file = tab.download()
    outcome = subprocess.run(["sh", "-c", text], cwd=workspace, env={**environment(workspace), "VARBLUR_SETTINGS": str(settings)})
    assert outcome.returncode == 0 and (workspace / name).read_bytes() == file
    # a line of a batch depends on them, unless the batch is run as the page says
    line = tab.text("json")
    note = str(tab.page.text_content("#text-note"))
    assert note == "A line of the input of: varblur batch --no-settings"
    (workspace / name).unlink()
    outcome = subprocess.run(["sh", "-c", note.split(": ")[1]], input=line.encode(), cwd=workspace,
                             env={**environment(workspace), "VARBLUR_SETTINGS": str(settings)})
    assert outcome.returncode == 0 and (workspace / name).read_bytes() == file
    tab.page.get_by_role("button", name="own", exact=True).click()
    assert "--tint red" in tab.text()
    tab.close()
    server.stop()


def test_the_curve_is_that_of_the_library(browser: Browser, server: Server, workspace: Path) -> None:
    """The radii that the page draws are those of the mask that the command writes."""
    from PIL import Image
    for fragment in ("#max-radius=10&easing=smoothstep", "#max-radius=10&easing=sine&start-offset=0.4",
                     "#max-radius=10&easing=cubic-bezier(0.1, 0.8, 0.6, 0.9)",
                     "#ramp=linear-blur(to bottom, 2px 10%25, 10px 40%25, 0px 90%25)&easing=ease-in"):
        tab = Tab(browser, server, fragment)
        drawn = tab.page.evaluate("import('./curve-panel.js').then((module) => module.radii(101))")
        words = tab.text().replace("varblur ", "varblur --emit-mask mask-out.png --force ", 1)
        subprocess.run(["sh", "-c", words], cwd=workspace, env=environment(workspace), check=True)
        mask = Image.open(workspace / "mask-out.png")
        for index in range(3, 98):
            row = min(int(index / 100 * mask.height), mask.height - 1)
            assert drawn[index] == pytest.approx(mask.getpixel((0, row)) / 65535 * 10, abs=0.2), (fragment, index)
        tab.close()
