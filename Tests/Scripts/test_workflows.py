"""Tests of the workflows."""

import os
import re
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
USED = re.compile(r"^\s*(?:- )?uses: (.*)$", re.M)


class WorkflowTests(unittest.TestCase):
    def test_every_action_is_named_by_a_commit_and_the_same_one_everywhere(self):
        used = [line for path in (ROOT / ".github/workflows").glob("*.yml") for line in USED.findall(path.read_text())]
        self.assertGreater(len(used), 4)
        commits = {}
        for line in used:
            match = re.fullmatch(r"([\w./-]+)@([0-9a-f]{40}) # v[\d.]+", line)
            self.assertIsNotNone(match, line)
            self.assertEqual(commits.setdefault(match[1], match[2]), match[2], line)

    def test_every_script_that_a_workflow_runs_exists(self):
        for path in (ROOT / ".github/workflows").glob("*.yml"):
            for script in re.findall(r"(?<![\w/])scripts/[\w-]+", path.read_text()):
                self.assertTrue((ROOT / script).is_file(), f"{path.name}: {script}")

    def check_advisories(self, gh):
        """Runs the steps of the workflow, with a fake gh whose body is given."""
        text = (ROOT / ".github/workflows/advisories.yml").read_text()
        steps = [textwrap.dedent(block) if block else line for block, line in re.findall(r"run: (?:\|\n((?: {10}.*\n)+)|(.*))", text)]
        self.assertIn("scripts/check-advisories", "".join(steps))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for path, body in {"programs/gh": gh, "programs/curl": "echo '{}' >tracker.json", "scripts/check-advisories": 'echo "checks $*"; test -e "$1"'}.items():
                program = folder / path
                program.parent.mkdir(exist_ok=True)
                program.write_text(f"#!/bin/sh\n{body}\n")
                program.chmod(0o755)
            environment = {**os.environ, "PATH": f"{folder}/programs:{os.environ['PATH']}"}
            output = ""
            for step in steps:
                result = subprocess.run(["bash", "-ec", step], cwd=folder, env=environment, capture_output=True, text=True, timeout=20)
                output += result.stdout
                if result.returncode:
                    return False, output
            return True, output

    def test_advisories_of_an_unknown_release_are_a_failure(self):
        self.assertEqual(self.check_advisories("exit 1"), (False, ""))
        self.assertEqual(self.check_advisories('[ "$2" = download ] || echo v1'), (False, "checks bills/*.json tracker.json bookworm\n"))

    def test_advisories_need_a_release(self):
        self.assertEqual(self.check_advisories(""), (True, "There is no release.\n"))
        passed, output = self.check_advisories('if [ "$2" = download ]; then mkdir bills && touch bills/a.json bills/b.json; else echo v1; fi')
        self.assertTrue(passed)
        self.assertEqual(output.splitlines(), [f"checks bills/{name}.json tracker.json bookworm" for name in "ab"])


if __name__ == "__main__":
    unittest.main()
