"""Tests of the workflows."""

import re
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


if __name__ == "__main__":
    unittest.main()
