"""The versions of the packages that the program is built from."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

# What `swift package resolve` does: it chooses the newest versions, or one that is asked for
SWIFT = """#!/usr/bin/env python3
import json, os, sys
log = open('log', 'a'); print(*sys.argv[1:], os.environ['VARBLUR_WITH_PREVIEW'], file=log)
newest = {'used': '2.0.0', 'needed': '1.5.0', 'other': '3.0.0'}
try: pins = {pin['identity']: pin['state']['version'] for pin in json.load(open('Package.resolved'))['pins']}
except OSError: pins = {}
pins = {name: pins.get(name, version) for name, version in newest.items()}
if '--version' in sys.argv: pins[sys.argv[-3]] = sys.argv[-1]
pins = [{'identity': name, 'kind': 'remoteSourceControl', 'state': {'revision': 'abc', 'version': pins[name]}} for name in pins]
json.dump({'pins': pins, 'version': 3}, open('Package.resolved', 'w'), indent=2, separators=(',', ' : '))
"""


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Preview").mkdir()
    (tmp_path / "swift").write_text(SWIFT)
    (tmp_path / "swift").chmod(0o755)
    return tmp_path


def pin(folder: Path, argument: str) -> tuple[int, str]:
    outcome = subprocess.run(
        [ROOT / "scripts/pin-packages", argument], cwd=folder, env={**os.environ, "SWIFT": str(folder / "swift")}, capture_output=True, text=True)
    return outcome.returncode, outcome.stderr


def write(folder: Path, **versions: str) -> None:
    (folder / "Preview/packages.txt").write_text("# comment\n" + "".join(f"{name} {version}\n" for name, version in versions.items()))


def test_older_versions_are_pinned_once(folder: Path) -> None:
    write(folder, used="2.0.0", other="2.9.1", needed="1.4.0")
    assert pin(folder, "--check")[0] == 1
    assert pin(folder, "scratch") == (0, "")
    pins = json.loads((folder / "Package.resolved").read_text())["pins"]
    assert {pin["identity"]: pin["state"]["version"] for pin in pins} == {"used": "2.0.0", "other": "2.9.1", "needed": "1.4.0"}
    calls = (folder / "log").read_text()
    assert calls.count("\n") == 3 and "--version 2.0.0" not in calls
    assert pin(folder, "scratch") == (0, "") == pin(folder, "--check")
    assert (folder / "log").read_text() == calls


def test_a_package_that_is_not_listed_or_not_used_is_an_error(folder: Path) -> None:
    write(folder, used="2.0.0", needed="1.5.0", missing="1.0.0")
    for argument in ("scratch", "--check"):
        status, message = pin(folder, argument)
        assert status == 1 and "  used:   other 3.0.0\n  listed: missing 1.0.0\n" in message and "Preview/packages.txt" in message, message


def test_the_program_is_built_from_the_listed_versions() -> None:
    assert pin(ROOT, "--check") == (0, "")
