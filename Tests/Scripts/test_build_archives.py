"""Tests of build-archives with a system whose commands fail."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/build-archives"


class BuildArchivesTests(unittest.TestCase):
    def run_with(self, **commands):
        """Runs the script with other commands, which are the bodies of shell scripts; returns the result, and what the folder contains."""
        with tempfile.TemporaryDirectory() as folder:
            programs = Path(folder, "programs")
            programs.mkdir()
            for name, body in commands.items():
                path = programs / name.replace("_", "-")
                path.write_text(f'#!/bin/sh\necho {name} "$@" >>"{folder}/calls"\n{body}\n')
                path.chmod(0o755)
            environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
            result = subprocess.run([SCRIPT, Path(folder, "archives")], env=environment, capture_output=True, text=True, timeout=60)
            calls = Path(folder, "calls").read_text().splitlines()
            return result, calls, {path.name for path in Path(folder, "archives").iterdir()}

    def test_a_missing_source_package_ends_it(self):
        result, calls, files = self.run_with(apt_get='case "$*" in *source*) echo "404 for the package"; exit 100 ;; esac', make="touch bin/isa-l.a")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("404 for the package", result.stderr)
        self.assertEqual([call for call in calls if call.startswith("make")], [], "a step ran after a failure")
        self.assertNotIn("libisal.a", files)

    def test_a_failed_compilation_ends_it(self):
        result, calls, files = self.run_with(
            apt_get='case "$*" in *source*) mkdir -p libisal-2/bin && touch libisal-2/bin/isa-l.a ;; esac', make='echo "no assembler"; exit 2', clang="exit 1")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("no assembler", result.stderr)
        self.assertNotIn("libisal.a", files)
        self.assertEqual([call for call in calls if call.startswith("clang")], [], "a step ran after a failure")


if __name__ == "__main__":
    unittest.main()
