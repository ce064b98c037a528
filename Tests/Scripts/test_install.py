"""`make install` and `make uninstall`, with spaces in the names of folders."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


class InstallTest(unittest.TestCase):
    def test_spaces(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            library = root / "library"
            library.mkdir()
            (library / "libvarblur.so.1.2.3").write_bytes(b"")
            (library / "libvarblur.so").symlink_to("libvarblur.so.1.2.3")
            # what the words of the names would be by themselves
            others = [root / "a", root / "a/kept", root / "programs/lib/linux-gnu/cmake/varblur/kept"]
            for other in others[1:]:
                other.parent.mkdir(parents=True, exist_ok=True)
                other.write_text("kept")
            settings = {
                "DESTDIR": str(root / "a b"), "PREFIX": "/my programs", "LIBDIR": "/my programs/lib/linux-gnu", "VARBLUR": "/bin/true", "COMPOSE": "/bin/true",
                "HEIF": "/bin/true", "SVG": "/bin/true", "LIBRARY": str(library), "FREI0R": "/bin/true", "PREVIEW": "/bin/true",
            }
            environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}

            def make(target: str) -> None:
                command = ["make", "-s", target, *(f"{name}={value}" for name, value in settings.items())]
                subprocess.run(command, cwd=root, check=True, env=environment, capture_output=True)

            # links instead of the project, in which nothing may be written
            for path in ROOT.iterdir():
                if not path.name.startswith("."):
                    (root / path.name).symlink_to(path)
            make("install")
            installed = {str(path.relative_to(root / "a b/my programs")) for path in files_below(root / "a b")}
            expected = {
                "bin/varblur", "bin/varblur-compose", "bin/varblur-preview", "libexec/varblur-heif", "libexec/varblur-svg",
                "include/varblur.h", "lib/linux-gnu/libvarblur.so", "lib/linux-gnu/libvarblur.so.1", "lib/linux-gnu/libvarblur.so.1.2.3",
                "lib/linux-gnu/pkgconfig/varblur.pc", "lib/linux-gnu/cmake/varblur/varblur-config.cmake",
                # not in LIBDIR: ffmpeg and MLT do not look there
                "lib/frei0r-1/varblur.so", "share/kdenlive/effects/frei0r_varblur.xml",
                "share/shotcut/qml/filters/varblur/meta.qml", "share/shotcut/qml/filters/varblur/ui.qml",
                "share/man/man1/varblur.1", "share/varblur/scene.schema.json", "share/doc/varblur/scenes.md",
                "share/fish/vendor_completions.d/varblur.fish",
            }
            self.assertLessEqual(expected, installed)
            make("uninstall")
            self.assertEqual(files_below(root / "a b"), [])
            for other in others:
                self.assertTrue(other.exists(), other)

    def test_rights(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name, "my project")
            root.mkdir()
            library = root / "library"
            library.mkdir()
            (library / "libvarblur.so.1.2.3").write_bytes(b"")
            (library / "libvarblur.so").symlink_to("libvarblur.so.1.2.3")
            program = root / "varblur"
            folder = root / "installed/usr"
            (folder / "lib").mkdir(parents=True)
            for version in ("1.3.0", "2.0.0"):
                (folder / "lib" / f"libvarblur.so.{version}").write_text("another version")

            def make(target: str, status: int) -> subprocess.CompletedProcess[str]:
                program.write_text(f"#!/bin/sh\necho completions\nexit {status}\n")
                program.chmod(0o755)
                command = ["make", "-s", target, f"DESTDIR={folder.parent}", "PREFIX=/usr", f"VARBLUR={program}", f"LIBRARY={library}", "STRIPPED=--strip-program=true"]
                command += [f"FREI0R={program}", *(f"{name}=none" for name in ("COMPOSE", "HEIF", "SVG", "PREVIEW"))]
                environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
                return subprocess.run(["sh", "-c", 'umask 077; exec "$@"', "sh", *command], cwd=ROOT, env=environment, capture_output=True, text=True)

            completions = folder / "share/bash-completion/completions/varblur"
            self.assertNotEqual(make("install", 1).returncode, 0)
            self.assertFalse(completions.exists())
            result = make("install", 0)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(completions.read_text(), "completions\n")
            for path in files_below(folder / "share") + files_below(folder / "lib"):
                if "another" not in path.read_text(errors="replace"):
                    self.assertEqual(path.stat().st_mode & 0o777, 0o644, path)
            # ldconfig would prefer the higher version, but another major version has another name
            self.assertFalse((folder / "lib/libvarblur.so.1.3.0").exists())
            self.assertTrue((folder / "lib/libvarblur.so.2.0.0").exists())
            # a program that fails leaves the completions of the one before
            self.assertNotEqual(make("install", 1).returncode, 0)
            self.assertEqual(completions.read_text(), "completions\n")
            result = make("uninstall", 0)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(files_below(folder), [])
            left = {str(path.relative_to(folder)) for path in folder.rglob("*")}
            self.assertEqual(left, {"bin", "include", "lib", "libexec", "share", "share/doc", "share/man", "share/man/man1"})
            # nothing is installed
            result = make("uninstall", 0)
            self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
