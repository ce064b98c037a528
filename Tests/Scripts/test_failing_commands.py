"""Tests of scripts in a system whose commands fail or are missing."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


class FailingCommandsTests(unittest.TestCase):
    def run_with(self, commands, script, *arguments, **environment):
        """Runs a script with other commands, which are the bodies of shell scripts."""
        with tempfile.TemporaryDirectory() as folder:
            for name, body in commands.items():
                path = Path(folder, name)
                path.write_text(f"#!/bin/sh\n{body}\n")
                path.chmod(0o755)
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "VARBLUR_TEST_FOLDER": folder, **environment}
            return subprocess.run([SCRIPTS / script, *arguments], env=environment, capture_output=True, text=True, timeout=20)

    def test_a_folder_that_cannot_be_mounted_ends_the_container(self):
        result = self.run_with({"mount": "exit 32"}, "containers/podman-with-chroot", "run", "--rm", "--volume", "/missing:/work", "varblur")
        self.assertEqual(result.returncode, 32)

    @unittest.skipUnless(os.uname().sysname == "Linux", "only there, programs ask ldconfig")
    def test_ldconfig_is_found_by_users_without_its_folder_in_their_path(self):
        function = subprocess.run(["sed", "-n", "/^has_shared()/,/^}/p", SCRIPTS / "install-dependencies"], capture_output=True, text=True, check=True).stdout
        result = subprocess.run(["/bin/sh", "-euc", f"{function}has_shared libc.so.6 libc"], env={"PATH": "/usr/bin:/bin"}, check=False)
        self.assertEqual(result.returncode, 0)

    def run_in_debian(self, project, mmdebstrap):
        """Runs in-debian in another project, with fake commands where it needs root; returns what would run there."""
        folder = project / "programs"
        folder.mkdir(exist_ok=True)
        commands = {"mmdebstrap": f"for system; do :; done; {mmdebstrap}", "swiftc": "", "mount": "", "umount": "", "env": "printf '%s\\n' \"$@\""}
        for name, body in commands.items():
            (folder / name).write_text(f"#!/bin/sh\n{body}\n")
            (folder / name).chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "VARBLUR_HOMEPAGE": "", "DEBFULLNAME": "A B"}
        environment.pop("DEBEMAIL", None)
        return subprocess.run(
            [project / "scripts/in-debian", "trixie", "make", "deb"], env=environment, capture_output=True, text=True, timeout=20)

    @unittest.skipUnless(os.uname().sysname == "Linux", "only there, in-debian runs")
    def test_an_interrupted_download_leaves_no_system(self):
        with tempfile.TemporaryDirectory() as name:
            project = Path(name)
            (project / "scripts").mkdir()
            shutil.copy(SCRIPTS / "in-debian", project / "scripts")
            subprocess.run(["git", "init", "-q", project], check=True)
            result = self.run_in_debian(project, 'echo part >"$system"; exit 1')
            self.assertEqual(result.returncode, 1)
            self.assertFalse((project / ".build/trixie.tar").exists())
            result = self.run_in_debian(project, 'mkdir etc && tar -cf "$system" etc && rmdir etc')
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue((project / ".build/trixie.tar").exists())
            lines = result.stdout.splitlines()
            self.assertIn("VARBLUR_HOMEPAGE=", lines)
            self.assertIn("DEBFULLNAME=A B", lines)
            self.assertFalse([line for line in lines if line.startswith("DEBEMAIL")])


if __name__ == "__main__":
    unittest.main()
