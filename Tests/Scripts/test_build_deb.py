"""Tests of build-deb with a system whose commands fail."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/build-deb"
MAKE = """
for argument; do case $argument in DESTDIR=*) installed=${argument#*=} ;; LIBDIR=*) libraries=${argument#*=} ;; esac; done
for path in bin/varblur bin/varblur-compose libexec/varblur-heif libexec/varblur-svg include/varblur.h share/man/man1/varblur.1 \\
    share/man/man1/varblur-batch.1 share/man/man1/varblur-compose.1 share/man/man1/varblur-preview.1 share/varblur/scene.schema.json \\
    share/varblur/scene-job.schema.json share/bash-completion/a share/zsh/site-functions/a share/fish/a share/doc/varblur/scenes.md \\
    lib/frei0r-1/varblur.so share/kdenlive/a share/shotcut/a; do
    mkdir -p "$(dirname "$installed/usr/$path")"
    echo >"$installed/usr/$path"
done
for path in libvarblur.so libvarblur.so.0 pkgconfig/a cmake/a; do
    mkdir -p "$(dirname "$installed$libraries/$path")"
    echo >"$installed$libraries/$path"
done"""
HARMLESS = {"dpkg-architecture": "echo linux-gnu", "strip": "", "aarch64-linux-gnu-strip": "", "lintian": "", "qemu-aarch64-static": "echo 1.0", "make": MAKE}


class BuildDebTests(unittest.TestCase):
    def run_with(self, commands, **environment):
        """Runs the script with other commands, which are the bodies of shell scripts."""
        with tempfile.TemporaryDirectory() as folder:
            built = Path(folder, "built")
            for name, body in {**HARMLESS, **commands, "built/varblur": "echo 1.0"}.items():
                path = Path(folder, "programs", name) if "/" not in name else Path(folder, name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(f"#!/bin/sh\n{body}\n")
                path.chmod(0o755)
            environment = {**os.environ, "PATH": f"{folder}/programs:{os.environ['PATH']}", **environment}
            return subprocess.run(
                [SCRIPT, built, built, built, Path(folder, "output")], env=environment, capture_output=True, text=True, timeout=60)

    def test_unknown_libraries_of_programs_end_it(self):
        result = self.run_with({"dpkg-shlibdeps": 'echo "no dependency information" >&2; exit 2'})
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr, "no dependency information\n", "a step ran after a failure")

    @unittest.skipUnless(os.uname().machine == "x86_64", "only there, ARM is another processor")
    def test_libraries_for_arm_that_no_package_has_end_it(self):
        result = self.run_with({"readelf": "echo ' 0x1 (NEEDED) Shared library: [libnowhere.so.1]'"}, VARBLUR_ARCHITECTURE="arm64")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr.splitlines()[-1], "build-deb: no package has libnowhere.so.1", "a step ran after a failure")


if __name__ == "__main__":
    unittest.main()
