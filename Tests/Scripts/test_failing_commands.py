"""Tests of scripts in a system whose commands fail or are missing."""

import os
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


if __name__ == "__main__":
    unittest.main()
