"""Tests of the choice of the processor that programs are built for."""

import os
import platform
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class TargetTests(unittest.TestCase):
    def target(self, architecture=None, system=None):
        """What the script sets, one value a line, and the exit status."""
        environment = {key: value for key, value in os.environ.items() if key not in ("VARBLUR_ARCHITECTURE", "PKG_CONFIG_PATH")}
        if architecture:
            environment["VARBLUR_ARCHITECTURE"] = architecture
        uname = f"uname() {{ [ \"$1\" = -m ] && echo {system[1]} || echo {' '.join(system)}; }}; " if system else ""
        text = uname + '. scripts/target; printf "%s\\n" "$architecture" "${build#"$PWD"/}" "${sdk#"$PWD"/}" "$cc"'
        result = subprocess.run(["sh", "-euc", text], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
        return result.returncode, result.stdout.splitlines(), result.stderr

    def test_without_a_choice_programs_are_for_this_system(self):
        status, values, _ = self.target()
        self.assertEqual(status, 0)
        self.assertEqual(values[1:], [".build", "", "clang"])
        self.assertEqual(self.target(platform.machine())[1], values)

    def test_arm_is_compiled_on_x86_in_a_folder_of_its_own(self):
        for name in ("arm64", "aarch64"):
            status, values, _ = self.target(name, ("Linux", "x86_64"))
            self.assertEqual((status, values[:3]), (0, ["aarch64", ".build/aarch64", ".build/aarch64/sdk"]))
            self.assertIn("--target=aarch64-linux-gnu", values[3])

    def test_arm_compiles_for_itself(self):
        for machine in ("aarch64", "arm64"):
            self.assertEqual(self.target("arm64", ("Linux", machine))[1][:3], ["aarch64", ".build", ""])

    def test_other_pairs_are_refused(self):
        for name, system in (("x86_64", ("Linux", "aarch64")), ("riscv64", ("Linux", "x86_64")), ("arm64", ("Darwin", "x86_64"))):
            status, _, errors = self.target(name, system)
            self.assertEqual(status, 69)
            self.assertIn("cannot build for", errors)


if __name__ == "__main__":
    unittest.main()
